#include <jacquard/ir3/emulator/memory/alias_unit.h>
#include <jacquard/ir3/isa/instruction/alias_table.h>

#include <algorithm>

namespace jacquard::ir3 {

// Entries that do not fit into a table are errata of the words.
void PreparedCode::prepare_aliases() {
    AliasTable table;
    for (Step& step : steps) {
        if (step.action == Action::invalid) {
            continue;
        }
        if (AliasTable::is_entry(step.instruction, revision)) {
            (void)table.add(step.instruction);
        } else if (!table.empty() && AliasTable::is_reader(step.instruction, revision)) {
            step.effects = table.replace_sources(step.effects);
            step.first_alias = static_cast<std::uint32_t>(aliases.size());
            step.num_aliases = static_cast<std::uint32_t>(table.entries().size());
            for (const AliasTable::Entry& entry : table.entries()) {
                SourceInfo info;
                info.type =
                    entry.reading == AliasReading::float_ ? ValueType::float_ : ValueType::bits;
                aliases.push_back({entry.number, entry.half, make_source(entry.source, info)});
            }
            // How other instructions read by the table is not known.
            step.action = step.action == Action::sample ? step.action : Action::unsupported;
            table.clear();
        }
    }
}

bool AliasUnit::execute_alias(const Step& step) {
    switch (step.instruction.alias_scope) {
    case AliasScope::texture: ++num_aliases_; return true;
    case AliasScope::render_target: {
        LaneWords scratch;
        const std::uint32_t* words = operands_.read_source(step, 0, 0, scratch);
        const std::uint16_t component = step.instruction.dst.number;
        if (words != nullptr && component < Wave::kNumColorComponents) {
            state_.wave.colors[component] = {words[0], step.sources[0].half};
        }
        return words != nullptr;
    }
    default:
        return fail(FaultKind::unsupported,
                    describe(state_.pc) + " is not executed by the emulator");
    }
}

// A jump may have left out some of what the text says.
bool AliasUnit::check_aliases(const Step& step) {
    if (num_aliases_ != step.num_aliases) {
        return fail(FaultKind::control_flow,
                    describe(state_.pc) + " takes " + std::to_string(step.num_aliases) +
                        (step.num_aliases == 1 ? " alias" : " aliases") + ", but " +
                        std::to_string(num_aliases_) + " were made on the way to it");
    }
    num_aliases_ = 0;
    return true;
}

const std::uint32_t* AliasUnit::read_aliased(const Step& step, std::uint16_t number, bool half,
                                             LaneWords& scratch) {
    const auto first = state_.code->aliases.begin() + step.first_alias;
    const auto last = first + step.num_aliases;
    const auto alias = std::find_if(first, last, [&](const StepAlias& entry) {
        return entry.number == number && entry.half == half;
    });
    if (alias == last) {
        return operands_.read_register(number, half, scratch);
    }
    const StepSource& source = alias->source;
    switch (source.kind) {
    case OperandKind::gpr: return operands_.read_register(source.number, source.half, scratch);
    case OperandKind::constant: return operands_.read_constant(source, source.number, scratch);
    default:
        std::fill_n(scratch.data(), state_.wave.stride(), source.immediate);
        return scratch.data();
    }
}

} // namespace jacquard::ir3
