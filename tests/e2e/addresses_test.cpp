// Buffer references of GLSL: machine code and interpreter agree with what follows from the memory.

#include <jacquard/library/facade/compile_spirv.h>

#include "catch.h"
#include "compute_shader.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace jacquard;
using namespace compute_shader;

namespace {

constexpr unsigned kLanes = 64;
constexpr auto kFirst = static_cast<std::uint32_t>(driver::kGlobalAddress);
const std::vector<std::uint32_t> kParts = {630, 660, 730, 750, 830};

const std::string kHead = "#version 460\n"
                          "#extension GL_EXT_buffer_reference2 : require\n"
                          "#extension GL_EXT_buffer_reference_uvec2 : require\n"
                          "#extension GL_EXT_scalar_block_layout : require\n"
                          "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
                          "layout(local_size_x = 64) in;\n"
                          "layout(set = 0, binding = 0) buffer O { uint o[]; };\n";

// A case of a buffer that receives a word of each lane, memory by address, and addresses that are
// pushed.
driver::RecordedCase case_of(const driver::Words& memory,
                             const std::vector<std::uint32_t>& addresses) {
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {kLanes, 1, 1};
    recorded.storage_buffers.emplace_back("0.0", driver::Words(kLanes));
    recorded.storage_buffers.emplace_back(driver::kGlobalKey, memory);
    recorded.storage_buffers_after = recorded.storage_buffers;
    for (const std::uint32_t address : addresses) {
        recorded.push_constants.insert(recorded.push_constants.end(), {address, 0});
    }
    return recorded;
}

driver::Words numbers(unsigned count) {
    driver::Words words(count);
    for (unsigned i = 0; i < count; ++i) {
        words[i] = i * i * 2654435761U;
    }
    return words;
}

template <typename T>
T read(const driver::Words& memory, std::uint32_t byte) {
    T value{};
    std::memcpy(&value, reinterpret_cast<const std::byte*>(memory.data()) + byte, sizeof value);
    return value;
}

template <typename T>
void write(driver::Words& memory, std::uint32_t byte, T value) {
    std::memcpy(reinterpret_cast<std::byte*>(memory.data()) + byte, &value, sizeof value);
}

} // namespace

TEST_CASE("addresses: lists are followed to their end") {
    if (!has_glslang()) {
        return;
    }
    driver::Words memory(64);
    const std::vector<std::uint32_t> order = {5, 2, 9, 0, 13};
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool is_last = k + 1 == order.size();
        memory[order[k] * 4] = static_cast<std::uint32_t>(100 + k);
        memory[order[k] * 4 + 2] = is_last ? 0 : kFirst + order[k + 1] * 16;
    }
    const auto after = check_engines_agree(
        kHead + "layout(buffer_reference) buffer Node;\n"
                "layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { uint "
                "value; Node next; };\n"
                "layout(push_constant) uniform P { Node head; };\n"
                "void main() {\n"
                "    uint i = gl_GlobalInvocationID.x, sum = 0, k = 0;\n"
                "    for (Node n = head; uint64_t(n) != 0 && k <= i % 7; n = n.next, ++k) {\n"
                "        sum = sum * 3 + n.value;\n"
                "    }\n"
                "    o[i] = sum;\n"
                "}\n",
        case_of(memory, {kFirst + order[0] * 16}), kParts);
    for (unsigned i = 0; i < kLanes; ++i) {
        std::uint32_t sum = 0;
        for (std::uint32_t k = 0; k <= i % 7 && k < order.size(); ++k) {
            sum = sum * 3 + 100 + k;
        }
        CHECK(after[0][i] == sum);
    }
    CHECK(after[1] == memory);
}

TEST_CASE("addresses: pointers are kept wherever values are") {
    if (!has_glslang()) {
        return;
    }
    const driver::Words memory = numbers(64);
    const auto after = check_engines_agree(
        kHead +
            "layout(buffer_reference, std430, buffer_reference_align = 4) buffer R { uint v[4]; "
            "};\n"
            "struct Holder { uint number; R r; };\n"
            "layout(push_constant) uniform P { R first; R rest[2]; uvec2 halves; };\n"
            "shared R handed[64];\n"
            "R pick(R a, R b, bool is_a) { return is_a ? a : b; }\n"
            "void main() {\n"
            "    uint i = gl_GlobalInvocationID.x;\n"
            "    R local[4];\n"
            "    local[0] = first; local[1] = rest[0]; local[2] = rest[1]; local[3] = R(halves);\n"
            "    Holder holder = Holder(i, local[i & 3]);\n"
            "    handed[i] = pick(first, holder.r, i > 40);\n"
            "    barrier();\n"
            "    R other = handed[(i + 1) & 63];\n"
            "    R beside = i > 20 ? rest[0] + int(i & 1) : rest[1] - 1;\n"
            "    o[i] = holder.r.v[1] + other.v[2] * 3 + beside.v[3] * 5 + uvec2(beside).x + "
            "uint(uint64_t(other) >> 2);\n"
            "    atomicAdd(first.v[i & 1], i);\n"
            "    atomicMax(rest[1].v[2], i * 3);\n"
            "}\n",
        case_of(memory, {kFirst, kFirst + 32, kFirst + 128, kFirst + 64}), kParts);
    const std::vector<std::uint32_t> local = {0, 32, 128, 64};
    const auto handed = [&](unsigned i) { return i > 40 ? 0 : local[i & 3]; };
    driver::Words expected = memory;
    for (unsigned i = 0; i < kLanes; ++i) {
        const std::uint32_t other = handed((i + 1) & 63);
        const std::uint32_t beside = i > 20 ? 32 + 16 * (i & 1) : 112;
        CHECK(after[0][i] == memory[local[i & 3] / 4 + 1] + memory[other / 4 + 2] * 3 +
                                 memory[beside / 4 + 3] * 5 + kFirst + beside +
                                 (kFirst + other) / 4);
        expected[i & 1] += i;
        expected[34] = std::max(expected[34], i * 3);
    }
    CHECK(after[1] == expected);
}

TEST_CASE("addresses: memory is accessed where it is not aligned") {
    if (!has_glslang()) {
        return;
    }
    constexpr std::uint32_t kStride = 41;
    const driver::Words memory = numbers(kStride * kLanes / 4 + 2);
    const auto after = check_engines_agree(
        kHead + "layout(buffer_reference, scalar, buffer_reference_align = 1) buffer R {\n"
                "    uint8_t byte; u16vec3 halves; uvec3 words; uint64_t wide; f16vec2 small;\n"
                "};\n"
                "layout(push_constant) uniform P { R first; };\n"
                "void main() {\n"
                "    uint i = gl_GlobalInvocationID.x;\n"
                "    R r = R(uint64_t(first) + uint64_t(i) * 41ul);\n"
                "    o[i] = r.byte + r.words.x * 3 + r.words.z * 7 + r.halves.y * 11 + uint(r.wide "
                ">> 8);\n"
                "    r.words = r.words.zyx;\n"
                "    r.halves.z = uint16_t(r.halves.x + 5us);\n"
                "    r.wide += 0x123456789abcul;\n"
                "    r.byte += uint8_t(3);\n"
                "}\n",
        case_of(memory, {kFirst + 1}), kParts);
    driver::Words expected = memory;
    for (unsigned i = 0; i < kLanes; ++i) {
        const std::uint32_t at = 1 + i * kStride;
        const auto byte = read<std::uint8_t>(memory, at);
        const auto halves = read<std::array<std::uint16_t, 3>>(memory, at + 2);
        const auto words = read<std::array<std::uint32_t, 3>>(memory, at + 8);
        const auto wide = read<std::uint64_t>(memory, at + 24);
        CHECK(after[0][i] == byte + words[0] * 3 + words[2] * 7 + halves[1] * 11U +
                                 static_cast<std::uint32_t>(wide >> 8));
        write(expected, at, static_cast<std::uint8_t>(byte + 3));
        write(expected, at + 6, static_cast<std::uint16_t>(halves[0] + 5));
        write(expected, at + 8, std::array{words[2], words[1], words[0]});
        write(expected, at + 24, wide + 0x123456789abc);
    }
    CHECK(after[1] == expected);
}

TEST_CASE("addresses: matrices and arrays lie as the buffer says") {
    if (!has_glslang()) {
        return;
    }
    driver::Words memory(64);
    for (unsigned i = 0; i < 64; ++i) {
        const auto value = static_cast<float>(i);
        std::memcpy(&memory[i], &value, sizeof value);
    }
    const auto after = check_engines_agree(
        kHead + "layout(buffer_reference, std430, buffer_reference_align = 16) buffer R {\n"
                "    mat3 columns; layout(row_major) mat4x3 rows; layout(row_major) mat2x3 "
                "pairs[2]; vec4 last[];\n"
                "};\n"
                "layout(push_constant) uniform P { R r; };\n"
                "void main() {\n"
                "    uint i = gl_GlobalInvocationID.x;\n"
                "    o[i] = uint(r.columns[i % 3][1] + r.rows[i % 4][2] * 100 + r.pairs[i % "
                "2][1].z * 10000);\n"
                "    if (i == 0) { r.last[1] = vec4(r.rows[3], 1); }\n"
                "}\n",
        case_of(memory, {kFirst}), kParts);
    for (unsigned i = 0; i < kLanes; ++i) {
        CHECK(after[0][i] == i % 3 * 4 + 1 + (20 + i % 4) * 100 + (24 + i % 2 * 6 + 5) * 10000);
    }
    CHECK(read<std::array<float, 4>>(after[1], 160) == std::array{15.0F, 19.0F, 23.0F, 1.0F});
}

TEST_CASE("addresses: before a6xx words are loaded and stored") {
    if (!has_glslang()) {
        return;
    }
    const auto after = check_engines_agree(
        kHead +
            "layout(buffer_reference, std430, buffer_reference_align = 4) buffer R { uint v[]; };\n"
            "layout(push_constant) uniform P { R r; R s; };\n"
            "void main() {\n  uint i = gl_GlobalInvocationID.x;\n"
            "  o[i] = r.v[i] + r.v[i + 1u];\n  s.v[i] = i * 3u;\n}\n",
        case_of(numbers(160), {0x10000, 0x10000 + 80 * 4}), {420, 540, 630});
    CHECK(after[1][83] == 9);
}

TEST_CASE("addresses: parts that have no atomics by address say so") {
    if (!has_glslang()) {
        return;
    }
    const std::string module = module_of(
        kHead +
        "layout(buffer_reference, std430, buffer_reference_align = 4) buffer R { uint v; };\n"
        "layout(push_constant) uniform P { R r; };\n"
        "void main() { o[gl_GlobalInvocationID.x] = atomicAdd(r.v, 1u); }\n");
    for (const std::uint32_t part : {420U, 540U}) {
        Diagnostics diagnostics("shader.comp", {});
        driver::VariantKey key;
        key.gpu = part;
        const driver::SpirvProgram program = driver::compile_spirv(module, {}, key, diagnostics);
        CHECK(program.compiled.status == driver::CompileStatus::refused);
        CHECK(program.compiled.reason == "this access to memory by address is, on a" +
                                             std::to_string(part) + ", not supported yet");
    }
}
