#pragma once

#include <jacquard/ir3/emulator/decode/code.h>
#include <jacquard/ir3/emulator/decode/hazards.h>
#include <jacquard/support/concurrency/weak_memory.h>

#include <array>
#include <cstdint>
#include <string>

namespace jacquard::ir3 {

// Words of one operand, one a lane.
using LaneWords = std::array<std::uint32_t, Wave::kMaxLanes>;

// The state of a wave in the middle of a program that all parts of the machine share.
//
// Functions of the parts that return bool return false after they have recorded a fault.
struct MachineState {
    // The reason why the wave does not go on.
    enum class Stop : std::uint8_t { none, barrier, ended, switched };

    MachineState(unsigned lanes, Revision revision, unsigned wave_size);
    MachineState(const MachineState&) = delete;
    MachineState& operator=(const MachineState&) = delete;

    [[nodiscard]] bool executes(unsigned lane) const { return lanes.test(lane); }
    // Whether stores of a lane are seen: those of lanes that only help others are not.
    [[nodiscard]] bool writes_memory(unsigned lane) const {
        return lanes.test(lane) && live.test(lane);
    }
    // Returns true; after an access to memory, another wave may go on now.
    bool may_switch() {
        if (concurrent != nullptr && stop == Stop::none && concurrent->schedule.switches()) {
            stop = Stop::switched;
        }
        return true;
    }

    // Records a fault unless there is one, and returns false.
    bool fail(FaultKind kind, std::string message);
    bool fail_constant_range(unsigned number);
    [[nodiscard]] std::string describe(std::uint32_t instruction) const;

    Wave wave;
    const Timing& timing;
    HazardModel hazards;
    const Revision revision;
    bool has_prefetched = false; // and the program has not waited for it

    const PreparedCode* code = nullptr;
    const Environment* environment = nullptr;
    const RunOptions* options = nullptr;
    ExecutionObserver* observer = nullptr;
    ConcurrentRun* concurrent = nullptr; // the waves that run at the same time
    unsigned agent = 0;                  // the number of this one among them
    Fault fault;
    LaneMask live;
    LaneMask lanes; // that execute this instruction
    std::uint64_t slot = 0;
    std::uint64_t steps = 0;
    std::uint32_t pc = 0;
    Stop stop = Stop::ended;
};

// The base of the classes that own one concern of the machine each.
class MachinePart {
  public:
    MachinePart(const MachinePart&) = delete;
    MachinePart& operator=(const MachinePart&) = delete;

  protected:
    explicit MachinePart(MachineState& state) : state_(state) {}
    ~MachinePart() = default;

    bool fail(FaultKind kind, std::string message) { return state_.fail(kind, std::move(message)); }
    [[nodiscard]] std::string describe(std::uint32_t instruction) const {
        return state_.describe(instruction);
    }
    [[nodiscard]] bool executes(unsigned lane) const { return state_.executes(lane); }

    MachineState& state_;
};

} // namespace jacquard::ir3
