#include <jacquard/ir3/isa/assemble/unsaid_bits.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/disassemble/print_word.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace jacquard::ir3 {
namespace {

std::string raw_text(std::uint64_t word) {
    std::array<char, kMaximumTextLength> text;
    TextWriter writer(text.data());
    print_raw(word, writer);
    return {text.data(), writer.length()};
}

// Every word that a branch names gets a label; labels are numbered by their place. -1: none.
std::vector<std::int32_t> labels_of(std::span<const std::uint64_t> words, Revision revision) {
    std::vector<std::int32_t> labels(words.size(), -1);
    Instruction instruction;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!decode(words[i], revision, instruction) || instruction.target == 0)
            continue;
        const std::int64_t place = static_cast<std::int64_t>(i) + instruction.target;
        if (place >= 0 && place < static_cast<std::int64_t>(words.size())) {
            labels[static_cast<std::size_t>(place)] = 0;
        }
    }
    std::int32_t count = 0;
    for (std::int32_t& label : labels) {
        if (label == 0)
            label = count++;
    }
    return labels;
}

void append_digits(std::string& out, std::uint64_t value, unsigned digits) {
    for (unsigned i = digits; i-- > 0;)
        out += "0123456789abcdef"[value >> (4 * i) & 15];
}

// The last address needs so many digits; at least four are printed.
unsigned address_digits(std::uint64_t last) {
    unsigned digits = 4;
    while (digits < 16 && last >> (4 * digits) != 0)
        ++digits;
    return digits;
}

// Comments stand behind the text, in a column of their own where each line has one.
void append_comment(std::string& line, const std::string& comment, const std::string& mark) {
    constexpr std::size_t kColumn = 48;
    if (!comment.empty()) {
        line.resize(std::max(line.size() + 1, kColumn), ' ');
        line.append("; ").append(comment);
    }
    if (!mark.empty())
        line += ' ' + mark;
}

} // namespace

std::string marked_text(std::uint64_t word, Revision revision) {
    std::string text = disassemble(word, revision);
    const std::optional<std::string> mark = unsaid_bits(word, text, revision);
    if (!mark)
        return raw_text(word);
    return mark->empty() ? text : text + ' ' + *mark;
}

std::string program_listing(std::span<const std::uint64_t> words, Revision revision,
                            const ListingOptions& options) {
    const std::vector<std::int32_t> labels = labels_of(words, revision);
    const unsigned digits = address_digits(options.address + words.size() * sizeof(std::uint64_t));
    std::string result;
    std::array<char, kMaximumTextLength> text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        TextWriter writer(text.data());
        if (labels[i] >= 0) {
            writer.letter('l');
            writer.number(labels[i]);
            writer.text(": ");
        }
        const std::size_t label_end = writer.length();
        writer.use_labels(labels, i);
        print_word(words[i], revision, writer);
        std::string line(text.data(), writer.length());
        const std::optional<std::string> mark =
            unsaid_bits(words[i], disassemble(words[i], revision), revision);
        if (!mark)
            line.replace(label_end, std::string::npos, raw_text(words[i]));
        std::string comment;
        if (options.addresses)
            append_digits(comment, options.address + i * sizeof(std::uint64_t), digits);
        if (options.words) {
            comment += comment.empty() ? "" : " ";
            append_digits(comment, words[i] >> 32, 8);
            comment += '_';
            append_digits(comment, words[i] & 0xffffffff, 8);
        }
        append_comment(line, comment, mark.value_or(std::string()));
        result += line + '\n';
    }
    return result;
}

std::string disassemble_program(std::span<const std::uint64_t> words, Revision revision) {
    return program_listing(words, revision, {});
}

} // namespace jacquard::ir3
