#pragma once

#include <jacquard/generated/ir3/timing.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// The kinds of faults of a program, whether it is run or only checked.
enum class FaultKind : std::uint8_t {
    none,
    invalid_word,       // A word that no instruction of the revision matches.
    unsupported,        // An instruction that cannot be executed or followed.
    delay_slots,        // A read inside the delay slots of a write.
    missing_sync,       // A read or write of a pending result without (ss) or (sy).
    write_after_read,   // A write of a register that a late reader may not have read yet.
    required_flag,      // A flag that an instruction must carry whatever it reads.
    unwritten_register, // A read of a register that nothing has written.
    constant_range,     // A read or write outside the constant file or a buffer.
    register_range,     // An operand outside the register file.
    control_flow,       // A branch out of the program, its end without `end`, a bad nesting.
    reconvergence,      // Lanes wait at an instruction that is not marked (jp).
    too_many_steps,
    too_large,            // More words than the limits allow.
    memory_range,         // An access outside the memory that is given.
    unwritten_memory,     // A read of memory that nothing has written.
    data_race,            // Accesses of one place by several waves or lanes in no order.
    missing_fence,        // A read after a barrier of what no fence before it made visible.
    missing_descriptor,   // A descriptor that is not there, or of another kind.
    divergent_descriptor, // Lanes differ where a descriptor is the same for all.
    dead_mark,            // (jp) where it has no effect on this part.
    predication_slots,    // Too few slots of rest behind predt, predf or prede.
    alias_table,          // A table of aliases that its reader does not find as it should.
    unreliable,           // An instruction that this part does not do as it says.
};

// `message` names the instructions by their number and text.
struct Fault {
    FaultKind kind = FaultKind::none;
    std::uint32_t instruction = 0;
    std::uint32_t other_instruction = 0; // The one that wrote, or reads late; else the same.
    std::string message;
    std::optional<Limit> limit = {}; // When one was reached.

    explicit operator bool() const { return kind != FaultKind::none; }
};

// A hazard in a program that the hardware does not detect.
struct Hazard {
    enum class Kind : std::uint8_t { none, delay_slots, missing_sync, write_after_read, unwritten };

    static constexpr std::uint32_t kBeforeProgram = 0xffffffff; // Instruction number of prefetches.

    Kind kind = Kind::none;
    bool while_writing = false; // missing_sync: the pending result is overwritten, not read.
    bool constant_file = false; // missing_sync: of a write into the constant file.
    bool half = false;
    Sync flag = Sync::none;   // The flags of which one would have helped.
    std::uint16_t number = 0; // The register.
    std::uint32_t other_instruction = 0;
    unsigned slots = 0;        // delay_slots: slots that lie between write and read
    unsigned needed_slots = 0; // and that must.
};

[[nodiscard]] FaultKind fault_kind(Hazard::Kind kind);

// "r1.z", "hr0.x", "a0.x", "p0.y".
[[nodiscard]] std::string register_name(std::uint16_t number, bool half);

// "1 slot", "2 slots".
[[nodiscard]] std::string counted(unsigned number, const char* what);

// "(ss)", "(sy)" or "(ss) or (sy)".
[[nodiscard]] const char* flag_name(Sync flag);

// All of the flags: "(sy)(ss)".
[[nodiscard]] const char* flag_names(Sync flags);

// "instruction 7 'add.f r0.x, r1.x, r1.y'"; prefetches have a name, too.
[[nodiscard]] std::string name_instruction(std::span<const std::uint64_t> words,
                                           std::uint32_t instruction, Revision revision);

// A hazard as a sentence; the two instructions are already described.
[[nodiscard]] std::string describe_hazard(const Hazard& hazard, const std::string& instruction,
                                          const std::string& other);

} // namespace jacquard::ir3

JACQUARD_END_API
