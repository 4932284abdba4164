// The reading of varyings on each revision, and the release of their storage.

#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr std::array<bool, 4> kFlat = {false, false, true, true};

struct VaryingQuad : Quad {
    explicit VaryingQuad(Revision revision) : Quad(revision) {
        environment.varyings = varyings;
        environment.flat_varyings = kFlat;
    }
    std::vector<std::uint32_t> varyings = std::vector<std::uint32_t>(16, 7);
};

Instruction interpolated(unsigned component, bool last) {
    Instruction read = make(Opcode::bary_f, r(1, component),
                            Operand::immediate(static_cast<std::int32_t>(component)), r(0, 0));
    read.end_input = last;
    return read;
}

Instruction flat(unsigned component) {
    Instruction read =
        make(Opcode::flat_b, r(1, component),
             Operand::immediate(static_cast<std::int32_t>(component)), Operand::immediate(0));
    read.end_input = true;
    return read;
}

Instruction loaded(unsigned component) {
    Instruction load = make(Opcode::ldlv, r(1, component));
    load.type = DataType::u32;
    load.size = 1;
    load.offset = static_cast<decltype(load.offset)>(component);
    return load;
}

// Gives the storage back and reads nothing.
Instruction release() {
    Instruction read = interpolated(0, true);
    read.dst = Operand::gpr(kNoRegister);
    return read;
}

std::string fault_on(Revision revision, std::vector<Instruction> program) {
    VaryingQuad quad(revision);
    return quad.fault_of(std::move(program));
}

} // namespace

TEST_CASE("varyings: a flat one is interpolated on a3xx, and nowhere else") {
    CHECK(fault_on(Revision::a3xx, {interpolated(2, true)}) == "");
    for (const Revision revision : {Revision::a4xx, Revision::a5xx, Revision::a6xx}) {
        CHECK(
            fault_on(revision, {interpolated(2, true)}) ==
            "instruction 0 'bary.f (ei)r1.z, 2, r0.x' reads varying component 2 with weights, and "
            "it is not to be interpolated");
    }
}

TEST_CASE("varyings: a4xx and a5xx load flat ones, a6xx has an instruction for them") {
    for (const Revision revision : {Revision::a4xx, Revision::a5xx}) {
        CHECK(fault_on(revision, {loaded(3), with_ss(release())}) == "");
        CHECK(
            fault_on(revision, {loaded(1), with_ss(release())}) ==
            "instruction 0 'ldlv.u32 r1.y, l[1], 1' reads varying component 1 as it is, and it is "
            "to be interpolated");
    }
    for (const Revision revision : {Revision::a6xx, Revision::a7xx}) {
        CHECK(fault_on(revision, {flat(3)}) == "");
        CHECK(fault_on(revision, {flat(1)}).find("and it is to be interpolated") !=
              std::string::npos);
    }
}

TEST_CASE(
    "varyings: a3xx and a4xx end with storage given back, later parts do that by themselves") {
    const std::string fault = "instruction 1 'end' comes without (ei), and the storage of varyings "
                              "is not given back";
    CHECK(fault_on(Revision::a3xx, {interpolated(1, false)}) == fault);
    CHECK(fault_on(Revision::a4xx, {interpolated(1, false)}) == fault);
    CHECK(fault_on(Revision::a5xx, {interpolated(1, false)}) == "");
    CHECK(fault_on(Revision::a6xx, {interpolated(1, false)}) == "");
    CHECK(fault_on(Revision::a3xx, {}) == "");
}

TEST_CASE("varyings: what was given back is not read, and not given back before loads are done") {
    CHECK(fault_on(Revision::a6xx, {interpolated(0, true), interpolated(1, false)}) ==
          "instruction 1 'bary.f r1.y, 1, r0.x' reads a varying after (ei) gave the storage back");
    CHECK(fault_on(Revision::a5xx, {loaded(2), release()}) ==
          "instruction 1 'bary.f (ei)r63.x, 0, r0.x' gives the storage of varyings back without "
          "(ss) after instruction 0 'ldlv.u32 r1.z, l[2], 1'");
}
