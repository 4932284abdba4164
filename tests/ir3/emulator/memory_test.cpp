#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

Instruction store_constant(uint16_t number, Operand src, uint8_t size) {
    Instruction instruction = make(Opcode::stc);
    instruction.dst = Operand::constant(number);
    instruction.src0 = src;
    instruction.type = DataType::u32;
    instruction.size = size;
    return instruction;
}

} // namespace

TEST_CASE("a store into the constant file is seen after (ss)") {
    Quad quad;
    quad.set(r(1, 0), 7);
    quad.set(r(1, 1), 8);
    const Instruction store = store_constant(component(5, 2), r(1, 0), 2);
    const Instruction reader = move(DataType::u32, DataType::u32, r(2, 0), c(5, 3));
    CHECK(quad.fault_of({store, with_ss(reader)}) == "");
    CHECK(quad.first(r(2, 0)) == 8);
    CHECK(quad.constants[component(5, 2)] == 7);
    CHECK(quad.run({store, reader}).fault.kind == FaultKind::missing_sync);
}

TEST_CASE("a store outside the constant file is a fault") {
    Quad quad;
    CHECK(quad.run({store_constant(component(63, 2), r(1, 0), 4)}).fault.kind ==
          FaultKind::constant_range);
}

TEST_CASE("a uniform buffer is read in vectors, and past its end as zero") {
    Quad quad;
    const std::vector<uint32_t> first = {1, 2, 3, 4};
    const std::vector<uint32_t> second = {10, 11, 12, 13, 14, 15, 16, 17};
    const std::vector<std::span<const uint32_t>> buffers = {first, second};
    quad.environment.uniform_buffers = buffers;
    quad.set(r(0, 0), {0, 1, 2, 0});
    Instruction load = make(Opcode::ldc, r(1, 0), r(0, 0), Operand::immediate(1));
    load.component = 1;
    load.type_size = 2;
    CHECK(quad.fault_of({load, with_sy(nop(1))}) == "");
    CHECK(quad.get(r(1, 0)) == std::array<uint32_t, 4>{11, 15, 0, 11});
    CHECK(quad.get(r(1, 1)) == std::array<uint32_t, 4>{12, 16, 0, 12});
}
