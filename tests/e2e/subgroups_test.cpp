// Operations between lanes, from GLSL: machine code and interpreter agree on every part that has
// such operations.

#include <jacquard/library/facade/compile_spirv.h>

#include "compute_shader.h"

#include <string>
#include <utility>
#include <vector>

using namespace jacquard;
using namespace compute_shader;

namespace {

// Each lane has a word x and as much of a float f, and gives the word r. Sums of f are exact, in
// whatever order they are made, and so are products of p.
std::string shader_of(const std::string& body, unsigned lanes) {
    std::string text = "#version 460\n";
    for (const char* extension : {"basic", "vote", "ballot", "arithmetic", "shuffle",
                                  "shuffle_relative", "quad", "clustered"}) {
        text += "#extension GL_KHR_shader_subgroup_" + std::string(extension) + " : require\n";
    }
    return text + "layout(local_size_x = " + std::to_string(lanes) +
           ") in;\nlayout(set = 0, binding = 0) buffer Words { uint words[]; };\n"
           "void main() {\n  uint x = words[gl_LocalInvocationIndex];\n"
           "  uint lane = gl_SubgroupInvocationID;\n  float f = float(x & 1023u) * 0.25;\n"
           "  float p = (x & 1u) != 0u ? 2.0 : 0.5;\n"
           "  uint r = 0u;\n" +
           body + "\n  words[gl_LocalInvocationIndex] = r;\n}\n";
}

driver::RecordedCase case_of(unsigned lanes) {
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {lanes, 1, 1};
    driver::Words words;
    std::uint32_t state = lanes;
    for (unsigned i = 0; i < lanes; ++i) {
        state = state * 1664525 + 1013904223;
        words.push_back(state >> 7U ^ state << 21U);
    }
    recorded.storage_buffers.emplace_back("0.0", words);
    recorded.storage_buffers_after = recorded.storage_buffers;
    return recorded;
}

// Checks work groups of one wave, of one that is not full, of half a wave, and of two.
void check_waves(const std::string& body) {
    if (!has_glslang()) {
        return;
    }
    for (const unsigned lanes : {64U, 48U, 32U, 128U}) {
        const std::string text = shader_of(body, lanes);
        INFO(text);
        check_engines_agree(text, case_of(lanes), {630, 660, 730});
    }
}

} // namespace

TEST_CASE("subgroups: a lane knows its number, its wave and who is beside it") {
    check_waves("r = gl_SubgroupSize * 1000000u + gl_SubgroupInvocationID * 1000u + "
                "gl_SubgroupID * 100u + gl_NumSubgroups;");
    check_waves("r = gl_SubgroupEqMask.x ^ gl_SubgroupGeMask.y ^ gl_SubgroupGtMask.x ^ "
                "gl_SubgroupLeMask.y * 3u ^ gl_SubgroupLtMask.x * 5u ^ gl_SubgroupLtMask.y * 7u;");
    check_waves("if ((x & 1u) != 0u) { r = subgroupElect() ? 7u : 1u; }");
}

TEST_CASE("subgroups: votes are among the lanes that take part") {
    check_waves("r = (subgroupAny(x == 12345u) ? 1u : 0u) + (subgroupAny(x > 3u) ? 2u : 0u) "
                "+ (subgroupAll(lane < 64u) ? 4u : 0u) + (subgroupAll(x > 9u) ? 8u : 0u);");
    check_waves("r = (subgroupAllEqual(x) ? 1u : 0u) + (subgroupAllEqual(f) ? 2u : 0u) + "
                "(subgroupAllEqual(7u) ? 4u : 0u);");
    check_waves("if ((x & 3u) != 0u) { r = subgroupAll((x & 3u) != 0u) ? 5u : 6u; } "
                "else { r = subgroupAny((x & 4u) != 0u) ? 9u : 8u; }");
}

TEST_CASE("subgroups: ballots and what is asked of them") {
    check_waves("uvec4 b = subgroupBallot((x & 1u) != 0u); r = b.x ^ b.y * 3u ^ b.z ^ b.w;");
    check_waves("if ((x & 2u) != 0u) { uvec4 b = subgroupBallot((x & 1u) != 0u); "
                "r = b.x ^ b.y * 3u; } else { uvec4 b = subgroupBallot(true); "
                "r = b.x + b.y; }");
    check_waves(
        "uvec4 b = subgroupBallot((x & 1u) != 0u); r = subgroupBallotBitCount(b) + "
        "100u * subgroupBallotInclusiveBitCount(b) + 10000u * subgroupBallotExclusiveBitCount(b) + "
        "(subgroupInverseBallot(b) ? 1000000u : 0u) + "
        "(subgroupBallotBitExtract(b, x & 31u) ? 2000000u : 0u);");
    check_waves("uvec4 b = subgroupBallot((x & 7u) == 3u); r = subgroupBallotFindLSB(b) + "
                "100u * subgroupBallotFindMSB(b);");
}

TEST_CASE("subgroups: a lane's value for all, whatever its type") {
    check_waves("r = subgroupBroadcast(x, 5) + subgroupBroadcastFirst(x) * 3u; "
                "if ((x & 1u) != 0u) r += subgroupBroadcastFirst(x);");
    check_waves("vec3 v = subgroupBroadcastFirst(vec3(f, f + 1.0, f * 2.0)); "
                "r = floatBitsToUint(v.x + v.y + v.z) + "
                "(subgroupBroadcast((x & 1u) != 0u, 2) ? 1u : 2u);");
}

TEST_CASE("subgroups: shuffles") {
    check_waves("r = subgroupShuffle(x, (lane * 7u + x) & 31u);");
    check_waves("r = subgroupShuffleXor(x, 1u) + 3u * subgroupShuffleXor(x, 5u);");
    check_waves("uint up = subgroupShuffleUp(x, 3u), down = subgroupShuffleDown(x, 2u); "
                "r = (lane >= 3u ? up : 0u) + (lane + 2u < 32u ? down : 0u);");
}

TEST_CASE("subgroups: quads") {
    check_waves("r = subgroupQuadSwapHorizontal(x) + 3u * subgroupQuadSwapVertical(x) + "
                "5u * subgroupQuadSwapDiagonal(x) + 7u * subgroupQuadBroadcast(x, 2u);");
}

TEST_CASE("subgroups: reductions and scans by every operation") {
    using Form = std::pair<const char*, const char*>;
    for (const auto& [value, bits] :
         {Form{"x", "uint"}, Form{"int(x)", "uint"}, Form{"f", "floatBitsToUint"}}) {
        const bool is_float = value[0] == 'f';
        for (const std::string name : {"Add", "Mul", "Min", "Max", "And", "Or", "Xor"}) {
            if (is_float && (name == "And" || name == "Or" || name == "Xor")) {
                continue;
            }
            std::string body = "r = 0u";
            const std::string source = is_float && name == "Mul" ? "p" : value;
            for (const std::string kind : {"", "Inclusive", "Exclusive"}) {
                body += " * 31u + " + std::string(bits) + "(subgroup" + kind;
                body += name + '(' + source + "))";
            }
            check_waves(body + ';');
        }
    }
    check_waves("r = (subgroupAnd((x & 1u) != 0u) ? 1u : 0u) + "
                "(subgroupOr((x & 8u) != 0u) ? 2u : 0u) + "
                "(subgroupXor((x & 2u) != 0u) ? 4u : 0u);");
}

TEST_CASE("subgroups: reductions of clusters") {
    check_waves("r = subgroupClusteredAdd(x, 4) + 3u * subgroupClusteredXor(x, 16) + "
                "subgroupClusteredMax(x, 2) + subgroupClusteredMin(x, 32); "
                "if ((x & 1u) != 0u) r += subgroupClusteredAdd(x, 8);");
}

TEST_CASE("subgroups: lanes that part and loops that they leave one after the other") {
    check_waves("if ((x & 1u) != 0u) { r = subgroupInclusiveAdd(x) + subgroupMax(x); } "
                "else { for (uint k = 0u; k < (x & 7u); k++) { r += subgroupAdd(k + x); } }");
    check_waves("for (uint k = 0u; k < (x & 7u); k++) { "
                "r += subgroupExclusiveAdd(k + x) * 3u + "
                "subgroupBallot((x & k) != 0u).x + (subgroupElect() ? 1u : 0u); }");
}

TEST_CASE("subgroups: parts before a6xx refuse them") {
    if (!has_glslang()) {
        return;
    }
    Diagnostics diagnostics("lanes.comp", {});
    driver::VariantKey key;
    key.gpu = 540;
    const auto program = driver::compile_spirv(module_of(shader_of("r = subgroupAdd(x);", 64)), {},
                                               key, diagnostics);
    CHECK(program.compiled.status == driver::CompileStatus::refused);
}
