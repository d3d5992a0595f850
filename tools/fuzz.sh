#!/bin/bash
# fuzz.sh SECONDS [TARGET...]: builds the fuzz targets with sanitizers and runs each (default: all) for so long. A finding ends it
# with an error. Inputs run in processes of their own, one after the other: the engine's memory grows with what it loads.
set -e
cd "$(dirname "$0")/.."
seconds=$1
shift
[ -f build/fuzz/build.ninja ] || cmake --preset fuzz >/dev/null
targets=${*:-$(basename -s .cpp fuzz/*_fuzz.cpp)}
cmake --build build/fuzz -j "$(nproc)" --target fuzz_seeds $targets
mkdir -p out/fuzz/seeds
build/fuzz/fuzz/fuzz_seeds out/fuzz/seeds
for name in $targets; do
    mkdir -p "out/fuzz/$name"
    echo "$name: $seconds seconds"
    "build/fuzz/fuzz/$name" -fork=1 -max_total_time="$seconds" -rss_limit_mb=4096 -artifact_prefix="out/fuzz/$name-" \
        "out/fuzz/$name" "out/fuzz/seeds/${name%_fuzz}" >"out/fuzz/$name.log" 2>&1 || { tail -30 "out/fuzz/$name.log"; exit 1; }
    grep '^#' "out/fuzz/$name.log" | tail -1
done
echo "no finding"
