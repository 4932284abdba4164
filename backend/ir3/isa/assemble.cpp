#include <jacquard/ir3/assemble_tables.h>
#include <jacquard/ir3/isa/assemble_line.h>
#include <jacquard/ir3/isa/codec_internal.h>

#include <array>
#include <charconv>

namespace jacquard::ir3 {
namespace {

constexpr std::string_view kRawWord = ".word";

bool is_mnemonic_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
}

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t';
}

// The heads that a line may begin with: "ldg.a.f32" is looked up as that, as ldg.a and as ldg.
struct Heads {
    static constexpr size_t kMost = 8;

    std::array<uint16_t, kMost> found;
    size_t count = 0;
    size_t begin = 0;
};

void look_up(uint32_t hash, std::string_view name, Heads& heads) {
    const uint32_t bucket = hash % std::size(kAssemblyDisplacements);
    const uint16_t head = kAssemblySlots[assembly_slot(hash, kAssemblyDisplacements[bucket])];
    if (head < kNumAssemblyHeads && kAssemblyHeads[head].name == name && heads.count < Heads::kMost)
        heads.found[heads.count++] = head;
}

// Flags in parentheses, and numbers that stand for flags without a name, come before the mnemonic.
size_t end_of_flags(std::string_view line) {
    size_t at = 0;
    for (;;) {
        while (at < line.size() && (is_blank(line[at]) || (line[at] >= '0' && line[at] <= '9')))
            ++at;
        if (at == line.size() || line[at] != '(')
            return at;
        // Flags are short: this is faster than find().
        size_t close = at + 1;
        while (close < line.size() && line[close] != ')')
            ++close;
        if (close == line.size())
            return at;
        at = close + 1;
    }
}

Heads find_heads(std::string_view line) {
    Heads heads;
    size_t at = end_of_flags(line);
    heads.begin = at;
    uint32_t hash = kAssemblyHashStart;
    unsigned dots = 0;
    for (; at < line.size(); ++at) {
        const char letter = line[at];
        if (letter == '.') {
            look_up(hash, line.substr(heads.begin, at - heads.begin), heads);
            // No head is longer.
            if (dots++ == kMostAssemblyHeadDots)
                return heads;
        } else if (!is_mnemonic_letter(letter)) {
            break;
        }
        hash = add_to_assembly_hash(hash, letter);
    }
    look_up(hash, line.substr(heads.begin, at - heads.begin), heads);
    return heads;
}

size_t end_of_mnemonic(std::string_view line, size_t at) {
    while (at < line.size() && (line[at] == '.' || is_mnemonic_letter(line[at])))
        ++at;
    return at;
}

AssemblyResult raw_word(std::string_view line, size_t begin) {
    constexpr size_t kDigits = 16;
    TextReader in(line);
    in.back_to(line.data() + begin + kRawWord.size());
    in.blanks();
    AssemblyResult result;
    if (in.option("0x")) {
        const char* first = in.mark();
        const char* last = line.data() + line.size();
        const auto [stop, fault] = std::from_chars(first, last, result.word, 16);
        in.back_to(stop);
        if (fault == std::errc() && static_cast<size_t>(stop - first) <= kDigits && in.at_end())
            return result;
        in.back_to(first);
    }
    result.error = AssemblyError::syntax;
    result.offset = in.offset();
    result.message = "expected 0x and up to 16 hexadecimal digits, and nothing behind them";
    return result;
}

// Reads the line in the ways its mnemonic allows until one gives a word.
class Attempts {
  public:
    Attempts(std::string_view line, Revision revision, int32_t label_distance, bool explains)
        : in_(line), start_(in_.mark()), revision_(revision) {
        if (explains)
            in_.explain();
        in_.use_label_distance(label_distance);
    }

    bool try_head(const AssemblyHead& head) {
        const unsigned bit = 1U << static_cast<unsigned>(revision_);
        for (unsigned i = head.first; i < static_cast<unsigned>(head.first) + head.count; ++i) {
            if ((kAssemblyRows[i].revisions & bit) != 0 && try_row(kAssemblyRows[i].row))
                return true;
        }
        return false;
    }

    [[nodiscard]] bool tried() const { return tried_; }
    [[nodiscard]] uint64_t word() const { return result_.word; }
    [[nodiscard]] std::string_view label() const { return in_.label(); }

    /// What is wrong where nothing gave a word.
    [[nodiscard]] AssemblyResult fault(size_t mnemonic) const {
        AssemblyResult fault;
        fault.label = in_.label();
        if (failure_) {
            fault.error = AssemblyError::encoding;
            fault.offset = std::max(mnemonic, failed_offset_);
            fault.message = failure_->message() + range_of_failure();
            return fault;
        }
        fault.error = AssemblyError::syntax;
        fault.offset = in_.furthest();
        fault.message = expectation(in_.expected());
        return fault;
    }

  private:
    bool try_row(unsigned row) {
        tried_ = true;
        const EncodingRow& encoding = kEncodings[row];
        // Mostly the first variant fits.
        for (unsigned variant = 0; variant == 0 || variant < num_variants(encoding.layout);
             ++variant) {
            in_.back_to(start_);
            instruction_ = kNewInstruction;
            instruction_.opcode = encoding.opcode;
            if (!read_fields(in_, instruction_, encoding, variant))
                continue;
            result_ = encode_fields(instruction_, encoding, true);
            if (result_ && find_encoding(result_.word, revision_) == row)
                return true;
            if (result_)
                result_ = {0, EncodeError::other_opcode, "opcode"};
            if (!failure_) {
                failure_ = result_;
                failed_opcode_ = encoding.opcode;
                failed_offset_ = offset_of(result_.member);
            }
        }
        return false;
    }

    // The numbers that a source takes whose value did not fit.
    std::string range_of_failure() const {
        const std::string_view member = failure_->member;
        if (failure_->error != EncodeError::operand_value || member.size() != 4 ||
            !member.starts_with("src")) {
            return {};
        }
        const SourceInfo& source =
            opcode_info(failed_opcode_).sources[static_cast<size_t>(member[3] - '0') % 4];
        const int bits = source.immediate_bits;
        if (bits == 0 || bits >= 32 || bits <= -32)
            return {};
        const int64_t least = bits < 0 ? -(int64_t{1} << (-bits - 1)) : 0;
        const int64_t end = int64_t{1} << (bits < 0 ? -bits - 1 : bits);
        return ", expected a number from " + std::to_string(least) + " to " +
               std::to_string(end - 1);
    }

    // Where the operand began that a member of Instruction is named after, 0 for other members.
    size_t offset_of(std::string_view member) const {
        for (unsigned i = 0; i < std::size(kAssemblyOperands); ++i) {
            if (kAssemblyOperands[i] == member)
                return in_.operand_offset(i);
        }
        return 0;
    }

    static constexpr Instruction kNewInstruction{};

    TextReader in_;
    const char* start_;
    Revision revision_;
    Instruction instruction_;
    EncodeResult result_;
    std::optional<EncodeResult> failure_;
    Opcode failed_opcode_{};
    size_t failed_offset_ = 0;
    bool tried_ = false;
};

} // namespace

AssemblyResult assemble_with_label(std::string_view line, Revision revision,
                                   int32_t label_distance) {
    const Heads heads = find_heads(line);
    if (line.substr(heads.begin).starts_with(kRawWord))
        return raw_word(line, heads.begin);
    // What was expected is only asked for where the line turns out to be wrong.
    for (const bool explains : {false, true}) {
        Attempts attempts(line, revision, label_distance, explains);
        for (size_t i = heads.count; i-- > 0;) {
            if (attempts.try_head(kAssemblyHeads[heads.found[i]])) {
                AssemblyResult result;
                result.word = attempts.word();
                result.label = attempts.label();
                return result;
            }
        }
        if (explains && attempts.tried())
            return attempts.fault(heads.begin);
    }
    const size_t end = end_of_mnemonic(line, heads.begin);
    return unknown_mnemonic(line.substr(heads.begin, end - heads.begin), heads.begin, revision);
}

AssemblyResult assemble(std::string_view line, Revision revision) {
    AssemblyResult result = assemble_with_label(line, revision, 0);
    if (!result.label.empty() && (result || result.error == AssemblyError::encoding)) {
        result.error = AssemblyError::label;
        result.offset = static_cast<size_t>(result.label.data() - line.data());
        result.message = "a label has a place only in a program, expected a distance such as #3";
    }
    return result;
}

} // namespace jacquard::ir3
