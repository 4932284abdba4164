#include <jacquard/generated/spirv/names.h>
#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/module/operand_walk.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/module/removed_ids.h>
#include <jacquard/spirv/module/report.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace jacquard::spirv {

namespace {

// The usual length of an instruction, by which space is reserved, so that the list of instructions
// seldom grows.
constexpr std::uint32_t kUsualWords = 4;

std::uint32_t with_bytes_swapped(std::uint32_t word) {
    return word >> 24 | (word >> 8 & 0xff00) | (word & 0xff00) << 8 | word << 24;
}

class Reader {
  public:
    Reader(std::string_view bytes, Diagnostics& diagnostics, const Limits& limits)
        : bytes_(bytes), diagnostics_(diagnostics), limits_(limits) {}

    std::optional<Module> run() {
        if (!read_header() || !split()) {
            return std::nullopt;
        }
        if (!newer_.empty()) {
            return refuse_newer();
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
        module_.words.resize(bytes_.size() / 4);
        std::memcpy(module_.words.data(), bytes_.data(), bytes_.size());
        if (module_.words[0] != kMagic) {
            std::transform(module_.words.begin(), module_.words.end(), module_.words.begin(),
                           with_bytes_swapped);
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

    // Splits the words into instructions. The first fault ends it, because each instruction begins
    // where the one before ends.
    bool split() {
        const auto size = static_cast<std::uint32_t>(module_.words.size());
        module_.instructions.reserve(
            std::min<std::uint64_t>(limits_.instructions, size / kUsualWords));
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
                newer_.push_back(at);
            } else {
                const std::uint32_t result = info->has_type ? 2 : 1;
                module_.instructions.push_back(
                    {info, at, count, info->has_type && count > 1 ? module_.words[at + 1] : 0,
                     info->has_result && count > result ? module_.words[at + result] : 0});
            }
            at += count;
        }
        return true;
    }

    // The operands and results of unknown instructions are unknown, so their numbers are all that
    // can be reported of the module. Each number is reported once.
    std::nullopt_t refuse_newer() {
        std::set<std::uint32_t> told;
        for (const std::uint32_t at : newer_) {
            const std::uint32_t number = module_.words[at] & 0xffff;
            if (told.insert(number).second) {
                tell_origin(diagnostics_.error("S103", {},
                                               place_of(at) + "no instruction has the number " +
                                                   std::to_string(number)));
            }
        }
        return std::nullopt;
    }

    // Adds to the first number that the tables do not know where it may come from.
    void tell_origin(Diagnostic& newer) {
        if (is_origin_told_) {
            return;
        }
        is_origin_told_ = true;
        std::string unknown;
        std::string known;
        for (const Instruction& instruction : module_.instructions) {
            if (instruction.op() == Op::Extension) {
                const std::string name = text_of(module_.operands(instruction));
                std::string& list = is_known_extension(name) ? known : unknown;
                list += (list.empty() ? "" : ", ") + name;
            }
        }
        if (!unknown.empty()) {
            newer.notes.push_back(
                {{}, "the module declares what the tables do not know: " + unknown});
        } else if (!known.empty()) {
            newer.notes.push_back({{}, "the module declares " + known});
        }
        if (module_.version > kNewestVersion) {
            newer.notes.push_back({{},
                                   "the module is of version " + version_text(module_.version) +
                                       ", and the tables end at " + version_text(kNewestVersion)});
        }
    }

    static std::string version_text(std::uint32_t version) {
        return std::to_string(version >> 16) + '.' + std::to_string(version >> 8 & 0xff);
    }

    void define_ids() {
        module_.definitions.assign(module_.bound, kNoInstruction);
        for (std::uint32_t i = 0; i < module_.instructions.size(); ++i) {
            const Instruction& instruction = module_.instructions[i];
            const std::uint32_t id = instruction.result;
            if (id != 0 && id < module_.bound && module_.definitions[id] == kNoInstruction) {
                module_.definitions[id] = i;
            } else if (instruction.info->has_result &&
                       instruction.num_words > (instruction.info->has_type ? 2U : 1U)) {
                refuse_result(instruction);
            }
        }
    }

    void refuse_result(const Instruction& instruction) {
        const std::uint32_t id = instruction.result;
        const Instruction* other = module_.definition(id);
        report(diagnostics_, "S105", module_, instruction,
               other == nullptr ? '%' + std::to_string(id) + " is not from 1 to " +
                                      std::to_string(module_.bound - 1) + ", as the bound asks"
                                : '%' + std::to_string(id) + " is defined at word " +
                                      std::to_string(other->word) + " already");
    }

    void take_apart() {
        OperandWalk walk(module_);
        for (const Instruction& instruction : module_.instructions) {
            if (is_plainly_sound(instruction)) {
                continue;
            }
            if (!walk.take_apart(instruction)) {
                Diagnostic& told = report(diagnostics_, walk.is_newer() ? "S103" : "S104", module_,
                                          instruction, walk.fault());
                if (walk.is_newer()) {
                    tell_origin(told);
                }
                continue;
            }
            for (const Operand& operand : walk.operands()) {
                check_id(instruction, operand);
                note_refused(instruction, operand);
            }
        }
    }

    // Returns whether each operand is a text or one word, and all of them are correct. Most
    // instructions are of this kind; the others are taken apart, and their faults are reported.
    [[nodiscard]] bool is_plainly_sound(const Instruction& instruction) const {
        const std::uint32_t* word = module_.words.data() + instruction.word + 1;
        const std::uint32_t* const end = word + instruction.num_words - 1;
        const std::size_t num_ids = instruction.info->num_leading_ids;
        if (num_ids >= instruction.num_words) {
            return false;
        }
        for (std::size_t i = 0; i < num_ids; ++i) {
            if (!is_defined(*word++)) {
                return false;
            }
        }
        for (const OperandSpec& spec : operands_of(*instruction.info).subspan(num_ids)) {
            if (word == end) {
                return spec.quantity != Quantity::one;
            }
            if (spec.kind == OperandKind::text_operand) {
                const std::size_t count = text_words({word, end});
                if (count == 0) {
                    return false;
                }
                word += count;
                continue;
            }
            const std::uint32_t* const last = spec.quantity == Quantity::any ? end : word + 1;
            for (; word != last; ++word) {
                if (!is_plainly_sound(spec.kind, *word)) {
                    return false;
                }
            }
        }
        return word == end;
    }

    [[nodiscard]] bool is_plainly_sound(OperandKind kind, std::uint32_t word) const {
        switch (kind) {
        case OperandKind::type_operand:
        case OperandKind::id_operand:
        case OperandKind::scope_id_operand:
        case OperandKind::semantics_id_operand: return is_defined(word);
        case OperandKind::result_operand:
        case OperandKind::integer_operand: return true;
        default: break;
        }
        const Enumerant* name = kind >= kFirstEnumeration ? find_enumerant(kind, word) : nullptr;
        return name != nullptr && name->num_operands == 0 && name->use != NameUse::refused;
    }

    [[nodiscard]] bool is_defined(std::uint32_t id) const {
        return id < module_.bound && module_.definitions[id] != kNoInstruction;
    }

    void check_id(const Instruction& instruction, const Operand& operand) {
        if (!is_id(operand.kind)) {
            return;
        }
        const std::uint32_t id = module_.words[operand.first];
        const bool may_be_undefined = id != 0 && id < module_.bound &&
                                      may_be_of_removed_id(instruction.op(), is_of_kernels());
        if (!is_defined(id) && !may_be_undefined) {
            report(diagnostics_, "S106", module_, instruction,
                   "nothing defines %" + std::to_string(id));
        }
    }

    // Capabilities stand in front of everything else.
    [[nodiscard]] bool is_of_kernels() const {
        for (const Instruction& each : module_.instructions) {
            if (each.op() != Op::Capability) {
                return false;
            }
            if (module_.operands(each)[0] == static_cast<std::uint32_t>(Capability::Kernel)) {
                return true;
            }
        }
        return false;
    }

    void note_refused(const Instruction& instruction, const Operand& operand) {
        if (operand.kind < kFirstEnumeration) {
            return;
        }
        const auto index = static_cast<std::uint32_t>(&instruction - module_.instructions.data());
        for_each_name(operand.kind, module_.words[operand.first], [&](const Enumerant& name) {
            if (name.use == NameUse::refused) {
                module_.refused.push_back({index, operand.kind, &name});
            }
        });
    }

    std::string_view bytes_;
    Diagnostics& diagnostics_;
    const Limits& limits_;
    Module module_;
    std::vector<std::uint32_t> newer_; // words at which instructions begin that no table knows
    bool is_origin_told_ = false;
};

} // namespace

bool is_module(std::string_view bytes) {
    std::uint32_t word = 0;
    if (bytes.size() < sizeof(word)) {
        return false;
    }
    std::memcpy(&word, bytes.data(), sizeof(word));
    return word == kMagic || with_bytes_swapped(word) == kMagic;
}

std::optional<Module> read_module(std::string_view bytes, Diagnostics& diagnostics,
                                  const Limits& limits) {
    return Reader(bytes, diagnostics, limits).run();
}

} // namespace jacquard::spirv
