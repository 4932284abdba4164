#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/wave/subgroup.h>
#include <jacquard/nir/interpreter/wave/wave.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// The operands of an intrinsic's formula, for one component of one lane.
class FormulaInput {
  public:
    // `step` may be null where the formula reads no source.
    FormulaInput(const Wave& wave, const IntrinsicInstruction& intrinsic, const Step* step)
        : wave_(wave), intrinsic_(intrinsic), step_(step),
          participating_(wave.lanes.participating()) {}

    void go_to(unsigned lane, unsigned component = 0) {
        lane_ = lane;
        component_ = component;
    }

    // At the component at hand where the source has that many, else at its first.
    [[nodiscard]] std::uint64_t source(unsigned i) const {
        const Place& place = wave_.values.source(*step_, i);
        return wave_.values.read(place, component_ < place.num_components ? component_ : 0, lane_);
    }
    [[nodiscard]] std::uint64_t index(IndexKind kind) const {
        return static_cast<std::uint64_t>(intrinsic_.index_value(kind));
    }

    // The facts that the tables name.
    [[nodiscard]] std::uint64_t self() const { return lane_ - group().first; }
    [[nodiscard]] std::uint64_t subgroup_size() const { return group().size; }
    [[nodiscard]] std::uint64_t first_active() const {
        const Subgroup around = group();
        const LaneMask members = around.members(participating_);
        return members.any() ? members.lowest() - around.first : kNobody;
    }
    [[nodiscard]] std::uint64_t last_active() const {
        const Subgroup around = group();
        const LaneMask members = around.members(participating_);
        return members.any() ? members.highest() - around.first : kNobody;
    }
    [[nodiscard]] std::uint64_t lane() const { return lane_; }
    [[nodiscard]] std::uint64_t lanes() const { return wave_.values.num_lanes; }
    [[nodiscard]] std::uint64_t wave() const { return wave_.number; }
    [[nodiscard]] std::uint64_t waves() const { return wave_.num_waves; }
    [[nodiscard]] bool is_helper() const { return wave_.lanes.helpers.test(lane_); }
    [[nodiscard]] bool starts_as_helper() const { return wave_.environment->helpers.test(lane_); }
    [[nodiscard]] std::uint64_t component() const { return component_; }

  private:
    // A number that no invocation has.
    static constexpr std::uint64_t kNobody = ~std::uint64_t{0};

    [[nodiscard]] Subgroup group() const { return {wave_, lane_}; }

    const Wave& wave_;
    const IntrinsicInstruction& intrinsic_;
    const Step* step_;
    LaneMask participating_;
    unsigned lane_ = 0;
    unsigned component_ = 0;
};

// Bits above the width of the result are to be dropped.
using Formula = std::uint64_t (*)(const FormulaInput& in);

// The formula of what an intrinsic computes, of the number of the invocation that it reads, or of
// what it gives where the surroundings do not; null where it has none.
[[nodiscard]] Formula formula_of(IntrinsicOp op);

} // namespace jacquard::nir::interpreter
