#include <jacquard/ir3/check/live_registers.h>
#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/ir3/cost/program_needs.h>
#include <jacquard/ir3/cost/register_holders.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/instruction/effects.h>
#include <jacquard/ir3/target/wave_steps.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace jacquard::ir3 {

namespace {

class HolderFinder {
  public:
    HolderFinder(const Program& program, Revision revision)
        : program_(program), revision_(revision), machine_(machine_facts(revision, program.gpu)),
          flow_(value_flow(program, revision)) {}

    std::optional<RegisterHolders> run(std::optional<std::uint32_t> word) {
        const std::optional<LiveRegisters> live = live_registers(program_, revision_, word);
        if (!live) {
            return std::nullopt;
        }
        RegisterHolders found;
        found.word = live->word;
        found.line = line_of(live->word);
        found.vec4 = live->vec4;
        find_step(found);
        std::map<Key, RegisterHolder> holders;
        for (const LiveRegister& one : live->registers) {
            add(one, holders);
        }
        for (auto& [key, holder] : holders) {
            finish(holder, *live, found);
            found.holders.push_back(std::move(holder));
        }
        std::stable_sort(found.holders.begin(), found.holders.end(),
                         [](const RegisterHolder& a, const RegisterHolder& b) {
                             return std::tuple(a.wins_step, a.vec4 * (a.words_over + 1)) >
                                    std::tuple(b.wins_step, b.vec4 * (b.words_over + 1));
                         });
        return found;
    }

  private:
    // Registers of one name, or of one line where there is no name, and of one width.
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool, std::string>;

    [[nodiscard]] SourceLine line_of(std::uint32_t word) const {
        return word < program_.lines.size() ? program_.lines[word] : SourceLine();
    }

    void find_step(RegisterHolders& found) {
        const WaveSteps steps(program_.stage, machine_);
        RegisterTally tally(program_, revision_, machine_);
        for (const std::uint64_t word : program_.words) {
            if (const std::optional<Instruction> instruction = decode(word, revision_)) {
                tally.count(*instruction);
            }
        }
        const std::uint32_t registers = tally.footprint().overall;
        for (std::uint32_t fewer = registers; fewer-- > 1 && found.step == 0;) {
            found.step = steps.waves(fewer) > steps.waves(registers) ? fewer : 0;
        }
        for (std::size_t i = 0; i < flow_.live.size() && found.step != 0; ++i) {
            found.words_over += flow_.live[i] > found.step ? 1U : 0U;
        }
    }

    void add(const LiveRegister& one, std::map<Key, RegisterHolder>& holders) const {
        SourceLine defined;
        std::string name;
        for (const std::uint32_t writer : one.writers) {
            const SourceLine line = line_of(writer);
            defined = defined.exists() ? defined : line;
            if (name.empty() && line.name != 0 &&
                line.name <= program_.source_context.value_names.size()) {
                name = program_.source_context.value_names[line.name - 1];
            }
        }
        if (name.empty() && one.is_given) {
            name = input_name(one.location);
        }
        const std::uint32_t line = name.empty() ? defined.line : 0;
        RegisterHolder& holder =
            holders[{line, name.empty() ? defined.file : 0, 0, one.location.half, name}];
        const bool is_first = holder.registers.empty();
        holder.name = name;
        holder.vec4 += vec4_of(one.location);
        const std::uint32_t first = one.writers.empty() ? 0 : one.writers.front();
        const std::uint32_t last = one.readers.empty() ? first : one.readers.back();
        holder.registers.push_back(
            {one.location, one.is_given ? 0 : first, one.is_output ? last_word() : last});
        if (is_first || first < holder.first_word) {
            holder.first_word = first;
            holder.defined = defined;
        }
        if (is_first || last > holder.last_word) {
            holder.last_word = last;
            holder.last_used = line_of(last);
        }
        holder.is_input = holder.is_input || one.is_given;
        holder.is_output = holder.is_output || one.is_output;
        if (holder.type.empty() && !one.writers.empty()) {
            holder.type = type_of(one.writers.front());
        }
        if (is_first) {
            holder.recompute_slots = 0;
        }
        add_recomputing(one, holder);
    }

    [[nodiscard]] double vec4_of(const RegisterLocation& location) const {
        return (location.half && machine_.merged_registers ? 0.5 : 1.0) / kComponents;
    }

    [[nodiscard]] std::uint32_t last_word() const {
        return static_cast<std::uint32_t>(program_.words.size()) - 1;
    }

    [[nodiscard]] std::string input_name(const RegisterLocation& location) const {
        for (const ProgramInput& input : program_.inputs) {
            const int component = location.number - input.location.number;
            if (input.location.exists() && input.location.half == location.half && component >= 0 &&
                component < static_cast<int>(kComponents) &&
                (input.component_mask >> component & 1) != 0) {
                return input.name;
            }
        }
        return {};
    }

    [[nodiscard]] std::string_view type_of(std::uint32_t word) const {
        const std::optional<Instruction> instruction = decode(program_.words[word], revision_);
        if (!instruction) {
            return {};
        }
        const OpcodeInfo& info = opcode_info(revision_, instruction->opcode);
        switch (info.dst_type) {
        case ValueType::float_: return instruction->dst.half ? "float16" : "float32";
        case ValueType::int_: return instruction->dst.half ? "int16" : "int32";
        case ValueType::uint: return instruction->dst.half ? "uint16" : "uint32";
        default: return instruction->dst.half ? "16 bits" : "32 bits";
        }
    }

    // One instruction, whose sources are constants or stay what they are until the last use.
    void add_recomputing(const LiveRegister& one, RegisterHolder& holder) const {
        if (!holder.recompute_slots) {
            return;
        }
        if (one.writers.size() != 1 || one.is_given || one.readers.empty() || one.is_output) {
            holder.recompute_slots.reset();
            return;
        }
        const std::uint32_t writer = one.writers.front();
        const std::uint32_t reader = one.readers.back();
        const std::optional<Instruction> instruction = decode(program_.words[writer], revision_);
        const bool is_local = block_of(writer) == block_of(reader);
        if (!instruction || !is_local) {
            holder.recompute_slots.reset();
            return;
        }
        const Effects effects = effects_of(*instruction, revision_, machine_);
        const OpcodeInfo& info = opcode_info(revision_, instruction->opcode);
        const bool is_plain = info.action == Action::lanes && effects.result == Sync::none;
        for (const RegisterEffect& effect : effects.registers()) {
            if (!is_plain || (!effect.writes && effect.kind == RegisterEffect::Kind::registers &&
                              !is_kept(effect, writer, reader))) {
                holder.recompute_slots.reset();
                return;
            }
        }
        *holder.recompute_slots += 1U + effects.repeat;
    }

    [[nodiscard]] std::size_t block_of(std::uint32_t word) const {
        for (std::size_t i = 0; i < flow_.blocks.size(); ++i) {
            if (word >= flow_.blocks[i].first && word < flow_.blocks[i].end) {
                return i;
            }
        }
        return flow_.blocks.size();
    }

    // Whether a register that is read at one word holds the same at a later one, and is read there
    // or later still.
    [[nodiscard]] bool is_kept(const RegisterEffect& effect, std::uint32_t from,
                               std::uint32_t to) const {
        for (std::uint32_t at = from + 1; at < program_.words.size(); ++at) {
            const std::optional<Instruction> instruction = decode(program_.words[at], revision_);
            if (!instruction) {
                return false;
            }
            bool is_read = false;
            bool is_written = false;
            const Effects effects = effects_of(*instruction, revision_, machine_);
            for (const RegisterEffect& other : effects.registers()) {
                const bool meets = other.kind == effect.kind && other.half == effect.half &&
                                   other.number < effect.number + effect.count &&
                                   effect.number < other.number + other.count;
                (other.writes ? is_written : is_read) |= meets;
            }
            if (at >= to && is_read) {
                return true;
            }
            if (is_written) {
                return false;
            }
        }
        return false;
    }

    void finish(RegisterHolder& holder, const LiveRegisters& live, const RegisterHolders& found) {
        if (found.step == 0) {
            return;
        }
        bool wins = true;
        for (std::uint32_t i = 0; i < flow_.live.size(); ++i) {
            if (flow_.live[i] <= found.step) {
                continue;
            }
            double held = 0;
            for (const HeldRegister& each : holder.registers) {
                held += i >= each.first_word && i <= each.last_word ? vec4_of(each.location) : 0;
            }
            holder.words_over += held > 0 ? 1U : 0U;
            wins = wins && flow_.live[i] - held <= found.step;
        }
        holder.wins_step = wins && live.vec4 > found.step;
    }

    const Program& program_;
    const Revision revision_;
    const MachineFacts machine_;
    const ValueFlow flow_;
};

} // namespace

std::optional<RegisterHolders> register_holders(const Program& program, Revision revision,
                                                std::optional<std::uint32_t> word) {
    return HolderFinder(program, revision).run(word);
}

} // namespace jacquard::ir3
