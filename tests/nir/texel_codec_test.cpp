#include <jacquard/nir/fold/texel_codec.h>

#include "catch.h"

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace jacquard;
using namespace jacquard::nir;

namespace {

TexelFormat format(std::string_view name) {
    const std::optional<TexelFormat> found = find_texel_format(name);
    INFO(name);
    REQUIRE(found);
    return *found;
}

// The bytes of a texel, the first one lowest.
std::vector<std::byte> bytes_of(TexelFormat which, std::uint64_t low, std::uint64_t high = 0) {
    std::vector<std::byte> bytes(texel_format_info(which).bytes);
    for (std::size_t i = 0; i < bytes.size() && i < 16; ++i) {
        bytes[i] = static_cast<std::byte>(i < 8 ? low >> (8 * i) : high >> (8 * (i - 8)));
    }
    return bytes;
}

std::array<float, 4> floats(std::string_view name, std::uint64_t low, std::uint64_t high = 0) {
    const TexelFormat which = format(name);
    std::array<float, 4> result{};
    const TexelComponents components = decode_texel(which, bytes_of(which, low, high));
    for (std::size_t c = 0; c < 4; ++c) {
        result[c] = std::bit_cast<float>(static_cast<std::uint32_t>(components[c]));
    }
    return result;
}

std::array<std::int32_t, 4> integers(std::string_view name, std::uint64_t low) {
    const TexelFormat which = format(name);
    std::array<std::int32_t, 4> result{};
    const TexelComponents components = decode_texel(which, bytes_of(which, low));
    for (std::size_t c = 0; c < 4; ++c) {
        result[c] = static_cast<std::int32_t>(static_cast<std::uint32_t>(components[c]));
    }
    return result;
}

// The first eight bytes of what a texel becomes.
std::uint64_t encoded(TexelFormat which, const TexelComponents& components) {
    std::vector<std::byte> bytes(texel_format_info(which).bytes, std::byte{0xff});
    encode_texel(which, components, bytes);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < bytes.size() && i < 8; ++i) {
        result |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return result;
}

std::uint64_t encoded(std::string_view name, const std::array<float, 4>& values) {
    TexelComponents components{};
    for (std::size_t c = 0; c < 4; ++c) {
        components[c] = std::bit_cast<std::uint32_t>(values[c]);
    }
    return encoded(format(name), components);
}

using Floats = std::array<float, 4>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

TEST_CASE("a format is found by its name and by Vulkan's") {
    CHECK(find_texel_format("rgba8") == TexelFormat::rgba8);
    CHECK(find_texel_format("R8G8B8A8_UNORM") == TexelFormat::rgba8);
    CHECK(find_texel_format("VK_FORMAT_R8G8B8A8_UNORM") == TexelFormat::rgba8);
    CHECK(find_texel_format("B10G11R11_UFLOAT_PACK32") == TexelFormat::r11f_g11f_b10f);
    CHECK(find_texel_format("A2B10G10R10_UINT_PACK32") == TexelFormat::rgb10_a2ui);
    CHECK(find_texel_format("E5B9G9R9_UFLOAT_PACK32") == TexelFormat::rgb9_e5f);
    CHECK(find_texel_format("X8_D24_UNORM_PACK32") == TexelFormat::d24);
    CHECK(find_texel_format("B5G6R5_UNORM_PACK16") == TexelFormat::b5g6r5);
    CHECK(find_texel_format("D32_SFLOAT_S8_UINT") == TexelFormat::d32_s8f);
    CHECK(!find_texel_format("rgba"));
    CHECK(!find_texel_format(""));
}

TEST_CASE("the plain formats of Vulkan 1.0 are all there") {
    const std::vector<std::string> arrays = {"R8",     "R8G8",     "R8G8B8",
                                             "B8G8R8", "R8G8B8A8", "B8G8R8A8"};
    std::vector<std::string> names;
    for (const std::string& each : arrays) {
        for (const char* kind : {"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SRGB"}) {
            names.push_back(each + '_' + kind);
        }
    }
    for (const char* each : {"R16", "R16G16", "R16G16B16", "R16G16B16A16"}) {
        for (const char* kind :
             {"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SFLOAT"}) {
            names.push_back(std::string(each) + '_' + kind);
        }
    }
    for (const char* width : {"32", "64"}) {
        std::string fields;
        for (const char letter : {'R', 'G', 'B', 'A'}) {
            fields += letter;
            fields += width;
            for (const char* kind : {"UINT", "SINT", "SFLOAT"}) {
                names.push_back(fields + '_' + kind);
            }
        }
    }
    for (const char* each : {"A8B8G8R8", "A2R10G10B10", "A2B10G10R10"}) {
        for (const char* kind : {"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT"}) {
            names.push_back(std::string(each) + '_' + kind + "_PACK32");
        }
    }
    for (const char* each :
         {"R4G4_UNORM_PACK8", "R4G4B4A4_UNORM_PACK16", "B4G4R4A4_UNORM_PACK16",
          "R5G6B5_UNORM_PACK16", "B5G6R5_UNORM_PACK16", "R5G5B5A1_UNORM_PACK16",
          "B5G5R5A1_UNORM_PACK16", "A1R5G5B5_UNORM_PACK16", "A8B8G8R8_SRGB_PACK32",
          "B10G11R11_UFLOAT_PACK32", "E5B9G9R9_UFLOAT_PACK32", "D16_UNORM", "X8_D24_UNORM_PACK32",
          "D32_SFLOAT", "S8_UINT", "D16_UNORM_S8_UINT", "D24_UNORM_S8_UINT",
          "D32_SFLOAT_S8_UINT"}) {
        names.emplace_back(each);
    }
    CHECK(names.size() == 130);
    for (const std::string& name : names) {
        INFO(name);
        CHECK(find_texel_format(name));
    }
}

TEST_CASE("bytes become the numbers that the specification gives them") {
    CHECK(floats("rgba8", 0x00ff3380) == Floats{128.0F / 255, 51.0F / 255, 1, 0});
    CHECK(floats("bgra8", 0x00ff3380) == Floats{1, 51.0F / 255, 128.0F / 255, 0});
    CHECK(floats("r8", 0xff) == Floats{1, 0, 0, 1});
    CHECK(floats("a8", 0xff) == Floats{0, 0, 0, 1});
    CHECK(floats("a8", 0) == Floats{0, 0, 0, 0});
    // Two forms of -1.
    CHECK(floats("rgba8_snorm", 0x007f8081) == Floats{-1, -1, 1, 0});
    CHECK(floats("rg8_uscaled", 0x80ff) == Floats{255, 128, 0, 1});
    CHECK(floats("rg8_sscaled", 0x80ff) == Floats{-1, -128, 0, 1});
    CHECK(floats("rgba16f", 0x7c00c0003c003800) == Floats{0.5F, 1, -2, kInfinity});
    CHECK(floats("rg16", 0x8000ffff) == Floats{1, 32768.0F / 65535, 0, 1});
    CHECK(floats("rg32f", 0x40490fdb3f800000) == Floats{1, std::bit_cast<float>(0x40490fdb), 0, 1});
    // 5, 6 and 5 bits: the name of the top one comes first.
    CHECK(floats("r5g6b5", 0xf800) == Floats{1, 0, 0, 1});
    CHECK(floats("b5g6r5", 0xf800) == Floats{0, 0, 1, 1});
    CHECK(floats("r5g6b5", 0x07e0) == Floats{0, 1, 0, 1});
    CHECK(floats("rgb5a1", 0x0001) == Floats{0, 0, 0, 1});
    CHECK(floats("a1rgb5", 0x8000) == Floats{0, 0, 0, 1});
    CHECK(floats("rgba4", 0x1f00) == Floats{1.0F / 15, 1, 0, 0});
    CHECK(floats("rgb10_a2", 0x7ff00000 | 0x1ff) == Floats{511.0F / 1023, 0, 1, 1.0F / 3});
    CHECK(floats("d24", 0xaaffffff) == Floats{1, 0, 0, 1});
    CHECK(floats("d16", 0x8000) == Floats{32768.0F / 65535, 0, 0, 1});
    CHECK(floats("d32f", 0x3f000000) == Floats{0.5F, 0, 0, 1});
    CHECK(integers("rgba8i", 0x7f80ff01) == std::array{1, -1, -128, 127});
    CHECK(integers("rgba8ui", 0x7f80ff01) == std::array{1, 255, 128, 127});
    CHECK(integers("r16i", 0x8000) == std::array{-32768, 0, 0, 1});
    CHECK(integers("s8ui", 0xfe) == std::array{254, 0, 0, 1});
    CHECK(integers("rgb10_a2ui", 0xffffffff) == std::array{1023, 1023, 1023, 3});
    CHECK(integers("rgb10_a2i", 0xffffffff) == std::array{-1, -1, -1, -1});
}

TEST_CASE("small floats and shared exponents are what the specification says") {
    // 1 is an exponent of 15 in five bits; 11 bits have six of the fraction, 10 have five.
    CHECK(floats("r11f_g11f_b10f", 15U << 6 | 16U << 17 | 14U << 27) == Floats{1, 2, 0.5F, 1});
    CHECK(floats("r11f_g11f_b10f", 1) == Floats{std::ldexp(1.0F, -20), 0, 0, 1});
    CHECK(floats("r11f_g11f_b10f", 0x7c0)[0] == kInfinity);
    CHECK(std::isnan(floats("r11f_g11f_b10f", 0x7c1)[0]));
    CHECK(floats("r11f_g11f_b10f", 0x7bf)[0] == 65024.0F);
    CHECK(encoded("r11f_g11f_b10f", {1, 2, 0.5F, 0}) == (15U << 6 | 16U << 17 | 14U << 27));
    CHECK(encoded("r11f_g11f_b10f", {-1, -kInfinity, -0.0F, 0}) == 0);
    CHECK(encoded("r11f_g11f_b10f", {1e9F, 0, 0, 0}) == 0x7bf);
    CHECK(encoded("r11f_g11f_b10f", {kInfinity, 0, 0, 0}) == 0x7c0);
    CHECK(std::isnan(floats("r11f_g11f_b10f", encoded("r11f_g11f_b10f", {kNan, 0, 0, 0}))[0]));
    // A carry out of the fraction: 2 - 2^-8 rounds to 2.
    CHECK(encoded("r11f_g11f_b10f", {2.0F - 1.0F / 256, 0, 0, 0}) == 16U << 6);
    CHECK(encoded("r11f_g11f_b10f", {std::ldexp(1.0F, -14), 0, 0, 0}) == 1U << 6);
    CHECK(encoded("r11f_g11f_b10f", {std::ldexp(1.0F, -15), 0, 0, 0}) == 1U << 5);

    // The largest is 511/512 * 2^16.
    CHECK(floats("rgb9_e5f", 0x1ffU | 31U << 27) == Floats{65408, 0, 0, 1});
    CHECK(encoded("rgb9_e5f", {1e9F, 0, 0, 0}) == (0x1ffU | 31U << 27));
    // 1 is 256 * 2^(16 - 15 - 9).
    CHECK(encoded("rgb9_e5f", {1, 0.5F, 0.25F, 0}) == (256U | 128U << 9 | 64U << 18 | 16U << 27));
    CHECK(floats("rgb9_e5f", 256U | 128U << 9 | 64U << 18 | 16U << 27) ==
          Floats{1, 0.5F, 0.25F, 1});
    CHECK(encoded("rgb9_e5f", {kNan, -1, 0, 0}) == 0);
    // 511.75/512 rounds to 512, which takes another exponent.
    CHECK(floats("rgb9_e5f", encoded("rgb9_e5f", {511.75F / 512, 0, 0, 0}))[0] == 1.0F);
}

TEST_CASE("numbers are rounded to nearest and brought into the range of the format") {
    CHECK(encoded("rgba8", {0.5F, 1.5F, -1, kNan}) == 0x0000ff80);
    CHECK(encoded("rgba8", {1.0F / 255, 1.4F / 255, 1.6F / 255, 1}) == 0xff020101);
    CHECK(encoded("rgba8_snorm", {-1, 1, -2, 0.5F}) == 0x40817f81);
    CHECK(encoded("rg8_uscaled", {300, 2.4F, 0, 0}) == 0x02ff);
    CHECK(encoded("rg8_sscaled", {-300, 2.6F, 0, 0}) == 0x0380);
    CHECK(encoded("rg16f", {1, -65520, 0, 0}) == 0xfc003c00);
    CHECK(encoded("r5g6b5", {1, 0, 1, 1}) == 0xf81f);
    CHECK(encoded("d24", {0.5F, 0, 0, 0}) == 0x800000);
    CHECK(encoded(format("rgba8i"), {0xffffffff, 0x80, 0x17f, 1}) == 0x017f80ff);
    CHECK(encoded(format("r64ui"), {0x123456789abcdef0, 0, 0, 0}) == 0x123456789abcdef0);
    CHECK(encoded(format("d24_s8"), {std::bit_cast<std::uint32_t>(1.0F), 7, 0, 0}) == 0x07ffffff);
}

TEST_CASE("the scale of sRGB is that of its definition, and alpha is not on it") {
    const Floats texel = floats("rgba8_srgb", 0xbc0abcff);
    CHECK(texel[0] == 1.0F);
    CHECK(std::fabs(texel[1] - 0.5028865F) < 1e-6F);    // 188 of 255
    CHECK(std::fabs(texel[2] - 0.0030352698F) < 1e-8F); // 10 of 255, on the straight part
    CHECK(texel[3] == 188.0F / 255);
    CHECK(encoded("rgba8_srgb", {1, 0.5028865F, 0.0030352698F, 188.0F / 255}) == 0xbc0abcff);
}

TEST_CASE("components of 64 bits arrive whole") {
    const TexelComponents texel =
        decode_texel(format("rg64f"), bytes_of(format("rg64f"), 0x3ff0000000000001, 7));
    CHECK(texel == TexelComponents{0x3ff0000000000001, 7, 0, 0x3ff0000000000000});
    CHECK(has_wide_components(format("r64ui")));
    CHECK(!has_wide_components(format("rgba32f")));
}

TEST_CASE("what is encoded and decoded again stays as it is, in every format") {
    std::size_t num_texels = 0;
    for (std::size_t i = 0; i < kNumTexelFormats; ++i) {
        const auto which = static_cast<TexelFormat>(i);
        const TexelFormatInfo& info = texel_format_info(which);
        INFO(info.name);
        std::uint64_t state = 0x9e3779b97f4a7c15;
        std::size_t num_changed = 0;
        for (unsigned n = 0; n < 4096; ++n, ++num_texels) {
            state = state * 6364136223846793005 + 1442695040888963407;
            const std::uint64_t drawn = n < 256 ? n * 0x0101010101010101 : state ^ state >> 29;
            const TexelComponents first = decode_texel(which, bytes_of(which, drawn, ~drawn));
            std::vector<std::byte> bytes(info.bytes);
            encode_texel(which, first, bytes);
            const TexelComponents second = decode_texel(which, bytes);
            const auto is_nan = [&](std::uint64_t component) {
                return info.value == TexelValue::as_float && !has_wide_components(which) &&
                       std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(component)));
            };
            for (std::size_t c = 0; c < 4; ++c) {
                const bool is_same =
                    first[c] == second[c] || (is_nan(first[c]) && is_nan(second[c]));
                num_changed += is_same ? 0 : 1;
            }
        }
        CHECK(num_changed == 0);
    }
    CHECK(num_texels == 4096 * kNumTexelFormats);
}

TEST_CASE("too few bytes are neither read nor written") {
    std::vector<std::byte> bytes(3, std::byte{0xaa});
    CHECK(decode_texel(TexelFormat::rgba8, bytes) == TexelComponents{});
    encode_texel(TexelFormat::rgba8, {1, 1, 1, 1}, bytes);
    CHECK(bytes == std::vector<std::byte>(3, std::byte{0xaa}));
}
