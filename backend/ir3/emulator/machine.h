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
/// order is: flags are taken, the hazard model sees all reads and writes, then it is executed.
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
    bool check_flags(const Step& step);
    void expect_flags(const Step& step);
    bool execute_branch(const Step& step);
    bool go_to(int64_t target);
    bool diverge(int64_t target, LaneMask jumping);
    bool wait_at(uint32_t pc, LaneMask lanes);

    // varyings.cpp: how they are read, and when their storage is given back
    bool check_varyings(const Step& step);
    bool check_kind_of_varying(const Step& step);

    // accesses.cpp: the order of reads and writes
    bool check_effects(const Step& step);
    bool check_accesses(const Step& step);
    void read_late(const Step& step);
    [[nodiscard]] int32_t relative_number(const RegisterEffect& effect, unsigned lane) const;
    bool check_registers(const Step& step, const RegisterEffect& effect);
    bool check_relative(const Step& step, const RegisterEffect& effect);
    bool check_constants(const RegisterEffect& effect);
    bool check_constant(const RegisterEffect& effect, unsigned number);
    bool check_special(const RegisterEffect& effect);
    bool check_register(const Step& step, const RegisterEffect& effect, uint16_t number,
                        unsigned later, LaneMask lanes);

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

    // operands.cpp
    /// The words of a source in repetition `repetition`, after its modifiers: in place or in
    /// `scratch`. Null after a fault.
    const uint32_t* read_source(const Step& step, unsigned index, unsigned repetition,
                                LaneWords& scratch);
    /// Words of a register component, without modifiers.
    const uint32_t* read_register(uint16_t number, bool half, LaneWords& scratch);
    const uint32_t* read_constant(const StepSource& source, unsigned number, LaneWords& scratch);
    const uint32_t* read_relative(const StepSource& source, unsigned repetition,
                                  LaneWords& scratch);
    bool read_predicate(const StepSource& source, LaneMask& lanes);
    bool read_uniform(const Step& step, const StepSource& source, uint32_t& value);
    /// Where results of a full register can be put without copying, or null.
    uint32_t* direct_destination(const Step& step, const StepDestination& destination,
                                 unsigned repetition);
    bool write_destination(const StepDestination& destination, unsigned repetition,
                           const uint32_t* words);
    bool write_special(StepDestination::Kind kind, uint16_t number, const uint32_t* words);
    bool write_relative(const StepDestination& destination, unsigned repetition,
                        const uint32_t* words);
    bool write_register(uint16_t number, bool half, const uint32_t* words);
    void store_register(uint16_t number, bool half, const uint32_t* words);

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
    struct Varyings {
        bool read = false;
        bool released = false;
        uint32_t loaded_by = 0; ///< The load that is outstanding.
        bool outstanding = false;
    };
    Varyings varyings_;
    bool ended_ = false;
    unsigned num_waiting_ = 0;
    std::array<Waiting, Wave::kMaxLanes> waiting_;
};

} // namespace jacquard::ir3
