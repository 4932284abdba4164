#pragma once

#include <jacquard/nir/ir/instruction.h>

#include <array>
#include <optional>
#include <string_view>

// Words of the text form that no table holds: those of the grammar itself.
namespace jacquard::nir {

inline constexpr std::array<std::string_view, 4> kJumpWords = {"break", "continue", "return",
                                                               "halt"};

inline constexpr std::array<std::string_view, 4> kBaseTypeWords = {"float", "int", "uint", "bool"};

// Words that begin a type that is neither a vector nor a matrix.
inline constexpr std::string_view kVoidWord = "void";
inline constexpr std::string_view kStructWord = "struct";
inline constexpr std::string_view kTextureWord = "texture";
inline constexpr std::string_view kSamplerWord = "sampler";
inline constexpr std::string_view kImageWord = "image";

// By DerefKind.
inline constexpr std::array<std::string_view, 6> kDerefWords = {
    "deref_var",          "deref_array",  "deref_array_wildcard",
    "deref_ptr_as_array", "deref_struct", "deref_cast"};

// A fact of a variable that holds or does not.
struct VariableFlag {
    std::string_view word;
    bool Variable::*field;
};
inline constexpr std::array<VariableFlag, 8> kVariableFlags = {{
    {"per_vertex", &Variable::per_vertex},
    {"patch", &Variable::patch},
    {"invariant", &Variable::invariant},
    {"precise", &Variable::precise},
    {"compact", &Variable::compact},
    {"bindless", &Variable::bindless},
    {"read_only", &Variable::read_only},
    {"placed", &Variable::placed},
}};
// A number of a variable that is printed where it is not 0.
struct VariableNumber {
    std::string_view word;
    std::uint32_t Variable::*field;
};
inline constexpr std::array<VariableNumber, 5> kVariableNumbers = {{
    {"driver_location", &Variable::driver_location},
    {"component", &Variable::component},
    {"set", &Variable::descriptor_set},
    {"binding", &Variable::binding},
    {"offset", &Variable::offset},
}};

// Components past the fourth have letters of their own; vectors of more than four use them for all.
inline constexpr std::string_view kShortComponents = "xyzw";
inline constexpr std::string_view kLongComponents = "abcdefghijklmnop";

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
