// Buffers, descriptors, push constants, memory and barriers in machine code.
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "fixture.h"

#include <algorithm>

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

Resource resource(ResourceKind kind, std::uint32_t first, std::uint32_t set,
                  std::uint32_t binding) {
    Resource made;
    made.kind = kind;
    made.first = first;
    made.set = set;
    made.binding = binding;
    return made;
}

// Samplers that nothing reads, in front of a descriptor that is to have a number of its own.
Resource samplers_in_front(std::uint32_t set, std::uint32_t binding, std::uint32_t count) {
    Resource made = resource(ResourceKind::sampler, 100 + 10 * set + binding, set, binding);
    made.count = count;
    return made;
}

// Set 1: a block of 64 vec4, a large one and four in an array; set 0: a texture with its sampler,
// set 2: a sampler, textures in an array and a storage buffer.
const std::vector<Resource>& resources() {
    static const std::vector<Resource> made = [] {
        std::vector<Resource> all;
        all.push_back(resource(ResourceKind::uniform_buffer, 0, 1, 5));
        all.back().size = 64 * 16;
        all.push_back(resource(ResourceKind::uniform_buffer, 1, 1, 6));
        all.back().size = 4096 * 16;
        all.push_back(resource(ResourceKind::uniform_buffer, 2, 1, 7));
        all.back().size = 4096 * 16;
        all.back().count = 4;
        all.push_back(resource(ResourceKind::texture, 0, 0, 3));
        all.back().has_sampler = true;
        all.push_back(resource(ResourceKind::texture, 1, 2, 10));
        all.back().has_sampler = true;
        all.back().count = 8;
        all.push_back(resource(ResourceKind::sampler, 9, 2, 4));
        all.push_back(resource(ResourceKind::storage_buffer, 0, 2, 1));
        all.push_back(resource(ResourceKind::storage_buffer, 1, 2, 2));
        all.push_back(resource(ResourceKind::image, 0, 3, 0));
        all.push_back(samplers_in_front(0, 0, 3));
        all.push_back(samplers_in_front(1, 0, 5));
        all.push_back(samplers_in_front(2, 0, 1));
        all.push_back(samplers_in_front(2, 3, 1));
        all.push_back(samplers_in_front(2, 5, 5));
        return all;
    }();
    return made;
}

CompileOptions options_for(std::uint32_t gpu) {
    CompileOptions options;
    options.gpu = gpu;
    options.resources = resources();
    return options;
}

// The lines of the program that name one of the mnemonics.
std::string lines_of(const std::string& header, const std::string& body,
                     const std::vector<std::string>& mnemonics, std::uint32_t gpu = 630) {
    const auto program =
        compile_nir("shader " + header + "\nfunction \"main\" entry {\n    b0:\n" + body + "}\n",
                    options_for(gpu));
    if (!program) {
        return "";
    }
    std::string found;
    std::string text = disassemble_program(program->words, *revision_of_part(gpu));
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string line = text.substr(start, end - start);
        start = end + 1;
        const bool is_wanted =
            std::any_of(mnemonics.begin(), mnemonics.end(), [&line](const std::string& mnemonic) {
                return line.find(mnemonic) != std::string::npos;
            });
        found += is_wanted ? line + '\n' : "";
    }
    return found;
}

const std::string kVertex = "vertex\noutput position 0 mask xyzw\n\n";
const std::string kFragment = "fragment\ninput generic 0 smooth mask xyzw\n"
                              "output color 0 mask xyzw\n\n";
const std::string kCompute = "compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" 64\n"
                             "property \"shared_size\" 256\n\n";

} // namespace

TEST_CASE("memory: what is read of a block at a known place is copied by the preamble") {
    CHECK(lines_of(kVertex, R"(
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0 {base=5}
        store_output %1, %0 {write_mask=xyzw}
)",
                   {"ldc", "mova1", "mov.u32u32"}) == R"(mova1 a1.x, 0
ldc.1.k.imm.base1 c[a1.x], 5, 5
l0: (jp)mov.u32u32 r0.x, c0.x
mov.u32u32 r0.y, c0.y
mov.u32u32 r0.z, c0.z
mov.u32u32 r0.w, c0.w
)");
}

TEST_CASE("memory: a block that is read at a computed place is copied whole when there is room") {
    const std::string body = R"(
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = load_vertex_id
        %3:32x4 = load_ubo_vec4 %BUFFER, %2 {base=5}
        store_output %3, %0 {write_mask=xyzw}
)";
    const auto of_buffer = [&body](std::string number) {
        std::string text = body;
        return text.replace(text.find("BUFFER"), 6, number);
    };
    CHECK(lines_of(kVertex, of_buffer("0"), {"ldc", "a0.x + 2"}) ==
          R"(ldc.64.k.imm.base1 c[a1.x], 0, 5
mov.u32u32 r0.x, c<a0.x + 20>
mov.u32u32 r0.y, c<a0.x + 21>
mov.u32u32 r0.z, c<a0.x + 22>
(ul)mov.u32u32 r0.w, c<a0.x + 23>
)");
    CHECK(lines_of(kVertex, of_buffer("1"), {"ldc", "add.s"}) ==
          R"(add.s r0.x, r0.x, 5
ldc.offset0.4.imm.base1 r0.x, r0.x, 6
)");
}

TEST_CASE("memory: a block of an array is found by a register") {
    CHECK(lines_of(kVertex, R"(
        %0:32 = const 0
        %1:32 = const 2
        %2:32 = load_vertex_id
        %3:32 = iadd %2, %1
        %4:32x2 = load_ubo_vec4 %3, %0 {base=9, component=1}
        store_output %4, %0 {write_mask=xy}
)",
                   {"ldc", "add"}) == R"(add.u r0.x, r0.x, 2
add.s r0.x, r0.x, 5
ldc.offset1.2.nonuniform.base1 r0.x, 9, r0.x
)");
}

TEST_CASE("memory: push constants are shared by all stages on a6xx and a program's own after it") {
    const std::string body = R"(
        %0:32 = const 0
        %1:32 = const 16
        %2:32x4 = load_push_constant %1 {range=32, align_mul=16}
        store_output %2, %0 {write_mask=xyzw}
)";
    CHECK(lines_of(kVertex, body, {"mov"}, 630).find("mov.u32u32 r0.x, c505.x\n") == 0);
    CHECK(lines_of(kVertex, body, {"stsc", "r0.x, c1.x"}, 730) ==
          "stsc.u32 c[0], 0, 8\nl0: (jp)mov.u32u32 r0.x, c1.x\n");
}

TEST_CASE("memory: a texture and its sampler in one set are named by the instruction") {
    CHECK(lines_of(kVertex, R"(
        %0:32 = const 0
        %1:32x2 = const 0.5, 0.25
        %2:32x4 = texture txl 2d coord %1, lod %0 {dest_type=float32, texture=0, sampler=0}
        store_output %2, %0 {write_mask=xyzw}
)",
                   {"saml"}) == "saml.base0 (f32)(xyzw)r0.x, r0.y, r0.x, s#4, t#3\n");
}

TEST_CASE("memory: a1.x names what the word of a lookup in two sets has no room for") {
    const std::string body = R"(
        %0:32 = const 0
        %1:32x2 = const 0.5, 0.25
        %2:32x4 = texture txl 2d coord %1, lod %0 {dest_type=float32, texture=0, sampler=9}
        store_output %2, %0 {write_mask=xyzw}
)";
    // The texture is descriptor 3 of set 0, the sampler 4 of set 2.
    CHECK(lines_of(kVertex, body, {"saml", "mova1"}, 630) ==
          "mova1 a1.x, 26\nsaml.base0 (f32)(xyzw)r0.x, r0.y, r0.x, s#4, a1.x\n");
    // The storage buffers in front of the sampler have two descriptors each on a7xx.
    CHECK(lines_of(kVertex, body, {"saml", "mova1"}, 730) ==
          "mova1 a1.x, 50\nsaml.base0 (f32)(xyzw)r0.x, r0.y, r0.x, t#3, a1.x\n");
}

TEST_CASE("memory: a texture chosen by a value comes in a pair of registers") {
    CHECK(lines_of(kVertex, R"(
        %0:32 = const 0
        %1:32x2 = const 0.5, 0.25
        %2:32 = load_vertex_id
        %3:32x4 = texture txl 2d coord %1, lod %0, texture_offset %2, sampler_offset %2 {dest_type=float32, texture=1, sampler=1, texture_non_uniform}
        store_output %3, %0 {write_mask=xyzw}
)",
                   {"saml", "add.s", "shl.b"}) ==
          R"(shl.b r0.w, r0.x, 1
add.s r0.z, r0.w, 10
add.s r0.w, r0.w, 11
saml.s2en.nonuniform.base2 (f32)(xyzw)r0.x, r0.x, r1.x, r0.z
)");
}

TEST_CASE("memory: lookups with given derivatives work in compute shaders") {
    CHECK(lines_of(kCompute, R"(
        %0:32 = const 0
        %1:32x3 = load_local_invocation_id
        %2:32x2 = u2f32 %1.xy
        %3:32x4 = texture txd 2d coord %2, ddx %2, ddy %2 {dest_type=float32, texture=0, sampler=0}
        store_ssbo %3, %0, %0 {write_mask=xyzw, align_mul=16}
)",
                   {"samg"}) == "samgq.base0 (f32)(xyzw)r0.x, r0.x, s#4, t#3\n");
}

TEST_CASE("memory: accesses that may meet keep their order, others do not wait") {
    const std::string text = lines_of(kCompute, R"(
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = const 16
        %3:32x2 = load_ssbo %0, %2 {align_mul=4}
        store_ssbo %3, %0, %0 {write_mask=xy, align_mul=4}
        %4:32 = load_ssbo %0, %2 {align_mul=4}
        store_ssbo %4, %1, %2 {write_mask=x, align_mul=4}
)",
                                      {"ib.b"});
    CHECK(text == R"(ldib.b.untyped.1d.u32.2.imm.base2 r0.z, r0.x, 1
(sy)stib.b.untyped.1d.u32.2.imm.base2 r0.z, r0.y, 1
ldib.b.untyped.1d.u32.1.imm.base2 r1.x, r0.x, 1
(sy)stib.b.untyped.1d.u32.1.imm.base2 r1.x, r0.x, 2
)");
}

TEST_CASE("memory: what an atomic combines stands behind its result") {
    CHECK(lines_of(kCompute, R"(
        %0:32 = const 0
        %1:32 = const 7
        %2:32 = ssbo_atomic %0, %0, %1 {atomic_op=umax}
        store_ssbo %2, %0, %0 {write_mask=x, align_mul=4}
)",
                   {"atomic", "mov.u32u32 r0.w"}) ==
          R"(mov.u32u32 r0.w, 7
atomic.b.max.untyped.1d.u32.1.uniform.base2 r0.z, r0.x, r0.y
)");
}

TEST_CASE("memory: shared memory is addressed in bytes and barriers wait for it") {
    CHECK(lines_of(kCompute, R"(
        %0:32 = const 8
        %4:32 = const 0
        %1:32x3 = load_local_invocation_id
        %2:32 = mov %1.x
        store_shared %2, %0 {write_mask=x, align_mul=4, base=4}
        barrier {execution_scope=workgroup, memory_scope=workgroup, memory_semantics=acquire|release, memory_modes=mem_shared}
        %3:32 = load_shared %0 {align_mul=4, base=4}
        store_ssbo %3, %4, %0 {write_mask=x, align_mul=4}
)",
                   {"stl", "ldl", "fence", "bar"}) ==
          R"(stl.u32 l[r0.y], r0.x, 1
fence.r.w
(sy)(ss)bar.g
(sy)ldl.u32 r0.w, l[r0.y], 1
)");
}

TEST_CASE("memory: what a killed lane stored before stays stored") {
    CHECK(lines_of(kFragment, R"(
        %0:32 = const 0
        %1:32x2 = load_barycentric_pixel
        %2:32 = load_interpolated_input %1, %0 {io_semantics=generic 0 1}
        %3:1 = flt %2, %0
        store_ssbo %2, %0, %0 {write_mask=x, align_mul=4}
        terminate_if %3
        store_ssbo %0, %0, %0 {write_mask=x, align_mul=4}
        store_output %2, %0 {write_mask=x}
)",
                   {"stib", "kill"}) ==
          R"(stib.b.untyped.1d.u32.1.imm.base2 r0.x, r1.x, 1
kill p0.x
stib.b.untyped.1d.u32.1.imm.base2 r1.x, r1.x, 1
)");
}

TEST_CASE("memory: the workgroup's number counts from the first one of the dispatch") {
    const auto program = compile_nir("shader " + kCompute + R"(function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x3 = load_workgroup_id
        %2:32 = mov %1.x
        store_ssbo %2, %0, %0 {write_mask=x, align_mul=4}
}
)",
                                     options_for(630));
    REQUIRE(program);
    REQUIRE(program->driver_parameters.size() == 1);
    CHECK(program->driver_parameters[0].name == "SYSTEM_VALUE_BASE_WORKGROUP_ID");
    CHECK(program->driver_parameters[0].constant == 4);
    REQUIRE(program->inputs.size() == 1);
    CHECK(to_string(program->inputs[0].location) == "r48.x");
    CHECK(program->shared_bytes == 256);
    CHECK(program->workgroup_size == std::array<std::uint32_t, 3>{64, 1, 1});
}

TEST_CASE("memory: by address, what is beyond four words is reached by what is added") {
    CHECK(lines_of(kCompute, R"(
        %0:64 = const 0x12345678000
        %1:32x5 = load_global %0 {align_mul=4}
        %2:32x4 = mov %1.bcde
        store_global %2, %0 {write_mask=xw, align_mul=4}
)",
                   {"ldg", "stg", "atomic"}) == R"(ldg.u32 r0.z, g[r0.x], 2
(sy)ldg.u32 r0.z, g[r0.x+16], 1
stg.u32 g[r0.x], r0.w, 1
(sy)stg.u32 g[r0.x+12], r0.z, 1
)");
    CHECK(lines_of(kCompute, R"(
        %0:64 = const 0x12345678000
        %1:32 = load_local_invocation_index
        %2:32 = global_atomic_swap %0, %1, %1 {atomic_op=cmpxchg}
        %3:32 = global_atomic %0, %2 {atomic_op=imax}
)",
                   {"ldg", "stg", "atomic"}) ==
          R"(atomic.g.cmpxchg.untyped.1d.u32.1.g r0.x, r0.z, r0.x
(sy)atomic.g.max.untyped.1d.s32.1.g r0.x, r0.z, r0.x
)");
}

TEST_CASE("memory: bytes go through half registers") {
    CHECK(lines_of(kCompute, R"(
        %0:32 = load_local_invocation_index
        %1:8 = load_shared %0 {align_mul=1}
        %2:32 = u2u32 %1
        %3:32 = iadd %2, %0
        %4:8 = u2u8 %3
        store_shared %4, %0 {write_mask=x, align_mul=1}
)",
                   {"ldl", "stl", "cov"}) == R"(ldl.u8 r0.z, l[r0.x], 1
(ss)cov.u16u32 r0.y, hr0.z
cov.u32u16 hr0.z, r0.y
stl.u8 l[r0.x], r0.z, 1
)");
}

TEST_CASE("memory: what a part has no instruction for is refused") {
    Diagnostics diagnostics;
    const auto shader = parse_nir("shader " + kCompute + R"(function "main" entry {
    b0:
        %0:32 = const 0
        store_ssbo %0, %0, %0 {write_mask=x, align_mul=4}
}
)");
    CHECK_FALSE(compile(*shader, options_for(330), diagnostics));
    REQUIRE(diagnostics.has_errors());
    CHECK(diagnostics.all()[0].message == "compute shaders are, on this part, not supported yet");
}

TEST_CASE("memory: what stands in slots is named by its element and its byte") {
    const std::string body = R"(
        %0:32 = const 0
        %1:32 = const 1
        %2:32x3 = load_local_invocation_id
        %3:32 = const 2
        %4:32 = ishl %2.x, %3
        %5:32 = load_ssbo %1, %4 {align_mul=4}
        %6:32 = ssbo_atomic %0, %4, %5 {atomic_op=iadd}
        store_ssbo %6, %0, %4 {write_mask=x, align_mul=4}
        %7:32x4 = vec4 %2.x, %2.y, %0, %0
        %8:32x4 = vec4 %6, %6, %6, %6
        image_store %0, %7, %0, %8, %0 {image_dim=2d, src_type=uint32}
)";
    const std::vector<std::string> mnemonics = {"gb.", "atomic.s", "stib", "s24", "add.s"};
    CHECK(lines_of(kCompute, body, mnemonics, 540) ==
          R"(mul.s24 r0.x, r1.x, c0.x
mad.s24 r1.z, c0.y, r1.y, r0.x
ldgb.untyped.4d.u32.1 r0.x, g[1], r0.y, r1.x
(sy)atomic.s.add.untyped.4d.u32.1.g r0.x, g[0], r0.x, r1.x, r0.y
(sy)stgb.untyped.4d.u32.1 g[0], r0.x, r1.x, r0.y
stib.typed.2d.u32.4 g[2], r0.x, r1.x, r1.z
)");
    CHECK(lines_of(kCompute, body, mnemonics, 420) ==
          R"(mul.s24 r0.w, r0.x, c450.w
mad.s24 r0.w, c450.y, r0.y, r0.w
add.s r1.x, r0.z, c449.x
add.s r0.z, r0.z, c448.x
add.s r0.w, r0.w, c450.x
ldgb.untyped.4d.u32.1 r1.x, g[1], r1.x, r0.x
(sy)atomic.s.add.untyped.4d.u32.1.g r1.x, g[0], r1.x, r0.x, r0.z
stgb.untyped.4d.u32.1 g[0], r1.x, r0.x, r0.z
stib.typed.2d.u32.4 g[2], r1.x, r0.x, r0.w
)");
}

namespace {

// The vectors of constants of a compute shader that reads blocks of `sizes` vectors at computed
// places.
std::uint32_t constants_of(const std::vector<std::uint32_t>& sizes, std::uint32_t shared_bytes,
                           std::uint32_t gpu, const std::string& also = "") {
    std::vector<Resource> blocks;
    std::string body = "        %0:32 = load_local_invocation_index\n";
    std::string sum = "%0";
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        const std::string number = "%1" + std::to_string(i);
        const std::string read = "%2" + std::to_string(i);
        const std::string added = "%3" + std::to_string(i);
        blocks.push_back(resource(ResourceKind::uniform_buffer, i, 0, i));
        blocks.back().size = sizes[i] * 16;
        body += "        " + number + ":32 = const " + std::to_string(i) + "\n        " + read +
                ":32 = load_ubo_vec4 " + number + ", %0\n        " + added + ":32 = iadd " + sum +
                ", " + read + "\n";
        sum = added;
    }
    CompileOptions options;
    options.gpu = gpu;
    options.resources = blocks;
    const auto program = compile_nir(
        "shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" 64\n"
        "property \"shared_size\" " +
            std::to_string(shared_bytes) + "\n\nfunction \"main\" entry {\n    b0:\n" + body +
            also + "        store_shared " + sum + ", %0 {write_mask=x, align_mul=4}\n}\n",
        options);
    REQUIRE(program);
    return program->statistics.constant_length;
}

} // namespace

TEST_CASE("memory: a workgroup's memory leaves less room for constants where they share a store") {
    const std::string groups = "        %99:32x3 = load_num_workgroups\n"
                               "        store_shared %99, %0 {write_mask=xyz, align_mul=4}\n";
    // 256 vectors are what uniforms may take of 512; 40 KiB hold 256 for both waves of a granule
    // beside 32 KiB.
    CHECK(constants_of({256}, 24576, 730, groups) == 260);
    CHECK(constants_of({256}, 32768, 730, groups) <= 256);
}

TEST_CASE("memory: blocks leave room for what the driver says of a dispatch") {
    const std::string groups = "        %99:32x3 = load_num_workgroups\n"
                               "        store_shared %99, %0 {write_mask=xyz, align_mul=4}\n";
    CHECK(constants_of({256}, 1024, 630) == 256);
    CHECK(constants_of({256}, 1024, 630, groups) <= 256);
    CHECK(constants_of({128, 124}, 1024, 630, groups) == 256);
}
