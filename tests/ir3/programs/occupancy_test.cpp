// The waves of other compilers' programs, from their registers and what the tables say of the part.

#include <jacquard/ir3/isa/revision.h>
#include <jacquard/ir3/occupancy.h>

#include "catch.h"

#include <fstream>
#include <map>
#include <string>

using namespace jacquard::ir3;

namespace {

std::uint32_t waves(std::uint32_t full, std::uint32_t half, ShaderStage stage, unsigned part) {
    return waves_at_a_time(full, half, stage, machine_facts(*revision_of_part(part), part));
}

} // namespace

TEST_CASE("occupancy: recorded programs run as many waves as their registers leave room for") {
    std::ifstream file(JACQUARD_SOURCE_DIR "/tests/vectors/occupancy.tsv");
    std::string heading;
    REQUIRE(std::getline(file, heading));
    std::map<unsigned, unsigned> counts;
    std::string stage;
    for (unsigned part, full, half, expected; file >> part >> stage >> full >> half >> expected;) {
        INFO(part << ' ' << stage << ' ' << full << ' ' << half);
        const bool is_fragment = stage == "FRAG";
        CHECK((is_fragment || stage == "VERT"));
        CHECK(waves(full, half, is_fragment ? ShaderStage::fragment : ShaderStage::vertex, part) ==
              expected);
        ++counts[part];
    }
    CHECK(file.eof());
    CHECK(counts ==
          std::map<unsigned, unsigned>{{330, 46}, {420, 37}, {540, 52}, {630, 29}, {730, 29}});
}

TEST_CASE("occupancy: parts of one revision have files of different sizes") {
    CHECK(waves(16, 0, ShaderStage::vertex, 630) == 12);
    CHECK(waves(16, 0, ShaderStage::vertex, 660) == 8);
    CHECK(waves(16, 0, ShaderStage::vertex, 610) == 6);
    CHECK(waves(16, 0, ShaderStage::fragment, 630) == 6);
    CHECK(waves(16, 0, ShaderStage::fragment, 610) == 6);
    CHECK(waves(48, 0, ShaderStage::fragment, 630) == 2);
    CHECK(waves(33, 0, ShaderStage::fragment, 660) == 2);
}

TEST_CASE("occupancy: halves are halves of full registers where the files are merged") {
    CHECK(waves(1, 24, ShaderStage::vertex, 630) == 16);
    CHECK(waves(1, 32, ShaderStage::vertex, 630) == 12);
    CHECK(waves(1, 32, ShaderStage::vertex, 540) == 16);
}
