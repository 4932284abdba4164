// Workgroups become waves in one way, and each part has limits for both.

#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/wave_size.h>
#include <jacquard/ir3/target/workgroup_limits.h>

#include "catch.h"

#include <string>
#include <vector>

using namespace jacquard::ir3;

namespace {

MachineFacts facts(unsigned part) {
    return machine_facts(*revision_of_part(part), part);
}

std::vector<std::uint32_t> lanes_of_waves(std::uint32_t invocations, std::uint32_t size) {
    const WorkgroupWaves waves(invocations, size);
    std::vector<std::uint32_t> lanes;
    for (std::uint32_t wave = 0; wave < waves.count(); ++wave) {
        CHECK(waves.first(wave) == wave * size);
        lanes.push_back(waves.lanes(wave));
    }
    return lanes;
}

std::string fault_of(unsigned part, const Dispatch& dispatch) {
    std::string fault;
    const auto waves = waves_of(dispatch, facts(part), part, fault);
    CHECK(waves.has_value() == fault.empty());
    return fault;
}

} // namespace

TEST_CASE("workgroups: all waves are full but the last") {
    using Lanes = std::vector<std::uint32_t>;
    CHECK(lanes_of_waves(1, 64) == Lanes{1});
    CHECK(lanes_of_waves(64, 64) == Lanes{64});
    CHECK(lanes_of_waves(65, 64) == Lanes{64, 1});
    CHECK(lanes_of_waves(96, 64) == Lanes{64, 32});
    CHECK(lanes_of_waves(96, 128) == Lanes{96});
    CHECK(lanes_of_waves(300, 128) == Lanes{128, 128, 44});
}

TEST_CASE("workgroups: products of sizes do not run over") {
    CHECK(product_of({3, 5, 7}) == 105);
    CHECK(product_of({0, 5, 7}) == 0);
    CHECK(product_of({1U << 31, 1U << 31, 4}) == ~std::uint64_t{0});
    CHECK(product_of({11806113, 409891, 7623851}) == ~std::uint64_t{0});
    CHECK(place_of(17, {3, 5, 7}) == std::array<std::uint32_t, 3>{2, 0, 1});
}

TEST_CASE("workgroups: parts have waves of one width or of two") {
    CHECK(wave_sizes(ShaderStage::compute, facts(630)) == "64 or 128");
    CHECK(wave_sizes(ShaderStage::vertex, facts(630)) == "64");
    CHECK(wave_sizes(ShaderStage::compute, facts(610)) == "64");
    CHECK(wave_sizes(ShaderStage::fragment, facts(540)) == "32 or 64");
    CHECK(has_wave_size(128, ShaderStage::compute, facts(730)));
    CHECK_FALSE(has_wave_size(128, ShaderStage::vertex, facts(730)));
    CHECK_FALSE(has_wave_size(32, ShaderStage::compute, facts(730)));
    CHECK(usual_wave_size(1024, facts(630)) == 64);
    CHECK(usual_wave_size(1025, facts(630)) == 128);
}

TEST_CASE("workgroups: what is beyond the limits of a part is named") {
    CHECK(fault_of(630, {{{1024, 2, 1}, 32768}, {65535, 1, 1}}) == "");
    CHECK(fault_of(630, {{{1025, 1, 1}}}) ==
          "the workgroup has 1025 invocations along its axis x; part 630 has at most 1024");
    CHECK(fault_of(540, {{{1, 1, 65}}}) ==
          "the workgroup has 65 invocations along its axis z; part 540 has at most 64");
    CHECK(fault_of(630, {{{1024, 2, 2}}}) ==
          "the workgroup of 1024 x 2 x 2 has 4096 invocations; part 630 has at most 2048 in waves "
          "of 128 lanes");
    CHECK(fault_of(630, {{{1024, 2, 1}}, {1, 1, 1}, 64}) ==
          "the workgroup of 1024 x 2 x 1 has 2048 invocations; part 630 has at most 1024 in waves "
          "of 64 lanes");
    CHECK(fault_of(610, {{{32, 32, 1}}}) == "");
    CHECK(
        fault_of(610, {{{33, 32, 1}}}) ==
        "the workgroup of 33 x 32 x 1 has 1056 invocations; part 610 has at most 1024 in waves of "
        "64 lanes");
    CHECK(fault_of(610, {{{1, 1, 1}, 16385}}) ==
          "the workgroup shares 16385 bytes of memory; part 610 has at most 16384");
    CHECK(fault_of(630, {{{1, 1, 1}}, {1, 65536, 1}}) ==
          "there are 65536 workgroups along the axis y; part 630 has at most 65535");
    CHECK(fault_of(630, {{{4, 0, 1}}}) == "the workgroup has no invocations");
    CHECK(fault_of(610, {{{4, 1, 1}}, {1, 1, 1}, 128}) ==
          "part 610 has no waves of 128 lanes; they have 64");
}
