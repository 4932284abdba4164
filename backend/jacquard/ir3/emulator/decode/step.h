#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/semantics.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/instruction/effects.h>
#include <jacquard/ir3/isa/instruction/register_units.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::ir3 {

// How a result of one width becomes one of the other.
enum class WidthChange : std::uint8_t {
    none,
    narrow_float,
    widen_float,
    truncate,
    zero_extend,
    sign_extend
};

struct StepSource {
    OperandKind kind = OperandKind::none;
    ValueType value_kind = ValueType::bits;
    bool half = false;
    bool negate = false;
    bool absolute = false;
    bool invert = false;
    bool repeats = false;
    bool in_place = false; // Full general registers without modifiers.
    std::uint16_t number = 0;
    std::int32_t offset = 0;     // It counts from a0.x in a relative operand.
    std::uint32_t immediate = 0; // Bits as a kernel wants them.
};

struct StepDestination {
    enum class Kind : std::uint8_t {
        none,
        gpr,
        shared,
        address,
        predicate,
        wave_predicate,
        relative
    };

    Kind kind = Kind::none;
    bool half = false;
    std::uint16_t number = 0;
    std::int32_t offset = 0;
};

// A read or write that is the same whichever lanes execute it, in the order of the effects.
struct ReadyAccess {
    enum class Kind : std::uint8_t { read, write, constant };

    Kind kind = Kind::read;
    bool half = false;
    bool third_source = false;
    std::uint8_t later = 0;   // Slots after the first one of the instruction.
    Sync result = Sync::none; // A write is waited for by this.
    std::uint16_t number = 0;
    UnitRange units;
};

// The operand that a register of a texture instruction is an alias for.
struct StepAlias {
    std::uint16_t number = 0;
    bool half = false;
    StepSource source;
};

// Steps from one on that do nothing but compute in each lane, up to where lanes may meet.
struct Stretch {
    std::uint32_t num_steps = 0;
    std::uint32_t num_operations = 0;
    std::uint32_t slots = 0;
    bool takes_short = false;    // One of them has (ss).
    bool reads_varyings = false; // One of them does.
};

// One instruction, made ready to be executed.
struct Step {
    static constexpr unsigned kMaxOperands = 4;

    Action action = Action::invalid;
    bool take_short = false;
    bool take_long = false;
    bool reconverges = false;   // (jp)
    bool has_dead_mark = false; // (jp) where it has no effect
    bool saturate_float = false;
    bool full_sources = true;
    bool writes_in_place = false; // Full general registers, as they are computed.
    std::uint8_t num_sources = 0;
    std::uint8_t num_destinations = 0;
    std::uint8_t fields = 0; // For the kernel.
    WidthChange width_change = WidthChange::none;
    LaneKernel kernel = nullptr;
    StepDestination destinations[kMaxOperands];
    StepSource sources[kMaxOperands];
    std::int64_t target = 0; // Instruction number of a branch's target.
    Instruction instruction;
    Effects effects;
    // Neither lacks the machine anything for it nor does it concern the storage of varyings.
    bool is_plain = false;
    // The range of PreparedCode::accesses that repeats the registers and constants of `effects`.
    bool has_accesses = false;
    std::uint32_t first_access = 0;
    std::uint32_t num_accesses = 0;
    // In Code::operations, one a repetition; none where it is more than a computation in each lane.
    std::uint32_t first_operation = 0;
    std::uint32_t num_operations = 0;
    // In Code::aliases: what the instruction reads in place of registers.
    std::uint32_t first_alias = 0;
    std::uint32_t num_aliases = 0;
    Stretch stretch;          // That begins here.
    std::string_view missing; // It names what the machine lacks, if anything.
    // In Code::errata, where the machine does not do it as it says.
    std::int32_t erratum = kNoErratum;

    static constexpr std::int32_t kNoErratum = -1;
    // Whether nothing stands against it but what its effects tell.
    [[nodiscard]] bool is_sound() const { return missing.empty() && erratum == kNoErratum; }
};

// Makes a decoded instruction ready; `index` is its number in the program.
[[nodiscard]] Step make_step(const Instruction& instruction, std::uint32_t index, Revision revision,
                             const MachineFacts& machine);
// A source as an instruction with such a one reads it.
[[nodiscard]] StepSource make_source(const Operand& operand, const SourceInfo& info);
// Adds its accesses to those of the program, if they do not depend on addresses.
void prepare_accesses(Step& step, const MachineFacts& machine, std::vector<ReadyAccess>& accesses);

} // namespace jacquard::ir3
