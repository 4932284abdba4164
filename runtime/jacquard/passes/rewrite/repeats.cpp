#include <jacquard/passes/rewrite/repeats.h>

#include <bit>

namespace jacquard::nir {

namespace {

// The values that an instruction reads. A mov may stand for any value. Without one, a value with a
// single use has no other readers, except through an instruction that two of the sources share.
class Reading {
  public:
    explicit Reading(const AluInstruction& alu) : alu_(alu) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const SsaDef& value = *alu.first_source[i].ssa;
            const Instruction& maker = *value.instruction;
            if (maker.kind == InstructionKind::alu) {
                made_ |= 1U << i;
                has_mov_ |= repetition::is_mov(maker);
            }
            if (!value.has_one_use() || maker.kind == InstructionKind::constant) {
                shared_ |= 1U << i;
            }
        }
    }

    [[nodiscard]] bool has_mov() const { return has_mov_; }

    [[nodiscard]] bool is_outer() const {
        const bool has_two = (shared_ & (shared_ - 1)) != 0;
        for (unsigned i = 1; has_two && i < alu_.num_sources; ++i) {
            for (unsigned j = 0; j < i; ++j) {
                if (repetition::may_be_equal(alu_.first_source[i], alu_.first_source[j],
                                             repetition::is_single(alu_))) {
                    return true;
                }
            }
        }
        return false;
    }

    // Returns true if something is read by the instruction and by one that makes what it reads.
    [[nodiscard]] bool is_outer_and_inner() const {
        for (unsigned left = shared_ != 0 ? made_ : 0; left != 0; left &= left - 1) {
            if (may_be_read_by(maker(left))) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool is_inner() const {
        for (unsigned left = made_; left != 0; left &= left - 1) {
            const Reading below(maker(left));
            if (below.has_mov_ || below.is_outer()) {
                return true;
            }
            for (unsigned others = left & (left - 1); others != 0; others &= others - 1) {
                const AluInstruction& other = maker(others);
                if (&other == &below.alu_ || below.may_be_read_by(other)) {
                    return true;
                }
            }
        }
        return false;
    }

  private:
    // Returns the instruction of the first source of a set.
    [[nodiscard]] const AluInstruction& maker(unsigned sources) const {
        const SsaDef& value = *alu_.first_source[std::countr_zero(sources)].ssa;
        return static_cast<const AluInstruction&>(*value.instruction);
    }

    // Returns true if another instruction may read something of this as well.
    [[nodiscard]] bool may_be_read_by(const AluInstruction& other) const {
        const bool single = repetition::is_single(alu_) && repetition::is_single(other);
        for (const AluSource& theirs : other.sources()) {
            if (repetition::is_mov(*theirs.ssa->instruction)) {
                return true;
            }
            for (unsigned left = shared_; left != 0; left &= left - 1) {
                if (repetition::may_be_equal(alu_.first_source[std::countr_zero(left)], theirs,
                                             single)) {
                    return true;
                }
            }
        }
        return false;
    }

    const AluInstruction& alu_;
    unsigned made_ = 0;   // bit n: source n, by an ALU instruction
    unsigned shared_ = 0; // may be read by others as well
    bool has_mov_ = false;
};

} // namespace

unsigned repeats_of(const AluInstruction& alu, unsigned wanted) {
    constexpr unsigned kOuter = repeat_bit(RuleRepeat::outer);
    constexpr unsigned kOuterAndInner = repeat_bit(RuleRepeat::outer_and_inner);
    constexpr unsigned kInner = repeat_bit(RuleRepeat::inner);
    const Reading reading(alu);
    if (reading.has_mov()) {
        return wanted;
    }
    unsigned found = wanted & repeat_bit(RuleRepeat::none);
    if ((wanted & kOuter) != 0 && reading.is_outer()) {
        found |= kOuter;
    }
    if ((wanted & kOuterAndInner) != 0 && reading.is_outer_and_inner()) {
        found |= kOuterAndInner;
    }
    if ((wanted & kInner) != 0 && reading.is_inner()) {
        found |= kInner;
    }
    return found;
}

} // namespace jacquard::nir
