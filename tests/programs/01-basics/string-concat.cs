string a = "one", b = "two";
int n = 3;
Console.WriteLine(a + " " + b);
Console.WriteLine(a + n + b + true + 'c');
Console.WriteLine(a + null + b);
string all = "";
for (int i = 0; i < 5; i++)
    all += i;
Console.WriteLine(all);
