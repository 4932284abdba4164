#pragma once

#include <jacquard/generated/nir/rules.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Computes both sides of a rewrite rule with the opcodes' own evaluator and compares them.
namespace rule_checker {

using namespace jacquard::nir;

inline constexpr unsigned kMaxClasses = 16;

// The width of each class of a rule.
using Widths = std::array<unsigned, kMaxClasses>;

struct Value {
    std::array<ConstantValue, kMaxComponents> components{};
    unsigned count = 0;
    unsigned width = 0;
};

// A name that stands for an operand, not for something found.
struct Input {
    unsigned name;
    unsigned count; // of components
    AluType type;
    bool is_constant;
};

struct Effort {
    unsigned exhaustive_bits = 16; // every value is tried where the operands have no more bits
    unsigned tries = 1500;
};

enum class Outcome { exhausted, sampled, wrong, never_tried };

struct Verdict {
    Outcome outcome = Outcome::never_tried;
    std::string counterexample; // when wrong
};

// One rule at one choice of widths.
class Subject {
  public:
    // `own_count` is what "as many components as the instruction has" stands for.
    Subject(const Rule& rule, const RuleText& text, const Widths& widths, unsigned own_count = 1);

    [[nodiscard]] Verdict check(const Effort& effort);

    [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
    // The count above, or what the pattern asks for.
    [[nodiscard]] unsigned own_count() const { return own_count_; }
    // Draws values for the inputs until the conditions hold; false where they never do.
    [[nodiscard]] bool draw(unsigned seed, std::array<Value, kMaxRuleNames>& names);
    [[nodiscard]] unsigned width_of_node(const RuleNode& node) const {
        return widths_[node.width_class];
    }

  private:
    void collect(const RuleNode& node, unsigned count, AluType type);
    [[nodiscard]] const Value& evaluate_node(const RuleNode& node, unsigned count);
    [[nodiscard]] const Value& evaluate_value(const RuleValue& value);
    [[nodiscard]] Value evaluate_replacement();
    void compute(Opcode opcode, unsigned width, unsigned count,
                 std::span<const Value* const> sources, Value& result);
    [[nodiscard]] bool conditions_hold() const;
    [[nodiscard]] bool gather(const RuleCondition& condition, unsigned component,
                              std::uint64_t* values) const;
    void note(const Value& value, AluType type);
    [[nodiscard]] bool try_one();
    // The same where the shader wants denormals flushed.
    [[nodiscard]] bool try_flushing();
    [[nodiscard]] bool same(const Value& found, const Value& made) const;
    [[nodiscard]] bool is_close(const Value& found, const Value& made, unsigned component) const;
    [[nodiscard]] std::string described(const Value& found, const Value& made) const;

    const Rule& rule_;
    const RuleText& text_;
    Widths widths_;
    unsigned own_count_;
    unsigned root_count_ = 1;
    AluType result_type_;
    bool compares_as_float_ = false;
    bool makes_floats_ = false;
    FloatControls controls_;
    std::vector<Input> inputs_;
    std::array<Value, kMaxRuleNames> names_{};
    std::array<Value, kMaxComponents> spread_{};
    std::vector<Value> found_;   // by node of the pattern
    std::vector<Value> steps_;   // by step of the replacement
    std::vector<Value> written_; // by value of the replacement: numbers, computed ones, components
    bool saw_nan_ = false;
    bool saw_infinity_ = false;
    std::uint64_t tried_ = 0;
    std::string counterexample_;
};

// Every choice of widths that a rule allows.
[[nodiscard]] std::vector<Widths> all_widths(const Rule& rule);

} // namespace rule_checker
