#include <jacquard/driver/cache/build_identity.h>
#include <jacquard/support/sha256.h>
#include <jacquard/version.h>

#include <array>
#include <fstream>
#include <set>

namespace jacquard::driver {

namespace {

void add_file(Sha256& sum, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 1 << 16> piece{};
    while (file.read(piece.data(), piece.size()), file.gcount() > 0) {
        sum.add({piece.data(), static_cast<std::size_t>(file.gcount())});
    }
}

// The program and, where its library is a file of its own, that: the kernel lists what of them is
// in memory. Elsewhere the version has to do.
std::string sum_of_program() {
    Sha256 sum;
    sum.add_field(JACQUARD_VERSION_STRING);
    add_file(sum, "/proc/self/exe");
    std::ifstream maps("/proc/self/maps");
    std::set<std::string> libraries;
    for (std::string line; std::getline(maps, line);) {
        const std::size_t name = line.rfind('/');
        if (name != std::string::npos && line.compare(name, 12, "/libjacquard") == 0) {
            libraries.insert(line.substr(line.find('/')));
        }
    }
    for (const std::string& library : libraries) {
        add_file(sum, library);
    }
    return sum.hex(32);
}

} // namespace

const std::string& build_identity() {
    static const std::string build = sum_of_program();
    return build;
}

} // namespace jacquard::driver
