#include <jacquard/support/text/letters.h>
#include <jacquard/tgsi/read/parser.h>

#include <algorithm>

namespace jacquard::tgsi {
namespace {

std::string count_of(unsigned count, std::string_view noun) {
    return (count == 0 ? std::string("no") : std::to_string(count)) + " " + std::string(noun) +
           (count == 1 ? "" : "s");
}

std::string operands_of(const OpcodeInfo& opcode) {
    const unsigned required = opcode.num_sources - opcode.num_optional_sources;
    std::string sources = count_of(opcode.num_sources, "source");
    if (opcode.num_optional_sources != 0) {
        sources = std::to_string(required) + " to " + sources;
    }
    return std::string(opcode.name) + " has " + count_of(opcode.num_destinations, "destination") +
           " and " + sources;
}

// Takes a modifier off the end of a mnemonic.
std::optional<InstructionModifier> take_modifier(std::string_view& mnemonic) {
    for (unsigned i = 0; i < kNumInstructionModifier; ++i) {
        const std::string_view suffix = instruction_modifier_names()[i];
        if (mnemonic.size() > suffix.size() &&
            same_name(mnemonic.substr(mnemonic.size() - suffix.size()), suffix)) {
            mnemonic.remove_suffix(suffix.size());
            return static_cast<InstructionModifier>(i);
        }
    }
    return std::nullopt;
}

} // namespace

// One, or several where none but the last has operands.
void Parser::parse_instructions() {
    do {
        parse_instruction();
    } while (has_another_);
}

// Returns whether another instruction follows on the same line. The instruction itself has no
// operands for which the next one could be taken.
bool Parser::is_followed(const Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    return opcode.num_destinations + opcode.num_sources == 0 && !instruction.label &&
           find_opcode(scanner_.peek_word());
}

void Parser::parse_instruction() {
    has_another_ = false;
    Instruction instruction;
    instruction.first_operand = static_cast<std::uint32_t>(program.operands.size());
    const std::uint32_t number = static_cast<std::uint32_t>(program.instructions.size());
    if (!parse_mnemonic(instruction)) {
        // It keeps its number, so that labels still name what they mean.
        doubts.blocks = true;
        doubts.instructions.push_back(number);
        instruction.opcode = Opcode::nop;
        program.instructions.push_back(instruction);
        return;
    }
    if (!parse_operands(instruction) || !parse_trailer(instruction)) {
        doubts.instructions.push_back(number);
        program.operands.resize(instruction.first_operand);
        instruction.num_sources = 0;
        instruction.num_offsets = 0;
        instruction.label.reset();
    }
    program.instructions.push_back(instruction);
}

bool Parser::parse_mnemonic(Instruction& instruction) {
    instruction.position = scanner_.position();
    std::string_view word = scanner_.take_word();
    const bool is_number = !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
    if (is_number && scanner_.take(':')) {
        instruction.position = scanner_.position();
        word = scanner_.take_word();
    }
    if (word.empty()) {
        return fail("T102", instruction.position,
                    "expected an instruction, found '" + std::string(scanner_.peek_anything()) +
                        "'");
    }
    std::string_view mnemonic = word;
    auto opcode = find_opcode(mnemonic);
    while (!opcode) {
        const auto modifier = take_modifier(mnemonic);
        if (!modifier) {
            break;
        }
        (*modifier == InstructionModifier::saturate ? instruction.saturate : instruction.precise) =
            true;
        opcode = find_opcode(mnemonic);
    }
    if (opcode) {
        instruction.opcode = *opcode;
        return true;
    }
    std::vector<std::string_view> known(opcode_names().begin(), opcode_names().end());
    known.insert(known.end(), line_keyword_names().begin(), line_keyword_names().end());
    return fail("T102", instruction.position,
                "there is no instruction called '" + std::string(mnemonic.substr(0, 60)) + "'",
                mnemonic, known);
}

bool Parser::parse_operands(Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    const unsigned wanted = opcode.num_destinations + opcode.num_sources;
    unsigned given = 0;
    const auto starts_operand = [&] {
        // A word that ends the operands instead: a target, a qualifier, a format.
        const char next = scanner_.peek();
        return next == '-' || next == '|' || (!scanner_.peek_word().empty());
    };
    while (given < wanted) {
        const bool may_stop = given + opcode.num_optional_sources >= wanted;
        const SourcePosition position = scanner_.position();
        const bool continues =
            given == 0 ? starts_operand() && scanner_.peek() != ':' : scanner_.take(',');
        if (!continues) {
            if (may_stop) {
                break;
            }
            if (given != 0 && !scanner_.at_line_end() && scanner_.peek() != ':') {
                return expect(',', "an operand");
            }
            return fail("T108", position,
                        operands_of(opcode) + "; " +
                            (given < opcode.num_destinations
                                 ? "the destination is missing"
                                 : count_of(given - opcode.num_destinations, "source") +
                                       (given - opcode.num_destinations == 1 ? " is" : " are") +
                                       " given"));
        }
        if (given < opcode.num_destinations) {
            instruction.has_destination = true;
            if (!parse_destination(instruction.destination)) {
                return false;
            }
        } else {
            Source source;
            if (!parse_source(source, false)) {
                return false;
            }
            program.operands.push_back(source);
            ++instruction.num_sources;
        }
        ++given;
    }
    return true;
}

// Reads what may follow the operands: a texture target, texel offsets, qualifiers, a format, a
// label.
bool Parser::parse_trailer(Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    while (scanner_.take(',')) {
        if (!parse_trailing_word(instruction)) {
            return false;
        }
    }
    if (opcode.takes_texture_target && !instruction.target) {
        return fail("T108", scanner_.position(),
                    std::string(opcode.name) + " needs a texture target after its operands");
    }
    if (scanner_.peek() == ':' && opcode.takes_label) {
        scanner_.take(':');
        std::uint32_t label = 0;
        if (!parse_unsigned(label, 0x7fffffff, "the number of an instruction")) {
            return false;
        }
        instruction.label = label;
    }
    has_another_ = is_followed(instruction);
    return has_another_ || expect_line_end("an instruction");
}

bool Parser::parse_trailing_word(Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    const SourcePosition position = scanner_.position();
    const Scanner::Mark start = scanner_.mark();
    const std::string_view word = scanner_.take_word();
    const bool is_register = word.empty() || scanner_.peek() == '[' || scanner_.peek() == '.';
    if (!is_register) {
        if (const auto target = find_texture_target(word);
            target && !instruction.target &&
            (opcode.takes_texture_target || opcode.takes_memory_qualifiers)) {
            instruction.target = *target;
            return true;
        }
        if (opcode.takes_memory_qualifiers) {
            if (const auto qualifier = find_memory_qualifier(word)) {
                instruction.memory_qualifiers |=
                    static_cast<std::uint8_t>(1U << static_cast<unsigned>(*qualifier));
                return true;
            }
            if (is_format_name(word)) {
                instruction.format = intern_format(word);
                return true;
            }
        }
        if (opcode.takes_texture_target && !instruction.target) {
            return fail("T107", position,
                        "there is no texture target called '" + std::string(word.substr(0, 60)) +
                            "'",
                        word, texture_target_names());
        }
    }
    scanner_.rewind(start);
    constexpr unsigned kMostOffsets = 4;
    if (!opcode.takes_texture_target || !instruction.target ||
        instruction.num_offsets == kMostOffsets) {
        const char next = scanner_.peek();
        const bool is_operand = next == '-' || next == '|' || !scanner_.peek_word().empty();
        if (!is_operand) {
            const bool wants_target = opcode.takes_texture_target && !instruction.target;
            return fail("T107", position,
                        std::string("expected ") +
                            (wants_target ? "a texture target" : "an operand") + ", found '" +
                            std::string(scanner_.peek_anything()) + "'");
        }
        if (opcode.takes_texture_target && !instruction.target) {
            return fail("T108", position,
                        operands_of(opcode) + "; a texture target is expected here");
        }
        return fail("T108", position, operands_of(opcode) + "; this is one too many");
    }
    Source offset;
    if (!parse_source(offset, true)) {
        return false;
    }
    program.operands.push_back(offset);
    ++instruction.num_offsets;
    return true;
}

bool Parser::parse_destination(Destination& destination) {
    return parse_register(destination.reg) &&
           (scanner_.peek() != '.' || parse_write_mask(destination.write_mask));
}

bool Parser::parse_source(Source& source, bool is_offset) {
    source.negate = scanner_.take('-');
    source.absolute = scanner_.take('|');
    if (!parse_register(source.reg) ||
        (scanner_.peek() == '.' && !parse_swizzle(source.swizzle, is_offset))) {
        return false;
    }
    if (source.absolute && !scanner_.take('|')) {
        return fail("T103", scanner_.position(), "the '|' of an absolute value is not closed");
    }
    return true;
}

bool Parser::parse_file(RegisterFile& file) {
    const SourcePosition position = scanner_.position();
    const std::string_view word = scanner_.take_word();
    const auto found = find_register_file(word);
    if (!found) {
        const std::string_view written = word.empty() ? scanner_.peek_anything() : word;
        return fail(
            "T104", position,
            (word.empty() ? "expected a register, found '" : "there is no register file called '") +
                std::string(written.substr(0, 60)) + "'",
            word, register_file_names());
    }
    file = *found;
    return true;
}

bool Parser::parse_register(Register& reg) {
    reg.position = scanner_.position();
    if (!parse_file(reg.file)) {
        return false;
    }
    if (info(reg.file).needs_no_declaration && scanner_.peek() != '[') {
        return true;
    }
    if (!expect('[', name_of(reg.file)) || !parse_index(reg.index)) {
        return false;
    }
    if (scanner_.take('[')) {
        reg.dimension = reg.index;
        reg.index = {};
        reg.two_dimensional = true;
        if (!parse_index(reg.index)) {
            return false;
        }
    }
    if (scanner_.take('(')) {
        std::uint32_t id = 0;
        if (!parse_unsigned(id, 0xffff, "the number of an array") ||
            !expect(')', "the number of an array")) {
            return false;
        }
        reg.array_id = static_cast<std::uint16_t>(id);
    }
    return true;
}

// Reads an index and the closing bracket, after the opening bracket.
bool Parser::parse_index(Index& index) {
    std::uint32_t value = 0;
    const char first = scanner_.peek();
    if (is_digit(first)) {
        if (!parse_unsigned(value, kMaxRegister, "a register number")) {
            return false;
        }
        index.value = static_cast<std::int32_t>(value);
        return expect(']', "a register number");
    }
    if (scanner_.peek_word().empty()) {
        return fail("T103", scanner_.position(),
                    "expected a register number, found '" + std::string(scanner_.peek_anything()) +
                        "'");
    }
    index.relative = true;
    if (!parse_file(index.file) || !expect('[', name_of(index.file)) ||
        !parse_unsigned(value, kMaxRegister, "a register number") ||
        !expect(']', "a register number")) {
        return false;
    }
    index.register_index = static_cast<std::int32_t>(value);
    if (scanner_.take('.')) {
        const SourcePosition position = scanner_.position();
        const std::string_view letter = scanner_.take_word();
        if (letter.size() != 1 || component_of(letter[0]) > 3) {
            return fail("T105", position,
                        "an index is one component, x, y, z or w, not '" +
                            std::string(letter.substr(0, 60)) + "'");
        }
        index.component = static_cast<std::uint8_t>(component_of(letter[0]));
    }
    const char sign = scanner_.peek();
    if (sign == '+' || sign == '-') {
        scanner_.take(sign);
        if (!parse_unsigned(value, kMaxRegister, "what is added to an index")) {
            return false;
        }
        index.value =
            sign == '-' ? -static_cast<std::int32_t>(value) : static_cast<std::int32_t>(value);
    }
    return expect(']', "an index");
}

bool Parser::parse_swizzle(std::array<std::uint8_t, 4>& swizzle, bool is_offset) {
    scanner_.take('.');
    const SourcePosition position = scanner_.position();
    const std::string_view letters = scanner_.take_word();
    const bool good_count =
        letters.size() == 1 || letters.size() == 4 || (is_offset && letters.size() == 3);
    if (!good_count || std::any_of(letters.begin(), letters.end(),
                                   [](char letter) { return component_of(letter) > 3; })) {
        return fail(
            "T105", position,
            "a swizzle is one or four of x, y, z and w, not '" +
                std::string(letters.empty() ? scanner_.peek_anything() : letters.substr(0, 60)) +
                "'");
    }
    for (std::size_t i = 0; i < 4; ++i) {
        const char letter = letters[std::min(i, letters.size() - 1)];
        swizzle[i] = static_cast<std::uint8_t>(component_of(letter));
    }
    return true;
}

bool Parser::parse_write_mask(std::uint8_t& mask) {
    scanner_.take('.');
    const SourcePosition position = scanner_.position();
    const std::string_view letters = scanner_.take_word();
    mask = 0;
    bool good = !letters.empty();
    unsigned next = 0;
    for (const char letter : letters) {
        const unsigned component = component_of(letter);
        if (component > 3 || component < next) {
            good = false;
            break;
        }
        mask = static_cast<std::uint8_t>(mask | 1U << component);
        next = component + 1;
    }
    return good || fail("T105", position,
                        "a write mask is some of x, y, z and w in this order, not '" +
                            std::string(letters.empty() ? scanner_.peek_anything()
                                                        : letters.substr(0, 60)) +
                            "'");
}

} // namespace jacquard::tgsi
