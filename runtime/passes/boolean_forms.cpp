#include <jacquard/passes/boolean_forms.h>

#include <array>
#include <bit>
#include <string>

namespace jacquard::nir {

namespace {

constexpr std::array<unsigned, 4> kWidths = {1, 8, 16, 32};
constexpr std::size_t kNumWidths = kWidths.size();

std::size_t slot_of(unsigned bit_size) {
    for (std::size_t i = 0; i < kNumWidths; ++i) {
        if (kWidths[i] == bit_size) {
            return i;
        }
    }
    return kNumWidths;
}

bool is_sized_boolean(AluType type) {
    return type.base == BaseType::bool_type && type.bit_size != 0;
}

// Whether the infos are the same but for the width of their truths.
bool differ_in_width(const OpcodeInfo& a, const OpcodeInfo& b) {
    const auto alike = [](AluType x, AluType y) {
        return x == y || (is_sized_boolean(x) && is_sized_boolean(y));
    };
    if (a.num_sources != b.num_sources || a.output_components != b.output_components ||
        !alike(a.output_type, b.output_type) || a.source_components != b.source_components) {
        return false;
    }
    for (std::size_t i = 0; i < a.num_sources; ++i) {
        if (!alike(a.source_types[i], b.source_types[i])) {
            return false;
        }
    }
    return true;
}

// Conversions name the width that they make, which is no form.
bool may_have_forms(const OpcodeInfo& info) {
    return !info.is_conversion &&
           boolean_width(static_cast<Opcode>(&info - kOpcodeInfos.data())) == 1;
}

using Forms = std::array<Opcode, kNumWidths>;

// The width stands at the end of the name, or behind its first letter.
Forms forms_of(Opcode opcode) {
    Forms forms;
    forms.fill(opcode);
    const OpcodeInfo& info = opcode_info(opcode);
    for (std::size_t i = 1; i < kNumWidths; ++i) {
        const std::string name(info.name);
        const std::string width = std::to_string(kWidths[i]);
        for (const std::string& candidate :
             {name + width, name.substr(0, 1) + width + name.substr(1)}) {
            const std::optional<Opcode> found = find_opcode(candidate);
            if (found && differ_in_width(info, opcode_info(*found))) {
                forms[i] = *found;
            }
        }
    }
    return forms;
}

using Table = std::array<Forms, kNumOpcodes>;

Table make_table() {
    Table table;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        table[i].fill(static_cast<Opcode>(i));
    }
    for (const OpcodeInfo& info : kOpcodeInfos) {
        if (!may_have_forms(info)) {
            continue;
        }
        const auto opcode = static_cast<Opcode>(&info - kOpcodeInfos.data());
        const Forms forms = forms_of(opcode);
        for (const Opcode form : forms) {
            table[static_cast<std::size_t>(form)] = forms;
        }
    }
    return table;
}

} // namespace

unsigned boolean_width(Opcode opcode) {
    const OpcodeInfo& info = opcode_info(opcode);
    if (is_sized_boolean(info.output_type)) {
        return info.output_type.bit_size;
    }
    for (std::size_t i = 0; i < info.num_sources; ++i) {
        if (is_sized_boolean(info.source_types[i])) {
            return info.source_types[i].bit_size;
        }
    }
    return 0;
}

Opcode with_boolean_width(Opcode opcode, unsigned bit_size) {
    static const Table kTable = make_table();
    const std::size_t slot = slot_of(bit_size);
    return slot < kNumWidths ? kTable[static_cast<std::size_t>(opcode)][slot] : opcode;
}

} // namespace jacquard::nir
