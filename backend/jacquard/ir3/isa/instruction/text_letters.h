#pragma once

#include <jacquard/ir3/isa/codec/bit_helpers.h>
#include <jacquard/support/text/letters.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace jacquard::ir3 {

// Eight letters of a text as one number, the first in its lowest byte: they are compared and
// counted at once, without a branch for each.
using Letters = std::uint64_t;

constexpr unsigned kLettersAtOnce = sizeof(Letters);

// The first letters of a text; 0 behind its end.
constexpr Letters letters_of(std::string_view text) {
    Letters letters = 0;
    for (unsigned i = 0; i < kLettersAtOnce && i < text.size(); ++i)
        letters |= Letters{static_cast<unsigned char>(text[i])} << 8 * i;
    return letters;
}

// The bytes of the first letters.
constexpr Letters letters_mask(std::size_t count) {
    return count >= kLettersAtOnce ? ~Letters{0} : (Letters{1} << 8 * count) - 1;
}

// The letters at a place that has eight.
inline Letters load_letters(const char* place) {
    if constexpr (std::endian::native == std::endian::little) {
        Letters letters = 0;
        std::memcpy(&letters, place, sizeof letters);
        return letters;
    } else {
        return letters_of({place, kLettersAtOnce});
    }
}

// The letters without the first ones, all eight at most.
constexpr Letters letters_behind(Letters letters, unsigned count) {
    return letters >> 4 * count >> 4 * count;
}

// The letters at a place of the text from `begin` to `end`; 0 behind its end.
inline Letters letters_at(const char* place, const char* begin, const char* end) {
    const auto room = static_cast<std::size_t>(end - place);
    if (end - begin < kLettersAtOnce)
        return letters_of({place, room});
    // Near the end, its last eight letters without those that stand before the place.
    const unsigned before =
        room < kLettersAtOnce ? kLettersAtOnce - static_cast<unsigned>(room) : 0;
    return letters_behind(load_letters(place - before), before);
}

// The same letter in all places.
constexpr Letters each_letter(unsigned letter) {
    return 0x0101010101010101u * letter;
}

// How many letters stand before the first whose top bit is set; eight where none is.
constexpr unsigned letters_before(Letters marked) {
    return static_cast<unsigned>(std::countr_zero(marked & each_letter(0x80))) / 8;
}

// How many letters stand before the first that is this one; eight where none is.
constexpr unsigned letters_before(Letters letters, char wanted) {
    const Letters others = letters ^ each_letter(static_cast<unsigned char>(wanted));
    return letters_before((others - each_letter(1)) & ~others);
}

// How many letters are a to z, 0 to 9 or _ before the first that is not.
constexpr unsigned leading_word(Letters letters) {
    const Letters low = letters & each_letter(0x7f);
    // The top bit says that a letter is at least the given one.
    const auto from = [&](unsigned first) { return low + each_letter(0x80 - first); };
    const Letters part =
        (from('a') & ~from('z' + 1)) | (from('0') & ~from('9' + 1)) | (from('_') & ~from('_' + 1));
    return letters_before(~part | letters);
}

// A decimal number that letters begin with, and its digits; eight digits may go on.
struct LeadingNumber {
    std::uint32_t value;
    unsigned digits;
};

constexpr LeadingNumber leading_number(Letters letters) {
    // Digits become 0 to 9, all other letters reach the top bit of their byte when 0x76 is added.
    const Letters values = letters ^ each_letter('0');
    const unsigned digits =
        letters_before(((values & each_letter(0x7f)) + each_letter(0x76)) | values);
    // The digits move to the end, behind zeros; then pairs, fours and eights of them are joined.
    const unsigned shift = 4 * (kLettersAtOnce - digits);
    Letters sum = values << shift << shift;
    sum = (sum * 10 + (sum >> 8)) & 0x00ff00ff00ff00ffu;
    sum = (sum * 100 + (sum >> 16)) & 0x0000ffff0000ffffu;
    sum = (sum * 10000 + (sum >> 32)) & 0xffffffffu;
    return {static_cast<std::uint32_t>(sum), digits};
}

// A set of letters that texts begin with. All digits are one letter, and so are all that begin
// nothing.
using LetterSet = std::uint32_t;

constexpr LetterSet kAllLetters = ~LetterSet{0};

constexpr LetterSet letter_set(std::string_view letters) {
    constexpr unsigned kDigit = 26;
    LetterSet set = 0;
    for (const char letter : letters) {
        unsigned place = kDigit + 3;
        if (letter >= 'a' && letter <= 'z')
            place = static_cast<unsigned>(letter - 'a');
        if (is_digit(letter))
            place = kDigit;
        if (letter == '(')
            place = kDigit + 1;
        if (letter == '-')
            place = kDigit + 2;
        set |= LetterSet{1} << place;
    }
    return set;
}

// The same, of letters that are written down.
consteval LetterSet one_of(std::string_view letters) {
    return letter_set(letters);
}

inline constexpr std::array<LetterSet, 256> kLetterSets = [] {
    std::array<LetterSet, 256> sets{};
    for (unsigned letter = 0; letter < sets.size(); ++letter) {
        const auto text = static_cast<char>(letter);
        sets[letter] = letter_set({&text, 1});
    }
    return sets;
}();

constexpr LetterSet letter_set_of(char letter) {
    return kLetterSets[static_cast<unsigned char>(letter)];
}

} // namespace jacquard::ir3
