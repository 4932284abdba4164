#pragma once

#include <jacquard/ir3/emulator/hazards.h>
#include <jacquard/ir3/emulator/step.h>

#include <array>
#include <cstdint>

namespace jacquard::ir3 {

/// Words of one operand, one a lane.
using LaneWords = std::array<uint32_t, Wave::kMaxLanes>;

/// A wave in the middle of a program.
///
/// Every execute_… function returns false after it has recorded a fault. Within an instruction the
/// order is: flags are taken, sources are read (each checked by the hazard model), results written.
struct Emulator::State {
    State(unsigned lanes, Revision revision);

    RunResult run(const Executable::Code& code, const Environment& environment,
                  const RunOptions& options, ExecutionObserver* observer);

    void prefetch(const TexturePrefetch& prefetch, const Environment& environment);

    Wave wave;
    const Timing& timing;
    HazardModel hazards;
    Revision revision;

  private:
    struct Waiting {
        uint32_t pc = 0;
        LaneMask lanes = 0;
    };

    // run.cpp: the order of instructions
    bool select_lanes();
    bool execute(const Step& step);
    bool execute_branch(const Step& step);
    bool go_to(int64_t target);
    bool diverge(int64_t target, LaneMask jumping);
    bool wait_at(uint32_t pc, LaneMask lanes);
    bool check_flags(const Step& step);

    // alu.cpp
    bool execute_lanes(const Step& step);
    bool execute_convert(const Step& step);
    bool execute_move_many(const Step& step);
    bool execute_lane_mask(const Step& step);
    bool execute_varying(const Step& step);

    // texture.cpp
    bool execute_sample(const Step& step);
    bool execute_derivative(const Step& step);
    bool execute_quad_shuffle(const Step& step);
    bool write_texel(const Step& step, const std::array<LaneWords, 4>& texels);

    // memory.cpp
    bool execute_varying_load(const Step& step);
    bool execute_constant_load(const Step& step);
    bool execute_constant_load_many(const Step& step);
    bool execute_constant_store(const Step& step);
    bool read_address1(uint32_t& value);

    // operands.cpp
    /// The words of a source in repetition `repetition`, after its modifiers: in place or in
    /// `scratch`. Null after a fault.
    const uint32_t* read_source(const Step& step, unsigned index, unsigned repetition,
                                LaneWords& scratch);
    /// Words of a register component, without modifiers.
    const uint32_t* read_register(const Step& step, uint16_t number, bool half, LaneWords& scratch);
    const uint32_t* read_constant(const StepSource& source, unsigned number, LaneWords& scratch);
    const uint32_t* read_relative(const Step& step, const StepSource& source, unsigned repetition,
                                  LaneWords& scratch);
    bool read_predicate(const Step& step, const StepSource& source, LaneMask& lanes);
    bool read_uniform(const Step& step, const StepSource& source, uint32_t& value);
    /// Where results of a full register can be put without copying, or null.
    uint32_t* direct_destination(const Step& step, const StepDestination& destination,
                                 unsigned repetition);
    bool write_destination(const Step& step, const StepDestination& destination,
                           unsigned repetition, const uint32_t* words);
    bool write_special(const Step& step, StepDestination::Kind kind, uint16_t number,
                       unsigned repetition, const uint32_t* words);
    bool write_relative(const Step& step, const StepDestination& destination, unsigned repetition,
                        const uint32_t* words);
    bool write_register(const Step& step, uint16_t number, bool half, uint64_t write_slot,
                        const uint32_t* words);
    void store_register(uint16_t number, bool half, const uint32_t* words);
    bool check_write(const Step& step, uint16_t number, bool half, uint64_t write_slot);
    bool check_read(const Step& step, uint16_t number, bool half, bool third_source,
                    uint64_t read_slot);

    // faults.cpp
    bool fail(FaultKind kind, std::string message);
    bool fail_hazard();
    [[nodiscard]] std::string describe(uint32_t instruction) const;

    [[nodiscard]] bool executes(unsigned lane) const { return (lanes_ >> lane & 1) != 0; }

    const Executable::Code* code_ = nullptr;
    const Environment* environment_ = nullptr;
    const RunOptions* options_ = nullptr;
    Fault fault_;
    LaneMask live_ = 0;
    LaneMask active_ = 0;     ///< Lanes at this instruction.
    LaneMask predicated_ = 0; ///< Lanes that predicated execution lets write.
    LaneMask lanes_ = 0;      ///< Lanes that execute this instruction.
    uint64_t slot_ = 0;
    uint32_t pc_ = 0;
    uint32_t next_pc_ = 0;
    enum class Predication : uint8_t { none, on_true, on_false } predication_ = Predication::none;
    Sync required_ = Sync::none;
    uint32_t required_by_ = 0;
    bool ended_ = false;
    unsigned num_waiting_ = 0;
    std::array<Waiting, Wave::kMaxLanes> waiting_;
};

inline bool Emulator::State::check_read(const Step& step, uint16_t number, bool half,
                                        bool third_source, uint64_t read_slot) {
    const RegisterAccess access{number, half, third_source, step.timing, pc_, read_slot, lanes_};
    if (options_->check_hazards) {
        if (!hazards.read(access)) {
            return fail_hazard();
        }
        if (step.reads_late) {
            hazards.read_late(access);
        }
    }
    return !options_->check_unwritten || hazards.read_written(access) || fail_hazard();
}

inline bool Emulator::State::check_write(const Step& step, uint16_t number, bool half,
                                         uint64_t write_slot) {
    RegisterAccess access{number, half, false, step.timing, pc_, write_slot, lanes_};
    Sync result = step.result;
    if (number >= kSharedRegisterFirst) {
        access.lanes = wave.all_lanes();
        result = result == Sync::none ? Sync::ss : result;
    }
    if (options_->check_unwritten) {
        hazards.mark_written(number, half, access.lanes);
    }
    return !options_->check_hazards || hazards.write(access, result) || fail_hazard();
}

} // namespace jacquard::ir3
