#include "driver/databases/database_writer.h"

#include <jacquard/fossilize/format/crc32.h>
#include <jacquard/fossilize/pipeline.h>
#include <jacquard/support/hex.h>

#include "spirv/assembler.h"

#include <algorithm>

using jacquard::driver::append_hex;
using jacquard::driver::hex;
using jacquard::fossilize::ResourceTag;

namespace {

void append_word(std::string& bytes, std::uint64_t word) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(word >> shift & 0xff);
    }
}

std::string in_seven_bits(std::string_view module) {
    std::string packed;
    for (std::size_t i = 0; i + 4 <= module.size(); i += 4) {
        std::uint32_t word = 0;
        for (unsigned byte = 4; byte-- > 0;) {
            word = word << 8 | static_cast<unsigned char>(module[i + byte]);
        }
        for (; word >= 0x80; word >>= 7) {
            packed += static_cast<char>(0x80 | (word & 0x7f));
        }
        packed += static_cast<char>(word);
    }
    return packed;
}

} // namespace

std::string as_zlib(std::string_view bytes) {
    constexpr std::size_t kMostOfBlock = 0xffff;
    std::string stream = "\x78\x01";
    for (std::size_t start = 0; start == 0 || start < bytes.size(); start += kMostOfBlock) {
        const std::string_view block = bytes.substr(start, kMostOfBlock);
        const auto size = static_cast<std::uint16_t>(block.size());
        stream += start + kMostOfBlock >= bytes.size() ? '\1' : '\0';
        std::string sizes;
        append_word(sizes, size | std::uint32_t{static_cast<std::uint16_t>(~size)} << 16);
        stream.append(sizes).append(block);
    }
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char byte : bytes) {
        constexpr std::uint32_t kPrime = 65521;
        low = (low + static_cast<unsigned char>(byte)) % kPrime;
        high = (high + low) % kPrime;
    }
    std::string sum;
    append_word(sum, high << 16 | low);
    return stream.append(sum.rbegin(), sum.rend());
}

DatabaseWriter::DatabaseWriter(char version)
    : bytes("\x81"
            "FOSSILIZEDB\0\0\0",
            15) {
    bytes += version;
}

std::size_t DatabaseWriter::add(unsigned tag, std::uint64_t hash, std::string_view payload,
                                Packing packing) {
    const std::size_t start = bytes.size();
    const std::string stored = packing == Packing::plain ? std::string(payload) : as_zlib(payload);
    append_hex(bytes, tag, 24);
    append_hex(bytes, hash, 16);
    append_word(bytes, stored.size());
    append_word(bytes, packing == Packing::plain ? 1 : 2);
    append_word(bytes, jacquard::fossilize::crc32(stored));
    append_word(bytes, payload.size());
    bytes += stored;
    return start;
}

std::size_t DatabaseWriter::add_module(std::uint64_t hash, std::string_view module,
                                       Packing packing) {
    const std::string words = in_seven_bits(module);
    std::string payload = R"({"version":6,"shaderModules":{")" + hex(hash, 16) +
                          R"(":{"varintOffset":0,"varintSize":)" + std::to_string(words.size()) +
                          R"(,"codeSize":)" + std::to_string(module.size()) + R"(,"flags":0}}})";
    payload += '\0';
    return add(ResourceTag::shader_module, hash, payload + words, packing);
}

std::size_t DatabaseWriter::add_pipeline(ResourceTag tag, std::uint64_t hash,
                                         const std::string& members) {
    return add(tag, hash,
               R"({"version":6,")" + std::string(jacquard::fossilize::section_of(tag)) + R"(":{")" +
                   hex(hash, 16) + R"(":{)" + members + "}}}");
}

std::string stage_json(unsigned bit, std::uint64_t module, std::string_view entry,
                       std::string_view more) {
    return R"({"flags":0,"stage":)" + std::to_string(bit) + R"(,"module":")" + hex(module, 16) +
           R"(","name":")" + std::string(entry) + '"' + (more.empty() ? "" : ",") +
           std::string(more) + '}';
}

std::string two_shaders() {
    return jacquard::spirv::assemble(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %vertex "vs" %position %place
OpEntryPoint Fragment %fragment "fs" %colour
OpExecutionMode %fragment OriginUpperLeft
OpDecorate %position BuiltIn Position
OpDecorate %place Location 0
OpDecorate %colour Location 0
OpDecorate %level SpecId 7
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%v4float = OpTypeVector %float 4
%in = OpTypePointer Input %v4float
%out = OpTypePointer Output %v4float
%position = OpVariable %out Output
%colour = OpVariable %out Output
%place = OpVariable %in Input
%level = OpSpecConstant %float 1
%grey = OpSpecConstantComposite %v4float %level %level %level %level
%vertex = OpFunction %void None %function
%first = OpLabel
%value = OpLoad %v4float %place
%twice = OpFAdd %v4float %value %value
OpStore %position %twice
OpReturn
OpFunctionEnd
%fragment = OpFunction %void None %function
%second = OpLabel
OpStore %colour %grey
OpReturn
OpFunctionEnd
)");
}

std::string one_kernel() {
    return jacquard::spirv::assemble(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 4 1 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%entry = OpLabel
OpReturn
OpFunctionEnd
)");
}

std::string small_database(Packing packing) {
    DatabaseWriter database;
    database.add_module(0xa, two_shaders(), packing);
    database.add_module(0xb, one_kernel(), packing);
    database.add_pipeline(
        ResourceTag::graphics_pipeline, 0x1,
        R"("stages":[)" + stage_json(1, 0xa, "vs") + ',' +
            stage_json(
                0x10, 0xa, "fs",
                R"("specializationInfo":{"mapEntries":[{"constantID":7,"offset":4,"size":4}],)"
                R"("data":"AAAAAAAAAD8=","dataSize":8})") +
            R"(],"multisampleState":{"alphaToOneEnable":1,"sampleShadingEnable":0,)"
            R"("minSampleShading":0,"rasterizationSamples":1})");
    database.add_pipeline(ResourceTag::graphics_pipeline, 0x2,
                          R"("stages":[)" + stage_json(0x10, 0xa, "fs") + ']');
    database.add_pipeline(ResourceTag::compute_pipeline, 0x3,
                          R"("stage":)" + stage_json(0x20, 0xb, "main"));
    database.add_module(0xc, two_shaders(), packing);
    return database.bytes;
}
