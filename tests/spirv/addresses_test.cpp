// Pointers that are numbers of 64 bits: into PhysicalStorageBuffer.
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/text/print/printer.h>

#include "assembler.h"
#include "catch.h"
#include "run_module.h"

using namespace jacquard;
using namespace jacquard::spirv;

namespace {

// A list: its nodes hold a number, the next node and a matrix that lies row by row.
const char* const kTypes = R"(
%ulong = OpTypeInt 64 0
OpTypeForwardPointer %to_node PhysicalStorageBuffer
%mat = OpTypeMatrix %v2 2
%uints = OpTypeVector %uint 2
%node = OpTypeStruct %int %to_node %mat
%to_node = OpTypePointer PhysicalStorageBuffer %node
%at_int = OpTypePointer PhysicalStorageBuffer %int
%at_node = OpTypePointer PhysicalStorageBuffer %to_node
%at_v2 = OpTypePointer PhysicalStorageBuffer %v2
%at_float = OpTypePointer PhysicalStorageBuffer %float
%push = OpTypeStruct %to_node
%to_push = OpTypePointer PushConstant %push
%push_node = OpTypePointer PushConstant %to_node
%local_node = OpTypePointer Function %to_node
%given = OpVariable %to_push PushConstant
)";

const char* const kDecorations = R"(
OpMemberDecorate %node 0 Offset 0
OpMemberDecorate %node 1 Offset 8
OpMemberDecorate %node 2 Offset 16
OpMemberDecorate %node 2 RowMajor
OpMemberDecorate %node 2 MatrixStride 8
OpDecorate %to_node ArrayStride 32
OpDecorate %push Block
OpMemberDecorate %push 0 Offset 0
)";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

// A body of one block that makes %r of %x, the input, and %n, the node that is pushed.
std::string following(std::string_view instructions, std::string_view locals = "") {
    std::string text(kTypes);
    text += "%main = OpFunction %void None %nothing\n%begin = OpLabel\n";
    text += locals;
    text += "\n%x = OpLoad %int %in\n%m = OpAccessChain %push_node %given %i0\n"
            "%n = OpLoad %to_node %m\n";
    text += instructions;
    text += "\nOpStore %out %r\nOpReturn\nOpFunctionEnd\n";
    text = replaced(fragment_module("%in %out", text), "OpMemoryModel Logical GLSL450",
                    "OpCapability Int64\nOpCapability PhysicalStorageBufferAddresses\n"
                    "OpMemoryModel PhysicalStorageBuffer64 GLSL450");
    return replaced(text, "%void = OpTypeVoid", std::string(kDecorations) + "%void = OpTypeVoid");
}

constexpr std::uint32_t kFirst = driver::kGlobalAddress;

// Runs code on an input and four nodes of 8 words: 10 + number, the next one, and a matrix of (1,
// 2) over (3, 4).
std::uint32_t run_list(const std::string& text, std::uint32_t input) {
    driver::RecordedCase recorded;
    driver::Words memory;
    for (std::uint32_t i = 0; i < 4; ++i) {
        memory.insert(memory.end(), {10 + i, 0, kFirst + 32 * (i + 1), 0, 0x3f800000, 0x40000000,
                                     0x40400000, 0x40800000});
    }
    recorded.storage_buffers.emplace_back(driver::kGlobalKey, memory);
    recorded.push_constants = {kFirst, 0};
    return run_fragment(text, input, recorded);
}

} // namespace

TEST_CASE("addresses: a list is followed", "[spirv]") {
    CHECK(run_list(following(R"(
%p = OpAccessChain %at_node %n %i1
%second = OpLoad %to_node %p Aligned 8
%q = OpAccessChain %at_node %second %i1
%third = OpLoad %to_node %q Aligned 8
%v = OpAccessChain %at_int %third %i0
%y = OpLoad %int %v Aligned 16
%r = OpIAdd %int %y %x)"),
                   100) == 112);
}

TEST_CASE("addresses: elements beside the one that is pointed at are reached", "[spirv]") {
    CHECK(run_list(following(R"(
%p = OpPtrAccessChain %at_int %n %x %i0
%r = OpLoad %int %p Aligned 4)"),
                   3) == 13);
}

TEST_CASE("addresses: parts of matrices that lie row by row are read", "[spirv]") {
    // The second column is (2, 4).
    CHECK(run_list(following(R"(
%p = OpAccessChain %at_v2 %n %i2 %i1
%c = OpLoad %v2 %p Aligned 4
%f = OpCompositeExtract %float %c 1
%q = OpAccessChain %at_float %n %i2 %x %i0
%g = OpLoad %float %q Aligned 4
%s = OpFAdd %float %f %g
%r = OpConvertFToS %int %s)"),
                   1) == 6);
}

TEST_CASE("addresses: they are numbers, and kept and chosen as such", "[spirv]") {
    CHECK(run_list(following(R"(
%number = OpConvertPtrToU %ulong %n
%stride = OpSConvert %ulong %x
%sum = OpIAdd %ulong %number %stride
%second = OpConvertUToPtr %to_node %sum
OpStore %kept %second
%again = OpLoad %to_node %kept
%is_near = OpSLessThan %bool %x %i3
%chosen = OpSelect %to_node %is_near %n %again
%halves = OpBitcast %uints %chosen
%whole = OpBitcast %to_node %halves
%v = OpAccessChain %at_int %whole %i0
%r = OpLoad %int %v Aligned 4)",
                             "%kept = OpVariable %local_node Function"),
                   64) == 12);
}

TEST_CASE("addresses: memory is copied to memory", "[spirv]") {
    // A word of the third node is copied to the first, which is then read.
    CHECK(run_list(following(R"(
%p = OpPtrAccessChain %at_int %n %i2 %i0
%q = OpAccessChain %at_int %n %i0
OpCopyMemory %q %p Aligned 16 Volatile|Aligned 4
OpCopyMemory %kept %m
%again = OpLoad %to_node %kept
%v = OpAccessChain %at_int %again %i0
%r = OpLoad %int %v Aligned 16)",
                             "%kept = OpVariable %local_node Function"),
                   0) == 12);
}

TEST_CASE("addresses: what an access says of its alignment is what is known", "[spirv]") {
    Diagnostics diagnostics("test.spv", {});
    const driver::SpirvResult loaded = driver::load_spirv(assemble(following(R"(
%p = OpAccessChain %at_int %n %i0
%y = OpLoad %int %p Aligned 2
OpStore %p %y Volatile|Aligned 16
%q = OpAccessChain %at_v2 %n %i2 %x
%c = OpLoad %v2 %q Aligned 4
%f = OpCompositeExtract %float %c 0
%g = OpConvertFToS %int %f
%r = OpIAdd %int %y %g)")),
                                                          {}, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(loaded.nir.shader != nullptr);
    const std::string text = nir::print(*loaded.nir.shader);
    INFO(text);
    CHECK(text.find(" {align_mul=2}") != std::string::npos);
    CHECK(text.find("{write_mask=x, access=volatile, align_mul=16}") != std::string::npos);
}

TEST_CASE("addresses: what cannot be one is told", "[spirv]") {
    const auto fault = [](std::string_view instructions) {
        return translation_faults(following(instructions));
    };
    CHECK(fault("%p = OpAccessChain %at_int %n %i0\n%r = OpLoad %int %p Aligned 3")
              .find("an alignment is a power of two") != std::string::npos);
    CHECK(fault("%r = OpIAdd %int %n %n").find("is not an integer") != std::string::npos);
    CHECK(fault("%r = OpConvertPtrToU %int %x").find("an address becomes an integer") !=
          std::string::npos);
    CHECK(fault("%p = OpAccessChain %at_int %n %i0\n%q = OpPtrAccessChain %at_int %p %i1\n"
                "%r = OpLoad %int %q Aligned 4")
              .find("the type of its base has no ArrayStride") != std::string::npos);
    CHECK(fault("%q = OpPtrAccessChain %push_node %m %i1\n%r = OpIAdd %int %x %x")
              .find("pointers into this memory that step over elements are not supported") !=
          std::string::npos);
    CHECK(fault("%p = OpAccessChain %at_v2 %n %i2 %i1\n%q = OpCopyObject %at_v2 %p\n"
                "%r = OpIAdd %int %x %x")
              .find("values that point into matrices that lie row by row are not supported") !=
          std::string::npos);
    CHECK(fault("%same = OpPtrEqual %bool %n %n\n%r = OpIAdd %int %x %x")
              .find("comparisons of pointers into this memory are not supported") !=
          std::string::npos);
}

TEST_CASE("addresses: pointers that are announced are of that memory", "[spirv]") {
    const std::string text = following("%r = OpIAdd %int %x %x");
    CHECK(translation_faults(replaced(text, "OpTypeForwardPointer %to_node PhysicalStorageBuffer",
                                      "OpTypeForwardPointer %to_node StorageBuffer"))
              .find("that are announced before their types are not supported") !=
          std::string::npos);
    CHECK(translation_faults(replaced(text, "%to_node = OpTypePointer PhysicalStorageBuffer",
                                      "%to_node = OpTypePointer StorageBuffer"))
              .find("the pointer was announced for another storage class") != std::string::npos);
    const std::string_view announced = "OpTypeForwardPointer %to_node PhysicalStorageBuffer";
    CHECK(translation_faults(replaced(replaced(text, announced, ""), "%at_int = OpTypePointer",
                                      std::string(announced) + "\n%at_int = OpTypePointer"))
              .find("is not a type that stands before it") != std::string::npos);
    CHECK(translation_faults(replaced(text, "%at_int = OpTypePointer",
                                      "OpTypeForwardPointer %mat PhysicalStorageBuffer\n"
                                      "%at_int = OpTypePointer"))
              .find("the pointer is announced behind its type") != std::string::npos);
}

TEST_CASE("addresses: they have 64 bits", "[spirv]") {
    const std::string text = following("%r = OpIAdd %int %x %x");
    const auto faults_of = [&](const std::string& model) {
        return translation_faults(
            replaced(text, "OpMemoryModel PhysicalStorageBuffer64", "OpMemoryModel " + model));
    };
    CHECK(faults_of("Physical32").find("the addressing model Physical32 is not supported yet") !=
          std::string::npos);
    CHECK(faults_of("Physical64")
              .find("the addressing model Physical64 beside another memory model than that of "
                    "OpenCL is not supported yet") != std::string::npos);
}
