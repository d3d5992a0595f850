const int limit = 2000;
bool[] composite = new bool[limit + 1];
int count = 0, last = 0;
for (int i = 2; i <= limit; i++)
{
    if (composite[i])
        continue;
    count++;
    last = i;
    for (int k = i * i; k <= limit; k += i)
        composite[k] = true;
}
Console.WriteLine($"{count} primes up to {limit}, the last is {last}");
