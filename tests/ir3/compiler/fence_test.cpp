// Fences in machine code, and accesses that depend on their order.
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "fixture.h"

#include <algorithm>
#include <array>
#include <sstream>

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

const std::string kHead = "shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" 64\n"
                          "property \"CS_FIXED_BLOCK_HEIGHT\" 1\n"
                          "property \"CS_FIXED_BLOCK_DEPTH\" 1\nfunction \"main\" entry {\n";

// A storage buffer and an image.
const std::vector<Resource>& resources() {
    static const std::vector<Resource> made = [] {
        std::vector<Resource> both(2);
        both[0].kind = ResourceKind::storage_buffer;
        both[1].kind = ResourceKind::image;
        both[1].binding = 1;
        return both;
    }();
    return made;
}

CompileOptions options_for(std::uint32_t gpu) {
    CompileOptions options;
    options.gpu = gpu;
    options.resources = resources();
    return options;
}

// Mnemonics of what accesses and orders memory, with the waits in front of them, in the order of
// the program; the lines of whole words where `whole` is set.
std::string memory_lines(const std::string& body, std::uint32_t gpu, bool whole) {
    static const std::vector<std::string> mnemonics = {"ldib",   "stib",  "ldgb",  "stgb",
                                                       "ldl.",   "stl.",  "ldg.",  "stg.",
                                                       "atomic", "fence", "ccinv", "bar."};
    const auto program = compile_nir(kHead + body + "}\n", options_for(gpu));
    if (!program) {
        return "";
    }
    std::istringstream text(disassemble_program(program->words, *revision_of_part(gpu)));
    std::string found;
    for (std::string line; std::getline(text, line);) {
        for (const std::string& mnemonic : mnemonics) {
            const std::size_t at = line.find(mnemonic);
            if (at != std::string::npos) {
                found += (whole ? line : mnemonic) + ' ';
                break;
            }
        }
    }
    return found;
}

// The fences that a barrier becomes.
std::string fences(const std::string& barrier, std::uint32_t gpu) {
    return memory_lines("    b0:\n        barrier {" + barrier + "}\n", gpu, true);
}

std::string described(const std::string& scope, const std::string& semantics,
                      const std::string& modes) {
    return "memory_scope=" + scope + ", memory_semantics=" + semantics + ", memory_modes=" + modes;
}

struct Part {
    std::uint32_t gpu;
    std::string shared;   // fence of the memory of the work group
    std::string acquired; // of all memory, by others than the work group
};

const std::array<Part, 5> kParts = {{
    {430, "fence.l.r.w ", "fence.g.l.r.w "},
    {540, "fence.l.r.w ", "fence.g.l.r.w "},
    {630, "fence.r.w ", "fence.g.l.r.w "},
    {730, "fence.r.w ", "fence.g.w (sy)(ss)ccinv "},
    {830, "fence.r.w ", "fence.g.w (sy)(ss)ccinv "},
}};

} // namespace

TEST_CASE("fences: each part has its own for what is ordered, by whom and for whom") {
    for (const Part& part : kParts) {
        INFO(part.gpu);
        CHECK(fences(described("workgroup", "acquire|release", "mem_shared"), part.gpu) ==
              part.shared);
        CHECK(fences(described("device", "acquire|release", "mem_ssbo|mem_global"), part.gpu) ==
              part.acquired);
        CHECK(fences(described("queue_family", "acquire", "image"), part.gpu) == part.acquired);
        // The cache of the group holds what the group has written.
        CHECK(fences(described("device", "release", "mem_ssbo"), part.gpu) == "fence.g.l.r.w ");
        CHECK(fences(described("workgroup", "acquire", "mem_ssbo"), part.gpu) == "fence.g.l.r.w ");
        CHECK(fences(described("subgroup", "acquire", "mem_global"), part.gpu) == "fence.g.l.r.w ");
    }
}

TEST_CASE("fences: nothing is waited for where nothing is ordered for others") {
    for (const Part& part : kParts) {
        INFO(part.gpu);
        CHECK(fences("memory_scope=device, memory_modes=mem_ssbo", part.gpu) == "");
        CHECK(fences("memory_scope=device, memory_semantics=acquire|release", part.gpu) == "");
        CHECK(fences(described("invocation", "acquire|release", "mem_ssbo"), part.gpu) == "");
        CHECK(fences("memory_semantics=acquire, memory_modes=mem_ssbo", part.gpu) == "");
    }
}

TEST_CASE("fences: accesses stay on their side of one") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_ssbo %0, %0 {align_mul=4}
        store_ssbo %2, %0, %1 {write_mask=x, align_mul=4}
        barrier {memory_scope=workgroup, memory_semantics=acquire|release, memory_modes=mem_ssbo}
        %3:32 = load_ssbo %0, %0 {align_mul=4}
        store_ssbo %3, %0, %1 {write_mask=x, align_mul=4}
)";
    CHECK(memory_lines(body, 430, false) == "ldgb stgb fence ldgb stgb ");
    CHECK(memory_lines(body, 540, false) == "ldgb stgb fence ldgb stgb ");
    for (const std::uint32_t gpu : {630U, 730U, 830U}) {
        CHECK(memory_lines(body, gpu, false) == "ldib stib fence ldib stib ");
    }
}

TEST_CASE("fences: accesses that count are done as often as the program says and in its order") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_ssbo %0, %0 {align_mul=4, access=volatile}
        %3:32 = load_shared %0 {align_mul=4, access=volatile}
        %4:32 = load_ssbo %0, %0 {align_mul=4, access=volatile}
        %5:32 = load_ssbo %0, %1 {align_mul=4, access=coherent}
        store_shared %1, %0 {write_mask=x, align_mul=4, access=volatile}
        store_shared %1, %0 {write_mask=x, align_mul=4, access=volatile}
        %6:32 = load_ssbo %0, %1 {align_mul=4, access=coherent}
        store_ssbo %4, %0, %0 {write_mask=x, align_mul=4, access=coherent}
        %7:32 = load_shared %0 {align_mul=4, access=volatile}
)";
    CHECK(memory_lines(body, 430, false) == "ldgb ldl. ldgb ldgb stl. stl. ldgb stgb ldl. ");
    CHECK(memory_lines(body, 540, false) == "ldgb ldl. ldgb ldgb stl. stl. ldgb stgb ldl. ");
    for (const std::uint32_t gpu : {630U, 730U, 830U}) {
        CHECK(memory_lines(body, gpu, false) == "ldib ldl. ldib ldib stl. stl. ldib stib ldl. ");
    }
}

// Buffers are found by address as well.
TEST_CASE("fences: what is written to a buffer is not passed by what is read by address") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x2 = const 4096, 0
        store_ssbo %0, %0, %0 {write_mask=x, align_mul=4}
        %2:32 = load_global_2x32 %1 {align_mul=4}
        store_ssbo %2, %0, %0 {write_mask=x, align_mul=4}
)";
    CHECK(memory_lines(body, 630, false) == "stib ldg. stib ");
}

TEST_CASE("fences: a loop that waits goes round until what it waits for has come") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
    loop {
        b1 from b0 b4:
            %1:32 = load_ssbo %0, %0 {align_mul=4, access=coherent}
            %2:1 = ine %1, %0
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)";
    for (const std::uint32_t gpu : {430U, 540U, 630U, 730U, 830U}) {
        INFO(gpu);
        const auto program = compile_nir(kHead + body + "}\n", options_for(gpu));
        REQUIRE(program);
        const std::string text = assembly_of(*program);
        CHECK(memory_lines(body, gpu, false) == (gpu < 600 ? "ldgb " : "ldib "));
        CHECK(text.find("jump #l0") != std::string::npos);
    }
}

TEST_CASE("fences: texels that others may write are not read as those of textures") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = const 0, 0, 0, 0
        %2:32x4 = image_load %0, %1, %0, %0 {image_dim=2d, dest_type=float32, access=coherent}
        store_ssbo %2, %0, %0 {write_mask=xyzw, align_mul=16}
)";
    CHECK(memory_lines(body, 630, false) == "ldib stib ");
    Diagnostics diagnostics;
    const auto shader = parse_nir(kHead + body + "}\n");
    CHECK_FALSE(compile(*shader, options_for(430), diagnostics));
    REQUIRE(diagnostics.has_errors());
    CHECK(diagnostics.all()[0].message ==
          "reading an image that others may write is, on this part, not supported yet");
}
