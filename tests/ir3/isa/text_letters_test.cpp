#include <jacquard/ir3/isa/instruction/text_letters.h>

#include "catch.h"

#include <random>
#include <string>

namespace jacquard::ir3 {
namespace {

// Texts of the letters that texts of instructions have, and of others.
std::string random_text(std::mt19937& random) {
    constexpr std::string_view kLetters = "0123456789abcrxz_.,()-#[`{/:@ ";
    std::string text(random() % 12, ' ');
    for (char& letter : text) {
        const unsigned pick = static_cast<unsigned>(random());
        letter = pick % 8 == 0 ? static_cast<char>(pick >> 8) : kLetters[pick % kLetters.size()];
    }
    return text;
}

unsigned count_while(std::string_view text, bool (*holds)(char)) {
    unsigned count = 0;
    while (count < text.size() && count < kLettersAtOnce && holds(text[count]))
        ++count;
    return count;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_word_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || is_digit(letter) || letter == '_';
}

} // namespace

TEST_CASE("letters at each place of a text are those of the rest of it") {
    std::mt19937 random(5);
    for (unsigned i = 0; i < 20000; ++i) {
        const std::string text = random_text(random);
        const char* const end = text.data() + text.size();
        for (std::size_t place = 0; place <= text.size(); ++place) {
            const std::string_view rest = std::string_view(text).substr(place);
            REQUIRE(letters_at(text.data() + place, text.data(), end) == letters_of(rest));
        }
    }
}

TEST_CASE("leading numbers, words and the place of a letter are those found one by one") {
    std::mt19937 random(6);
    for (unsigned i = 0; i < 100000; ++i) {
        const std::string text = random_text(random);
        const Letters letters = letters_of(text);
        const unsigned digits = count_while(text, is_digit);
        const LeadingNumber number = leading_number(letters);
        CAPTURE(text);
        REQUIRE(number.digits == digits);
        REQUIRE(number.value == (digits == 0 ? 0 : std::stoul(text.substr(0, digits))));
        REQUIRE(leading_word(letters) == count_while(text, is_word_letter));
        REQUIRE(letters_before(letters, ')') ==
                (text.find(')') < kLettersAtOnce ? text.find(')') : kLettersAtOnce));
    }
}

} // namespace jacquard::ir3
