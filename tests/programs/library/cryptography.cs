using System.Security.Cryptography;
using System.Text;

byte[] data = Encoding.UTF8.GetBytes("The quick brown fox jumps over the lazy dog");
Console.WriteLine(Convert.ToHexString(SHA256.HashData(data)));
Console.WriteLine(Convert.ToHexString(MD5.HashData(data)) + Convert.ToHexString(SHA1.HashData(data)));
Console.WriteLine(Convert.ToHexString(HMACSHA256.HashData(Encoding.UTF8.GetBytes("key"), data)));
Console.WriteLine(RandomNumberGenerator.GetBytes(16).Length + " " + (RandomNumberGenerator.GetInt32(10) < 10));
using Aes aes = Aes.Create();
aes.Key = new byte[16];
byte[] encrypted = aes.EncryptCbc(data, new byte[16]);
Console.WriteLine(Convert.ToHexString(encrypted)[..32] + Encoding.UTF8.GetString(aes.DecryptCbc(encrypted, new byte[16])));
