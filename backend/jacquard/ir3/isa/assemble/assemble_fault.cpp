// Messages for lines that do not assemble.
#include <jacquard/generated/ir3/assemble_tables.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble_line.h>
#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/describe/word_description.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/support/text/listed.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <vector>

namespace jacquard::ir3 {
namespace {

constexpr std::size_t kLongestShown = 40;

unsigned revisions_of(const AssemblyHead& head) {
    unsigned revisions = 0;
    for (unsigned i = head.first; i < static_cast<unsigned>(head.first) + head.count; ++i)
        revisions |= kAssemblyRows[i].revisions;
    return revisions;
}

// The head that stands at the start of a word, the longest of several.
const AssemblyHead* head_of(std::string_view word) {
    const AssemblyHead* longest = nullptr;
    for (const AssemblyHead& head : kAssemblyHeads) {
        const bool fits =
            word.starts_with(head.name.text) &&
            (word.size() == head.name.text.size() || word[head.name.text.size()] == '.');
        if (fits && (longest == nullptr || head.name.text.size() > longest->name.text.size()))
            longest = &head;
    }
    return longest;
}

bool is_word_letter(char letter) {
    return is_name_letter(letter) || letter == '.';
}

// Returns the start of a text: a flag in parentheses, or a word.
std::string_view first_word(std::string_view text) {
    if (text.starts_with('(')) {
        const std::size_t close = text.substr(0, kLongestShown).find(')');
        return close == std::string_view::npos ? std::string_view() : text.substr(0, close + 1);
    }
    std::size_t size = 0;
    while (size < text.size() && size < kLongestShown && is_word_letter(text[size]))
        ++size;
    return text.substr(0, size);
}

// The parts of an expectation that a line may have as they are: one word, or flags of several.
void add_words(std::string_view expected, std::vector<std::string_view>& words) {
    const bool several = expected.find(' ') != std::string_view::npos;
    while (!expected.empty()) {
        const std::size_t end = std::min(expected.find(' '), expected.size());
        const std::string_view word = expected.substr(0, end);
        if (word.size() > 1 && (!several || word.starts_with('(')))
            words.push_back(word);
        expected.remove_prefix(std::min(end + 1, expected.size()));
    }
}

// As it is said: literal text without the blank and the sign that its number follows.
std::string_view shown(std::string_view expected) {
    if (expected == "#")
        return "a target such as #label or #-3";
    if (expected.ends_with(" + "))
        expected.remove_suffix(3);
    return expected;
}

std::string number_range(std::int64_t least, std::int64_t greatest, std::int64_t step) {
    std::string text = step == 1 ? ", expected a number from "
                                 : ", expected a multiple of " + std::to_string(step) + " from ";
    return text + std::to_string(least) + " to " + std::to_string(greatest);
}

// As SourceInfo counts them: negative where there is a sign.
std::string range_of_bits(int bits) {
    if (bits == 0 || bits >= 32 || bits <= -32)
        return {};
    const std::int64_t least = bits < 0 ? -(std::int64_t{1} << (-bits - 1)) : 0;
    return number_range(least, (std::int64_t{1} << (bits < 0 ? -bits - 1 : bits)) - 1, 1);
}

} // namespace

std::string expectation(std::span<const std::string_view> expected, std::string_view rest) {
    if (expected.empty())
        return "this is not an instruction";
    std::vector<std::string_view> said;
    std::vector<std::string_view> words;
    for (const std::string_view one : expected) {
        add_words(one, words);
        // The forms of the operand say more.
        if (expected.size() == 1 || one != "an operand")
            said.push_back(shown(one));
    }
    const std::string text = "expected " + listed(said, " or ");
    const std::string_view near = near_name(first_word(rest), words);
    return near.empty() ? text : text + "; did you mean '" + std::string(near) + "'?";
}

std::string field_range(std::string_view member, const Instruction& instruction, unsigned row) {
    std::uint64_t greatest = 0;
    std::uint64_t step = 0;
    for (const BitsRow* bits : rows_of(row, instruction)) {
        if (bits->kind != BitsKind::field || bits->name != member)
            continue;
        const unsigned width = BitRange(bits->bits).width();
        if (bits->is_signed)
            return range_of_bits(-static_cast<int>(width));
        const std::uint64_t part = ((std::uint64_t{1} << width) - 1 + bits->plus) << bits->at;
        greatest += part;
        step =
            step == 0 ? std::uint64_t{1} << bits->at : std::min(step, std::uint64_t{1} << bits->at);
        if (bits->plus != 0)
            return number_range(bits->plus, static_cast<std::int64_t>(greatest), 1);
    }
    return step == 0 ? std::string()
                     : number_range(0, static_cast<std::int64_t>(greatest),
                                    static_cast<std::int64_t>(step));
}

std::string remedy(const EncodeResult& failure, const Instruction& instruction, unsigned row,
                   Revision revision) {
    const std::string_view member = failure.member;
    if (failure.error == EncodeError::field_value)
        return field_range(member, instruction, row);
    for (unsigned i = 0; i < std::size(kAssemblyOperands); ++i) {
        if (kAssemblyOperands[i] != member)
            continue;
        const Operand& operand = operand_of(instruction, i);
        if (failure.error == EncodeError::operand_width)
            return operand.half ? ", expected 32 bits" : ", expected 16 bits";
        if (failure.error != EncodeError::operand_value || !member.starts_with("src"))
            return {};
        const OpcodeInfo& info = opcode_info(revision, instruction.opcode);
        const SourceInfo& source = info.sources[static_cast<std::size_t>(member.back() - '0') % 4];
        return range_of_bits(operand.is_relative() ? source.relative_bits : source.immediate_bits);
    }
    return {};
}

AssemblyResult unknown_mnemonic(std::string_view word, std::size_t offset, Revision revision) {
    AssemblyResult result;
    result.offset = offset;
    if (word.empty()) {
        result.error = AssemblyError::syntax;
        result.message = "expected a mnemonic";
        return result;
    }
    if (const AssemblyHead* head = head_of(word)) {
        result.error = AssemblyError::not_in_revision;
        result.message = std::string(name_of(revision)) + " has no '" +
                         std::string(head->name.text) + "', which exists on";
        for (unsigned i = 0; i < kNumRevisions; ++i) {
            if ((revisions_of(*head) >> i & 1) != 0)
                result.message += ' ' + std::string(name_of(static_cast<Revision>(i)));
        }
        return result;
    }
    std::array<std::string_view, kNumAssemblyHeads + 1> known{".word"};
    std::size_t count = 1;
    for (const AssemblyHead& head : kAssemblyHeads) {
        if ((revisions_of(head) >> static_cast<unsigned>(revision) & 1) != 0)
            known[count++] = head.name.text;
    }
    // A text of any length is answered shortly.
    const std::string_view written = word.substr(0, kLongestShown);
    result.error = AssemblyError::unknown_mnemonic;
    result.message = "unknown mnemonic '" + std::string(written) + '\'';
    const std::string_view near = near_name(written, {known.data(), count});
    if (!near.empty())
        result.message += ", did you mean '" + std::string(near) + "'?";
    return result;
}

} // namespace jacquard::ir3
