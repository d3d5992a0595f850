int i = 0, total = 0;
again:
total += i;
if (++i < 10)
    goto again;
Console.WriteLine(total);
for (int a = 0; a < 5; a++)
{
    for (int b = 0; b < 5; b++)
    {
        if (a * b == 6)
        {
            Console.WriteLine($"{a}x{b}");
            goto done;
        }
        if (b > a)
            break;
    }
}
done:
switch (total)
{
    case 45:
        Console.WriteLine("45");
        goto case 7;
    case 7:
        Console.WriteLine("seven");
        goto default;
    default:
        Console.WriteLine("default");
        break;
}
