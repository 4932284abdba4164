#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/ir3/cost/program_needs.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/target/occupancy.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace jacquard::ir3 {

namespace {

using Kind = RegisterEffect::Kind;

constexpr std::int32_t kWordBytes = 4;

// Registers or constants that the instruction loads or stores.
std::uint32_t registers_moved(const Instruction& instruction, const Effects& effects,
                              const OpcodeInfo& info) {
    std::uint32_t written = 0;
    for (const RegisterEffect& effect : effects.registers()) {
        const bool is_special = effect.kind == Kind::special;
        written += effect.writes && !is_special ? effect.count : 0U;
    }
    if (written != 0) {
        return written;
    }
    const bool by_type = std::find(info.vectors.begin(), info.vectors.end(),
                                   VectorLength::type_size) != info.vectors.end();
    return std::max<std::uint32_t>(by_type ? instruction.type_size : instruction.size, 1);
}

class CostedCodeBuilder {
  public:
    CostedCodeBuilder(const Program& program, Revision revision, CostedCode& code)
        : program_(program), model_(cost_model_of(revision)), timing_(timing_of(revision)),
          code_(code) {}

    void run() {
        std::vector<CostedWord> words;
        words.reserve(program_.words.size());
        std::vector<Instruction> decoded(program_.words.size());
        std::size_t size = 0;
        for (std::uint32_t i = 0; i < program_.words.size(); ++i) {
            CostedWord& word = words.emplace_back();
            word.index = i;
            word.known = decode(program_.words[i], code_.revision, decoded[i]);
            if (word.known && info(decoded[i]).action == Action::end) {
                size = i + 1;
            }
        }
        words.resize(size != 0 ? size : words.size()); // behind the last end is padding
        RegisterTally registers(program_, code_.revision, code_.machine);
        for (CostedWord& word : words) {
            if (word.known) {
                registers.count(decoded[word.index]);
                note_constants(decoded[word.index]);
            }
        }
        code_.registers = registers.footprint();
        decide_occupancy(decoded, words);
        for (CostedWord& word : words) {
            if (word.known) {
                price(decoded[word.index], word);
            }
        }
        price_prefetches();
        split(words, decoded);
    }

  private:
    [[nodiscard]] const OpcodeInfo& info(const Instruction& instruction) const {
        return opcode_info(code_.revision, instruction.opcode);
    }

    void note_constants(const Instruction& instruction) {
        const Effects effects = effects_of(instruction, code_.revision, code_.machine);
        for (const RegisterEffect& effect : effects.registers()) {
            const auto number = static_cast<std::uint32_t>(std::max<int>(effect.number, 0));
            if (effect.kind == Kind::constants && !effect.writes &&
                !is_shared_constant(number / kComponents)) {
                const std::uint32_t end = (number + effect.count + 3) / kComponents;
                code_.constants_read = std::max(code_.constants_read, end);
            }
        }
    }

    [[nodiscard]] bool is_shared_constant(std::uint32_t vec4) const {
        const std::uint32_t first = code_.machine.shared_constant_vec4;
        return program_.push_constants.is_shared && first != 0 && vec4 >= first;
    }

    // The registers are those of the words: a header that was read does not count them.
    void decide_occupancy(const std::vector<Instruction>& decoded,
                          const std::vector<CostedWord>& words) {
        ArithmeticWidths arithmetic;
        bool in_preamble = false;
        bool waits = false;
        for (const CostedWord& word : words) {
            const Instruction& instruction = decoded[word.index];
            if (word.known) {
                in_preamble = in_preamble || info(instruction).action == Action::preamble;
                arithmetic.count(instruction, info(instruction), in_preamble);
                waits = waits || info(instruction).action == Action::barrier;
                in_preamble = in_preamble && instruction.opcode != role::kEndPreamble;
            }
        }
        WaveNeeds needs = wave_needs(program_);
        needs.full_registers = code_.registers.full;
        needs.half_registers = code_.registers.half;
        needs.half_arithmetic = arithmetic.is_much(code_.machine);
        needs.waits = waits;
        code_.occupancy = occupancy_of(needs, code_.machine);
    }

    [[nodiscard]] bool has_double_width() const {
        return code_.occupancy.lanes > code_.machine.wave_lanes;
    }

    void price(const Instruction& instruction, CostedWord& word) const {
        const OpcodeInfo& opcode = info(instruction);
        const CostClassInfo& cost = model_.of(instruction.opcode);
        const Effects effects = effects_of(instruction, code_.revision, code_.machine);
        word.cost_class = model_.class_of[static_cast<unsigned>(instruction.opcode)];
        word.counted_as = cost.counted_as;
        word.unit = cost.unit;
        word.half = instruction.src0.half;
        word.action = opcode.action;
        word.sync_short = instruction.sync_short;
        word.sync_long = instruction.sync_long;
        word.has_target = (opcode.fields & field_target) != 0;
        word.target = std::int64_t{word.index} + instruction.target;
        const bool counts = timing_.of(effects.timing).takes_slots;
        word.issue_slots = counts ? effects.slots : 1U + effects.repeat + effects.slots;
        word.result = effects.result;
        word.rate = word.half ? cost.half_rate : cost.full_rate;
        const std::uint32_t moved = registers_moved(instruction, effects, opcode);
        word.unit_cycles = cycles_of(word.rate, 1U + effects.repeat, moved);
        if (word.index < program_.lane_strides.size()) {
            slow_down(word, opcode, program_.lane_strides[word.index], moved);
        }
        if (word.result != Sync::none) {
            word.latency = timing_.soft_latency(effects.timing, moved, has_double_width());
        }
    }

    // An access takes longer where its lanes get in each other's way.
    void slow_down(CostedWord& word, const OpcodeInfo& opcode, const LaneStride& stride,
                   std::uint32_t moved) const {
        using Stride = LaneStride::Kind;
        if (opcode.action == Action::memory_atomic || opcode.action == Action::descriptor_atomic) {
            if (stride.kind == Stride::same) {
                const double all = code_.occupancy.lanes * figure(CostFigureName::atomic_turn);
                take(word, CostFigureName::atomic_turn, all / word.unit_cycles);
            }
        } else if (stride.kind != Stride::steps) {
            return;
        } else if (opcode.memory == AddressSpace::local_memory) {
            // The banks take turns by words of 32 bits; lanes that meet in one come one by one.
            const auto banks = static_cast<std::int32_t>(figure(CostFigureName::shared_banks));
            const std::int32_t words = std::abs(stride.bytes) / kWordBytes;
            take(word, CostFigureName::shared_banks, double(std::gcd(words, banks)) / moved);
        } else if (opcode.memory == AddressSpace::global_memory ||
                   opcode.action == Action::descriptor_load ||
                   opcode.action == Action::descriptor_store) {
            const double line = figure(CostFigureName::memory_line);
            const double bytes = (word.half ? kWordBytes / 2 : kWordBytes) * double(moved);
            take(word, CostFigureName::memory_line,
                 std::min<double>(std::abs(stride.bytes), line) / std::min(bytes, line));
        }
    }

    static void take(CostedWord& word, CostFigureName pattern, double slowdown) {
        if (slowdown > 1) {
            word.pattern = static_cast<std::int8_t>(pattern);
            word.slowdown = slowdown;
            word.unit_cycles *= slowdown;
        }
    }

    [[nodiscard]] double figure(CostFigureName name) const { return model_.figure(name).number(); }

    // Returns how long that many instructions, which move that many registers, keep their unit
    // busy.
    [[nodiscard]] double cycles_of(int rate_number, std::uint32_t times,
                                   std::uint32_t moved) const {
        if (rate_number < 0) {
            return 0;
        }
        const CostRate& rate = model_.rates[static_cast<std::size_t>(rate_number)];
        return double(rate.cycles) * (rate.each_register ? moved : times) / rate.per;
    }

    void price_prefetches() {
        for (const TexturePrefetch& prefetch : program_.prefetches) {
            CostedWord& word = code_.prefetches.emplace_back();
            const CostClassInfo& cost = model_.of(role::kSample);
            word.cost_class = model_.class_of[static_cast<unsigned>(role::kSample)];
            word.unit = cost.unit;
            word.issue_slots = 0;
            word.rate = cost.full_rate;
            word.unit_cycles = cycles_of(word.rate, 1, 1);
            word.result = Sync::sy;
            word.latency = timing_.soft_latency(
                opcode_info(code_.revision, role::kSample).timing,
                static_cast<unsigned>(std::popcount(prefetch.write_mask)), has_double_width());
        }
    }

    // The preamble is what stands from shps to shpe.
    void split(const std::vector<CostedWord>& words, const std::vector<Instruction>& decoded) {
        const auto is_begin = [](const CostedWord& word) {
            return word.known && word.action == Action::preamble;
        };
        const auto is_end = [&](const CostedWord& word) {
            return word.known && decoded[word.index].opcode == role::kEndPreamble;
        };
        const auto first = std::find_if(words.begin(), words.end(), is_begin);
        const auto last = std::find_if(first, words.end(), is_end);
        if (last == words.end()) {
            code_.main = words;
            return;
        }
        code_.main.assign(words.begin(), first);
        code_.preamble.assign(first, last + 1);
        code_.main.insert(code_.main.end(), last + 1, words.end());
    }

    const Program& program_;
    const CostModel& model_;
    const Timing& timing_;
    CostedCode& code_;
};

} // namespace

CostedCode costed_code(const Program& program, Revision revision) {
    CostedCode code;
    code.revision = revision;
    code.machine = machine_facts(revision, program.gpu);
    CostedCodeBuilder(program, revision, code).run();
    return code;
}

} // namespace jacquard::ir3
