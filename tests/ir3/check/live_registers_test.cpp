#include <jacquard/ir3/check/live_registers.h>
#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "catch.h"
#include "fixture.h"

#include <algorithm>
#include <string>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

LiveRegisters live_of(const Program& program, std::optional<std::uint32_t> word = std::nullopt) {
    const std::optional<LiveRegisters> live =
        live_registers(program, *revision_of_part(program.gpu), word);
    REQUIRE(live);
    return *live;
}

const LiveRegister* find(const LiveRegisters& live, const std::string& name) {
    const auto found =
        std::find_if(live.registers.begin(), live.registers.end(),
                     [&](const LiveRegister& one) { return to_string(one.location) == name; });
    return found != live.registers.end() ? &*found : nullptr;
}

} // namespace

TEST_CASE("live registers: each has the words that wrote it and that will read it") {
    const Program program = assembled("mov.f32f32 r0.x, c0.x\n"
                                      "mov.f32f32 r0.y, c0.y\n"
                                      "(rpt2)nop\n"
                                      "add.f r0.z, r0.x, r0.y\n"
                                      "(rpt2)nop\n"
                                      "mul.f r0.w, r0.z, r0.x\n"
                                      "end\n");
    const LiveRegisters live = live_of(program, 2);
    REQUIRE(live.registers.size() == 2);
    const LiveRegister* x = find(live, "r0.x");
    REQUIRE(x != nullptr);
    CHECK(x->writers == std::vector<std::uint32_t>{0});
    CHECK(x->readers == std::vector<std::uint32_t>{3, 5});
    CHECK_FALSE(x->is_given);
    CHECK_FALSE(x->is_output);
}

TEST_CASE("live registers: sides of a branch may both have written a register") {
    const Program program = assembled("br p0.x, #l1\n"
                                      "mov.f32f32 r0.x, c0.x\n"
                                      "jump #l2\n"
                                      "l1: mov.f32f32 r0.x, c0.y\n"
                                      "l2: (jp)nop\n"
                                      "(rpt2)nop\n"
                                      "mul.f r1.x, r0.x, r0.x\n"
                                      "end\n");
    const LiveRegisters live = live_of(program, 4);
    const LiveRegister* x = find(live, "r0.x");
    REQUIRE(x != nullptr);
    CHECK(x->writers == std::vector<std::uint32_t>{1, 3});
    CHECK(x->readers == std::vector<std::uint32_t>{6});
}

TEST_CASE("live registers: what nothing wrote was given from the start") {
    const Program program = assembled("nop\nmul.f r1.x, r0.x, r0.y\nend\n");
    const LiveRegisters live = live_of(program, 0);
    const LiveRegister* x = find(live, "r0.x");
    REQUIRE(x != nullptr);
    CHECK(x->is_given);
    CHECK(x->writers.empty());
}

TEST_CASE("live registers: at the peak as many are told as the flow of values counts") {
    const Program program = assembled("mov.f32f32 r0.x, c0.x\n"
                                      "mov.f32f32 r0.y, c0.y\n"
                                      "mov.f32f32 r0.z, c0.z\n"
                                      "(rpt2)nop\n"
                                      "mad.f32 r0.x, r0.x, r0.y, r0.z\n"
                                      "end\n");
    const ValueFlow flow = value_flow(program, *revision_of_part(program.gpu));
    const LiveRegisters live = live_of(program);
    CHECK(live.vec4 == *std::max_element(flow.live.begin(), flow.live.end()));
    CHECK(static_cast<double>(live.registers.size()) == 4 * live.vec4);
}

TEST_CASE("live registers: a word behind the end has none") {
    const Program program = assembled("nop\nend\n");
    CHECK_FALSE(live_registers(program, *revision_of_part(program.gpu), 99));
}
