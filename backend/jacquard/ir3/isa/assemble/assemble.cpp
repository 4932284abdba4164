#include <jacquard/generated/ir3/assemble_tables.h>
#include <jacquard/ir3/isa/assemble/assemble_line.h>
#include <jacquard/ir3/isa/assemble/unsaid_bits.h>
#include <jacquard/ir3/isa/codec/codec_internal.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace jacquard::ir3 {
namespace {

constexpr std::string_view kRawWord = ".word";

// Whether a letter belongs to a mnemonic, or to a word that was meant as one.
bool is_mnemonic_letter(char letter) {
    return is_name_letter(letter) || letter == '.';
}

bool may_stand_before_flags(char letter) {
    return letter == ' ' || letter == '\t' || is_digit(letter);
}

// The heads that a line may begin with: "ldg.a.f32" is looked up as that, as ldg.a and as ldg.
struct Heads {
    std::array<std::uint16_t, kMostAssemblyHeadDots + 1> found;
    std::size_t count = 0;
    std::size_t begin = 0;
};

// Flags in parentheses, and numbers that stand for flags without a name, come before the mnemonic.
const char* end_of_flags(const char* begin, const char* end) {
    for (const char* at = begin;;) {
        while (at != end && may_stand_before_flags(*at))
            ++at;
        if (at == end || *at != '(')
            return at;
        const unsigned close = letters_before(letters_at(at, begin, end), ')');
        if (close < kLettersAtOnce) {
            at += close + 1;
            continue;
        }
        const char* const found = std::find(at, end, ')');
        if (found == end)
            return at;
        at = found + 1;
    }
}

Heads find_heads(std::string_view line) {
    Heads heads;
    const char* const end = line.data() + line.size();
    const char* const begin = end_of_flags(line.data(), end);
    heads.begin = static_cast<std::size_t>(begin - line.data());
    const Letters letters = letters_at(begin, line.data(), end);
    AssemblyHash hash;
    const char* at = begin;
    for (unsigned dots = 0; dots <= kMostAssemblyHeadDots; ++dots) {
        unsigned count = 0;
        do {
            const Letters next = letters_at(at, line.data(), end);
            count = leading_word(next);
            hash.add(next & letters_mask(count));
            at += count;
        } while (count == kLettersAtOnce);
        const std::uint32_t value = hash.value();
        const std::uint32_t displacement =
            kAssemblyDisplacements[value % kNumAssemblyDisplacements];
        const std::uint16_t found = kAssemblySlots[assembly_slot(value, displacement)];
        if (found != kNumAssemblyHeads && kAssemblyHeads[found].hash == value) {
            const ReadName& name = kAssemblyHeads[found].name;
            const auto size = static_cast<std::size_t>(at - begin);
            if (name.text.size() == size && name.begins(letters) &&
                (size <= kLettersAtOnce || name.text == std::string_view(begin, size))) {
                heads.found[heads.count++] = found;
            }
        }
        if (at == end || *at != '.')
            break;
        ++at;
    }
    return heads;
}

std::size_t end_of_mnemonic(std::string_view line, std::size_t at) {
    while (at < line.size() && is_mnemonic_letter(line[at]))
        ++at;
    return at;
}

AssemblyResult raw_word(std::string_view line, std::size_t begin) {
    constexpr std::size_t kDigits = 16;
    TextReader in(line);
    in.back_to(line.data() + begin + kRawWord.size());
    in.blanks();
    AssemblyResult result;
    if (in.option("0x")) {
        const char* first = in.mark();
        const char* last = line.data() + line.size();
        const auto [stop, fault] = std::from_chars(first, last, result.word, 16);
        in.back_to(stop);
        if (fault == std::errc() && static_cast<std::size_t>(stop - first) <= kDigits &&
            in.at_end())
            return result;
        in.back_to(first);
    }
    result.error = AssemblyError::syntax;
    result.offset = in.offset();
    result.message = "expected 0x and up to 16 hexadecimal digits, and nothing after them";
    return result;
}

// Reads the line in the ways its mnemonic allows until one gives a word.
class Attempts {
  public:
    Attempts(std::string_view line, Revision revision, std::int32_t label_distance,
             ReadingNotes* notes = nullptr)
        : in_(line, notes), line_(line), start_(in_.mark()), revision_(revision), notes_(notes) {
        in_.use_label_distance(label_distance);
    }

    bool try_head(const AssemblyHead& head, const char* place) {
        in_.use_head({place, head.name.text.size()});
        const unsigned bit = 1U << static_cast<unsigned>(revision_);
        for (unsigned i = head.first; i < static_cast<unsigned>(head.first) + head.count; ++i) {
            if ((kAssemblyRows[i].revisions & bit) != 0 && try_row(kAssemblyRows[i].row))
                return true;
        }
        return false;
    }

    [[nodiscard]] bool tried() const { return tried_; }
    [[nodiscard]] std::uint64_t word() const { return word_; }
    [[nodiscard]] std::string_view label() const { return in_.label(); }

    // Returns the fault of a line that no attempt could encode.
    [[nodiscard]] AssemblyResult fault(std::size_t mnemonic) const {
        AssemblyResult fault;
        fault.label = in_.label();
        if (failure_) {
            fault.error = AssemblyError::encoding;
            fault.offset = failure_->offset.value_or(mnemonic);
            fault.message =
                failure_->result.message() +
                remedy(failure_->result, failure_->instruction, failure_->row, revision_);
            return fault;
        }
        fault.error = AssemblyError::syntax;
        const char* const place = notes_->furthest() != nullptr ? notes_->furthest() : start_;
        fault.offset = static_cast<std::size_t>(place - start_);
        const std::span<const std::string_view> expected = notes_->expected();
        const std::string_view field = notes_->field_at(place);
        if (!field.empty() && expected.size() == 1) {
            const std::string range = field_range(field, Instruction{}, furthest_row_);
            if (!range.empty())
                fault.message = std::string(field) + " has a value that does not fit" + range;
        }
        if (fault.message.empty())
            fault.message = expectation(expected, line_.substr(fault.offset));
        return fault;
    }

  private:
    // An instruction that was read and that cannot be encoded.
    struct Failure {
        EncodeResult result;
        Instruction instruction;
        unsigned row;
        std::optional<std::size_t> offset;
    };

    bool try_row(unsigned row) {
        tried_ = true;
        const EncodingRow& encoding = kEncodings[row];
        // Mostly the first variant fits.
        for (unsigned variant = 0; variant == 0 || variant < num_variants(encoding.layout);
             ++variant) {
            in_.back_to(start_);
            Instruction instruction;
            instruction.opcode = encoding.opcode;
            const char* const reached = notes_ != nullptr ? notes_->furthest() : nullptr;
            const bool fits = read_fields(in_, instruction, encoding, variant);
            if (notes_ != nullptr && notes_->furthest() != reached)
                furthest_row_ = row;
            if (!fits)
                continue;
            const EncodeResult result = encode_fields(instruction, encoding, true);
            if (result && find_encoding(result.word, revision_) == row) {
                word_ = result.word;
                return true;
            }
            if (notes_ != nullptr && !failure_) {
                failure_ = {result ? EncodeResult{0, EncodeError::other_opcode, "opcode"} : result,
                            instruction, row, std::nullopt};
                failure_->offset = offset_of(failure_->result.member);
            }
        }
        return false;
    }

    // Returns the offset at which a member of Instruction was read; nothing if the text has none.
    std::optional<std::size_t> offset_of(std::string_view member) const {
        const char* place = notes_->field(member);
        for (unsigned i = 0; i < std::size(kAssemblyOperands); ++i) {
            if (kAssemblyOperands[i] == member)
                place = notes_->operand(i);
        }
        return place != nullptr ? std::optional(static_cast<std::size_t>(place - start_))
                                : std::nullopt;
    }

    TextReader in_;
    std::string_view line_;
    const char* start_;
    Revision revision_;
    ReadingNotes* notes_;
    std::uint64_t word_ = 0;
    std::optional<Failure> failure_;
    unsigned furthest_row_ = 0;
    bool tried_ = false;
};

} // namespace

AssemblyResult assemble_with_label(std::string_view line, Revision revision,
                                   std::int32_t label_distance) {
    const Heads heads = find_heads(line);
    if (line.substr(heads.begin).starts_with(kRawWord))
        return raw_word(line, heads.begin);
    const char* const mnemonic = line.data() + heads.begin;
    const auto tries = [&](Attempts& attempts) {
        for (std::size_t i = heads.count; i-- > 0;) {
            if (attempts.try_head(kAssemblyHeads[heads.found[i]], mnemonic))
                return true;
        }
        return false;
    };
    Attempts attempts(line, revision, label_distance);
    if (tries(attempts)) {
        AssemblyResult result;
        result.word = attempts.word();
        result.label = attempts.label();
        restore_unsaid_bits(line, revision, result);
        return result;
    }
    if (attempts.tried()) {
        // Expectations are only collected if the line turns out to be wrong.
        ReadingNotes notes;
        Attempts again(line, revision, label_distance, &notes);
        (void)tries(again);
        return again.fault(heads.begin);
    }
    const std::size_t end = end_of_mnemonic(line, heads.begin);
    return unknown_mnemonic(line.substr(heads.begin, end - heads.begin), heads.begin, revision);
}

AssemblyResult assemble(std::string_view line, Revision revision) {
    AssemblyResult result = assemble_with_label(line, revision, 0);
    if (!result.label.empty() && (result || result.error == AssemblyError::encoding)) {
        result.error = AssemblyError::label;
        result.offset = static_cast<std::size_t>(result.label.data() - line.data());
        result.message = "labels exist only in programs; expected a distance such as #3";
    }
    return result;
}

} // namespace jacquard::ir3
