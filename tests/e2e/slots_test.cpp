// Buffers and images in slots, on revisions without descriptor sets: machine code and interpreter
// agree.

#include "catch.h"
#include "compute_shader.h"

using namespace jacquard;
using namespace compute_shader;

namespace {

constexpr unsigned kLanes = 64;
const std::string kHead = "#version 460\nlayout(local_size_x = 64) in;\n"
                          "layout(set = 0, binding = 0) buffer B { uint b[]; };\n";

driver::RecordedCase case_of(std::size_t num_words, std::array<std::uint32_t, 3> groups) {
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {kLanes, 1, 1};
    recorded.workgroups = groups;
    driver::Words words(num_words);
    for (std::size_t i = 0; i < num_words; ++i) {
        words[i] = static_cast<std::uint32_t>(i * 7 + 1);
    }
    recorded.storage_buffers.emplace_back("0.0", std::move(words));
    return recorded;
}

void add_image(driver::RecordedCase& recorded) {
    driver::RecordedTexture image;
    image.dim = "2D";
    image.format = nir::TexelFormat::r32ui;
    image.size = {8, 8, 1};
    image.texels.assign(kLanes, 5);
    recorded.images.emplace_back("0.1", std::move(image));
}

} // namespace

TEST_CASE("slots: buffers are read, written and changed by each revision's instructions") {
    if (!has_glslang()) {
        return;
    }
    const std::string body = "layout(set = 0, binding = 1) buffer C { uint total; uint c[]; };\n"
                             "void main() {\n  uint i = gl_GlobalInvocationID.x;\n"
                             "  uint v = b[i + 3u] * 2u;\n  atomicAdd(total, v);\n"
                             "  uint old = atomicCompSwap(c[i], 0u, v);\n"
                             "  atomicMax(c[i], 100u);\n"
                             "  b[i] = old + uint(b.length()) + gl_WorkGroupID.x;\n}\n";
    driver::RecordedCase recorded = case_of(131, {2, 1, 1});
    recorded.storage_buffers.emplace_back("0.1", driver::Words(129));
    const auto after = check_engines_agree(kHead + body, recorded, {420, 530, 630, 730});
    CHECK(after[0][64] == 132);
    CHECK(after[1][128] == (131 * 7 - 6) * 2);
}

TEST_CASE("slots: vectors of words are moved at once") {
    if (!has_glslang()) {
        return;
    }
    const std::string body = "layout(set = 0, binding = 1) buffer C { uvec4 c[]; };\n"
                             "void main() {\n  uint i = gl_LocalInvocationIndex;\n"
                             "  c[i] = c[i ^ 1u].wzyx + b[i];\n}\n";
    driver::RecordedCase recorded = case_of(kLanes, {1, 1, 1});
    driver::Words words(std::size_t{kLanes} * 4);
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<std::uint32_t>(i / 8 * 8);
    }
    recorded.storage_buffers.emplace_back("0.1", std::move(words));
    check_engines_agree(kHead + body, recorded, {420, 530, 630});
}

TEST_CASE("slots: images stand behind buffers, and the program says where a texel is") {
    if (!has_glslang()) {
        return;
    }
    const std::string image = "layout(set = 0, binding = 1, r32ui) uniform uimage2D im;\n";
    const std::string place = "  uint i = gl_LocalInvocationIndex;\n"
                              "  ivec2 p = ivec2(int(i & 7u), int(i >> 3));\n";
    driver::RecordedCase recorded = case_of(kLanes, {1, 1, 1});
    add_image(recorded);
    check_engines_agree(kHead + image + "void main() {\n" + place +
                            "  imageStore(im, p.yx, uvec4(b[i]));\n"
                            "  b[i] = imageAtomicAdd(im, p, i);\n}\n",
                        recorded, {420, 530, 630});
    check_engines_agree(kHead + image + "void main() {\n" + place +
                            "  b[i] = imageLoad(im, p).x + i;\n"
                            "  imageStore(im, p, uvec4(i * 3u));\n}\n",
                        recorded, {420, 530, 630});
}

TEST_CASE("slots: the texture unit tells the size of an image, and on a4xx its texels") {
    if (!has_glslang()) {
        return;
    }
    const std::string images =
        "layout(set = 0, binding = 1, rgba8ui) uniform readonly uimage2D im;\n"
        "layout(set = 0, binding = 2, rgba8ui) uniform uimage3D deep;\n"
        "layout(set = 0, binding = 3) uniform usampler2D t;\n"
        "layout(set = 0, binding = 4, rgba8ui) uniform uimage2DArray many;\n";
    driver::RecordedCase recorded = case_of(kLanes, {1, 1, 1});
    add_image(recorded);
    recorded.images[0].second.format = nir::TexelFormat::rgba32ui;
    recorded.images[0].second.texels.resize(std::size_t{kLanes} * 4, 9);
    recorded.images.push_back({"0.2", recorded.images[0].second});
    recorded.images[1].second.dim = "3D";
    recorded.images[1].second.size = {4, 4, 4};
    recorded.images.push_back({"0.4", recorded.images[0].second});
    recorded.images[2].second.size = {4, 4, 1};
    recorded.images[2].second.layers = 4;
    const auto after = check_engines_agree(
        kHead + images +
            "void main() {\n  uint i = gl_LocalInvocationIndex;\n"
            "  ivec2 p = ivec2(int(i & 7u), int(i >> 3));\n"
            "  uvec4 texel = imageLoad(im, p);\n"
            "  ivec3 size = imageSize(deep);\n"
            "  ivec3 layers = imageSize(many);\n"
            "  b[i] = texel.x + texel.w * 16u + uint(size.z * 256 + imageSize(im).y * 4096) +\n"
            "         texelFetch(t, p, 0).x + uint(layers.z) * 65536u;\n}\n",
        recorded, {420, 530, 630});
    CHECK(after[0][0] == 5 + 5 * 16 + 4 * 256 + 8 * 4096 + 4 * 65536);
}

TEST_CASE("slots: what is narrower than a word is put into it, whoever else writes there") {
    if (!has_glslang()) {
        return;
    }
    const std::string narrow =
        "#version 460\n#extension GL_EXT_shader_16bit_storage : require\n"
        "#extension GL_EXT_shader_8bit_storage : require\nlayout(local_size_x = 64) in;\n"
        "layout(set = 0, binding = 0) buffer B { uint16_t b[]; };\n"
        "layout(set = 0, binding = 1) buffer C { uint8_t c[]; };\n"
        "void main() {\n  uint i = gl_LocalInvocationIndex;\n"
        "  uint v = uint(b[i + 64u]) * 3u + uint(c[i]);\n"
        "  b[i] = uint16_t(v);\n  c[i] = uint8_t(v >> 3);\n}\n";
    driver::RecordedCase recorded = case_of(kLanes, {1, 1, 1});
    recorded.storage_buffers.emplace_back("0.1", driver::Words(16, 0x01ff0203));
    const auto after = check_engines_agree(narrow, recorded, {420, 530});
    CHECK(after[0][0] == ((32 * 7 + 1) * 3 + 3 + (2U << 16)));
}

TEST_CASE("slots: what workgroups share") {
    if (!has_glslang()) {
        return;
    }
    const std::string body = "shared uint s[64];\n"
                             "void main() {\n  uint l = gl_LocalInvocationIndex;\n"
                             "  s[l] = b[l];\n  barrier();\n"
                             "  uint n = s[l ^ 1u];\n  barrier();\n"
                             "  atomicAdd(s[l >> 4], n);\n  barrier();\n"
                             "  b[l] = s[l];\n}\n";
    check_engines_agree(kHead + body, case_of(kLanes, {1, 1, 1}), {420, 530, 630, 730});
}
