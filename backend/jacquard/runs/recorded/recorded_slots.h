#pragma once

#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/recorded/recorded_case.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Inputs and outputs of a module by slot: component `c` of slot `s` of lane `l` is word
// (4 * s + c) * kCaseLanes + l.
using SlotWords = std::vector<std::uint32_t>;

// The input or output that a key means: a location, `location.component` or the name of a built-in.
// Null where there is none.
[[nodiscard]] const VaryingFacts* varying_of(std::string_view key,
                                             const std::vector<VaryingFacts>& varyings);

// The width and kind of what a slot holds; a float of 32 bits where no input or output has it.
[[nodiscard]] nir::AluType type_of_slot(const std::vector<VaryingFacts>& varyings,
                                        std::size_t slot);

// A half as cases give one: by its own bits, or those of the float that it is.
[[nodiscard]] std::uint32_t half_of(std::uint32_t word);

// Slots that the inputs or outputs take.
[[nodiscard]] std::uint32_t num_slots(const std::vector<VaryingFacts>& varyings);

// The inputs of a case. What it does not give is 0.
[[nodiscard]] SlotWords slot_words(const ByKey<LaneWordLists>& values,
                                   const std::vector<VaryingFacts>& varyings, std::size_t count);

// Returns the outputs for the keys that the case has.
[[nodiscard]] ByKey<LaneWordLists> outputs_of(const ByKey<LaneWordLists>& wanted,
                                              const std::vector<VaryingFacts>& varyings,
                                              const SlotWords& words);

// A value of the pipeline that a case gives; 0 where it does not.
[[nodiscard]] std::uint32_t input_word(const RecordedCase& recorded, std::string_view key,
                                       unsigned component, unsigned lane);

} // namespace jacquard::driver
