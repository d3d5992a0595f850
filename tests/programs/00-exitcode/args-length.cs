// args: one "two three" four
return args.Length * 10 + args[1].Length;
