try
{
    Environment.Exit(77);
}
finally
{
    Environment.Exit(1);
}
