#include <jacquard/generated/ir3/revisions.h>

#include "workgroup_fixture.h"

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

Instruction store_constant(std::uint16_t number, Operand src, std::uint8_t size) {
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
    const std::vector<std::uint32_t> first = {1, 2, 3, 4};
    const std::vector<std::uint32_t> second = {10, 11, 12, 13, 14, 15, 16, 17};
    const std::vector<std::span<const std::uint32_t>> buffers = {first, second};
    quad.environment.uniform_buffers = buffers;
    quad.set(r(0, 0), {0, 1, 2, 0});
    Instruction load = make(Opcode::ldc, r(1, 0), r(0, 0), Operand::immediate(1));
    load.component = 1;
    load.type_size = 2;
    CHECK(quad.fault_of({load, with_sy(nop(1))}) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{11, 15, 0, 11});
    CHECK(quad.get(r(1, 1)) == std::array<std::uint32_t, 4>{12, 16, 0, 12});
}

TEST_CASE("each space of memory is its own, and counts bytes from its start") {
    Workgroup group(1);
    CHECK(group.fault_of({"shl.b r1.x, r0.x, 2", "mov.u32u32 r1.z, 0x10000", "mov.u32u32 r1.w, 0",
                          "add.u r2.x, r0.x, 1", "(rpt5)nop", "stl.u32 l[r1.x+16], r2.x, 1",
                          "stlw.u32 l[r1.x], r2.x, 1", "stp.u32 p[r0.y+8], r2.x, 1",
                          "add.u r1.z, r1.z, r1.x", "(rpt5)nop", "stg.u32 g[r1.z+4], r2.x, 1",
                          "(ss)nop", "ldl.u32 r3.x, l[r1.x+16], 1", "ldlw.u32 r3.y, l[r1.x], 1",
                          "ldp.u32 r3.z, p[r0.y+8], 1", "ldg.u32 r3.w, g[r1.z+4], 1",
                          "(sy)(ss)nop"}) == "");
    for (const unsigned component : {0U, 1U, 2U, 3U}) {
        CHECK(group.words_of(r(3, component)) == std::vector<std::uint32_t>{1, 2, 3, 4});
    }
    CHECK(Workgroup::word(group.local, 28) == 4);
    CHECK(Workgroup::word(group.stage, 12) == 4);
    CHECK(Workgroup::word(group.private_memory[0], 64 + 8) == 2);
    CHECK(Workgroup::word(group.global, 16) == 4);
}

TEST_CASE("loads and stores move elements of their type") {
    Workgroup group(1, 1);
    CHECK(group.fault_of({"mov.u32u32 r2.x, 0x89abcdef", "(rpt5)nop", "stl.u32 l[r0.y], r2.x, 1",
                          "(ss)nop", "ldl.u16 r4.x, l[r0.y+2], 1", "ldl.u8 r4.y, l[r0.y+1], 1",
                          "(ss)nop", "(rpt5)nop", "stl.u16 l[r0.y+8], r4.y, 1", "(ss)nop"}) == "");
    CHECK(group.words_of(hr(4, 0)) == std::vector<std::uint32_t>{0x89ab});
    CHECK(group.words_of(hr(4, 1)) == std::vector<std::uint32_t>{0xcd});
    CHECK(Workgroup::word(group.local, 8) == 0xcd);
}

TEST_CASE("addresses of near memory wrap around at 32 bits") {
    Workgroup group(1, 1);
    group.local[4] = 9;
    CHECK(group.fault_of({"mov.u32u32 r1.x, 0xfffffffc", "(rpt5)nop", "ldl.u32 r2.x, l[r1.x+8], 1",
                          "(ss)nop"}) == "");
    CHECK(group.words_of(r(2, 0)) == std::vector<std::uint32_t>{9});
}

TEST_CASE("what lies outside of memory reads as zero and is not stored, or faults by option") {
    Workgroup group(1, 1);
    const std::initializer_list<const char*> program = {"mov.u32u32 r1.x, 4096",
                                                        "mov.u32u32 r2.x, 7",
                                                        "(rpt5)nop",
                                                        "stl.u32 l[r1.x], r2.x, 1",
                                                        "(ss)nop",
                                                        "ldl.u32 r2.x, l[r1.x], 1",
                                                        "(ss)nop"};
    CHECK(group.fault_of(program) == "");
    CHECK(group.words_of(r(2, 0)) == std::vector<std::uint32_t>{0});
    group.options.check_memory_range = true;
    CHECK(group.fault_of(program) ==
          "instruction 3 'stl.u32 l[r1.x], r2.x, 1' reaches byte 4096 of 1024");
}

TEST_CASE("an indexed address adds elements on a6xx and bytes on a7xx") {
    Workgroup words(1, 1);
    words.global[40] = 5;
    CHECK(words.fault_of({"mov.u32u32 r1.x, 0x10000", "mov.u32u32 r1.y, 0", "mov.u32u32 r1.z, 10",
                          "(rpt5)nop", "ldg.a.u32 r2.x, g[r1.x+(r1.z<<2)], 1", "(sy)nop"}) == "");
    CHECK(words.words_of(r(2, 0)) == std::vector<std::uint32_t>{5});
    // Indices count elements of the data's width.
    words.global[20] = 7;
    words.global[21] = 8;
    CHECK(words.fault_of({"mov.u32u32 r1.x, 0x10000", "mov.u32u32 r1.y, 0", "mov.u32u32 r1.z, 9",
                          "(rpt5)nop", "ldg.a.u16 hr40.x, g[r1.x+((r1.z+1)<<1)], 1",
                          "ldg.a.u16 hr40.y, g[r1.x+(((r1.z<<1)+2)<<1)], 1", "(sy)nop",
                          "cov.u16u32 r2.x, hr40.x", "cov.u16u32 r2.y, hr40.y"}) == "");
    CHECK(words.words_of(r(2, 0)) == std::vector<std::uint32_t>{0x0807});
    CHECK(words.words_of(r(2, 1)) == std::vector<std::uint32_t>{5});
    CHECK(words.fault_of({"mov.u32u32 r1.x, 0x10000", "mov.u32u32 r1.y, 0", "mov.u32u32 r1.z, 20",
                          "(rpt5)nop", "ldg.a.u8 hr4.x, g[r1.x+r1.z+1], 1", "(sy)nop",
                          "cov.u16u32 r2.x, hr4.x"}) == "");
    CHECK(words.words_of(r(2, 0)) == std::vector<std::uint32_t>{8});
    Workgroup bytes(1, 1, Revision::a7xx);
    bytes.global[40] = 5;
    CHECK(bytes.fault_of({"mov.u32u32 r1.x, 0x10000", "mov.u32u32 r1.y, 0", "mov.u32u32 r1.z, 36",
                          "(rpt5)nop", "ldg.a.u32 r2.x, g[r1.x+r1.z+4], 1", "(sy)nop"}) == "");
    CHECK(bytes.words_of(r(2, 0)) == std::vector<std::uint32_t>{5});
}

TEST_CASE("atomics leave in memory what their names say and give the old value") {
    struct Row {
        const char* name;
        std::uint32_t old;
        std::uint32_t data;
        std::uint32_t left;
    };
    constexpr std::uint32_t kMinus = 0xfffffff6;
    const Row rows[] = {
        {"add.untyped.1d.u32", 5, 3, 8},           {"sub.untyped.1d.u32", 5, 3, 2},
        {"xchg.untyped.1d.u32", 5, 3, 3},          {"inc.untyped.1d.u32", 5, 9, 6},
        {"inc.untyped.1d.u32", 9, 9, 0},           {"dec.untyped.1d.u32", 5, 9, 4},
        {"dec.untyped.1d.u32", 0, 9, 9},           {"min.untyped.1d.u32", 5, kMinus, 5},
        {"min.untyped.1d.s32", 5, kMinus, kMinus}, {"max.untyped.1d.u32", 5, kMinus, kMinus},
        {"max.untyped.1d.s32", 5, kMinus, 5},      {"and.untyped.1d.u32", 12, 10, 8},
        {"or.untyped.1d.u32", 12, 10, 14},         {"xor.untyped.1d.u32", 12, 10, 6}};
    for (const Row& row : rows) {
        Workgroup group(1, 1);
        std::memcpy(group.local.data(), &row.old, sizeof row.old);
        group.emulators[0].wave().write(component(1, 0), false, 0, row.data);
        const std::string line = "atomic." + std::string(row.name) + ".1.l r2.x, l[r0.y], r1.x";
        INFO(line);
        CHECK(group.fault_of({line.c_str(), "(ss)nop"}) == "");
        CHECK(group.words_of(r(2, 0)) == std::vector<std::uint32_t>{row.old});
        CHECK(Workgroup::word(group.local, 0) == row.left);
    }
}

TEST_CASE("an exchange with comparison takes the data, then what is expected") {
    Workgroup group(1, 2);
    CHECK(group.fault_of({"mov.u32u32 r1.x, 7", "mov.u32u32 r1.y, r0.x", "shl.b r1.z, r0.x, 2",
                          "(rpt5)nop", "atomic.cmpxchg.untyped.1d.u32.1.l r2.x, l[r1.z], r1.x",
                          "(ss)nop"}) == "");
    CHECK(Workgroup::word(group.local, 0) == 7);
    CHECK(Workgroup::word(group.local, 4) == 0);
}

TEST_CASE("a storage buffer is reached through its descriptor, element by element") {
    Workgroup group(1);
    group.buffer[8] = 80;
    CHECK(group.fault_of({"mov.u32u32 r1.x, 8", "(rpt5)nop",
                          "ldib.b.untyped.1d.u32.2.imm.base0 r2.x, r1.x, 0", "(sy)nop",
                          "add.u r2.z, r2.x, r0.x", "(rpt5)nop",
                          "stib.b.untyped.1d.u32.1.imm.base0 r2.z, r0.x, 0", "(ss)nop"}) == "");
    CHECK(group.words_of(r(2, 0)) == std::vector<std::uint32_t>{80, 80, 80, 80});
    CHECK(group.buffer[3] == 83);
}

TEST_CASE("an element of 16 bits is half a word, one that the descriptor types is a byte") {
    Workgroup group(1, 1);
    group.buffer[0] = 0x04030201;
    CHECK(group.fault_of({"mov.u32u32 r1.x, 1", "(rpt5)nop",
                          "ldib.b.untyped.1d.u16.1.imm.base0 hr4.x, r1.x, 0",
                          "ldib.b.typed.1d.u16.1.imm.base0 hr4.y, r1.x, 0", "(sy)nop"}) == "");
    CHECK(group.words_of(hr(4, 0)) == std::vector<std::uint32_t>{0x0403});
    CHECK(group.words_of(hr(4, 1)) == std::vector<std::uint32_t>{2});
}

TEST_CASE("the size of a buffer comes in words, or in 16 bits where a part has views of those") {
    const std::initializer_list<const char*> program = {
        "resinfo.b.untyped.1d.u32.1.imm.base0 r1.x, 0", "(ss)nop"};
    Workgroup words(1, 1);
    CHECK(words.fault_of(program, 630) == "");
    CHECK(words.words_of(r(1, 0)) == std::vector<std::uint32_t>{64});
    Workgroup halves(1, 1);
    CHECK(halves.fault_of(program, 660) == "");
    CHECK(halves.words_of(r(1, 0)) == std::vector<std::uint32_t>{128});
}

TEST_CASE("an atomic through a descriptor finds its data behind the result") {
    Workgroup group(1);
    CHECK(group.fault_of({"mov.u32u32 r1.y, 3", "mov.u32u32 r2.x, 0", "(rpt5)nop",
                          "atomic.b.add.untyped.1d.u32.1.uniform.base0 r1.x, r2.x, r2.x",
                          "(sy)nop"}) == "");
    CHECK(group.buffer[0] == 12);
    CHECK(group.words_of(r(1, 0)) == std::vector<std::uint32_t>{0, 3, 6, 9});
}

TEST_CASE("a uniform descriptor that differs between lanes is a fault, a missing one too") {
    Workgroup group(1, 2);
    CHECK(
        group.fault_of({"ldib.b.untyped.1d.u32.1.uniform.base0 r1.x, r0.y, r0.x", "(sy)nop"}) ==
        "instruction 0 'ldib.b.untyped.1d.u32.1.uniform.base0 r1.x, r0.y, r0.x' takes descriptors "
        "0 and 1 at once, but says that lanes do not differ");
    CHECK(group.run({"ldib.b.untyped.1d.u32.1.imm.base0 r1.x, r0.y, 3", "(sy)nop"}).fault.kind ==
          FaultKind::missing_descriptor);
    CHECK(group.run({"ldib.b.untyped.1d.u32.1.imm.base2 r1.x, r0.y, 0", "(sy)nop"}).fault.kind ==
          FaultKind::missing_descriptor);
}

TEST_CASE("stores and atomics of lanes that were killed are not seen") {
    Workgroup group(1, 2);
    CHECK(
        group.fault_of({"cmps.u.lt p0.x, r0.x, 1", "add.u r1.x, r0.x, 5", "(rpt5)nop", "kill p0.x",
                        "stib.b.untyped.1d.u32.1.imm.base0 r1.x, r0.x, 0", "(ss)nop"}) == "");
    CHECK(group.buffer[0] == 0);
    CHECK(group.buffer[1] == 6);
}

TEST_CASE("push constants are copied into the constant file") {
    Workgroup group(1, 1, Revision::a7xx);
    const std::array<std::uint32_t, 3> given = {7, 8, 9};
    group.environments[0].shared_constants = given;
    CHECK(group.fault_of({"stsc.u32 c[4], 1, 2", "(ss)mov.u32u32 r1.x, c1.y"}) == "");
    CHECK(group.constants[4] == 8);
    CHECK(group.words_of(r(1, 0)) == std::vector<std::uint32_t>{9});
}

namespace {

// Remembers what was asked for and answers with numbers.
struct CountingImages final : textures::StorageImages {
    textures::ImageTexel access(const textures::ImageRequest& request) override {
        last = request;
        if (request.kind == textures::ImageRequest::Kind::size) {
            return {{16, 8, 3, 0}};
        }
        return {{1, 2, 3, 4}};
    }
    textures::ImageRequest last;
};

} // namespace

TEST_CASE("storage images get coordinates, data and the number of their descriptor") {
    Workgroup group(1, 1);
    CountingImages images;
    group.images = &images;
    CHECK(group.fault_of({"mov.u32u32 r1.x, 5", "mov.u32u32 r1.y, 6", "(rpt5)nop",
                          "ldib.b.typed.2d.u32.4.imm.base0 r2.x, r1.x, 2", "(sy)nop"}) == "");
    CHECK(images.last.image == 7);
    CHECK(images.last.num_coordinates == 2);
    CHECK(images.last.coordinates == std::array<std::int32_t, 4>{5, 6, 0, 0});
    CHECK(group.words_of(r(2, 3)) == std::vector<std::uint32_t>{4});
    CHECK(group.fault_of({"cov.f32f16 hr8.x, (0.5)", "(rpt5)nop",
                          "stib.b.typed.2d.f16.1.imm.base0 hr8.x, r1.x, 2", "(ss)nop"}) == "");
    CHECK(images.last.kind == textures::ImageRequest::Kind::store);
    CHECK(images.last.data[0] == bits(0.5F));
    CHECK(group.fault_of({"resinfo.b.untyped.2d.u32.1.imm.base0 r2.x, 2", "(ss)nop"}) == "");
    CHECK(group.words_of(r(2, 2)) == std::vector<std::uint32_t>{3});
}

TEST_CASE("a fetch through the texture unit reads a storage buffer, too") {
    Workgroup group(1, 1);
    group.buffer[3] = 30;
    group.buffer[4] = 40;
    CHECK(group.fault_of({"mov.u32u32 r1.x, 1", "(rpt5)nop",
                          "isam.v.base0 (u32)(xy)r2.x, r1.x+2, s#0, t#0", "(sy)nop"}) == "");
    CHECK(group.words_of(r(2, 0)) == std::vector<std::uint32_t>{30});
    CHECK(group.words_of(r(2, 1)) == std::vector<std::uint32_t>{40});
}

TEST_CASE("an access to a slot names one place in elements and in bytes") {
    // From 0 on, with an address of two registers; from an address on, with one.
    Workgroup fifth(1, 4, Revision::a5xx);
    fifth.slots[0].kind = Descriptor::Kind::storage_buffer;
    CHECK(fifth.fault_of({"shl.b r1.x, r0.x, 2", "mov.u32u32 r1.y, 0", "add.u r2.x, r0.x, 5",
                          "(rpt5)nop", "stgb.untyped.4d.u32.1 g[0], r2.x, r0.x, r1.x",
                          "ldgb.untyped.4d.u32.1 r3.x, g[0], r1.x, r0.x",
                          "atomic.s.add.untyped.4d.u32.1.g r3.y, g[0], r0.x, r0.x, r1.x",
                          "(sy)nop"}) == "");
    CHECK(fifth.buffer[2] == 9);
    CHECK(fifth.words_of(r(3, 1)) == std::vector<std::uint32_t>{5, 6, 7, 8});
    CHECK(fifth.fault_of({"shl.b r1.x, r0.x, 1", "mov.u32u32 r1.y, 0", "(rpt5)nop",
                          "ldgb.untyped.4d.u32.1 r3.x, g[0], r1.x, r0.x", "(sy)nop"}) ==
          "instruction 3 'ldgb.untyped.4d.u32.1 r3.x, g[0], r1.x, r0.x' says byte 2, and what it "
          "names begins at byte 4");
    Workgroup fourth(1, 4, Revision::a4xx);
    fourth.slots[0].kind = Descriptor::Kind::storage_buffer;
    fourth.slots[0].address = 256;
    fourth.buffer[3] = 33;
    CHECK(fourth.fault_of({"shl.b r1.x, r0.x, 2", "(rpt2)nop", "add.u r1.x, r1.x, 256", "(rpt5)nop",
                           "ldgb.untyped.4d.u32.1 r3.x, g[0], r1.x, r0.x", "(sy)nop"}) == "");
    CHECK(fourth.words_of(r(3, 0)) == std::vector<std::uint32_t>{0, 0, 0, 33});
    CHECK(fourth
              .run({"shl.b r1.x, r0.x, 2", "(rpt5)nop",
                    "ldgb.untyped.4d.u32.1 r3.x, g[0], r1.x, r0.x", "(sy)nop"})
              .fault.kind == FaultKind::memory_range);
}

TEST_CASE("the size of what a slot holds comes as two halves") {
    Workgroup fifth(1, 1, Revision::a5xx);
    fifth.slots[0].kind = Descriptor::Kind::storage_buffer;
    fifth.buffer.resize(0x5000);
    CHECK(fifth.fault_of({"resinfo.u32.2d r1.x, g[0]", "(ss)(sy)nop"}) == "");
    CHECK(fifth.words_of(r(1, 0)) == std::vector<std::uint32_t>{0x4000});
    CHECK(fifth.words_of(r(1, 1)) == std::vector<std::uint32_t>{1});
}
