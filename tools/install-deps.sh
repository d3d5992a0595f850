#!/bin/sh
# Installs what the build and the tests need from the distribution's packages; with `benchmarks`, also what `make bench-all` does.
# Costs nothing when all of it is there.
set -e
# llvm-22 names the frames in reports of the sanitizers; libicu-dev is for .NET's cultures; git lists the files that tidy reads.
# llvm-22-dev and libzstd-dev are for the optimising tier, bolt-22 and xz-utils for the layout of its code.
packages="clang-22 lld-22 llvm-22 llvm-22-dev libzstd-dev bolt-22 xz-utils libclang-rt-22-dev clang-format-22 g++ cmake ninja-build ccache git python3
libfmt-dev libzydis-dev libgtest-dev libicu-dev"

# The report's pictures, and the load of the web service.
[ "$1" != benchmarks ] || packages="$packages python3-matplotlib wrk"

missing=""
for package in $packages; do
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
if [ -n "$missing" ]; then
    command -v apt-get >/dev/null || { echo "Install these Debian packages (or their like):$missing" >&2; exit 1; }
    sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    echo "installing$missing"
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing
fi

if ! command -v dotnet >/dev/null; then
    cat >&2 <<'MESSAGE'
There is no `dotnet` on the path. Celer runs .NET 10 programs on the class libraries of an installed .NET, and its tests
compile C# with the SDK: install the .NET 10 SDK (package dotnet-sdk-10.0 of your distribution or of Microsoft's feed, or
Microsoft's dotnet-install script) and put its folder on the path.
MESSAGE
    exit 1
fi
dotnet --list-sdks | grep -q '^10\.' || { echo "Celer's tests need a .NET 10 SDK; \`dotnet --list-sdks\` names none." >&2; exit 1; }
