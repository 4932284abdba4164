#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/describe/word_description.h>
#include <jacquard/ir3/isa/disassemble/text_writer.h>

#include <array>

namespace jacquard::ir3 {

namespace {

std::string flag_meaning(const FieldDescription& field, std::uint64_t value) {
    if (value == 0) {
        return "no";
    }
    return field.text.empty() ? "yes" : field.text.c_str();
}

std::string components_meaning(std::uint64_t value) {
    std::string letters;
    for (unsigned i = 0; i < 4; ++i)
        letters += (value >> i & 1) != 0 ? std::string(1, "xyzw"[i]) : std::string();
    return letters.empty() ? "none" : letters;
}

std::string field_meaning(const BitsRow& row, std::uint64_t word) {
    const FieldDescription& field = field_descriptions()[row.subject];
    const BitRange bits(row.bits);
    std::uint64_t value = bits.gather(word);
    switch (field.kind) {
    case FieldKind::flag: return flag_meaning(field, value);
    case FieldKind::enumeration:
        value += row.plus;
        return value < field.names.size() && !field.names[value].empty()
                   ? std::string(field.names[value])
                   : std::to_string(value);
    case FieldKind::components: return components_meaning(value);
    case FieldKind::number:
    case FieldKind::signed_number: break;
    }
    auto number = static_cast<std::int64_t>(value);
    if (row.is_signed && (value >> (bits.width() - 1) & 1) != 0) {
        number -= std::int64_t{1} << bits.width();
    }
    return std::to_string((number + row.plus) * (std::int64_t{1} << row.at));
}

} // namespace

std::vector<const BitsRow*> rows_of(unsigned encoding, const Instruction& instruction) {
    const EncodingRow& fixed = kEncodings[encoding];
    std::vector<const BitsRow*> result;
    unsigned choice = 0;
    int taken = -1;
    for (const BitsRow& row : format_descriptions()[describe_encoding(encoding).format].rows) {
        if (row.choice == 0) {
            result.push_back(&row);
            continue;
        }
        if (row.choice != choice) {
            choice = row.choice;
            taken = -1;
        }
        if (taken < 0 && holds(row.condition, instruction, fixed)) {
            taken = row.branch;
        }
        if (taken == row.branch) {
            result.push_back(&row);
        }
    }
    return result;
}

const FormCaseDescription* case_of(const BitsRow& row, std::uint64_t word, OperandKind kind) {
    const std::uint64_t value = BitRange(row.bits).gather(word);
    for (const FormCaseDescription& reading : form_descriptions()[row.form].cases) {
        if (reading.kind == kind && ((value ^ reading.value) & reading.mask) == 0) {
            return &reading;
        }
    }
    return nullptr;
}

std::string meaning_of(const BitsRow& row, std::uint64_t word, const Instruction& instruction) {
    switch (row.kind) {
    case BitsKind::field: return field_meaning(row, word);
    case BitsKind::number: return std::to_string(BitRange(row.bits).gather(word));
    case BitsKind::operand: return operand_text(operand_of(instruction, row.subject));
    case BitsKind::part: return BitRange(row.bits).gather(word) != 0 ? "yes" : "no";
    case BitsKind::fixed:
    case BitsKind::free:
    case BitsKind::expect: break;
    }
    return {};
}

std::string operand_text(const Operand& operand) {
    std::array<char, 64> buffer{};
    TextWriter out(buffer.data());
    if (operand.last) {
        out.text("(last)");
    }
    out.modifiers(operand);
    if (operand.repeat) {
        out.text("(r)");
    }
    switch (operand.kind) {
    case OperandKind::none: out.text("-"); break;
    case OperandKind::gpr:
        out.text(operand.half && !operand.is_special() ? "h" : "");
        out.register_name(operand.number);
        break;
    case OperandKind::constant:
        out.text(operand.half ? "h" : "");
        out.constant(operand.number);
        break;
    case OperandKind::immediate: out.number(operand.value); break;
    case OperandKind::table_immediate:
        out.text("float ");
        out.number(operand.value);
        break;
    case OperandKind::relative_gpr:
    case OperandKind::relative_constant:
        out.text(operand.half ? "h" : "");
        out.text(operand.kind == OperandKind::relative_gpr ? "r<a0.x" : "c<a0.x");
        out.relative(operand.value);
        out.text(">");
        break;
    }
    return {buffer.data(), out.length()};
}

std::string operand_meaning(const Operand& operand) {
    constexpr std::array<const char*, kNumOperandKinds> kKinds = {"left out",
                                                                  "register",
                                                                  "constant",
                                                                  "number",
                                                                  "float of the hardware's table",
                                                                  "register relative to a0.x",
                                                                  "constant relative to a0.x"};
    std::string text = operand.is_shared() ? "register of the whole wave"
                                           : kKinds[static_cast<unsigned>(operand.kind)];
    if (operand && !operand.is_special()) {
        text += operand.half ? ", 16 bits" : ", 32 bits";
    }
    text += operand.negate ? ", negated" : "";
    text += operand.absolute ? ", magnitude" : "";
    text += operand.repeat ? ", steps with each repetition" : "";
    text += operand.last ? ", dead after this read" : "";
    return text;
}

} // namespace jacquard::ir3
