// A fuzz target without a fuzzer: runs every file of the given folders as it is and then damaged in MUTATIONS ways, the
// same ways every time. So the test suite does in seconds, in the `dev` preset, what would find a finding of the fuzzer
// again.
#include <sanitizer/common_interface_defs.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerInitialize(int*, char***) __attribute__((weak));
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

std::string current;  // what runs, for the report of a sanitizer

void damage(Bytes& bytes, std::mt19937& random) {
    if (bytes.empty()) return;
    for (uint32_t i = 1 + random() % 8; i > 0; i--) {
        uint8_t& byte = bytes[random() % bytes.size()];
        byte = static_cast<uint8_t>(random() % 2 != 0 ? random() : byte ^ 1u << random() % 8);
    }
    if (random() % 8 == 0) bytes.resize(random() % bytes.size());
}

void replay(const fs::path& path, int mutations) {
    std::ifstream file(path, std::ios::binary);
    const Bytes original{std::istreambuf_iterator<char>(file), {}};
    std::mt19937 random(static_cast<uint32_t>(original.size()));
    for (int i = 0; i <= mutations; i++) {
        Bytes bytes = original;
        if (i > 0) damage(bytes, random);
        current = path.string() + ", mutation " + std::to_string(i);
        bytes.shrink_to_fit();  // so that reading behind the end is seen
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s MUTATIONS FOLDER...\n", argv[0]);
        return 2;
    }
    __sanitizer_set_death_callback([] { std::fprintf(stderr, "input: %s\n", current.c_str()); });
    int mutations = std::atoi(argv[1]);
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
    std::vector<fs::path> files;
    for (int i = 2; i < argc; i++) {
        for (const fs::directory_entry& entry : fs::directory_iterator(argv[i])) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& path : files) replay(path, mutations);
    std::printf("%zu inputs\n", files.size() * (1 + static_cast<size_t>(mutations)));
    return files.empty() ? 1 : 0;
}
