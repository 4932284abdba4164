#include <jacquard/generated/version.h>
#include <jacquard/library/facade/build_identity.h>
#include <jacquard/support/sha256.h>

#include <array>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <unistd.h>

namespace jacquard::driver {

namespace {

// The file that this code was loaded from: a program, a library or somebody's plugin. Empty where
// the kernel does not tell, or the file is no longer there.
std::string own_file() {
    const auto here = reinterpret_cast<std::uintptr_t>(&own_file);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t first = 0;
        std::uintptr_t end = 0;
        const std::size_t path = line.find('/');
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &first, &end) == 2 &&
            first <= here && here < end && path != std::string::npos) {
            return line.substr(path);
        }
    }
    return {};
}

bool add_file(Sha256& sum, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
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
    if (!add_file(sum, own_file())) {
        const auto now = std::chrono::system_clock::now().time_since_epoch().count();
        sum.add_field(std::to_string(getpid()) + ' ' + std::to_string(now));
    }
    return sum.hex(32);
}

} // namespace

const std::string& build_identity() {
    static const std::string build = sum_of_build();
    return build;
}

} // namespace jacquard::driver
