#pragma once

#include <jacquard/nir/instruction.h>

#include <array>
#include <optional>
#include <string_view>

// Words of the text form that no table holds: those of the grammar itself.
namespace jacquard::nir {

inline constexpr std::array<std::string_view, 4> kJumpWords = {"break", "continue", "return",
                                                               "halt"};

inline constexpr std::array<std::string_view, 4> kBaseTypeWords = {"float", "int", "uint", "bool"};

// Components past the fourth have letters of their own; vectors of more than four use them for all.
inline constexpr std::string_view kShortComponents = "xyzw";
inline constexpr std::string_view kLongComponents = "abcdefghijklmnop";

// Flags of a texture instruction and the field that each is.
struct TextureFlag {
    std::string_view word;
    bool TextureInstruction::*field;
};
inline constexpr std::array<TextureFlag, 9> kTextureFlags = {{
    {"array", &TextureInstruction::is_array},
    {"shadow", &TextureInstruction::is_shadow},
    {"new_style_shadow", &TextureInstruction::is_new_style_shadow},
    {"sparse", &TextureInstruction::is_sparse},
    {"gather_implicit_lod", &TextureInstruction::is_gather_implicit_lod},
    {"array_is_lowered_cube", &TextureInstruction::array_is_lowered_cube},
    {"texture_non_uniform", &TextureInstruction::texture_non_uniform},
    {"sampler_non_uniform", &TextureInstruction::sampler_non_uniform},
    {"gather_offsets", &TextureInstruction::has_gather_offsets},
}};

// Numbers of a texture instruction. gather_offsets is followed by its eight numbers.
inline constexpr std::string_view kTextureIndexWord = "texture";
inline constexpr std::string_view kSamplerIndexWord = "sampler";
inline constexpr std::string_view kBackendFlagsWord = "backend_flags";
inline constexpr std::string_view kComponentWord = "component";
inline constexpr std::string_view kDestTypeWord = "dest_type";

struct FloatControlWord {
    std::string_view word;
    bool (*get)(FloatControls);
    void (*set)(FloatControls&);
};
#define JACQUARD_FLOAT_CONTROL(field)                                                              \
    {                                                                                              \
#field, [](FloatControls c) -> bool { return c.field; }, [](FloatControls &                \
                                                                    c) { c.field = true; }         \
    }
inline constexpr std::array<FloatControlWord, 9> kFloatControlWords = {{
    JACQUARD_FLOAT_CONTROL(flush_denormals_16),
    JACQUARD_FLOAT_CONTROL(flush_denormals_32),
    JACQUARD_FLOAT_CONTROL(flush_denormals_64),
    JACQUARD_FLOAT_CONTROL(round_to_zero_16),
    JACQUARD_FLOAT_CONTROL(round_to_zero_32),
    JACQUARD_FLOAT_CONTROL(round_to_zero_64),
    JACQUARD_FLOAT_CONTROL(preserve_special_16),
    JACQUARD_FLOAT_CONTROL(preserve_special_32),
    JACQUARD_FLOAT_CONTROL(preserve_special_64),
}};
#undef JACQUARD_FLOAT_CONTROL

} // namespace jacquard::nir
