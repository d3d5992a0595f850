// GC.GetConfigurationVariables; without what the machine's processor caches decide.
foreach ((string key, object value) in GC.GetConfigurationVariables())
    Console.WriteLine(key is "GCGen0MaxBudget" or "GCRegionRange" ? key : $"{key} = {value} ({value.GetType()})");
