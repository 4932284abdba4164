#include <jacquard/explain/explain_word.h>
#include <jacquard/explain/word_parts.h>
#include <jacquard/explain/word_picture.h>
#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/describe/word_description.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <vector>

namespace jacquard::driver {

namespace {

using ir3::BitRange;
using ir3::BitsKind;
using ir3::BitsRow;

std::string padded(std::string_view given, std::size_t width) {
    std::string text(given);
    if (text.size() < width) {
        text.resize(width, ' ');
    }
    return text + ' ';
}

void print_parts(std::uint64_t word, unsigned encoding, const ir3::Instruction& instruction,
                 const std::vector<const BitsRow*>& rows, std::ostream& out) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const BitsRow& row = *rows[i];
        out << "  " << part_letter(i) << ' ' << padded(row.bits, 10)
            << padded(bit_text(BitRange(row.bits), word), kMaximumBinaryWidth)
            << padded(name_of_part(row), 13) << padded(meaning_of(row, word, instruction), 12)
            << place_of(row, encoding) << '\n';
    }
}

void print_operands(std::uint64_t word, const ir3::Instruction& instruction,
                    const std::vector<const BitsRow*>& rows, std::ostream& out) {
    std::vector<const BitsRow*> operands;
    for (const BitsRow* row : rows) {
        if (row->kind == BitsKind::operand) {
            operands.push_back(row);
        }
    }
    if (operands.empty()) {
        return;
    }
    std::sort(operands.begin(), operands.end(),
              [](const BitsRow* a, const BitsRow* b) { return a->name.view() < b->name.view(); });
    out << "\noperands\n";
    for (const BitsRow* row : operands) {
        const ir3::Operand& operand = operand_of(instruction, row->subject);
        const ir3::FormCaseDescription* reading = case_of(*row, word, operand.kind);
        const ir3::FormDescription& form = ir3::form_descriptions()[row->form];
        out << "  " << padded(row->name, 5) << padded(operand_text(operand), 12)
            << operand_meaning(operand) << "  (" << form.name << ", "
            << ir3::place(reading != nullptr ? reading->place : form.place) << ")\n";
    }
}

// Prints the effect of each field that is not 0.
void print_fields(std::uint64_t word, const std::vector<const BitsRow*>& rows, std::ostream& out) {
    bool any = false;
    for (const BitsRow* row : rows) {
        if (row->kind != BitsKind::field || BitRange(row->bits).gather(word) == 0) {
            continue;
        }
        out << (any ? "" : "\nfields that are not 0\n") << "  " << padded(row->name, 15)
            << ir3::field_descriptions()[row->subject].doc << '\n';
        any = true;
    }
}

// Bits that decoding ignores and assembling would write otherwise.
void print_ignored(std::uint64_t word, unsigned encoding, const std::vector<const BitsRow*>& rows,
                   std::ostream& out) {
    bool any = false;
    for (const BitsRow* row : rows) {
        if (row->kind != BitsKind::free && row->kind != BitsKind::expect) {
            continue;
        }
        const BitRange bits(row->bits);
        const std::uint64_t expected = ir3::kEncodings[encoding].value;
        if (bits.gather(word) == bits.gather(expected)) {
            continue;
        }
        out << (any ? "" : "\nbits without a meaning that are not as assembled\n") << "  "
            << padded(row->bits, 10) << bit_text(bits, word) << " should be "
            << bit_text(bits, expected) << "  " << ir3::place(row->place) << '\n';
        any = true;
    }
}

void print_difference(const BitsRow& row, std::uint64_t word, const ir3::NearMiss& miss,
                      std::ostream& out) {
    const BitRange bits(row.bits);
    if (((word ^ miss.word) & bits.mask()) == 0) {
        return;
    }
    out << "      " << padded(row.bits, 10) << bit_text(bits, word) << " should be "
        << bit_text(bits, miss.word) << "  " << name_of_part(row) << "  "
        << place_of(row, miss.encoding) << '\n';
}

void print_near_misses(std::uint64_t word, ir3::Revision revision, std::ostream& out) {
    const std::vector<ir3::NearMiss> misses = near_misses(word, revision, kShownMisses);
    out << "nearest instructions of " << ir3::name_of(revision) << ", and the bits that differ\n";
    for (const ir3::NearMiss& miss : misses) {
        out << "\n  " << miss.distance << (miss.distance == 1 ? " bit   " : " bits  ") << "0x"
            << hex(miss.word, 16) << "  " << disassemble(miss.word, revision) << '\n';
        for (const BitsRow* row : rows_of(miss.encoding, miss.instruction)) {
            print_difference(*row, word, miss, out);
        }
    }
}

} // namespace

WordExplanation explain_word(std::uint64_t word, ir3::Revision revision) {
    std::ostringstream out;
    const std::optional<ir3::Instruction> instruction = ir3::decode(word, revision);
    if (!instruction) {
        print_near_misses(word, revision, out);
        return {false, out.str()};
    }
    const unsigned encoding = ir3::find_encoding(word, revision);
    const ir3::EncodingDescription& description = ir3::describe_encoding(encoding);
    const ir3::FormatDescription& format = ir3::format_descriptions()[description.format];
    const std::vector<const BitsRow*> rows = rows_of(encoding, *instruction);
    const ir3::OpcodeInfo& info = ir3::opcode_info(revision, instruction->opcode);
    out << ir3::disassemble(word, revision) << "\n\nir3:" << info.name << "  "
        << ir3::describe_opcode(instruction->opcode) << "\n  category "
        << static_cast<unsigned>(info.category) << ' ' << ir3::place(description.place)
        << ", format " << format.name << ' ' << ir3::place(format.place) << ", "
        << ir3::name_of(revision) << '\n';
    if (!ir3::is_confirmed(revision, instruction->opcode)) {
        out << "  Not confirmed on the hardware of " << ir3::name_of(revision) << ".\n";
    }
    out << '\n' << word_picture(word, rows) << '\n';
    print_parts(word, encoding, *instruction, rows, out);
    print_operands(word, *instruction, rows, out);
    print_fields(word, rows, out);
    print_ignored(word, encoding, rows, out);
    out << "\n'jacquard explain ir3:" << info.name << "' shows what it computes.\n";
    return {true, out.str()};
}

} // namespace jacquard::driver
