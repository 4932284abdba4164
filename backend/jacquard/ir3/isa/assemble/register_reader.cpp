#include <jacquard/ir3/isa/assemble/register_reader.h>
#include <jacquard/ir3/isa/instruction/operand.h>

namespace jacquard::ir3 {

bool RegisterReader::component(std::uint16_t& number) {
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
bool RegisterReader::numbered(char letter, unsigned limit, std::uint16_t& number) {
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

bool RegisterReader::long_numbered(char letter, unsigned limit, std::uint16_t& number) {
    const char* start = at_;
    if (!option(letter))
        return false;
    unsigned value = 0;
    const char* digits = at_;
    while (next_is_digit() && value <= limit)
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

bool RegisterReader::general_register(std::uint16_t& number) {
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

bool RegisterReader::special_register(std::uint16_t& number) {
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

bool RegisterReader::compared_register(std::uint16_t& number) {
    return named_register(kUniformPredicateRegisterName, kUniformPredicateRegister, number) ||
           register_name(number);
}

bool RegisterReader::render_target(std::uint16_t& number) {
    constexpr unsigned kLast = 7;
    const char* const start = at_;
    if (option('r') && numbered('t', kLast, number))
        return true;
    at_ = start;
    return missing("a colour such as rt0.x");
}

bool RegisterReader::named_register(std::string_view name, std::uint16_t first,
                                    std::uint16_t& number) {
    const char* const start = at_;
    std::uint16_t place = 0;
    if (option(name) && component(place)) {
        number = static_cast<std::uint16_t>(first + place);
        return true;
    }
    at_ = start;
    return false;
}

bool RegisterReader::constant(std::uint16_t& number) {
    constexpr unsigned kLast = 4095;
    return numbered('c', kLast, number) || missing("a constant");
}

} // namespace jacquard::ir3
