#include <jacquard/explain/word_picture.h>
#include <jacquard/ir3/isa/codec/bit_range.h>

#include <array>

namespace jacquard::driver {

namespace {

constexpr unsigned kBitsPerRow = 32;
constexpr unsigned kRulerStep = 4;
constexpr std::size_t kMargin = 2;

// Returns the column in a line of the picture at which a bit's box begins.
std::size_t column_of(unsigned bit) {
    return kMargin + 2 * (kBitsPerRow - 1 - bit % kBitsPerRow);
}

void put(std::string& line, std::size_t column, std::string_view text) {
    line.replace(column, text.size(), text);
}

void trim(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
}

std::string row_picture(std::uint64_t word, unsigned top, std::span<const int> owners,
                        std::span<const ir3::BitsRow* const> rows) {
    const std::size_t width = kMargin + 2 * std::size_t{kBitsPerRow} + 1;
    std::string ruler(width, ' ');
    std::string bits(width, ' ');
    std::string boxes(width, ' ');
    const unsigned low = top + 1 - kBitsPerRow;
    unsigned bit = top + 1;
    while (bit > low) {
        const int owner = owners[bit - 1];
        unsigned end = bit;
        while (end > low && owners[end - 1] == owner) {
            --end;
        }
        // The part's bits in this row are bit - 1 down to end.
        const std::size_t column = column_of(bit - 1);
        const std::size_t room = 2 * std::size_t{bit - end} - 1;
        boxes[column] = '|';
        if (owner >= 0) {
            std::string label(1, part_letter(static_cast<std::size_t>(owner)));
            const std::string_view name = rows[static_cast<std::size_t>(owner)]->name;
            if (!name.empty() && name.size() + 2 <= room) {
                label += ' ';
                label += name;
            }
            put(boxes, column + 1, label);
        }
        bit = end;
    }
    boxes.back() = '|';
    for (bit = low; bit <= top; ++bit) {
        bits[column_of(bit) + 1] = (word >> bit & 1) != 0 ? '1' : '0';
        if (bit % kRulerStep == kRulerStep - 1 || bit == low) {
            const std::string number = std::to_string(bit);
            put(ruler, column_of(bit) + 2 - number.size(), number);
        }
    }
    trim(ruler);
    trim(bits);
    return ruler + '\n' + bits + '\n' + boxes + '\n';
}

} // namespace

char part_letter(std::size_t index) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return kLetters[index % kLetters.size()];
}

std::string word_picture(std::uint64_t word, std::span<const ir3::BitsRow* const> rows) {
    std::array<int, 64> owners{};
    owners.fill(-1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint64_t mask = ir3::BitRange(rows[i]->bits).mask();
        for (unsigned bit = 0; bit < owners.size(); ++bit) {
            if ((mask >> bit & 1) != 0) {
                owners[bit] = static_cast<int>(i);
            }
        }
    }
    return row_picture(word, 63, owners, rows) + row_picture(word, 31, owners, rows);
}

} // namespace jacquard::driver
