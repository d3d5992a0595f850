Environment.ExitCode = 99;
