#include <jacquard/passes/rewrite/repeats.h>

#include <array>

namespace jacquard::nir {

namespace {

using repetition::is_constant;
using repetition::is_mov;
using repetition::is_single;
using repetition::maker_of;
using repetition::may_be_equal;

// Those sources of an instruction that another may read as well. Others do not read what has but
// one use, unless they read it through an instruction that both read.
class SharedSources {
  public:
    explicit SharedSources(const AluInstruction& alu) : is_single_(is_single(alu)) {
        for (const AluSource& source : alu.sources()) {
            if (!source.ssa->has_one_use() || is_constant(source) || is_mov(maker_of(source))) {
                sources_[count_++] = &source;
            }
        }
    }

    [[nodiscard]] bool empty() const { return count_ == 0; }

    [[nodiscard]] bool may_be_read_by(const AluInstruction& alu) const {
        const bool single = is_single_ && is_single(alu);
        for (const AluSource& source : alu.sources()) {
            if (is_mov(maker_of(source))) {
                return true;
            }
            for (unsigned i = 0; i < count_; ++i) {
                if (may_be_equal(*sources_[i], source, single)) {
                    return true;
                }
            }
        }
        return false;
    }

  private:
    std::array<const AluSource*, kMaxComponents> sources_;
    unsigned count_ = 0;
    bool is_single_;
};

// Whether something is read by an instruction and by one that makes what it reads.
bool meets_those_below(const AluInstruction& alu) {
    const SharedSources shared(alu);
    if (shared.empty()) {
        return false;
    }
    for (const AluSource& source : alu.sources()) {
        const AluInstruction* below = maker_of(source);
        if (below != nullptr && (below->opcode == core::mov || shared.may_be_read_by(*below))) {
            return true;
        }
    }
    return false;
}

bool those_below_read_twice(const AluInstruction& alu) {
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluInstruction* below = maker_of(alu.first_source[i]);
        if (below == nullptr) {
            continue;
        }
        if (below->opcode == core::mov || reads_twice(*below)) {
            return true;
        }
        const SharedSources shared(*below);
        for (unsigned j = 0; j < i; ++j) {
            const AluInstruction* other = maker_of(alu.first_source[j]);
            if (other != nullptr && (other == below || shared.may_be_read_by(*other))) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

unsigned repeats_of(const AluInstruction& alu, unsigned wanted) {
    constexpr unsigned kOuter = repeat_bit(RuleRepeat::outer);
    constexpr unsigned kOuterAndInner = repeat_bit(RuleRepeat::outer_and_inner);
    constexpr unsigned kInner = repeat_bit(RuleRepeat::inner);
    unsigned found = wanted & repeat_bit(RuleRepeat::none);
    if ((wanted & kOuter) != 0 && reads_twice(alu)) {
        found |= kOuter;
    }
    if ((wanted & kOuterAndInner) != 0 && meets_those_below(alu)) {
        found |= kOuterAndInner;
    }
    if ((wanted & kInner) != 0 && those_below_read_twice(alu)) {
        found |= kInner;
    }
    return found;
}

} // namespace jacquard::nir
