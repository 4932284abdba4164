#include <jacquard/ir3/isa/alias_table.h>

#include "machine.h"

#include <algorithm>

namespace jacquard::ir3 {

Fault PreparedCode::prepare_aliases() {
    AliasTable table;
    std::vector<StepAlias> entries;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        Step& step = steps[i];
        if (step.action == Action::invalid) {
            continue;
        }
        const auto fault = [&](const char* what) {
            return Fault{FaultKind::unsupported, i, i, "word " + std::to_string(i) + ' ' + what};
        };
        if (AliasTable::is_entry(step.instruction, revision)) {
            if (!table.add(step.instruction)) {
                return fault("makes more aliases than the first of them said");
            }
            SourceInfo info;
            info.type = step.instruction.alias_reading == AliasReading::float_ ? ValueType::float_
                                                                               : ValueType::bits;
            entries.push_back({step.instruction.dst.number, step.instruction.dst.half,
                               make_source(step.instruction.src0, info)});
            continue;
        }
        const OpcodeInfo& info = opcode_info(revision, step.instruction.opcode);
        if (table.empty() || info.category != Category::texture) {
            continue;
        }
        if (!table.complete()) {
            return fault("comes before all aliases that the first of them promised");
        }
        if (info.action != Action::sample) {
            return fault("has aliases, which only texture lookups take");
        }
        step.effects = table.replace_sources(step.effects);
        step.first_alias = static_cast<std::uint32_t>(aliases.size());
        step.num_aliases = static_cast<std::uint32_t>(entries.size());
        aliases.insert(aliases.end(), entries.begin(), entries.end());
        table.clear();
        entries.clear();
    }
    return {};
}

bool Emulator::State::execute_alias(const Step& step) {
    switch (step.instruction.alias_scope) {
    case AliasScope::texture: ++num_aliases_; return true;
    case AliasScope::render_target: {
        LaneWords scratch;
        const std::uint32_t* words = read_source(step, 0, 0, scratch);
        const std::uint16_t component = step.instruction.dst.number;
        if (words != nullptr && component < Wave::kNumColorComponents) {
            wave.colors[component] = {words[0], step.sources[0].half};
        }
        return words != nullptr;
    }
    default:
        return fail(FaultKind::unsupported, describe(pc_) + " is not executed by the emulator");
    }
}

// A jump may have left out some of what the text says.
bool Emulator::State::check_aliases(const Step& step) {
    if (num_aliases_ != step.num_aliases) {
        return fail(FaultKind::control_flow,
                    describe(pc_) + " takes " + std::to_string(step.num_aliases) +
                        (step.num_aliases == 1 ? " alias" : " aliases") + ", but " +
                        std::to_string(num_aliases_) + " were made on the way to it");
    }
    num_aliases_ = 0;
    return true;
}

const std::uint32_t* Emulator::State::read_aliased(const Step& step, std::uint16_t number,
                                                   bool half, LaneWords& scratch) {
    const auto first = code_->aliases.begin() + step.first_alias;
    const auto last = first + step.num_aliases;
    const auto alias = std::find_if(first, last, [&](const StepAlias& entry) {
        return entry.number == number && entry.half == half;
    });
    if (alias == last) {
        return read_register(number, half, scratch);
    }
    const StepSource& source = alias->source;
    switch (source.kind) {
    case OperandKind::gpr: return read_register(source.number, source.half, scratch);
    case OperandKind::constant: return read_constant(source, source.number, scratch);
    default: std::fill_n(scratch.data(), wave.stride(), source.immediate); return scratch.data();
    }
}

} // namespace jacquard::ir3
