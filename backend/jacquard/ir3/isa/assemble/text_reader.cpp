#include <jacquard/ir3/isa/assemble/text_reader.h>
#include <jacquard/support/expression/half.h>

#include <bit>
#include <charconv>
#include <limits>

namespace jacquard::ir3 {
namespace {

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_label_start(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

constexpr std::int64_t kLeastNumber = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kGreatestNumber = std::numeric_limits<std::uint32_t>::max();

} // namespace

bool TextReader::missing(std::string_view what) {
    if (notes_ != nullptr)
        notes_->expect(at_, what);
    return false;
}

bool TextReader::goes_on() const {
    return at_ != end_ && (is_label_start(*at_) || is_digit(*at_));
}

bool TextReader::spaced_comma() {
    const char* start = at_;
    blanks();
    if (option(',')) {
        blanks();
        return true;
    }
    missing("','");
    at_ = start;
    return false;
}

bool TextReader::at_end() {
    blanks();
    if (at_ == end_ || *at_ == ';' || *at_ == '\r' || starts_with("//"))
        return true;
    return missing("the end of the line");
}

bool TextReader::number(std::int64_t& value) {
    const bool negative = next_is('-');
    const Letters next = letters_behind(next_letters(), negative ? 1 : 0);
    const auto [read, digits] = leading_number(next);
    const bool is_hex = (next & letters_mask(2)) == letters_of("0x");
    if (digits == 0 || digits >= kLettersAtOnce - 1 || is_hex)
        return long_number(value);
    value = negative ? -std::int64_t{read} : std::int64_t{read};
    at_ += digits + (negative ? 1 : 0);
    return true;
}

// Numbers of any length, hexadecimal ones, and what is none.
bool TextReader::long_number(std::int64_t& value) {
    const char* place = at_;
    const bool negative = place != end_ && *place == '-';
    place += negative ? 1 : 0;
    std::uint64_t read = 0;
    const char* first = place;
    if (end_ - place > 2 && place[0] == '0' && place[1] == 'x') {
        place = std::from_chars(first + 2, end_, read, 16).ptr;
        if (place == first + 2)
            return missing("a number");
    } else {
        while (place != end_ && is_digit(*place) && read <= std::uint64_t{1} << 40)
            read = read * 10 + static_cast<std::uint64_t>(*place++ - '0');
    }
    if (place == first)
        return missing("a number");
    if (read > static_cast<std::uint64_t>(negative ? -kLeastNumber : kGreatestNumber))
        return missing("a number of 32 bits");
    value = negative ? -static_cast<std::int64_t>(read) : static_cast<std::int64_t>(read);
    at_ = place;
    return true;
}

bool TextReader::this_number(std::int64_t wanted) {
    const char* start = at_;
    std::int64_t value = 0;
    if (!number(value))
        return false;
    if (value == wanted)
        return true;
    at_ = start;
    return missing("another number");
}

bool TextReader::relative(std::int32_t& value) {
    value = 0;
    const char* start = at_;
    blanks();
    if (at_ == end_ || (*at_ != '+' && *at_ != '-')) {
        at_ = start;
        return true;
    }
    const bool negative = *at_++ == '-';
    blanks();
    if (!number_into(value)) {
        at_ = start;
        return false;
    }
    // The distance of the least number has no positive counterpart, and fits nowhere.
    if (negative && value != std::numeric_limits<std::int32_t>::min())
        value = -value;
    return true;
}

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
    if (at_ != end_ && is_digit(*at_)) {
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

bool TextReader::component(std::uint16_t& number) {
    if (end_ - at_ < 2 || *at_ != '.')
        return missing("a component, .x to .w");
    const char letter = at_[1];
    if (letter < 'w' || letter > 'z') {
        ++at_;
        missing("x, y, z or w");
        --at_;
        return false;
    }
    const unsigned place = letter == 'w' ? 3U : static_cast<unsigned>(letter - 'x');
    number = static_cast<std::uint16_t>(number * 4 + place);
    at_ += 2;
    return true;
}

// As it prints: a letter, a number and a component, within eight letters.
bool TextReader::numbered(char letter, unsigned limit, std::uint16_t& number) {
    if (!next_is(letter))
        return false;
    constexpr unsigned kMostDigits = kLettersAtOnce - 3;
    const Letters next = letters_behind(next_letters(), 1);
    const auto [value, digits] = leading_number(next);
    const Letters behind = letters_behind(next, digits);
    const auto place = static_cast<unsigned>(behind >> 8 & 0xff) - 'w';
    if (digits == 0 || digits > kMostDigits || value > limit || (behind & 0xff) != '.' || place > 3)
        return long_numbered(letter, limit, number);
    // w, x, y and z.
    number = static_cast<std::uint16_t>(value * 4 + (place + 3) % 4);
    at_ += digits + 3;
    return true;
}

bool TextReader::long_numbered(char letter, unsigned limit, std::uint16_t& number) {
    const char* start = at_;
    if (!option(letter))
        return false;
    unsigned value = 0;
    const char* digits = at_;
    while (at_ != end_ && is_digit(*at_) && value <= limit)
        value = value * 10 + static_cast<unsigned>(*at_++ - '0');
    bool found = at_ != digits;
    if (found && value > limit) {
        at_ = digits;
        found = missing("a smaller register number");
    }
    std::uint16_t result = static_cast<std::uint16_t>(value);
    found = found && component(result);
    if (found) {
        number = result;
    } else {
        at_ = start;
    }
    return found;
}

bool TextReader::general_register(std::uint16_t& number) {
    constexpr unsigned kLast = kNoRegister / 4;
    if (!next_is('r'))
        return false;
    const Letters next = letters_behind(next_letters(), 1);
    const auto first = static_cast<unsigned>(next & 0xff) - '0';
    const auto second = static_cast<unsigned>(next >> 8 & 0xff) - '0';
    const bool two = second < 10;
    const unsigned value = two ? first * 10 + second : first;
    const Letters behind = two ? next >> 16 : next >> 8;
    const auto place = static_cast<unsigned>(behind >> 8 & 0xff) - 'w';
    if (first > 9 || value > kLast || (behind & 0xff) != '.' || place > 3)
        return long_numbered('r', kLast, number);
    number = static_cast<std::uint16_t>(value * 4 + (place + 3) % 4);
    at_ += two ? 5 : 4;
    return true;
}

bool TextReader::special_register(std::uint16_t& number) {
    if (option(kAddressRegister1Name)) {
        if (text(".x")) {
            number = kAddressRegister1;
            return true;
        }
        at_ -= kAddressRegister1Name.size();
        return false;
    }
    return named_register(kPredicateRegisterName, kPredicateRegister, number) ||
           named_register(kAddressRegisterName, kAddressRegister, number) || missing("a register");
}

bool TextReader::compared_register(std::uint16_t& number) {
    return named_register(kUniformPredicateRegisterName, kUniformPredicateRegister, number) ||
           register_name(number);
}

bool TextReader::render_target(std::uint16_t& number) {
    constexpr unsigned kLast = 7;
    const char* const start = at_;
    if (option('r') && numbered('t', kLast, number))
        return true;
    at_ = start;
    return missing("a colour such as rt0.x");
}

bool TextReader::named_register(std::string_view name, std::uint16_t first, std::uint16_t& number) {
    const char* const start = at_;
    std::uint16_t place = 0;
    if (option(name) && component(place)) {
        number = static_cast<std::uint16_t>(first + place);
        return true;
    }
    at_ = start;
    return false;
}

bool TextReader::constant(std::uint16_t& number) {
    constexpr unsigned kLast = 4095;
    return numbered('c', kLast, number) || missing("a constant");
}

bool TextReader::immediate(std::int32_t& value) {
    std::int64_t read = 0;
    if (!number(read))
        return false;
    value = static_cast<std::int32_t>(static_cast<std::uint32_t>(read));
    return true;
}

bool TextReader::raw_bits(std::int32_t& bits) {
    return starts_with("0x") && immediate(bits);
}

bool TextReader::float_value(float& value) {
    const char* first = at_;
    double read = 0;
    const auto [stop, fault] = std::from_chars(first, end_, read);
    if (fault != std::errc())
        return missing("a float");
    value = static_cast<float>(read);
    // A NaN keeps its sign, which the conversion may lose.
    if (read != read) {
        value = std::bit_cast<float>(*first == '-' ? 0xffc00000U : 0x7fc00000U);
    }
    at_ = stop;
    return true;
}

bool TextReader::decimal_float32(std::int32_t& bits) {
    float value = 0;
    if (!float_value(value))
        return false;
    bits = std::bit_cast<std::int32_t>(value);
    return true;
}

bool TextReader::float32(std::int32_t& bits) {
    return raw_bits(bits) || decimal_float32(bits);
}

bool TextReader::marked_float32(std::int32_t& bits) {
    if (option('f'))
        return raw_bits(bits) || missing("0x and the bits of a float");
    if (starts_with("0x"))
        return missing("a float");
    return decimal_float32(bits);
}

bool TextReader::float16(std::int32_t& bits) {
    if (raw_bits(bits))
        return true;
    float value = 0;
    if (!float_value(value))
        return false;
    bits = float_to_half(value);
    return true;
}

bool TextReader::target(std::int32_t& distance) {
    if (at_ == end_ || !is_label_start(*at_)) {
        if (at_ != end_ && *at_ == '+')
            ++at_;
        return number_into(distance) || missing("a label");
    }
    const char* start = at_;
    while (at_ != end_ && (is_label_start(*at_) || is_digit(*at_)))
        ++at_;
    label_ = {start, static_cast<std::size_t>(at_ - start)};
    distance = label_distance_;
    return true;
}

} // namespace jacquard::ir3
