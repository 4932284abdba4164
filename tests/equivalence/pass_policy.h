#pragma once

#include <jacquard/passes/registry/registry.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::nir {

// Describes how the result of a pass may differ from the shader it was given, and what it wants to
// be given.
struct PassPolicy {
    std::string_view pass;          // or `pass:parameter`, for when that is given alone
    double tolerance = 0.0;         // of max(1, |value|)
    std::string_view reason{};      // why it may differ
    bool approximates = false;      // exact instructions too; and not near the ends of ranges
    std::string_view prepared_by{}; // passes beside those that bring about what it needs
    // Fragment inputs come interpolated, since the pass leaves that to what loads them.
    bool inputs_are_interpolated = false;
    // In a chain, the pass runs first: the values that it gives to variables are in instructions
    // after other passes.
    bool comes_first = false;
    bool is_compared = true; // false: nothing that it changes can be run before and after
    // The pass is meant to make something else of a shader, as its table says.
    bool changes_meaning = false;

    // Returns true if it may stand among others in a chain that leaves the meaning as it is,
    // exactly.
    [[nodiscard]] bool fits_into_chain() const {
        return !approximates && !inputs_are_interpolated && !changes_meaning;
    }
    // Shaders of the corpus in which an intermediate value leaves the range that the pass keeps.
    unsigned corpus_exceptions = 0;
};

// Exact, and of any shader, for passes that no row names.
[[nodiscard]] PassPolicy policy_of(std::string_view pass);
[[nodiscard]] PassPolicy policy_of(const PassCall& call);

// A parameter under which a pass is meant to compute something else than before, because a target
// does the rest, or of which no number is right for every shader.
struct ParameterException {
    std::string_view pass;
    std::string_view parameter;
    std::string_view reason;
};
[[nodiscard]] std::span<const ParameterException> parameter_exceptions();

// Rows that say is_compared = false.
[[nodiscard]] unsigned num_passes_not_compared();

// Every row names a pass or parameter that there is, and passes to prepare with.
[[nodiscard]] bool policies_name_passes();

// Some of the values that a parameter takes: all modes and words, each alone; a few numbers.
[[nodiscard]] std::vector<std::uint32_t> values_to_try(const PassParameter& parameter);

// The pass without arguments, then with each switch alone, and with some numbers for every other
// parameter; without what parameter_exceptions() names.
[[nodiscard]] std::vector<PassCall> variants_of(const PassInfo& pass);

// Checks a pass that claims to find nothing to do right after itself, on a copy of its result.
// Returns the fault, or an empty text.
[[nodiscard]] std::string settling_report(const Shader& shader, const PassCall& call);

// Returns the invariants that some pass needs, and that held before a pass and not after it without
// the pass declaring so. It is empty if there are none.
[[nodiscard]] std::string loss_report(const Shader& before, const Shader& after,
                                      const PassInfo& pass);

// Runs the passes that bring about what a pass needs, and those that its policy asks for.
void prepare(Shader& shader, const PassCall& wanted);

} // namespace jacquard::nir
