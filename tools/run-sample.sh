#!/bin/bash
# Builds samples/textstats, runs it on CoreCLR and on Celer over the same text, shows the output and compares.
set -e
cd "$(dirname "$0")/.."
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1

tools/corpus.py out/corpus.txt
if [ ! out/textstats/textstats.dll -nt samples/textstats/Program.cs ]; then
    dotnet build samples/textstats -c Release -o out/textstats -nodeReuse:false -v quiet --nologo >out/textstats.log || { cat out/textstats.log; exit 1; }
    touch out/textstats/textstats.dll
fi

seconds() {
    local start=$EPOCHREALTIME
    "${@:2}" >"$1"
    awk "BEGIN { printf \"%.2f\", $EPOCHREALTIME - $start }"
}

coreclr=$(seconds out/textstats.coreclr.json dotnet out/textstats/textstats.dll out/corpus.txt)
celer=$(seconds out/textstats.celer.json out/celer run out/textstats/textstats.dll out/corpus.txt)
cat out/textstats.celer.json
if ! cmp -s out/textstats.coreclr.json out/textstats.celer.json; then
    echo "The output on Celer differs from CoreCLR's:" >&2
    diff out/textstats.coreclr.json out/textstats.celer.json | head -20 >&2
    exit 1
fi
echo "textstats over $(stat -c %s out/corpus.txt) bytes of text: the output on Celer equals CoreCLR's, byte for byte"
echo "($celer s on Celer, native code of tier 0; $coreclr s on CoreCLR with its precompiled libraries)"
