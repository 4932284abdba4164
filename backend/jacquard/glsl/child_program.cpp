#include <jacquard/glsl/child_program.h>
#include <jacquard/platform/files.h>
#include <jacquard/platform/paths.h>

#include <filesystem>
#include <fstream>

namespace jacquard::driver {

ScratchFolder::ScratchFolder() : path_(platform::make_scratch_folder()) {}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) {
        std::filesystem::remove_all(platform::native_path(path_), ignored);
    }
}

std::string ScratchFolder::file(std::string_view name) const {
    return path_ + '/' + std::string(name);
}

bool write_file(const std::string& path, std::string_view content) {
    std::ofstream file(platform::native_path(path), std::ios::binary);
    file << content;
    file.close();
    return !file.fail();
}

} // namespace jacquard::driver
