#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "catch.h"
#include "word_file.h"

#include <charconv>
#include <cstdio>

using namespace jacquard::ir3;

namespace {

bool is_in_number(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == 'e' || c == '+';
}

// Our floats print with as many digits as read back; the list has six behind the point.
std::string with_six_digits(const std::string& text) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const bool begins = at > 0 && text[at - 1] == '(' && is_in_number(text[at]);
        std::size_t end = at;
        while (begins && end < text.size() && is_in_number(text[end])) {
            ++end;
        }
        double value = 0;
        const char* const last = text.data() + end;
        if (!begins || text.find('.', at) >= end ||
            std::from_chars(text.data() + at, last, value).ptr != last) {
            result += text[at++];
            continue;
        }
        char digits[400];
        const int length = std::snprintf(digits, sizeof digits, "%f", value);
        result.append(digits, static_cast<std::size_t>(length));
        at = end;
    }
    return result;
}

} // namespace

TEST_CASE("words of the newest lists print as they say and come back as what prints so") {
    const std::vector<test::WordRow> rows = test::read_words(test::vectors("newest_words.tsv"));
    REQUIRE(rows.size() == 5969);
    unsigned no_instruction = 0;
    for (const test::WordRow& row : rows) {
        INFO(row.part << " " << std::hex << row.word << " " << row.text);
        const std::string text = disassemble(row.word, row.revision);
        if (text.starts_with(".word")) {
            CHECK(row.text.find("no match") != std::string::npos);
            ++no_instruction;
            continue;
        }
        CHECK((text == row.text || with_six_digits(text) == row.text));
        const AssemblyResult result = assemble(row.text, row.revision);
        INFO(result.message);
        REQUIRE(result);
        const std::string again = disassemble(result.word, row.revision);
        CHECK((again == text || with_six_digits(again) == row.text));
    }
    CHECK(no_instruction == 1);
}
