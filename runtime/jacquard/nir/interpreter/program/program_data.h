#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/interpreter/program/lane_function.h>
#include <jacquard/nir/interpreter/program/variable_memory.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace jacquard::nir::interpreter {

class Wave;

// The source with a number that a table gives, which is not negative.
[[nodiscard]] inline const Source& source_at(const IntrinsicInstruction& intrinsic,
                                             std::int8_t number) {
    return intrinsic.sources()[static_cast<std::size_t>(number)];
}

// The location of a value: component after component, each a row of all lanes. `offset` is in bytes
// of one lane, so that the address is memory + offset * lanes of a row.
struct Place {
    std::uint32_t offset = 0;
    std::uint8_t num_components = 0;
    std::uint8_t bit_size = 0;
    std::uint8_t bytes = 0; // of one component of one lane
};

// Declared storage: `elements` times a place.
struct RegisterPlace {
    Place place; // of the first element
    std::uint32_t num_elements = 1;
    std::uint32_t stride = 0; // bytes of one lane from element to element
};

enum class StepKind : std::uint8_t {
    lanes,    // `second` lane calls from `first` on, each of which counts as a step
    evaluate, // an ALU instruction by the constant evaluator, `second` in places
    copy,     // `rows` rows from `second` to `first` for all lanes, both byte offsets
    blend,    // the same for the active lanes
    fixed,    // the same for fixed accesses
    call_handler,
    if_begin, // `first`: the step of the else, `second`: offset of the condition
    if_else,  // `first`: the step of the end
    if_end,   // `target`: where to go without active lanes
    loop_begin,
    loop_end, // `first`: the step after the beginning, `target` as above
    break_loop,
    continue_loop,
    return_function,
    halt,
    call, // `first`: the first step of the function, `target` as above
    function_end,
};

struct Step;
// Executes one instruction for the active lanes. False on a fault or to wait at a barrier.
using Handler = bool (*)(Wave& wave, const Step& step);

struct Step {
    StepKind kind = StepKind::copy;
    std::uint8_t bytes = 0; // of one component of one lane
    std::uint16_t rows = 1;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint32_t target = 0;
    Handler handler = nullptr;
    const Instruction* instruction = nullptr;
};

[[nodiscard]] inline const IntrinsicInstruction& intrinsic_of(const Step& step) {
    return *static_cast<const IntrinsicInstruction*>(step.instruction);
}

// An opcode in the lanes of `rows` rows that follow each other.
struct LaneCall {
    LaneFunctionChoice function = nullptr;
    std::uint32_t first_array = 0; // of ProgramData::arrays
    std::uint32_t rows = 1;
};

// A buffer or a set of slots that an access always goes to. Each run looks it up once.
struct FixedMemory {
    MemorySpace space{};
    std::uint64_t number = 0;
    bool is_interpolated = false; // only there when the inputs are interpolated already
    std::uint64_t loaded_end = 0; // of all that is loaded from it
};

enum class FixedAction : std::uint8_t {
    load_words, // of bytes: all lanes get the same
    load_rows,  // of slots
    store_rows,
};

// An access to 32-bit words whose place constants tell.
struct FixedAccess {
    static constexpr unsigned kWordBytes = 4;

    FixedAction action{};
    std::uint16_t write_mask = 0; // of a store
    std::uint32_t memory = 0;     // of ProgramData::fixed_memory
    std::uint64_t first = 0;      // the byte, or the row of the slots
    std::uint64_t end = 0;        // the one after the last; the largest number where none is right
    Place place;                  // of the value
    Step general; // what does the same where not all lanes take part or not all words are there
};

// The bits that a value has from the beginning.
struct InitialValue {
    Place place;
    const ConstantValue* values = nullptr; // null: an undef
};

struct ProgramData {
    const Shader* shader = nullptr;
    std::vector<Step> steps;
    std::uint32_t entry_step = 0;
    std::vector<LaneCall> lane_calls;
    std::vector<std::uint32_t> arrays; // offsets that lane functions are given as addresses
    std::vector<Place> places;         // of a handler: the result, then the sources
    std::vector<FixedMemory> fixed_memory;
    std::vector<FixedAccess> fixed_accesses;
    std::vector<RegisterPlace> registers;
    std::vector<InitialValue> initial_values;
    std::optional<VariableMemory> variable_memory;
    // By space. What no environment gives: bytes of a lane, or of all that share it.
    std::array<std::uint64_t, kNumMemorySpaces> own_bytes{};
    // The initial values of variables, for each space that has them.
    std::array<std::vector<std::byte>, kNumMemorySpaces> initial_data;
    std::vector<std::vector<CopiedPart>> copies;
    std::vector<InitialVariable> initial_variables;
    std::deque<ConstantValue> addresses; // of variables that dereferences begin with
    std::vector<Place> entry_places;     // by number of the entry function's values
    std::uint32_t bytes_per_lane = 0;
    std::uint32_t temporary = 0;     // offset of room for values on their way
    std::uint32_t control_depth = 0; // ifs and loops within each other, calls included
    std::uint32_t call_depth = 0;
};

// Null where the table does not tell what an intrinsic does.
[[nodiscard]] Handler intrinsic_handler(IntrinsicOp op);
[[nodiscard]] bool execute_texture(Wave& wave, const Step& step);
// Faults on texture instructions that have a fact which the interpreter refuses.
[[nodiscard]] bool refuse_texture(Wave& wave, const Step& step);

} // namespace jacquard::nir::interpreter
