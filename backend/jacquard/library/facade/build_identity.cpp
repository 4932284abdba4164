#include <jacquard/generated/version.h>
#include <jacquard/library/facade/build_identity.h>
#include <jacquard/platform/environment.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/sha256.h>

#include <array>
#include <chrono>
#include <fstream>

namespace jacquard::driver {

namespace {

bool add_file(Sha256& sum, const std::string& path) {
    std::ifstream file(platform::native_path(path), std::ios::binary);
    std::array<char, 1 << 16> piece{};
    std::size_t size = 0;
    while (file.read(piece.data(), piece.size()), file.gcount() > 0) {
        const auto count = static_cast<std::size_t>(file.gcount());
        sum.add({piece.data(), count});
        size += count;
    }
    return size != 0;
}

// An executable that cannot be read gets a sum of its own, so that no other process shares its
// entries.
std::string sum_of_build() {
    Sha256 sum;
    sum.add_field(JACQUARD_VERSION_STRING);
    if (!add_file(sum, platform::own_code_file())) {
        const auto now = std::chrono::system_clock::now().time_since_epoch().count();
        sum.add_field(std::to_string(platform::process_number()) + ' ' + std::to_string(now));
    }
    return sum.hex(32);
}

} // namespace

const std::string& build_identity() {
    static const std::string build = sum_of_build();
    return build;
}

} // namespace jacquard::driver
