// env: DOTNET_TieredPGO=0
// env: DOTNET_ReadyToRun=0
// rows: N7a-050
// include: n7a-profiles.part
// The same, where nothing is noted to guess by.
