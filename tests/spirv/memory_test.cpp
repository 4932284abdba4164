// The memory model facts of modules, and where they go in NIR.
#include "assembler.h"
#include "catch.h"
#include "run_module.h"

#include <sstream>
#include <string>
#include <string_view>

using namespace jacquard::spirv;

namespace {

// A compute shader with a buffer %b of two words, an image %im of words and a word %s of the work
// group; what is decorated besides stands in `decorations`, the body in `body`, functions behind it
// in `functions`.
std::string module_of(const std::string& decorations, const std::string& body,
                      const std::string& functions = "") {
    return R"(
OpCapability Shader
OpCapability VulkanMemoryModel
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 64 1 1
OpName %b "b"
OpName %im "im"
OpName %s "s"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 4
OpDecorate %b DescriptorSet 0
OpDecorate %b Binding 0
OpDecorate %im DescriptorSet 0
OpDecorate %im Binding 1
)" + decorations +
           R"(
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%uint = OpTypeInt 32 0
%v4 = OpTypeVector %uint 4
%v2 = OpTypeVector %uint 2
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%release = OpConstant %uint 68
%acquire = OpConstant %uint 66
%volatile_acquire = OpConstant %uint 32834
%both = OpConstant %uint 24904
%equal = OpConstant %uint 8512
%place = OpConstantNull %v2
%texel = OpConstantNull %v4
%block = OpTypeStruct %uint %uint
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %uint
%to_shared = OpTypePointer Workgroup %uint
%to_local = OpTypePointer Function %uint
%image = OpTypeImage %uint 2D 0 0 0 2 R32ui
%to_image = OpTypePointer UniformConstant %image
%takes_image = OpTypeFunction %void %to_image
%b = OpVariable %to_block StorageBuffer
%im = OpVariable %to_image UniformConstant
%s = OpVariable %to_shared Workgroup
%main = OpFunction %void None %nothing
%begin = OpLabel
%local = OpVariable %to_local Function
%first = OpAccessChain %to_word %b %u0
%second = OpAccessChain %to_word %b %u1
)" + body + "\nOpReturn\nOpFunctionEnd\n" +
           functions;
}

// The accesses to memory and barriers of the translation, without numbers.
std::string accesses_of(const std::string& module) {
    std::istringstream text(translated_text(module));
    std::string found = "\n";
    for (std::string line; std::getline(text, line);) {
        for (const std::string_view name :
             {"load_deref", "store_deref", "deref_atomic", "image_deref", "barrier"}) {
            const std::size_t at = line.find(name);
            const std::size_t brace = line.find('{');
            if (at != std::string::npos) {
                found += line.substr(at, line.find_first_of(" ", at) - at) +
                         (brace != std::string::npos ? ' ' + line.substr(brace) : "") + '\n';
                break;
            }
        }
    }
    return found;
}

} // namespace

TEST_CASE("memory: what an operand says of an access holds for that one", "[spirv]") {
    CHECK(accesses_of(module_of("", R"(
%x = OpLoad %uint %first Volatile
%y = OpLoad %uint %first NonPrivatePointer
%z = OpLoad %uint %first MakePointerVisible|NonPrivatePointer %u1
OpStore %second %x Volatile
OpStore %second %y MakePointerAvailable|NonPrivatePointer %u1
OpStore %second %z
OpCopyMemory %second %first Volatile None
)")) == R"(
load_deref {access=volatile}
load_deref {access=coherent}
load_deref {access=coherent}
store_deref {write_mask=x, access=volatile}
store_deref {write_mask=x, access=coherent}
store_deref {write_mask=x}
load_deref
store_deref {write_mask=x, access=volatile}
)");
}

TEST_CASE("memory: what is decorated holds for all accesses to it", "[spirv]") {
    CHECK(accesses_of(module_of("OpMemberDecorate %block 0 Volatile\nOpDecorate %s Coherent\n"
                                "OpDecorate %im Aliased\n",
                                R"(
%x = OpLoad %uint %first
%y = OpLoad %uint %second
OpStore %s %x
%i = OpLoad %image %im
%t = OpImageRead %v4 %i %place
)")) == R"(
load_deref {access=coherent|volatile}
load_deref
store_deref {write_mask=x, access=coherent}
image_deref_load {image_dim=2d, format=33, access=coherent, dest_type=uint32}
)");
}

TEST_CASE("memory: nobody sees variables of an invocation's own", "[spirv]") {
    CHECK(
        accesses_of(module_of("", "OpStore %local %u1 Volatile\n%x = OpLoad %uint %local Volatile\n"
                                  "OpStore %second %x\n")) == R"(
store_deref {write_mask=x}
load_deref
store_deref {write_mask=x}
)");
}

TEST_CASE("memory: what operands say of texels, and decorations of parameters", "[spirv]") {
    CHECK(accesses_of(module_of("OpDecorate %given Coherent\n", R"(
%i = OpLoad %image %im
%t = OpImageRead %v4 %i %place NonPrivateTexel|VolatileTexel
OpImageWrite %i %place %t NonPrivateTexel
%n = OpFunctionCall %void %reads %im
)",
                                R"(
%reads = OpFunction %void None %takes_image
%given = OpFunctionParameter %to_image
%start = OpLabel
%j = OpLoad %image %given
%u = OpImageRead %v4 %j %place
OpReturn
OpFunctionEnd
)")) == R"(
image_deref_load {image_dim=2d, format=33, access=coherent|volatile, dest_type=uint32}
image_deref_store {image_dim=2d, format=33, access=coherent, src_type=uint32}
image_deref_load {image_dim=2d, format=33, access=coherent, dest_type=uint32}
)");
}

TEST_CASE("memory: what an atomic releases stands in front of it, what it acquires behind it",
          "[spirv]") {
    CHECK(accesses_of(module_of("", R"(
OpAtomicStore %first %u1 %release %u1
%x = OpAtomicLoad %uint %first %u1 %volatile_acquire
%y = OpAtomicIAdd %uint %first %u1 %u0 %x
%z = OpAtomicCompareExchange %uint %s %u2 %both %equal %y %u0
)")) == R"(
barrier {memory_scope=device, memory_semantics=release, memory_modes=mem_ssbo|mem_global}
store_deref {write_mask=x, access=coherent}
load_deref {access=coherent|volatile}
barrier {memory_scope=device, memory_semantics=acquire, memory_modes=mem_ssbo|mem_global}
deref_atomic {access=coherent}
barrier {memory_scope=workgroup, memory_semantics=release|make_available, memory_modes=mem_ssbo|mem_shared|mem_global}
deref_atomic_swap {access=coherent, atomic_op=cmpxchg}
barrier {memory_scope=workgroup, memory_semantics=acquire|make_visible, memory_modes=mem_ssbo|mem_shared|mem_global}
)");
}
