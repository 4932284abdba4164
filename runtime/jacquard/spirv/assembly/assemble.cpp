#include <jacquard/generated/spirv/names.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/spirv/assembly/assembly_ids.h>
#include <jacquard/spirv/assembly/assembly_number.h>
#include <jacquard/spirv/assembly/assembly_scanner.h>
#include <jacquard/spirv/module/module.h>
#include <jacquard/spirv/module/removed_ids.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace jacquard::spirv {

namespace {

constexpr std::uint32_t kDefaultVersion = 0x00010000;
constexpr std::size_t kMostWords = 0xffff; // that an instruction can count
constexpr unsigned kNumberBits = 32;       // of a literal without a type

const NamedNumber* find_name(std::span<const NamedNumber> names, std::string_view name) {
    const auto found = std::lower_bound(
        names.begin(), names.end(), name,
        [](const NamedNumber& named, std::string_view word) { return named.name < word; });
    return found != names.end() && found->name == name ? &*found : nullptr;
}

std::vector<std::string_view> words_of(std::span<const NamedNumber> names) {
    std::vector<std::string_view> words;
    for (const NamedNumber& name : names) {
        words.push_back(name.name);
    }
    return words;
}

// `storage class` of `storage_class`.
std::string spelt_out(std::string_view name) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

// Returns the noun by which messages name an operand.
std::string description_of(OperandKind kind) {
    switch (kind) {
    case OperandKind::type_operand: return "the id of a type";
    case OperandKind::result_operand:
    case OperandKind::id_operand:
    case OperandKind::scope_id_operand:
    case OperandKind::semantics_id_operand:
    case OperandKind::id_integer_pair_operand:
    case OperandKind::id_id_pair_operand: return "an id";
    case OperandKind::integer_operand:
    case OperandKind::number_operand:
    case OperandKind::integer_id_pair_operand: return "a number";
    case OperandKind::text_operand: return "a text in quotes";
    case OperandKind::instruction_operand: return "the name of an extended instruction";
    case OperandKind::opcode_operand: return "the name of an instruction without Op";
    default: return "a name: " + spelt_out(enumeration(kind).name);
    }
}

// The tokens of one instruction.
struct Statement {
    const AssemblyToken* result = nullptr;
    const AssemblyToken* opcode = nullptr;
    std::span<const AssemblyToken> operands;
};

class Assembler {
  public:
    Assembler(std::string_view text, Diagnostics& diagnostics, const AssembleOptions& options)
        : text_(text), diagnostics_(diagnostics), options_(options) {}

    std::optional<std::string> run() {
        if (text_.size() > options_.limits.input_bytes) {
            report_limit(diagnostics_, {}, Limit::input_bytes, options_.limits);
            return std::nullopt;
        }
        tokens_ = scan_assembly(text_, diagnostics_);
        ids_.reserve(tokens_);
        words_.assign(kHeaderWords, 0);
        std::uint64_t count = 0;
        for (std::size_t at = 0; at < tokens_.size() && !diagnostics_.is_full();) {
            if (count++ == options_.limits.instructions) {
                report_limit(diagnostics_, tokens_[at].position, Limit::instructions,
                             options_.limits);
                break;
            }
            at = take_statement(at);
        }
        report_undefined();
        if (diagnostics_.has_errors()) {
            return std::nullopt;
        }
        write_header();
        return bytes();
    }

  private:
    // Facts about an id that later instructions need.
    struct IdFacts {
        const AssemblyToken* definition = nullptr;
        const AssemblyToken* first_use = nullptr;
        std::uint32_t type = 0;
        std::optional<NumberFormat> format; // of a type of numbers
        std::optional<std::string> set;     // of extended instructions
    };

    void write_header() {
        const AssemblyHeader header = read_assembly_header(text_);
        words_[0] = kMagic;
        words_[1] = options_.version.value_or(header.version.value_or(kDefaultVersion));
        words_[2] = header.generator.value_or(0);
        words_[3] = std::max(ids_.bound(), std::min(header.bound.value_or(0), kMaxBound));
        words_[4] = header.schema.value_or(0);
        if (words_[3] > kMaxBound) {
            diagnostics_.error(
                "S304", {}, "the module has more than " + std::to_string(kMaxBound - 1) + " ids");
        }
    }

    [[nodiscard]] std::optional<std::string> bytes() const {
        if (diagnostics_.has_errors()) {
            return std::nullopt;
        }
        std::string bytes;
        bytes.reserve(words_.size() * 4);
        for (const std::uint32_t word : words_) {
            for (unsigned shift = 0; shift < 32; shift += 8) {
                bytes += static_cast<char>(word >> shift & 0xff);
            }
        }
        return bytes;
    }

    void error(std::string_view code, const AssemblyToken& token, std::string message) {
        diagnostics_.error(code, token.position, std::move(message));
    }

    [[nodiscard]] bool begins_statement(std::size_t at) const {
        return tokens_[at].is_opcode() ||
               (tokens_[at].is_id() && at + 1 < tokens_.size() && tokens_[at + 1].word == "=");
    }

    // The index behind the statement.
    std::size_t take_statement(std::size_t at) {
        Statement statement;
        const AssemblyToken& first = tokens_[at];
        if (first.is_id() && begins_statement(at)) {
            statement.result = &first;
            at += 2;
        }
        if (at < tokens_.size() && tokens_[at].is_opcode()) {
            statement.opcode = &tokens_[at++];
        }
        const std::size_t start = at;
        while (at < tokens_.size() && !begins_statement(at)) {
            ++at;
        }
        statement.operands = std::span(tokens_).subspan(start, at - start);
        if (statement.opcode == nullptr) {
            const AssemblyToken& found = start < tokens_.size() ? tokens_[start] : first;
            error("S301", found,
                  "'" + std::string(found.word) +
                      "' is no instruction; expected OpX or, where it has a result, %name = OpX");
            if (statement.result == nullptr && at == start) {
                ++at; // so that the walk goes on
            }
            return at;
        }
        write(statement);
        return at;
    }

    void write(const Statement& statement) {
        const std::string_view name = statement.opcode->word.substr(2);
        const NamedNumber* found = find_name(instruction_names(), name);
        if (found == nullptr) {
            const std::vector<std::string_view> names = words_of(instruction_names());
            const std::string_view near = near_name(name, names);
            error("S301", *statement.opcode,
                  "there is no instruction '" + std::string(statement.opcode->word) + '\'' +
                      (near.empty() ? "" : "; did you mean 'Op" + std::string(near) + "'?"));
            return;
        }
        const InstructionInfo& info = *find_instruction(found->number);
        statement_ = &statement;
        next_ = 0;
        type_ = 0;
        first_word_ = words_.size();
        words_.push_back(info.number);
        result_ = statement.result != nullptr ? ids_.id(statement.result->word) : 0;
        if (info.has_result != (statement.result != nullptr)) {
            error("S304", *statement.opcode,
                  std::string(statement.opcode->word) +
                      (info.has_result ? " has a result; expected '%name = ' in front of it"
                                       : " has no result that could be named"));
        } else if (list(operands_of(info))) {
            finish(info);
        }
    }

    void finish(const InstructionInfo& info) {
        if (next_ < statement_->operands.size()) {
            const AssemblyToken& token = statement_->operands[next_];
            error("S302", token,
                  "'" + std::string(token.word) + "' is more than " +
                      std::string(statement_->opcode->word) + " takes");
            return;
        }
        const std::size_t count = words_.size() - first_word_;
        if (count > kMostWords) {
            error("S302", *statement_->opcode,
                  "the instruction takes " + std::to_string(count) + " words; it can have " +
                      std::to_string(kMostWords));
            return;
        }
        words_[first_word_] |= static_cast<std::uint32_t>(count) << 16;
        is_of_kernels_ =
            is_of_kernels_ || (info.number == static_cast<std::uint32_t>(Op::Capability) &&
                               words_.back() == static_cast<std::uint32_t>(Capability::Kernel));
        if (result_ != 0) {
            define(info);
        }
    }

    void define(const InstructionInfo& info) {
        IdFacts& facts = facts_[result_];
        if (facts.definition != nullptr && options_.check_definitions) {
            error("S304", *statement_->result,
                  "'" + std::string(statement_->result->word) + "' is defined in line " +
                      std::to_string(facts.definition->position.line) + " already");
            return;
        }
        facts.definition = statement_->result;
        facts.type = type_;
        const std::span<const std::uint32_t> operands = std::span(words_).subspan(first_word_ + 2);
        const auto op = static_cast<Op>(info.number);
        const bool is_int = op == Op::TypeInt && operands.size() >= 2;
        if ((is_int || (op == Op::TypeFloat && !operands.empty())) && operands[0] != 0 &&
            operands[0] <= 64) {
            facts.format = NumberFormat{!is_int, is_int && operands[1] != 0, operands[0]};
        } else if (op == Op::ExtInstImport) {
            facts.set = text_of(operands);
        }
    }

    // Reports ids that are used but not defined. If a line could not be read, it may have defined
    // them, so nothing is reported.
    void report_undefined() {
        if (diagnostics_.has_errors() || !options_.check_definitions) {
            return;
        }
        std::vector<const AssemblyToken*> undefined;
        std::vector<std::string_view> defined;
        for (const auto& [id, facts] : facts_) {
            if (facts.definition != nullptr) {
                defined.push_back(facts.definition->word);
            } else if (facts.first_use != nullptr) {
                undefined.push_back(facts.first_use);
            }
        }
        std::sort(undefined.begin(), undefined.end());
        std::sort(defined.begin(), defined.end());
        for (const AssemblyToken* use : undefined) {
            suggest_name(diagnostics_.error("S304", use->position,
                                            "nothing defines " + std::string(use->word)),
                         use->word, defined);
        }
    }

    // Operands. Each function is false after a fault.

    bool list(std::span<const OperandSpec> specs) {
        for (const OperandSpec& spec : specs) {
            do {
                const bool at_end = next_ == statement_->operands.size();
                if (at_end && spec.quantity != Quantity::one) {
                    break;
                }
                if (!one(spec.kind)) {
                    return false;
                }
            } while (spec.quantity == Quantity::any);
        }
        return true;
    }

    // Null at the end of the instruction, which is told.
    const AssemblyToken* take(OperandKind kind) {
        if (next_ < statement_->operands.size()) {
            const AssemblyToken& token = statement_->operands[next_++];
            if (token.is_text || !token.word.starts_with('!')) {
                return &token;
            }
            error("S302", token,
                  "words as they are, such as '" + std::string(token.word) +
                      "', are not supported; expected " + description_of(kind));
            return nullptr;
        }
        error("S302", *statement_->opcode,
              std::string(statement_->opcode->word) + " ends before its operands do; expected " +
                  description_of(kind));
        return nullptr;
    }

    bool refuse(const AssemblyToken& token, OperandKind kind) {
        error("S302", token,
              "'" + std::string(token.word) + "' is not " + description_of(kind) +
                  ", which stands here");
        return false;
    }

    bool one(OperandKind kind) {
        if (kind == OperandKind::result_operand) {
            words_.push_back(result_);
            return true;
        }
        switch (kind) {
        case OperandKind::integer_id_pair_operand:
            return number(kind, facts_[words_[first_word_ + 1]].type) &&
                   one(OperandKind::id_operand);
        case OperandKind::id_integer_pair_operand:
            return one(OperandKind::id_operand) && one(OperandKind::integer_operand);
        case OperandKind::id_id_pair_operand:
            return one(OperandKind::id_operand) && one(OperandKind::id_operand);
        case OperandKind::number_operand: return number(kind, type_);
        default: break;
        }
        const AssemblyToken* const token = take(kind);
        if (token == nullptr) {
            return false;
        }
        switch (kind) {
        case OperandKind::type_operand:
        case OperandKind::id_operand:
        case OperandKind::scope_id_operand:
        case OperandKind::semantics_id_operand: return id(*token, kind);
        case OperandKind::integer_operand: return integer(*token);
        case OperandKind::text_operand: return text(*token);
        case OperandKind::instruction_operand: return extended(*token);
        case OperandKind::opcode_operand: return inner(*token);
        default: return name(kind, *token);
        }
    }

    bool id(const AssemblyToken& token, OperandKind kind) {
        if (!token.is_id()) {
            return refuse(token, kind);
        }
        const std::uint32_t id = ids_.id(token.word);
        words_.push_back(id);
        if (kind == OperandKind::type_operand) {
            type_ = id;
        }
        const auto op = static_cast<Op>(words_[first_word_]);
        IdFacts& facts = facts_[id];
        if (facts.first_use == nullptr && !may_be_of_removed_id(op, is_of_kernels_)) {
            facts.first_use = &token;
        }
        return true;
    }

    bool add_number(const AssemblyToken& token, const NumberFormat& format) {
        std::uint64_t bits = 0;
        std::string fault = "it is no number";
        if (token.is_text || !read_assembly_number(token.word, format, bits, fault)) {
            error("S303", token, "'" + std::string(token.word) + "': " + fault);
            return false;
        }
        words_.push_back(static_cast<std::uint32_t>(bits));
        if (format.width > kNumberBits) {
            words_.push_back(static_cast<std::uint32_t>(bits >> kNumberBits));
        }
        return true;
    }

    bool integer(const AssemblyToken& token) {
        return add_number(token, {false, token.word.starts_with('-'), kNumberBits});
    }

    bool number(OperandKind kind, std::uint32_t type) {
        const AssemblyToken* const token = take(kind);
        if (token == nullptr) {
            return false;
        }
        const std::optional<NumberFormat>& format = facts_[type].format;
        if (!format) {
            error("S302", *token,
                  "'" + std::string(token->word) +
                      "' is of no integer or float type of at most 64 bits that is defined above");
            return false;
        }
        return add_number(*token, *format);
    }

    bool text(const AssemblyToken& token) {
        if (!token.is_text) {
            return refuse(token, OperandKind::text_operand);
        }
        const std::string content = text_of_token(token);
        if (content.find('\0') != std::string::npos) {
            error("S303", token, "a text cannot hold a byte that is 0");
            return false;
        }
        for (std::size_t i = 0; i <= content.size(); i += 4) {
            std::uint32_t word = 0;
            for (std::size_t k = i; k < i + 4 && k < content.size(); ++k) {
                word |= std::uint32_t{static_cast<unsigned char>(content[k])} << (8 * (k - i));
            }
            words_.push_back(word);
        }
        return true;
    }

    bool extended(const AssemblyToken& token) {
        const std::optional<std::string>& set = facts_[words_.back()].set;
        if (!set) {
            error("S302", token,
                  "the set of '" + std::string(token.word) +
                      "' is not an OpExtInstImport that stands above");
            return false;
        }
        const std::span<const InstructionInfo> known = extended_set(*set);
        if (!token.word.empty() && is_digit(token.word[0])) {
            if (!integer(token)) {
                return false;
            }
            const InstructionInfo* const info = find_instruction(known, words_.back());
            return info == nullptr || list(operands_of(*info));
        }
        std::vector<std::string_view> names;
        for (const InstructionInfo& info : known) {
            if (info.name == token.word) {
                words_.push_back(info.number);
                return list(operands_of(info));
            }
            names.push_back(info.name.view());
        }
        suggest_name(diagnostics_.error("S301", token.position,
                                        "the set \"" + *set + "\" has no instruction '" +
                                            std::string(token.word) + '\''),
                     token.word, names);
        return false;
    }

    bool inner(const AssemblyToken& token) {
        const NamedNumber* const found = find_name(instruction_names(), token.word);
        if (found == nullptr) {
            suggest_name(
                diagnostics_.error("S301", token.position,
                                   "there is no instruction '" + std::string(token.word) + '\''),
                token.word, words_of(instruction_names()));
            return false;
        }
        words_.push_back(found->number);
        for (const OperandSpec& spec : operands_of(*find_instruction(found->number))) {
            // A literal or another operation inside would need facts that are not here.
            if (spec.kind == OperandKind::opcode_operand ||
                spec.kind == OperandKind::number_operand ||
                spec.kind == OperandKind::instruction_operand ||
                spec.kind == OperandKind::integer_id_pair_operand) {
                error("S302", token,
                      "'" + std::string(token.word) + "' is not an operation of constants");
                return false;
            }
            const bool is_head =
                spec.kind == OperandKind::type_operand || spec.kind == OperandKind::result_operand;
            if (!is_head && !list({&spec, 1})) {
                return false;
            }
        }
        return true;
    }

    bool name(OperandKind kind, const AssemblyToken& token) {
        const std::span<const NamedNumber> names = names_of(kind);
        const bool is_mask = enumeration(kind).is_mask;
        std::uint32_t value = 0;
        for (std::size_t start = 0; start <= token.word.size();) {
            const std::size_t end = is_mask
                                        ? std::min(token.word.find('|', start), token.word.size())
                                        : token.word.size();
            const std::string_view word = token.word.substr(start, end - start);
            const NamedNumber* const found = token.is_text ? nullptr : find_name(names, word);
            // A mask without names may be written as the number that it is.
            if (found == nullptr && !(is_mask && token.word == "0")) {
                const SourcePosition position{
                    token.position.line, token.position.column + static_cast<std::uint32_t>(start)};
                suggest_name(diagnostics_.error("S302", position,
                                                "'" + std::string(word) + "' is no " +
                                                    spelt_out(enumeration(kind).name)),
                             word, words_of(names));
                return false;
            }
            value |= found != nullptr ? found->number : 0;
            start = end + 1;
        }
        words_.push_back(value);
        return operands_of_names(kind, value);
    }

    // Reads the operands that the names require, which follow in the order of their bits.
    bool operands_of_names(OperandKind kind, std::uint32_t value) {
        if (!enumeration(kind).is_mask) {
            return list(operands_of(*find_enumerant(kind, value)));
        }
        for (std::uint32_t left = value; left != 0; left &= left - 1) {
            const Enumerant* const enumerant = find_enumerant(kind, left & (~left + 1));
            if (enumerant != nullptr && !list(operands_of(*enumerant))) {
                return false;
            }
        }
        return true;
    }

    std::string_view text_;
    Diagnostics& diagnostics_;
    const AssembleOptions& options_;
    std::vector<AssemblyToken> tokens_;
    AssemblyIds ids_;
    std::unordered_map<std::uint32_t, IdFacts> facts_;
    std::vector<std::uint32_t> words_;
    const Statement* statement_ = nullptr; // that is written
    std::size_t next_ = 0;                 // of its operands
    bool is_of_kernels_ = false;
    std::size_t first_word_ = 0;
    std::uint32_t result_ = 0;
    std::uint32_t type_ = 0;
};

} // namespace

bool is_assembly(std::string_view text) {
    const AssemblyToken opcode{{}, first_opcode(text)};
    return opcode.is_opcode() && find_name(instruction_names(), opcode.word.substr(2)) != nullptr;
}

std::optional<std::string> assemble(std::string_view text, Diagnostics& diagnostics,
                                    const AssembleOptions& options) {
    return Assembler(text, diagnostics, options).run();
}

} // namespace jacquard::spirv
