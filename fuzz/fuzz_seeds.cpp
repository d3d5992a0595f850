// Writes seeds for the fuzz targets into folders of DIR with their names, out of the installed framework.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "il/method_body.h"
#include "metadata/framework_files.h"
#include "metadata/image.h"

namespace {

namespace fs = std::filesystem;
using namespace celer;
using namespace celer::metadata;

constexpr size_t kLargestImage = 24 * 1024;
constexpr uint32_t kBlobStep = 7;  // every so many members give a seed
constexpr uint32_t kImportStep = 97;

void write_seed(const fs::path& folder, const std::string& name, Bytes bytes) {
    std::ofstream file(folder / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void write_members(const Image& image, const fs::path& folder) {
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); rid += kBlobStep) {
        MethodDefRow row = image.method_def(rid);
        write_seed(folder / "signature", "method" + std::to_string(rid), image.blob(row.signature));
        Bytes body = image.rva(row.rva, 1);
        if (row.rva == 0 || !il::MethodBody::of_method(image, rid)) continue;
        write_seed(folder / "il", "body" + std::to_string(rid), body.first(std::min<size_t>(body.size(), 400)));
    }
    for (uint32_t rid = 1; rid <= image.row_count(Table::TypeSpec); rid += kBlobStep) {
        write_seed(folder / "signature", "type" + std::to_string(rid), image.blob(image.type_spec(rid).signature));
    }
    for (uint32_t rid = 1; rid <= image.row_count(Table::CustomAttribute); rid += kBlobStep) {
        write_seed(folder / "signature", "attribute" + std::to_string(rid),
                   image.blob(image.custom_attribute(rid).value));
    }
}

// As import_fuzz.cpp reads it: a row of CoreLib's methods, no clauses, the code.
void write_imports(const Image& image, const fs::path& folder) {
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); rid += kImportStep) {
        Result<il::MethodBody> body = il::MethodBody::of_method(image, rid);
        if (image.method_def(rid).rva == 0 || !body) continue;
        std::vector<std::byte> seed{std::byte(rid - 1), std::byte((rid - 1) >> 8), std::byte(0)};
        seed.insert(seed.end(), body->code().begin(), body->code().end());
        write_seed(folder / "import", "method" + std::to_string(rid), seed);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: fuzz_seeds DIR\n");
        return 2;
    }
    fs::path folder = argv[1];
    for (const char* name : {"metadata", "signature", "il", "import"}) fs::create_directories(folder / name);
    if (!fs::exists(folder / "types")) fs::create_directory_symlink("metadata", folder / "types");
    for (const fs::directory_entry& entry : fs::directory_iterator(framework_directory())) {
        if (entry.path().extension() != ".dll" || entry.file_size() > kLargestImage) continue;
        write_seed(folder / "metadata", entry.path().filename(), read_file(entry.path()));
    }
    std::vector<std::byte> file = read_framework_file("System.Linq.dll");
    Image image;
    if (!image.open(file)) return 1;
    write_members(image, folder);
    std::vector<std::byte> corelib_file = read_framework_file("System.Private.CoreLib.dll");
    Image corelib;
    if (!corelib.open(corelib_file)) return 1;
    write_imports(corelib, folder);
    return 0;
}
