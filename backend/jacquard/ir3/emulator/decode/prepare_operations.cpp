#include <jacquard/ir3/emulator/decode/code.h>
#include <jacquard/ir3/emulator/decode/convert.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace jacquard::ir3 {
namespace {

// How a conversion's kernel finds its types and rounding in the fields.
constexpr unsigned kToShift = 8;
constexpr unsigned kRoundShift = 16;

std::uint32_t conversion_fields(const Instruction& instruction) {
    return static_cast<std::uint32_t>(instruction.src_type) |
           static_cast<std::uint32_t>(instruction.dst_type) << kToShift |
           static_cast<std::uint32_t>(instruction.round) << kRoundShift;
}

void convert_lanes(const std::uint32_t* source, const std::uint32_t*, const std::uint32_t*,
                   std::uint32_t* destination, unsigned lanes, std::uint32_t fields) {
    const auto from = static_cast<DataType>(fields & 0xff);
    const auto to = static_cast<DataType>(fields >> kToShift & 0xff);
    const auto round = static_cast<RoundMode>(fields >> kRoundShift);
    for (unsigned lane = 0; lane < lanes; ++lane) {
        destination[lane] = convert(source[lane], from, to, round);
    }
}

// Sets the masks and the sum of the operand to the modifiers of the source; false if they cannot
// express them.
bool set_modifiers(const StepSource& source, LaneOperand& operand) {
    if (source.invert) {
        operand.flip = ~0U;
    } else if (source.value_kind == ValueType::float_) {
        const std::uint32_t sign = source.half ? 0x8000U : 0x80000000U;
        operand.keep = source.absolute ? ~sign : ~0U;
        operand.flip = source.negate ? sign : 0;
    } else if (source.negate || source.absolute) {
        if (source.half || source.absolute) {
            return false;
        }
        operand.flip = ~0U;
        operand.add = 1;
    }
    return true;
}

class Preparer {
  public:
    Preparer(std::span<Step> steps, std::vector<LaneOperation>& operations,
             std::vector<LaneOperand>& spread, Wave::Components& direct_results,
             bool merged_registers)
        : steps_(steps), operations_(operations), spread_(spread), direct_results_(direct_results),
          merged_registers_(merged_registers), keeps_constants_(!writes_constants()) {}

    void run() {
        for (Step& step : steps_) {
            const auto first = static_cast<std::uint32_t>(operations_.size());
            step.first_operation = first;
            if (step.is_sound() && !add_operations(step)) {
                operations_.resize(first);
            }
            step.num_operations = static_cast<std::uint32_t>(operations_.size()) - first;
        }
        find_stretches();
    }

  private:
    bool add_operations(const Step& step) {
        LaneOperation operation;
        if (step.action == Action::lanes) {
            operation.kernel = step.kernel;
            operation.fields = step.fields;
        } else if (step.action == Action::convert) {
            const bool copies = step.instruction.src_type == step.instruction.dst_type;
            operation.kernel = copies ? copy_lanes : convert_lanes;
            operation.fields = conversion_fields(step.instruction);
        } else if (step.action == Action::varying) {
            return add_varying(step);
        } else {
            return false;
        }
        operation.step = static_cast<std::uint32_t>(&step - steps_.data());
        operation.width_change =
            step.action == Action::lanes ? step.width_change : WidthChange::none;
        operation.saturate_float = step.action == Action::lanes && step.saturate_float;
        operation.full_sources = step.full_sources;
        for (unsigned repetition = 0; repetition <= step.effects.repeat; ++repetition) {
            for (unsigned i = 0; i < std::min<unsigned>(step.num_sources, 3); ++i) {
                const std::optional<LaneOperand> operand = prepare(step.sources[i], repetition);
                if (!operand) {
                    return false;
                }
                operation.sources[i] = *operand;
            }
            find_sources(operation);
            operation.destination = step.destinations[0];
            StepDestination& destination = operation.destination;
            destination.number = static_cast<std::uint16_t>(destination.number + repetition);
            destination.offset += static_cast<std::int32_t>(repetition);
            operation.is_direct = destination.kind == StepDestination::Kind::gpr &&
                                  !destination.half && destination.number < kSharedRegisterFirst &&
                                  operation.width_change == WidthChange::none;
            operation.is_quick = operation.is_direct && !operation.saturate_float;
            if (operation.is_direct) {
                add_direct(operation);
            } else {
                operations_.push_back(operation);
            }
        }
        return true;
    }

    // One that is only a copy. The last one, which gives the storage back, is not: whoever reads
    // after it has a fault.
    bool add_varying(const Step& step) {
        const StepSource& source = step.sources[0];
        const unsigned last = source.repeats ? step.effects.repeat : 0U;
        if (source.kind != OperandKind::immediate || source.negate || source.invert ||
            !step.writes_in_place || step.instruction.end_input ||
            std::uint64_t{source.immediate} + last > 0xffff) {
            return false;
        }
        LaneOperation operation;
        operation.kernel = copy_lanes;
        operation.step = static_cast<std::uint32_t>(&step - steps_.data());
        operation.is_direct = operation.is_quick = true;
        operation.fetched = operation.fetched_alone = 1;
        operation.sources[0].kind = LaneOperand::Kind::varying;
        for (unsigned repetition = 0; repetition <= step.effects.repeat; ++repetition) {
            operation.sources[0].number =
                static_cast<std::uint16_t>(source.immediate + (source.repeats ? repetition : 0U));
            operation.destination = step.destinations[0];
            operation.destination.number =
                static_cast<std::uint16_t>(operation.destination.number + repetition);
            add_direct(operation);
        }
        return true;
    }

    void add_direct(LaneOperation& operation) {
        operation.places[3] = operation.destination.number;
        direct_results_[operation.places[3] / 64] |= std::uint64_t{1} << operation.places[3] % 64;
        operations_.push_back(operation);
    }

    // Returns nothing if a source, or its modifiers, depend on the lanes.
    static std::optional<LaneOperand> prepare(const StepSource& source, unsigned repetition) {
        using Kind = LaneOperand::Kind;
        LaneOperand operand;
        const unsigned number = source.number + (source.repeats ? repetition : 0U);
        operand.number = static_cast<std::uint16_t>(number);
        if (!set_modifiers(source, operand)) {
            return std::nullopt;
        }
        switch (source.kind) {
        case OperandKind::gpr:
            if (number >= kSharedRegisterEnd) {
                return std::nullopt;
            }
            operand.kind = source.half         ? Kind::half
                           : operand.changes() ? Kind::full
                                               : Kind::in_place;
            return operand;
        case OperandKind::constant:
            operand.kind = Kind::constant;
            return source.half ? std::nullopt : std::optional(operand);
        case OperandKind::immediate:
        case OperandKind::table_immediate:
        case OperandKind::none:
            operand.kind = Kind::word;
            operand.word = operand.change(source.immediate);
            return operand;
        default: return std::nullopt;
        }
    }

    // Spreads what may be spread, the same constant with the same modifiers once.
    void find_sources(LaneOperation& operation) {
        using Kind = LaneOperand::Kind;
        operation.fetched = operation.fetched_alone = 0;
        for (unsigned i = 0; i < std::size(operation.sources); ++i) {
            const LaneOperand& operand = operation.sources[i];
            operation.places[i] = operand.number;
            if (operand.kind == Kind::in_place) {
                continue;
            }
            const auto bit = static_cast<std::uint8_t>(1U << i);
            operation.fetched_alone |= bit;
            const bool is_fixed =
                operand.kind == Kind::word || (operand.kind == Kind::constant && keeps_constants_);
            operation.places[i] = is_fixed ? spread(operand) : std::uint16_t{0};
            operation.fetched |= operation.places[i] == 0 ? bit : 0;
        }
    }

    // Returns its row; 0 when there is no more room.
    std::uint16_t spread(const LaneOperand& operand) {
        const auto found = std::find(spread_.begin(), spread_.end(), operand);
        const auto number = static_cast<unsigned>(found - spread_.begin());
        if (found == spread_.end()) {
            if (number == Wave::kMostSpread) {
                return 0;
            }
            spread_.push_back(operand);
        }
        return static_cast<std::uint16_t>(Wave::first_spread(merged_registers_) + number);
    }

    [[nodiscard]] bool writes_constants() const {
        return std::any_of(steps_.begin(), steps_.end(), [](const Step& step) {
            const auto effects = step.effects.registers();
            return std::any_of(effects.begin(), effects.end(), [](const RegisterEffect& effect) {
                return effect.writes && (effect.kind == RegisterEffect::Kind::constants ||
                                         effect.kind == RegisterEffect::Kind::relative_constants);
            });
        });
    }

    // From behind: a stretch goes on until something else is to be done, or lanes may meet.
    void find_stretches() {
        std::vector<bool> is_target(steps_.size() + 1, false);
        for (const Step& step : steps_) {
            if (step.instruction.target != 0 && step.target >= 0 &&
                step.target < static_cast<std::int64_t>(is_target.size())) {
                is_target[static_cast<std::size_t>(step.target)] = true;
            }
        }
        for (std::size_t i = steps_.size(); i-- > 0;) {
            Step& step = steps_[i];
            const bool does_nothing = step.action == Action::nothing && step.is_sound();
            if (step.num_operations == 0 && !does_nothing) {
                continue;
            }
            step.stretch = {1, step.num_operations, step.effects.slots, step.take_short,
                            step.action == Action::varying};
            if (i + 1 < steps_.size() && !is_target[i + 1]) {
                const Stretch& next = steps_[i + 1].stretch;
                step.stretch.num_steps += next.num_steps;
                step.stretch.num_operations += next.num_operations;
                step.stretch.slots += next.slots;
                step.stretch.takes_short |= next.takes_short;
                step.stretch.reads_varyings |= next.reads_varyings;
            }
        }
    }

    std::span<Step> steps_;
    std::vector<LaneOperation>& operations_;
    std::vector<LaneOperand>& spread_;
    Wave::Components& direct_results_;
    bool merged_registers_;
    bool keeps_constants_; // The program does not write any.
};

} // namespace

void PreparedCode::prepare_operations() {
    Preparer(steps, operations, spread_words, direct_results, machine.merged_registers).run();
}

} // namespace jacquard::ir3
