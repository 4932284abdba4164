#include <jacquard/ir3/isa/assemble/read_registers.h>
#include <jacquard/ir3/isa/instruction/operand.h>

#include <string_view>

namespace jacquard::ir3 {

namespace {

bool read_component(LineCursor& in, std::uint16_t& number) {
    if (in.end() - in.mark() < 2 || *in.mark() != '.')
        return in.missing("a component, .x to .w");
    const char letter = in.mark()[1];
    if (letter < 'w' || letter > 'z') {
        in.skip(1);
        in.missing("x, y, z or w");
        in.back_to(in.mark() - 1);
        return false;
    }
    const unsigned place = letter == 'w' ? 3U : static_cast<unsigned>(letter - 'x');
    number = static_cast<std::uint16_t>(number * 4 + place);
    in.skip(2);
    return true;
}

bool read_long_numbered(LineCursor& in, char letter, unsigned limit, std::uint16_t& number) {
    const char* start = in.mark();
    if (!in.option(letter))
        return false;
    unsigned value = 0;
    const char* digits = in.mark();
    while (in.next_is_digit() && value <= limit) {
        value = value * 10 + static_cast<unsigned>(*in.mark() - '0');
        in.skip(1);
    }
    bool found = in.mark() != digits;
    if (found && value > limit) {
        in.back_to(digits);
        found = in.missing("a smaller register number");
    }
    std::uint16_t result = static_cast<std::uint16_t>(value);
    found = found && read_component(in, result);
    if (found) {
        number = result;
    } else {
        in.back_to(start);
    }
    return found;
}

// As it prints: a letter, a number and a component, within eight letters.
bool read_numbered(LineCursor& in, char letter, unsigned limit, std::uint16_t& number) {
    if (!in.next_is(letter))
        return false;
    constexpr unsigned kMostDigits = kLettersAtOnce - 3;
    const Letters next = letters_behind(in.next_letters(), 1);
    const auto [value, digits] = leading_number(next);
    const Letters behind = letters_behind(next, digits);
    const auto place = static_cast<unsigned>(behind >> 8 & 0xff) - 'w';
    if (digits == 0 || digits > kMostDigits || value > limit || (behind & 0xff) != '.' || place > 3)
        return read_long_numbered(in, letter, limit, number);
    // w, x, y and z.
    number = static_cast<std::uint16_t>(value * 4 + (place + 3) % 4);
    in.skip(digits + 3);
    return true;
}

bool read_general_register(LineCursor& in, std::uint16_t& number) {
    constexpr unsigned kLast = kNoRegister / 4;
    if (!in.next_is('r'))
        return false;
    const Letters next = letters_behind(in.next_letters(), 1);
    const auto first = static_cast<unsigned>(next & 0xff) - '0';
    const auto second = static_cast<unsigned>(next >> 8 & 0xff) - '0';
    const bool two = second < 10;
    const unsigned value = two ? first * 10 + second : first;
    const Letters behind = two ? next >> 16 : next >> 8;
    const auto place = static_cast<unsigned>(behind >> 8 & 0xff) - 'w';
    if (first > 9 || value > kLast || (behind & 0xff) != '.' || place > 3)
        return read_long_numbered(in, 'r', kLast, number);
    number = static_cast<std::uint16_t>(value * 4 + (place + 3) % 4);
    in.skip(two ? 5 : 4);
    return true;
}

bool read_named_register(LineCursor& in, std::string_view name, std::uint16_t first,
                         std::uint16_t& number) {
    const char* const start = in.mark();
    std::uint16_t place = 0;
    if (in.option(name) && read_component(in, place)) {
        number = static_cast<std::uint16_t>(first + place);
        return true;
    }
    in.back_to(start);
    return false;
}

bool read_special_register(LineCursor& in, std::uint16_t& number) {
    const char* const start = in.mark();
    if (in.option(kAddressRegister1Name)) {
        if (in.text(".x")) {
            number = kAddressRegister1;
            return true;
        }
        in.back_to(start);
        return false;
    }
    return read_named_register(in, kPredicateRegisterName, kPredicateRegister, number) ||
           read_named_register(in, kAddressRegisterName, kAddressRegister, number) ||
           in.missing("a register");
}

} // namespace

bool read_register_name(LineCursor& in, std::uint16_t& number) {
    return read_general_register(in, number) || read_special_register(in, number);
}

bool read_compared_register(LineCursor& in, std::uint16_t& number) {
    return read_named_register(in, kUniformPredicateRegisterName, kUniformPredicateRegister,
                               number) ||
           read_register_name(in, number);
}

bool read_render_target(LineCursor& in, std::uint16_t& number) {
    constexpr unsigned kLast = 7;
    const char* const start = in.mark();
    if (in.option('r') && read_numbered(in, 't', kLast, number))
        return true;
    in.back_to(start);
    return in.missing("a colour such as rt0.x");
}

bool read_constant(LineCursor& in, std::uint16_t& number) {
    constexpr unsigned kLast = 4095;
    return read_numbered(in, 'c', kLast, number) || in.missing("a constant");
}

} // namespace jacquard::ir3
