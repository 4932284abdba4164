// Memory that other invocations see, from GLSL to machine code: what is volatile, coherent or
// atomic, loops that wait, and memory of the work group that begins as zero or has several names.

#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/facade/compile_spirv.h>

#include "catch.h"
#include "compute_shader.h"

#include <array>
#include <sstream>

using namespace jacquard;
using namespace compute_shader;

namespace {

constexpr std::array<std::uint32_t, 5> kParts = {430, 540, 630, 730, 830};

const std::string kHead = "#version 460\n"
                          "#extension GL_KHR_memory_scope_semantics : require\n"
                          "#extension GL_EXT_null_initializer : require\n"
                          "#extension GL_EXT_shared_memory_block : require\n"
                          "#extension GL_EXT_buffer_reference : require\n";
const std::string kLanes64 = kHead + "layout(local_size_x = 64) in;\n";

// Letters for what the words of a shader do with memory, in their order: loads and stores of
// buffers or images (b, B), of the work group (s, S), by address (g, G), atomics, fences,
// invalidations of caches, barriers and jumps back.
std::string memory_of(const std::string& module, std::uint32_t gpu) {
    static const std::vector<std::pair<std::string, char>> mnemonics = {
        {"atomic", 'A'}, {"ldib", 'b'}, {"ldgb", 'b'},   {"stib", 'B'}, {"stgb", 'B'},
        {"ldl.", 's'},   {"stl.", 'S'}, {"ldg.", 'g'},   {"stg.", 'G'}, {"fence", 'F'},
        {"ccinv", 'I'},  {"bar.", '|'}, {"jump #l", 'J'}};
    Diagnostics diagnostics("shader.comp", {});
    driver::VariantKey key;
    key.gpu = gpu;
    key.check = true;
    const driver::SpirvProgram program = driver::compile_spirv(module, {}, key, diagnostics);
    if (program.compiled.status != driver::CompileStatus::compiled) {
        return diagnostics.all().empty() ? "?" : diagnostics.all().front().message;
    }
    const auto& words = program.compiled.program.words;
    std::istringstream text(ir3::disassemble_program(words, *ir3::revision_of_part(gpu)));
    std::string found;
    for (std::string line; std::getline(text, line);) {
        for (const auto& [mnemonic, letter] : mnemonics) {
            if (line.find(mnemonic) != std::string::npos) {
                found += letter;
                break;
            }
        }
    }
    return found;
}

// The same on all parts, but for the invalidation behind an acquisition from other groups.
void check_memory(const std::string& text, const std::string& expected,
                  const std::string& with_invalidation) {
    const std::string module = module_of(text);
    for (const std::uint32_t gpu : kParts) {
        INFO(gpu);
        CHECK(memory_of(module, gpu) == (gpu < 700 ? expected : with_invalidation));
    }
    CHECK(memory_of(module, 330) == "compute shaders are, on this part, not supported yet");
}

void check_memory(const std::string& text, const std::string& expected) {
    check_memory(text, expected, expected);
}

driver::RecordedCase case_of(std::size_t lanes, std::size_t words) {
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {static_cast<std::uint32_t>(lanes), 1, 1};
    recorded.storage_buffers.emplace_back("0.0", driver::Words(words, 0xdeadbeef));
    recorded.storage_buffers_after = recorded.storage_buffers;
    return recorded;
}

} // namespace

TEST_CASE("memory others see: loops that wait stay") {
    if (!has_glslang()) {
        return;
    }
    const std::string buffer = " buffer B { uint a[]; };\n";
    check_memory(kLanes64 + "layout(binding = 0) volatile" + buffer +
                     "void main() { while (a[1] == 0u); a[2] = 1u; }\n",
                 "bJB");
    check_memory(kLanes64 + "layout(binding = 0) coherent" + buffer +
                     "void main() { while (a[1] == 0u); a[2] = 1u; }\n",
                 "bJB");
    check_memory(kLanes64 + "layout(binding = 0)" + buffer +
                     "void main() { while (atomicLoad(a[1], gl_ScopeDevice, "
                     "gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 0u); a[2] = 1u; }\n",
                 "bFJB", "bFIJB");
    check_memory(kLanes64 + "layout(binding = 0)" + buffer +
                     "shared uint s;\nvoid main() { while (atomicLoad(s, gl_ScopeWorkgroup, "
                     "gl_StorageSemanticsShared, gl_SemanticsAcquire) == 0u); a[2] = 1u; }\n",
                 "sFJB");
    check_memory(kLanes64 +
                     "layout(binding = 1, r32ui) uniform coherent uimageBuffer im;\n"
                     "layout(binding = 0)" +
                     buffer + "void main() { while (imageLoad(im, 1).x == 0u); a[2] = 1u; }\n",
                 "bJB");
}

TEST_CASE("memory others see: a loop that waits at an address stays") {
    if (!has_glslang()) {
        return;
    }
    const std::string module =
        module_of(kLanes64 + "layout(buffer_reference, std430) coherent buffer R { uint f; };\n"
                             "layout(binding = 0) buffer B { R r; uint a; };\n"
                             "void main() { while (r.f == 0u); a = 1u; }\n");
    for (const std::uint32_t gpu : {630U, 730U, 830U}) {
        CHECK(memory_of(module, gpu) == "bgJB");
    }
}

TEST_CASE("memory others see: a release is a fence in front, an acquisition one behind") {
    if (!has_glslang()) {
        return;
    }
    check_memory(kLanes64 + "layout(binding = 0) buffer B { uint flag, data, seen; };\n"
                            "void main() {\n    if (gl_WorkGroupID.x == 0u) {\n"
                            "        data = 42u;\n        atomicStore(flag, 1u, gl_ScopeDevice, "
                            "gl_StorageSemanticsBuffer, gl_SemanticsRelease);\n    } else {\n"
                            "        while (atomicLoad(flag, gl_ScopeDevice, "
                            "gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 0u);\n"
                            "        seen = data;\n    }\n}\n",
                 "BFBJbFJbB", "BFBJbFIJbB");
    const auto change = [](const std::string& scope, const std::string& semantics) {
        return kLanes64 +
               "layout(binding = 0) buffer B { uint a, b, c; };\nvoid main() {\n"
               "    b = 1u;\n    atomicAdd(a, 1u, " +
               scope + ", gl_StorageSemanticsBuffer, " + semantics + ");\n    c = 2u;\n}\n";
    };
    check_memory(change("gl_ScopeDevice", "gl_SemanticsRelaxed"), "BAB");
    check_memory(change("gl_ScopeDevice", "gl_SemanticsRelease"), "BFAB");
    check_memory(change("gl_ScopeWorkgroup", "gl_SemanticsAcquire"), "BAFB");
    check_memory(change("gl_ScopeQueueFamily", "gl_SemanticsAcquireRelease"), "BFAFB", "BFAFIB");
    check_memory(change("gl_ScopeInvocation", "gl_SemanticsAcquireRelease"), "BAB");
    check_memory(kLanes64 + "layout(binding = 0) buffer B { uint a, b, c; };\nvoid main() {\n"
                            "    b = 1u;\n    atomicCompSwap(a, 1u, 2u, gl_ScopeSubgroup, "
                            "gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease, "
                            "gl_StorageSemanticsBuffer, gl_SemanticsAcquire);\n    c = 2u;\n}\n",
                 "BFAFB");
}

TEST_CASE("memory others see: volatile and coherent accesses are as many as in the program") {
    if (!has_glslang()) {
        return;
    }
    const auto twice = [](const std::string& qualifiers) {
        return kLanes64 + "layout(binding = 0) " + qualifiers +
               " buffer B { uint a[]; };\n"
               "void main() { uint x = a[0]; uint y = a[0]; uint z = a[1]; "
               "a[2] = x + y; a[2] = x; a[3] = y; }\n";
    };
    check_memory(twice("volatile coherent"), "bbbBBB");
    check_memory(twice("volatile"), "bbbBBB");
    check_memory(twice("coherent"), "bbbBBB");
    // Qualifiers of members hold for these alone.
    check_memory(kLanes64 + "layout(binding = 0) buffer B { volatile uint v; uint p; uint r[]; };\n"
                            "void main() { r[0] = v + v; }\n",
                 "bbB");
}

TEST_CASE("memory others see: what begins as zero is stored once, before anyone goes on") {
    if (!has_glslang()) {
        return;
    }
    const std::string head = kHead + "layout(local_size_x = 128) in;\n"
                                     "layout(binding = 0) buffer A { uint a[]; };\n";
    const std::string main = "void main() {\n    uint i = gl_LocalInvocationIndex;\n";
    const std::string flag = head + "shared uint flag = {};\n" + main +
                             "    if (i == 0) flag = 1;\n    barrier();\n    a[i] = flag;\n}\n";
    const auto after = check_engines_agree(flag, case_of(128, 128), {430, 540, 630, 730, 830});
    CHECK(after[0] == driver::Words(128, 1));
    check_memory(flag, "SF|SF|sB");
    // One element for each invocation, a few, and so many that they are stored in a loop.
    const auto sum = [&](const std::string& type, const std::string& element) {
        return head + "shared " + type + " = {};\n" + main + "    " + element +
               " += i + 1;\n    barrier();\n    a[i] = " + element + ";\n}\n";
    };
    check_memory(sum("uint z[128]", "z[i]"), "SF|sSF|sB");
    check_memory(sum("uint z[300]", "z[i * 2]"), "SSSF|sSF|sB");
    check_memory(sum("uint z[4000]", "z[i * 31]"), "SJF|sSF|sB");
    for (const char* type : {"uint z[128]", "uint z[300]", "uint z[4000]"}) {
        const auto sums = check_engines_agree(sum(type, "z[i]"), case_of(128, 128), {630});
        for (std::uint32_t i = 0; i < 128; ++i) {
            CHECK(sums[0][i] == i + 1);
        }
    }
    const std::string place = "z[i / 3][i % 3]";
    const auto nested =
        check_engines_agree(head + "struct S { uint x; uvec3 y; };\nshared S z[2][3] = {};\n" +
                                main + "    if (i < 6) " + place +
                                ".y[i & 1u] += i + 1;\n    barrier();\n    a[i] = i < 6 ? " +
                                place + ".y.x + " + place + ".y.y + " + place + ".x : 7u;\n}\n",
                            case_of(128, 128), {430, 630});
    for (std::uint32_t i = 0; i < 128; ++i) {
        CHECK(nested[0][i] == (i < 6 ? i + 1 : 7));
    }
}

TEST_CASE("memory others see: a group of one invocation waits for nobody") {
    if (!has_glslang()) {
        return;
    }
    check_memory(kHead + "layout(local_size_x = 1) in;\n"
                         "layout(binding = 0) buffer A { uint a; };\nshared uint z[3] = {};\n"
                         "void main() { a = z[a]; }\n",
                 "bSSSsB");
}

TEST_CASE("memory others see: blocks of the work group are views of one memory") {
    if (!has_glslang()) {
        return;
    }
    const std::string text =
        kHead + "layout(local_size_x = 1) in;\n"
                "shared First { uint whole[2]; } one;\n"
                "shared Second { layout(offset = 4) uint part; } two;\n"
                "shared Third { layout(offset = 0) uvec2 both; layout(offset = 32) uint far; } "
                "three;\n"
                "layout(set = 0, binding = 0) buffer A { uint a[]; };\n"
                "void main() {\n    one.whole[0] = 1; one.whole[1] = 2; three.far = 7;\n"
                "    a[0] = two.part;\n    two.part = 3;\n    a[1] = one.whole[1];\n"
                "    a[2] = three.both.x + three.both.y + three.far;\n}\n";
    const auto after =
        check_engines_agree(text, case_of(1, 3), {430, 540, 630, 730, 830}, "vulkan1.2");
    CHECK(after[0] == driver::Words{2, 3, 11});
}
