#pragma once

#include <jacquard/generated/passes/invariant.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/table_text.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

enum class ParameterType : std::uint8_t {
    toggle, // takes no value
    part,   // takes no value: of the parts of a pass those that are named are done, or all
    number,
    mask,   // a number whose bits stand for something
    modes,  // words for modes of variables, joined by '+', or "all"
    choice, // one word
};

// A word that texts may give as a value.
struct PassWord {
    TableText<45> word;
    std::uint32_t value = 0;
    TableText<93> doc;
};

// Something a pass lets its caller choose.
struct PassParameter {
    TableText<45> name;
    TableText<93> doc;
    ParameterType type = ParameterType::toggle;
    std::uint32_t low = 0; // of numbers
    std::uint32_t high = ~std::uint32_t{0};
    TableText<45> otherwise{};         // the default; empty if that is off or 0
    std::span<const PassWord> words{}; // of modes and choices
    Invariants voids = 0;              // the invariants that the pass does not give with it

    [[nodiscard]] bool has_value() const { return type > ParameterType::part; }
};

// A parameter that was given: a number within its range, modes, the value of a word; 1 where it
// takes no value.
struct PassArgument {
    std::string_view name;
    std::uint32_t value = 1;
};
using PassArguments = std::span<const PassArgument>;

// A pass under the name that lists of passes know it by.
struct PassInfo {
    TableText<45> name;
    TableText<93> doc;
    bool (*run)(Shader& shader, PassArguments arguments); // true when something changed
    std::span<const PassParameter> parameters{};
    Invariants needs = 0; // must hold before, of a valid shader
    Invariants gives = 0; // hold after, save what arguments void
    Invariants loses = 0; // of those that passes need: may have held before and need not hold after
    bool settles = false; // finds nothing to do right after itself
    // The shader computes something else afterwards, as state beside it asks for.
    bool changes_meaning = false;
};

// All passes, by name in alphabetical order: those of defs/nir/passes and those that
// defs/nir/lowerings.yaml makes of lowerings.
[[nodiscard]] std::span<const PassInfo> all_passes();
[[nodiscard]] const PassInfo* find_pass(std::string_view name); // null: there is none

// A pass with what it is to be run with.
struct PassCall {
    const PassInfo* pass = nullptr;
    std::vector<PassArgument> arguments;

    bool run(Shader& shader) const { return pass->run(shader, arguments); }
    // Returns the invariants that hold after the pass.
    [[nodiscard]] Invariants gives() const;
};

struct PassList {
    std::vector<PassCall> calls;
    std::vector<std::string> errors; // everything wrong with the text; empty when it is well formed
};

// Reads a list such as `copy_propagation,lower_tex:lower_rect:saturate_s=3,dead_code`: passes are
// separated by commas, arguments follow behind colons, numbers are decimal or 0x numbers. The
// arguments' names are those of the pass's parameters.
[[nodiscard]] PassList parse_pass_list(std::string_view text);

// Returns how a parameter is written in such a list: `:saturate_s=MASK`.
[[nodiscard]] std::string usage_of(const PassParameter& parameter);

// Brings about what a pass needs, as far as it does not hold and passes are named that do.
void prepare_for(Shader& shader, const PassInfo& pass);

} // namespace jacquard::nir

JACQUARD_END_API
