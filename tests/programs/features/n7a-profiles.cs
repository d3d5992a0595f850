// env: DOTNET_TieredPGO=1
// env: DOTNET_ReadyToRun=0
// rows: N7a-049 N7a-052 N7a-053 N7a-054 N7a-056 N7a-057 N7a-058 N7a-061 N7a-065
// include: n7a-profiles.part
