#include <jacquard/ir3/isa/assemble/text_reader.h>

namespace jacquard::ir3 {

bool TextReader::name(const NameTable& table, unsigned& value, bool may_be_empty,
                      unsigned greatest) {
    const Letters next = next_letters();
    for (const ReadName* name = table.first(next); table.may_stand(name, next); ++name) {
        if (name->begins(next) &&
            (name->text.size() <= kLettersAtOnce || starts_with(name->text))) {
            value = name->value;
            at_ += name->text.size();
            return true;
        }
    }
    if (next_is_digit()) {
        const char* start = at_;
        if (number_into(value) && value >= table.num_values && value <= greatest)
            return true;
        at_ = start;
    } else if (may_be_empty && table.empty >= 0) {
        value = static_cast<unsigned>(table.empty);
        return true;
    }
    return missing_name(table);
}

bool TextReader::missing_name(const NameTable& table) {
    if (notes_ == nullptr)
        return false;
    // In the order of their values; of a long list one is enough.
    const std::size_t most =
        table.names.size() > ReadingNotes::kMaxExpected ? 1 : table.names.size();
    std::size_t noted = 0;
    for (unsigned value = 0; value < table.num_values; ++value) {
        for (const ReadName& known : table.names) {
            if (known.value == value && noted++ < most)
                missing(known.text);
        }
    }
    return false;
}

bool TextReader::components(unsigned& mask) {
    mask = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if (option("xyzw"[i]))
            mask |= 1U << i;
    }
    if (notes_ != nullptr && mask < 8)
        missing("x, y, z and w in this order");
    return true;
}

void TextReader::no_modifier() {
    missing("a modifier such as (neg) (abs) (absneg) (r)");
}

void TextReader::some_modifiers(Operand& operand) {
    while (end_ - at_ > 2 && *at_ == '(') {
        switch (at_[1]) {
        case 'n':
            if (!option("(neg)"))
                return no_modifier();
            operand.negate = true;
            break;
        case 'a':
            if (option("(abs)")) {
                operand.absolute = true;
            } else if (option("(absneg)")) {
                operand.absolute = operand.negate = true;
            } else {
                return no_modifier();
            }
            break;
        case 'r':
            if (!option("(r)"))
                return no_modifier();
            operand.repeat = true;
            break;
        case 'l':
            if (!option("(last)"))
                return no_modifier();
            operand.last = true;
            break;
        default: return no_modifier();
        }
    }
}

bool TextReader::target(std::int32_t& distance) {
    if (!next_is_letter()) {
        if (at_ != end_ && *at_ == '+')
            ++at_;
        return number_into(distance) || missing("a label");
    }
    const char* start = at_;
    while (next_is_letter() || next_is_digit())
        ++at_;
    label_ = {start, static_cast<std::size_t>(at_ - start)};
    distance = label_distance_;
    return true;
}

} // namespace jacquard::ir3
