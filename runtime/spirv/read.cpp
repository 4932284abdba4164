#include <jacquard/spirv/check_module.h>
#include <jacquard/spirv/operand_walk.h>
#include <jacquard/spirv/read.h>
#include <jacquard/spirv/report.h>

#include <algorithm>

namespace jacquard::spirv {

namespace {

std::uint32_t word_at(std::string_view bytes, std::size_t index, bool is_swapped) {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[4 * index + i]);
        word |= std::uint32_t{byte} << (is_swapped ? 24 - 8 * i : 8 * i);
    }
    return word;
}

class Reader {
  public:
    Reader(std::string_view bytes, Diagnostics& diagnostics, const Limits& limits)
        : bytes_(bytes), diagnostics_(diagnostics), limits_(limits) {}

    std::optional<Module> run() {
        if (!read_header() || !split()) {
            return std::nullopt;
        }
        define_ids();
        take_apart();
        if (!diagnostics_.has_errors()) {
            check_module(module_, diagnostics_);
        }
        return diagnostics_.has_errors() ? std::nullopt : std::optional(std::move(module_));
    }

  private:
    bool read_header() {
        if (bytes_.size() > limits_.input_bytes) {
            report_limit(diagnostics_, {}, Limit::input_bytes, limits_);
            return false;
        }
        if (!is_module(bytes_)) {
            diagnostics_.error("S101", {}, "this is not SPIR-V: the magic number is missing");
            return false;
        }
        if (bytes_.size() % 4 != 0 || bytes_.size() / 4 < kHeaderWords) {
            diagnostics_.error(
                "S101", {},
                std::to_string(bytes_.size()) +
                    " bytes are not a complete module: it is made of words of 4 bytes, "
                    "of which 5 are its header");
            return false;
        }
        if (bytes_.size() / 4 > 0xffffffffU) {
            diagnostics_.error("S101", {}, "a module of more than 4,294,967,295 words");
            return false;
        }
        const bool is_swapped = word_at(bytes_, 0, false) != kMagic;
        module_.words.resize(bytes_.size() / 4);
        for (std::size_t i = 0; i < module_.words.size(); ++i) {
            module_.words[i] = word_at(bytes_, i, is_swapped);
        }
        module_.version = module_.words[1];
        module_.generator = module_.words[2];
        module_.bound = module_.words[3];
        module_.schema = module_.words[4];
        if (module_.bound == 0 || module_.bound > kMaxBound) {
            diagnostics_.error("S101", {},
                               "word 3: the bound of ids is " + std::to_string(module_.bound) +
                                   "; it is from 1 to " + std::to_string(kMaxBound));
            return false;
        }
        return true;
    }

    static std::string place_of(std::uint32_t word) {
        return "word " + std::to_string(word) + ": ";
    }

    // Where instructions begin depends on all before, so the first fault ends it.
    bool split() {
        const auto size = static_cast<std::uint32_t>(module_.words.size());
        for (std::uint32_t at = kHeaderWords; at < size;) {
            const std::uint32_t count = module_.words[at] >> 16;
            const std::uint32_t number = module_.words[at] & 0xffff;
            const InstructionInfo* info = find_instruction(number);
            if (count == 0 || count > size - at) {
                diagnostics_.error(
                    "S102", {},
                    place_of(at) +
                        (info != nullptr ? "Op" + std::string(info->name) : "an instruction") +
                        " of " + std::to_string(count) + " words, where " +
                        std::to_string(size - at) + " are left");
                return false;
            }
            if (module_.instructions.size() == limits_.instructions) {
                report_limit(diagnostics_, {}, Limit::instructions, limits_)
                    .notes.push_back({{}, place_of(at) + "the first one beyond"});
                return false;
            }
            if (info == nullptr) {
                diagnostics_.error("S103", {},
                                   place_of(at) + "no instruction has the number " +
                                       std::to_string(number));
            } else {
                Instruction& instruction = module_.instructions.emplace_back();
                instruction.info = info;
                instruction.word = at;
                instruction.num_words = count;
            }
            at += count;
        }
        return true;
    }

    void define_ids() {
        module_.definitions.assign(module_.bound, kNoInstruction);
        for (std::uint32_t i = 0; i < module_.instructions.size(); ++i) {
            Instruction& instruction = module_.instructions[i];
            std::uint32_t at = instruction.word + 1;
            const std::uint32_t end = instruction.word + instruction.num_words;
            for (const OperandSpec& spec :
                 operands_of(*instruction.info)
                     .first(std::min<std::size_t>(2, instruction.info->num_operands))) {
                if (at < end && spec.kind == OperandKind::type_operand) {
                    instruction.type = module_.words[at++];
                } else if (at < end && spec.kind == OperandKind::result_operand) {
                    instruction.result = module_.words[at++];
                    define(i);
                }
            }
        }
    }

    void define(std::uint32_t index) {
        const Instruction& instruction = module_.instructions[index];
        const std::uint32_t id = instruction.result;
        if (id == 0 || id >= module_.bound) {
            report(diagnostics_, "S105", module_, instruction,
                   '%' + std::to_string(id) + " is not from 1 to " +
                       std::to_string(module_.bound - 1) + ", as the bound asks");
        } else if (module_.definitions[id] != kNoInstruction) {
            report(diagnostics_, "S105", module_, instruction,
                   '%' + std::to_string(id) + " is defined at word " +
                       std::to_string(module_.instructions[module_.definitions[id]].word) +
                       " already");
        } else {
            module_.definitions[id] = index;
        }
    }

    void take_apart() {
        OperandWalk walk(module_);
        for (const Instruction& instruction : module_.instructions) {
            if (!walk.take_apart(instruction)) {
                report(diagnostics_, "S104", module_, instruction, walk.fault());
                continue;
            }
            for (const Operand& operand : walk.operands()) {
                check_id(instruction, operand);
            }
        }
    }

    void check_id(const Instruction& instruction, const Operand& operand) {
        switch (operand.kind) {
        case OperandKind::type_operand:
        case OperandKind::id_operand:
        case OperandKind::scope_id_operand:
        case OperandKind::semantics_id_operand: break;
        default: return;
        }
        const std::uint32_t id = module_.words[operand.first];
        // Names of what was removed are harmless.
        const bool may_be_undefined =
            instruction.op() == Op::Name || instruction.op() == Op::MemberName;
        if (id == 0 || id >= module_.bound ||
            (module_.definition(id) == nullptr && !may_be_undefined)) {
            report(diagnostics_, "S106", module_, instruction,
                   "nothing defines %" + std::to_string(id));
        }
    }

    std::string_view bytes_;
    Diagnostics& diagnostics_;
    const Limits& limits_;
    Module module_;
};

} // namespace

bool is_module(std::string_view bytes) {
    return bytes.size() >= 4 &&
           (word_at(bytes, 0, false) == kMagic || word_at(bytes, 0, true) == kMagic);
}

std::optional<Module> read_module(std::string_view bytes, Diagnostics& diagnostics,
                                  const Limits& limits) {
    return Reader(bytes, diagnostics, limits).run();
}

} // namespace jacquard::spirv
