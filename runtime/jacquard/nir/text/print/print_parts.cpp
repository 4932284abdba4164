#include <jacquard/nir/text/print/print_parts.h>
#include <jacquard/nir/text/print/quote.h>
#include <jacquard/nir/text/print/words.h>

namespace jacquard::nir {

void PartPrinter::begin_field(std::string_view word) {
    out_ += fields_ ? ", " : " {";
    fields_ = true;
    out_ += word;
    out_ += '=';
}

void PartPrinter::word_set(std::span<const EnumWord> words, std::uint32_t bits) {
    std::string_view separator;
    for (const EnumWord& entry : words) {
        if ((bits & entry.number) != 0) {
            out_ += separator;
            out_ += entry.word;
            separator = "|";
            bits &= ~entry.number;
        }
    }
    if (bits != 0) {
        out_ += separator;
        number(bits);
    }
}

void PartPrinter::member_name(std::string_view name) {
    if (is_word(name)) {
        out_ += name;
    } else {
        quote(name);
    }
}

void PartPrinter::variable_name(const Variable* variable) {
    if (variable != nullptr) {
        quote(variable->name);
    } else {
        out_ += '?';
    }
}

void PartPrinter::uses(std::span<const Source> sources) {
    std::string_view separator = " ";
    for (const Source& source : sources) {
        out_ += separator;
        use(source);
        separator = ", ";
    }
}

void PartPrinter::use(const Source& source) {
    if (source.ssa == nullptr) {
        out_ += "%?";
        return;
    }
    out_ += '%';
    number(source.ssa->index);
}

void PartPrinter::define(const SsaDef& value) {
    out_ += '%';
    number(value.index);
    out_ += ':';
    shape(value.bit_size, value.num_components);
}

void PartPrinter::shape(unsigned bit_size, unsigned num_components) {
    number(bit_size);
    if (num_components != 1) {
        out_ += 'x';
        number(num_components);
    }
}

void PartPrinter::alu_type(AluType type) {
    out_ += kBaseTypeWords[static_cast<std::size_t>(type.base)];
    if (type.bit_size != 0) {
        number(type.bit_size);
    }
}

void PartPrinter::block_name(const Block* block) {
    out_ += 'b';
    if (block != nullptr) {
        number(block->index);
    } else {
        out_ += '?';
    }
}

void PartPrinter::mask(unsigned bits) {
    for (unsigned c = 0; c < 4; ++c) {
        if ((bits >> c & 1) != 0) {
            out_ += kShortComponents[c];
        }
    }
    out_ += bits == 0 ? "none" : "";
}

void PartPrinter::quote(std::string_view text) {
    nir::quote(out_, text);
}

} // namespace jacquard::nir
