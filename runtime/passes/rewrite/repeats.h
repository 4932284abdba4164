#pragma once

#include <jacquard/nir/rule_table.h>
#include <jacquard/nir/shader.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace jacquard::nir {

// Whether an instruction, and the instructions that make what it reads, read a value twice: tells
// most rules that want that from the rest at a glance. It may say that they do where they do not,
// but not the other way round.
class Repeats {
  public:
    explicit Repeats(const AluInstruction& alu) : alu_(alu) {}

    [[nodiscard]] bool may_have(RuleRepeat repeat) {
        if (repeat == RuleRepeat::none) {
            return true;
        }
        Answer& answer = answers_[static_cast<std::size_t>(repeat)];
        if (answer == Answer::unknown) {
            answer = find(repeat) ? Answer::yes : Answer::no;
        }
        return answer == Answer::yes;
    }

  private:
    enum class Answer : std::uint8_t { unknown, no, yes };

    [[nodiscard]] bool find(RuleRepeat repeat) const;

    const AluInstruction& alu_;
    std::array<Answer, 4> answers_{}; // by RuleRepeat
};

} // namespace jacquard::nir
