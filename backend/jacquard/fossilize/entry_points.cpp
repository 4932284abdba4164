#include <jacquard/fossilize/entry_points.h>
#include <jacquard/fossilize/stage_words.h>
#include <jacquard/spirv/module/decorations.h>
#include <jacquard/spirv/module/read.h>

#include <algorithm>
#include <set>

namespace jacquard::fossilize {

namespace {

using spirv::Instruction;
using spirv::Op;

// The places of the operands of an entry point.
constexpr std::size_t kModel = 0;
constexpr std::size_t kFunction = 1;
constexpr std::size_t kName = 2;

std::optional<spirv::Module> read(std::string_view bytes, const Limits& limits) {
    Diagnostics nobody_reads;
    return spirv::read_module(bytes, nobody_reads, limits);
}

// Makes the module of a stage.
class StageModule {
  public:
    StageModule(spirv::Module module, const PipelineStage& stage)
        : module_(std::move(module)), stage_(stage), decorations_(module_) {}

    // False where there is no such entry point.
    bool choose() {
        for (const Instruction& instruction : module_.instructions) {
            if (instruction.op() != Op::EntryPoint) {
                continue;
            }
            const auto words = module_.operands(instruction);
            const bool is_chosen = is_model_of(stage_.model, words[kModel]) &&
                                   spirv::text_of(words.subspan(kName)) == stage_.entry;
            (is_chosen ? kept_ : dropped_).insert(words[kFunction]);
            if (!is_chosen) {
                cut_.push_back(&instruction);
            }
        }
        return !kept_.empty();
    }

    std::string bytes() {
        std::vector<std::uint32_t> words = module_.words;
        for (const Instruction& instruction : module_.instructions) {
            switch (instruction.op()) {
            case Op::ExecutionMode:
            case Op::ExecutionModeId: cut_mode(instruction); break;
            case Op::SpecConstant:
            case Op::SpecConstantTrue:
            case Op::SpecConstantFalse: set(instruction, words); break;
            default: break;
            }
        }
        return bytes_without_cut(words);
    }

  private:
    // The modes of an entry point that goes, go with it.
    void cut_mode(const Instruction& instruction) {
        const std::uint32_t function = module_.operands(instruction)[0];
        if (dropped_.count(function) != 0 && kept_.count(function) == 0) {
            cut_.push_back(&instruction);
        }
    }

    void set(const Instruction& instruction, std::vector<std::uint32_t>& words) const {
        const auto id = decorations_.value(instruction.result, spirv::Decoration::SpecId);
        const auto given =
            std::find_if(stage_.constants.begin(), stage_.constants.end(),
                         [&](const spirv::Specialisation& each) { return each.id == id; });
        if (!id || given == stage_.constants.end()) {
            return;
        }
        if (instruction.op() != Op::SpecConstant) {
            constexpr std::uint32_t kOpMask = 0xffff;
            const Op op = given->bits != 0 ? Op::SpecConstantTrue : Op::SpecConstantFalse;
            words[instruction.word] =
                (words[instruction.word] & ~kOpMask) | static_cast<std::uint32_t>(op);
            return;
        }
        std::uint64_t bits = literal_of(given->bits, instruction.type);
        for (std::uint32_t i = instruction.head_words(); i < instruction.num_words; ++i) {
            words[instruction.word + i] = static_cast<std::uint32_t>(bits);
            bits >>= 32;
        }
    }

    // A literal of less than a word is extended to one, as its type says.
    [[nodiscard]] std::uint64_t literal_of(std::uint64_t bits, std::uint32_t type) const {
        constexpr std::uint32_t kWord = 32;
        const Instruction* definition = module_.definition(type);
        const auto operands = definition != nullptr ? module_.operands(*definition)
                                                    : std::span<const std::uint32_t>();
        if (operands.empty() || operands[0] == 0 || operands[0] >= kWord) {
            return bits;
        }
        const std::uint64_t mask = (std::uint64_t{1} << operands[0]) - 1;
        const bool is_signed =
            definition->op() == Op::TypeInt && operands.size() > 1 && operands[1] != 0;
        const bool is_negative = is_signed && (bits >> (operands[0] - 1) & 1) != 0;
        return is_negative ? bits | ~mask : bits & mask;
    }

    [[nodiscard]] std::string bytes_without_cut(const std::vector<std::uint32_t>& words) const {
        std::string bytes;
        bytes.reserve(4 * words.size());
        std::vector<bool> is_cut(words.size(), false);
        for (const Instruction* instruction : cut_) {
            std::fill_n(is_cut.begin() + instruction->word, instruction->num_words, true);
        }
        for (std::size_t i = 0; i < words.size(); ++i) {
            for (unsigned shift = 0; shift < 32 && !is_cut[i]; shift += 8) {
                bytes += static_cast<char>(words[i] >> shift & 0xff);
            }
        }
        return bytes;
    }

    spirv::Module module_;
    const PipelineStage& stage_;
    spirv::Decorations decorations_;
    std::set<std::uint32_t> kept_;    // functions of the entry point
    std::set<std::uint32_t> dropped_; // and of the others
    std::vector<const Instruction*> cut_;
};

} // namespace

std::vector<EntryPoint> entry_points(std::string_view module, const Limits& limits) {
    std::vector<EntryPoint> found;
    if (const std::optional<spirv::Module> read_one = read(module, limits)) {
        for (const Instruction& instruction : read_one->instructions) {
            if (instruction.op() == Op::EntryPoint) {
                const auto words = read_one->operands(instruction);
                found.push_back({words[kModel], spirv::text_of(words.subspan(kName))});
            }
        }
    }
    return found;
}

std::optional<std::string> module_of_stage(std::string_view module, const PipelineStage& stage,
                                           const EntryReport& report, const Limits& limits) {
    std::optional<spirv::Module> read_one = read(module, limits);
    if (!read_one) {
        return std::string(module);
    }
    StageModule made(std::move(*read_one), stage);
    if (!made.choose()) {
        std::string others;
        for (const EntryPoint& each : entry_points(module, limits)) {
            others += (others.empty() ? "" : ", ") + std::string(word_of_model(each.model)) + " '" +
                      each.name + '\'';
        }
        report.damaged("the module " + text_of_hash(stage.module) + " has no " +
                       std::string(stage.word) + " entry point '" + stage.entry + "'; it has " +
                       (others.empty() ? "none" : others));
        return std::nullopt;
    }
    return made.bytes();
}

} // namespace jacquard::fossilize
