#pragma once

#include <jacquard/generated/tgsi/names.h>
#include <jacquard/generated/tgsi/opcodes.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/diagnostics.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::tgsi {

inline constexpr std::uint8_t kWriteMaskAll = 0xf;

// Register numbers stay below this, so that ranges and arrays cannot overflow or fill the memory.
inline constexpr std::int32_t kMaxRegister = 65535;

// The number between two brackets: constant, or the value of a register component plus a constant.
struct Index {
    std::int32_t value = 0; // the number, or what is added to the relative part
    bool relative = false;
    RegisterFile file{};             // relative only: the register that holds the distance
    std::uint8_t component = 0;      // relative only
    std::int32_t register_index = 0; // relative only

    friend bool operator==(const Index&, const Index&) = default;
};

// FILE[dimension][index](array_id); most registers have one bracket only. What stands in the first
// of two brackets is the buffer of a CONST and the vertex of an IN or OUT.
struct Register {
    RegisterFile file{};
    bool two_dimensional = false;
    std::uint16_t array_id = 0; // 0: none written
    Index index;                // the last bracket
    Index dimension;            // the first of two brackets
    SourcePosition position;
};

struct Source {
    Register reg;
    std::array<std::uint8_t, 4> swizzle = {0, 1, 2, 3};
    bool negate = false; // applies after `absolute`
    bool absolute = false;
};

struct Destination {
    Register reg;
    std::uint8_t write_mask = kWriteMaskAll; // bit 0: x
};

struct Instruction {
    Opcode opcode{};
    bool saturate = false;
    bool precise = false;
    bool has_destination = false;
    std::uint8_t num_sources = 0;
    std::uint8_t num_offsets = 0;       // texel offsets, which follow the sources
    std::uint8_t memory_qualifiers = 0; // bit n: MemoryQualifier n
    std::int16_t format = -1;           // Program::formats, -1: none
    std::optional<TextureTarget> target = {};
    std::optional<std::uint32_t> label = {}; // the number of an instruction
    std::uint32_t first_operand = 0;         // Program::operands
    Destination destination = {};
    SourcePosition position = {};
};

// DCL of a range of registers of one file.
struct Declaration {
    RegisterFile file{};
    std::int32_t first = 0;
    std::int32_t last = 0;
    std::int32_t dimension = 0; // CONST[dimension][first..last]
    bool has_dimension = false;
    bool per_vertex = false;       // IN[][first..last], with a size: IN[size][first..last]
    std::int32_t num_vertices = 0; // 0: not written
    std::uint8_t usage_mask = kWriteMaskAll;
    bool local = false;
    bool invariant = false;
    std::uint16_t array_id = 0; // 0: no array
    std::optional<Semantic> semantic;
    std::int32_t semantic_index = 0;
    std::optional<Interpolation> interpolation;
    std::optional<InterpolationLocation> location;
    std::optional<TextureTarget> target;
    std::uint8_t num_return_types = 0; // 1: the same for all components, or 4
    std::array<ReturnType, 4> return_types{};
    std::array<std::uint8_t, 4> streams{};
    bool has_streams = false;
    std::uint16_t access = 0; // bit n: AccessFlag n (RAW, WR, ATOMIC, GLOBAL, …)
    std::int16_t format = -1; // Program::formats, -1: none
    SourcePosition position;
};

struct Immediate {
    ImmediateType type{};
    std::array<std::uint32_t, 4> words{}; // 64-bit values: two words each, the low one first
    SourcePosition position;
};

// PROPERTY NAME value …; a value that is a name is kept as its number.
struct PropertySetting {
    Property property{};
    std::vector<std::uint32_t> values;
    SourcePosition position;
};

// A shader as its text says it. Declarations, immediates, properties and instructions each keep
// the order of the text; how the four kinds of lines were mixed is forgotten.
struct Program {
    Stage stage{};
    SourcePosition stage_position;
    std::vector<PropertySetting> properties;
    std::vector<Declaration> declarations;
    std::vector<Immediate> immediates;
    std::vector<Instruction> instructions;
    std::vector<Source> operands;     // of all instructions: sources, then texel offsets
    std::vector<std::string> formats; // PIPE_FORMAT_… names that are used

    [[nodiscard]] std::span<const Source> sources(const Instruction& instruction) const {
        return {operands.data() + instruction.first_operand, instruction.num_sources};
    }
    [[nodiscard]] std::span<const Source> offsets(const Instruction& instruction) const {
        return {operands.data() + instruction.first_operand + instruction.num_sources,
                instruction.num_offsets};
    }
    [[nodiscard]] const PropertySetting* find_property(Property property) const;
    [[nodiscard]] std::string_view format_name(std::int16_t format) const {
        return format < 0 ? std::string_view{} : std::string_view{formats[std::size_t(format)]};
    }
};

// Returns whether both programs are equal, apart from positions in the text.
[[nodiscard]] bool equal(const Program& left, const Program& right);

} // namespace jacquard::tgsi

JACQUARD_END_API
