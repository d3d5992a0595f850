#!/bin/bash
# fuzz.sh SECONDS: builds the fuzz targets with sanitizers and runs each for so long. A finding ends it with an error.
set -e
cd "$(dirname "$0")/.."
[ -f build/fuzz/build.ninja ] || cmake --preset fuzz >/dev/null
targets=$(basename -s .cpp fuzz/*_fuzz.cpp)
cmake --build build/fuzz -j "$(nproc)" --target fuzz_seeds $targets
mkdir -p out/fuzz/seeds
build/fuzz/fuzz/fuzz_seeds out/fuzz/seeds
for name in $targets; do
    mkdir -p "out/fuzz/$name"
    echo "$name: $1 seconds"
    "build/fuzz/fuzz/$name" -max_total_time="$1" -rss_limit_mb=4096 -artifact_prefix="out/fuzz/$name-" -verbosity=0 \
        "out/fuzz/$name" "out/fuzz/seeds/${name%_fuzz}" 2>"out/fuzz/$name.log" || { tail -30 "out/fuzz/$name.log"; exit 1; }
done
echo "no finding"
