// The waves of other compilers' programs, from what these need and what the tables say of the part.

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/occupancy.h>

#include "catch.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

using namespace jacquard::ir3;

namespace {

MachineFacts facts_of(unsigned part) {
    return machine_facts(*revision_of_part(part), part);
}

WaveNeeds needs_of(std::uint32_t full, std::uint32_t half, ShaderStage stage) {
    WaveNeeds needs;
    needs.stage = stage;
    needs.full_registers = full;
    needs.half_registers = half;
    return needs;
}

std::uint32_t waves(std::uint32_t full, std::uint32_t half, ShaderStage stage, unsigned part) {
    return occupancy_of(needs_of(full, half, stage), facts_of(part)).waves;
}

// A workgroup of so many lanes that shares so much memory.
WaveNeeds group_of(std::uint32_t lanes, std::uint32_t bytes, std::uint32_t registers = 4) {
    WaveNeeds needs = needs_of(registers, 0, ShaderStage::compute);
    needs.group_lanes = lanes;
    needs.shared_bytes = bytes;
    return needs;
}

} // namespace

// The programs are of a time when waves were twice as wide wherever the whole file sufficed.
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
        MachineFacts facts = facts_of(part);
        facts.double_wave_share = 1;
        const ShaderStage of = is_fragment ? ShaderStage::fragment : ShaderStage::vertex;
        CHECK(occupancy_of(needs_of(full, half, of), facts).waves == expected);
        ++counts[part];
    }
    CHECK(file.eof());
    CHECK(counts ==
          std::map<unsigned, unsigned>{{330, 46}, {420, 37}, {540, 52}, {630, 29}, {730, 29}});
}

TEST_CASE("occupancy: programs of 2025 run as many waves as registers and waiting lanes allow") {
    std::ifstream file(JACQUARD_SOURCE_DIR "/tests/vectors/occupancy_of_2025.tsv");
    std::string heading;
    REQUIRE(std::getline(file, heading));
    std::map<unsigned, unsigned> counts;
    unsigned fragments = 0;
    unsigned decided = 0; // as that compiler did
    std::string stage;
    for (unsigned part, full, is_double, stack, expected;
         file >> part >> stage >> full >> is_double >> stack >> expected;) {
        INFO(part << ' ' << stage << ' ' << full << ' ' << is_double << ' ' << stack);
        MachineFacts facts = facts_of(part);
        if (part == 702) {
            facts.wave_vec4 = 48; // as that compiler had it; the tables say what is newer
        }
        const ShaderStage of = stage == "fragment"  ? ShaderStage::fragment
                               : stage == "compute" ? ShaderStage::compute
                                                    : ShaderStage::vertex;
        WaveNeeds needs = needs_of(full, 0, of);
        needs.branch_stack = stack;
        if (of == ShaderStage::fragment) {
            const Occupancy free = occupancy_of(needs, facts);
            ++fragments;
            decided += (free.lanes > facts.wave_lanes) == (is_double != 0) ? 1 : 0;
        }
        needs.wave_size = facts.wave_lanes * (is_double != 0 ? 2U : 1U);
        CHECK(occupancy_of(needs, facts).waves == expected);
        ++counts[part];
    }
    CHECK(file.eof());
    CHECK(counts == std::map<unsigned, unsigned>{{618, 55},
                                                 {630, 79},
                                                 {660, 48},
                                                 {702, 47},
                                                 {730, 65},
                                                 {740, 45},
                                                 {750, 57},
                                                 {830, 40},
                                                 {840, 47}});
    CHECK(fragments == 230);
    // Two have much arithmetic of 16 bits, which no statistics tell.
    CHECK(decided == fragments - 2);
}

TEST_CASE("occupancy: parts of one revision have files of different sizes") {
    CHECK(waves(16, 0, ShaderStage::vertex, 630) == 12);
    CHECK(waves(16, 0, ShaderStage::vertex, 660) == 8);
    CHECK(waves(16, 0, ShaderStage::vertex, 610) == 3);
    CHECK(waves(24, 0, ShaderStage::vertex, 610) == 2);
    CHECK(waves(16, 0, ShaderStage::vertex, 613) == 2);
    CHECK(waves(24, 0, ShaderStage::fragment, 840) == 10);
    CHECK(waves(24, 0, ShaderStage::fragment, 830) == 8);
    CHECK(waves(24, 0, ShaderStage::vertex, 702) == 2);
}

TEST_CASE("occupancy: waves are twice as wide where a quarter of the file suffices") {
    const auto lanes = [](std::uint32_t registers, unsigned part) {
        return occupancy_of(needs_of(registers, 0, ShaderStage::fragment), facts_of(part)).lanes;
    };
    CHECK(lanes(12, 730) == 128);
    CHECK(lanes(13, 730) == 64);
    CHECK(lanes(8, 660) == 128);
    CHECK(lanes(9, 660) == 64);
    CHECK(lanes(8, 702) == 32);
    CHECK(lanes(9, 702) == 16);
    CHECK(lanes(1, 840) == 64); // which has none
    WaveNeeds halves = needs_of(48, 0, ShaderStage::fragment);
    halves.half_arithmetic = true; // for which half of the file is enough
    CHECK(occupancy_of(halves, facts_of(730)).lanes == 128);
    WaveNeeds waiting = needs_of(4, 0, ShaderStage::fragment);
    waiting.branch_stack = 65; // more than may wait
    CHECK(occupancy_of(waiting, facts_of(730)).lanes == 64);
    CHECK(occupancy_of(group_of(64, 0), facts_of(730)).lanes == 64);
    CHECK(occupancy_of(group_of(65, 0), facts_of(730)).lanes == 128);
}

TEST_CASE("occupancy: halves are halves of full registers where the files are merged") {
    CHECK(waves(1, 24, ShaderStage::vertex, 630) == 16);
    CHECK(waves(1, 32, ShaderStage::vertex, 630) == 12);
    CHECK(waves(1, 32, ShaderStage::vertex, 540) == 16);
}

TEST_CASE("occupancy: what limits it is named") {
    const auto limit = [](const WaveNeeds& needs, unsigned part) {
        return occupancy_of(needs, facts_of(part));
    };
    CHECK(name_of(limit(needs_of(4, 0, ShaderStage::vertex), 630).limit) == "none");
    CHECK(name_of(limit(needs_of(30, 0, ShaderStage::vertex), 630).limit) == "registers");
    const Occupancy shared = limit(group_of(64, 24 * 1024), 630);
    CHECK(name_of(shared.limit) == "shared memory");
    CHECK(shared.waves == 2);
    CHECK(shared.is_exact);
    WaveNeeds stack = needs_of(12, 0, ShaderStage::fragment);
    stack.branch_stack = 17;
    const Occupancy branches = limit(stack, 630);
    CHECK(name_of(branches.limit) == "branch stack");
    CHECK(branches.waves == 6);
    CHECK_FALSE(branches.is_exact);
    const Occupancy group = limit(group_of(1024, 0, 40), 630);
    CHECK(name_of(group.limit) == "group size");
    CHECK_FALSE(group.is_exact);
}

// The formula as drivers write it, on every part; what differs is a fault of one of the two.
TEST_CASE("occupancy: on all parts it is what the formula tells") {
    unsigned compared = 0;
    for (const PartInfo& part : part_infos()) {
        const MachineFacts facts = facts_of(part.part);
        const unsigned gran = facts.wave_granularity;
        for (std::uint32_t registers = 8; registers <= 96; registers += 8) {
            for (std::uint32_t bytes = 0; bytes <= 32768; bytes += 2048) {
                for (std::uint32_t lanes = 32; lanes <= 1024; lanes *= 2) {
                    for (const unsigned width : {1U, 2U}) {
                        if (bytes > facts.workgroup_bytes) {
                            continue;
                        }
                        WaveNeeds needs = group_of(lanes, bytes, registers);
                        needs.wave_size = facts.wave_lanes * width;
                        unsigned expected = facts.wave_vec4 / (registers * width) * gran;
                        if (bytes != 0) {
                            const unsigned per = facts.wave_lanes * width * gran;
                            const unsigned kibibytes = (bytes + 1023) / 1024;
                            expected = std::min(
                                expected, (lanes + per - 1) / per *
                                              (facts.workgroup_bytes / 1024 / kibibytes) * gran);
                        }
                        const unsigned found = occupancy_of(needs, facts).waves;
                        if (found != std::min(expected, 16U)) {
                            INFO(part.part << ' ' << registers << ' ' << bytes << ' ' << lanes);
                            CHECK(found == std::min(expected, 16U));
                        }
                        ++compared;
                    }
                }
            }
        }
    }
    CHECK(part_infos().size() == 59);
    CHECK(compared == 136368);
}
