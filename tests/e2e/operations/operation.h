#pragma once

#include <jacquard/spirv/module/module.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Instructions of SPIR-V that compute values of values, each of operands of one choice of widths,
// and what they compute by the words of the specification, worked out here without the compiler.
namespace operations {

// `base` is f, i, u or b; a truth has 1 bit.
struct Number {
    char base = 'u';
    unsigned width = 32;

    [[nodiscard]] std::string name() const { return base + std::to_string(width); }
};

// One operand or result: its type and, where it is a whole of its own, how many components it has;
// 0: as many as the form has.
struct Typed {
    Number number;
    unsigned components = 0;
};

enum class Shape : std::uint8_t {
    by_component, // scalars and vectors of 2 to 4
    of_vectors,   // vectors of 2 to 4 alone
    crossed,      // vectors of 3
    fixed,        // the operands and results say how many components they have
};

struct Operation {
    const jacquard::spirv::InstructionInfo* info = nullptr;
    std::string set; // of an extended instruction
    Shape shape = Shape::by_component;
    bool has_structure = false; // the results are members of one
    std::vector<Typed> operands;
    std::vector<Typed> results;

    [[nodiscard]] std::string name() const; // with its widths
};

struct Component {
    std::uint64_t bits = 0;
    Number number;

    [[nodiscard]] std::uint64_t u() const { return bits; }
    [[nodiscard]] std::int64_t s() const;
    [[nodiscard]] double f() const;
};

// The expected value of a component of a result. A float is known to within the rounding of its
// width, `bound` times.
struct Expected {
    bool is_defined = true;
    std::uint64_t bits = 0;
    std::optional<double> real = std::nullopt;
    double bound = 1;
};

// An evaluation: all components of the operands, and which component of the result is asked for.
struct Asked {
    const std::vector<std::vector<Component>>& operands;
    unsigned component = 0;
    unsigned part = 0;   // of a structure
    unsigned width = 32; // of the result

    [[nodiscard]] const Component& at(unsigned operand) const;
    [[nodiscard]] std::uint64_t u(unsigned operand) const { return at(operand).u(); }
    [[nodiscard]] std::int64_t s(unsigned operand) const { return at(operand).s(); }
    [[nodiscard]] double f(unsigned operand) const { return at(operand).f(); }
};

using Reference = std::function<Expected(const Asked&)>;

// By name of the instruction.
const std::map<std::string, Reference>& references();

// Every choice of widths of an instruction; none where it computes no value of values.
std::vector<Operation> operations_of(const jacquard::spirv::InstructionInfo& info,
                                     const std::string& set);

// Returns the bits of the nearest float of that width.
std::uint64_t float_bits(double value, unsigned width);

} // namespace operations
