#pragma once

#include <jacquard/ir3/emulator/core/operand_access.h>

namespace jacquard::ir3 {

// Control flow: which lanes execute an instruction, which wait elsewhere, and which is the next.
class ControlUnit : OperandPart {
  public:
    using OperandPart::OperandPart;

    void start();
    // Lanes that wait elsewhere.
    [[nodiscard]] bool has_waiting() const { return num_waiting_ != 0; }
    bool select_lanes();
    [[nodiscard]] LaneMask executing() const { return active_ & predicated_; }
    // While lanes wait, each step evaluates the mask of predicated execution again.
    [[nodiscard]] bool keeps_lanes() const {
        return num_waiting_ == 0 || predication_ == Predication::none;
    }
    void expect_next() { next_pc_ = state_.pc + 1; }
    void go_to_next() { state_.pc = next_pc_; }
    // The lanes of this instruction have ended; those that wait go on.
    void end_active() { active_ = {}; }
    // No lane goes on.
    void end_all() { num_waiting_ = 0; }

    bool go_to(std::int64_t target);
    bool diverge(std::int64_t target, LaneMask jumping);
    bool execute_branch(const Step& step);
    bool execute_elect_one(const Step& step);
    bool begin_predication(bool on_true);
    bool end_predication();

  private:
    struct Waiting {
        std::uint32_t pc = 0;
        LaneMask lanes;
    };
    enum class Predication : std::uint8_t { none, on_true, on_false };

    bool wait_at(std::uint32_t pc, LaneMask lanes);

    LaneMask active_;     // the lanes at this instruction
    LaneMask predicated_; // the lanes that predicated execution lets write
    std::uint32_t next_pc_ = 0;
    Predication predication_ = Predication::none;
    unsigned num_waiting_ = 0;
    std::array<Waiting, Wave::kMaxLanes> waiting_;
};

} // namespace jacquard::ir3
