#include <jacquard/support/random.h>
#include <jacquard/tool/databases/database_shaders.h>

#include "catch.h"
#include "driver/databases/database_writer.h"
#include "driver/tool_runner.h"

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// Reads all that a database has; the count of its shaders.
std::size_t read_all(const std::string& path) {
    const Limits limits;
    Diagnostics diagnostics(path, {});
    const DatabasePath whole{path, {}};
    DatabaseNames names(whole, limits, diagnostics);
    std::size_t count = 0;
    while (names.is_open()) {
        const std::optional<std::string> name = names.next(diagnostics);
        if (!name) {
            break;
        }
        Diagnostics of_shader(path, {});
        const bool is_read = read_database_shader({path, *name}, limits, of_shader).has_value();
        // Each that is not read is told.
        CHECK(is_read != of_shader.has_errors());
        ++count;
    }
    return count;
}

} // namespace

TEST_CASE("databases with damage anywhere are read to their end") {
    const TemporaryFolder folder("database_mutations");
    const std::string whole[] = {small_database(), small_database(Packing::deflated)};
    Random random(20260);
    std::size_t num_read = 0;
    constexpr unsigned kRounds = 400;
    for (unsigned round = 0; round < kRounds; ++round) {
        std::string bytes = whole[round % 2];
        const auto below = [&](std::size_t count) {
            return random.below(static_cast<std::uint32_t>(count));
        };
        for (std::uint32_t damages = below(4); damages > 0; --damages) {
            const std::size_t place = below(bytes.size());
            switch (below(4)) {
            case 0: bytes[place] = static_cast<char>(below(256)); break;
            case 1: bytes[place] = static_cast<char>(bytes[place] ^ 1 << below(8)); break;
            case 2: bytes.erase(place, below(60)); break;
            default: bytes.insert(place, bytes.substr(below(bytes.size()), 60)); break;
            }
        }
        // Checksums, which find nearly all damage, are not everywhere.
        if (random.one_in(2)) {
            for (std::size_t at = bytes.find("00000000000000000000000");
                 at != std::string::npos && at + 56 < bytes.size();
                 at = bytes.find("00000000000000000000000", at + 56)) {
                bytes.replace(at + 48, 4, 4, '\0');
            }
        }
        const std::string name = std::to_string(round) + ".foz";
        folder.write(name, bytes);
        num_read += read_all(folder / name);
        std::filesystem::remove(folder / name);
    }
    // Most damage leaves most shaders.
    CHECK(num_read > kRounds * 3);
    CHECK(num_read < kRounds * 8);
}
