#include <jacquard/tool/frame/hex_digits.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <cctype>
#include <cstdint>
#include <string>

namespace {

using namespace jacquard::driver;

// Each byte that there is, at each place among digits.
template <typename Word>
void check_every_byte() {
    const std::string good = std::string("9aF0bE15").substr(0, sizeof(Word));
    for (std::size_t place = 0; place < sizeof(Word); ++place) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string text = good;
            text[place] = static_cast<char>(byte);
            std::uint64_t value = 0;
            const bool is_digit = byte < 128 && std::isxdigit(byte) != 0;
            INFO(place << ' ' << byte);
            REQUIRE(read_hex_digits<Word>(text.data(), value) == is_digit);
            if (is_digit) {
                REQUIRE(value == std::stoull(text, nullptr, 16));
            }
        }
    }
}

} // namespace

TEST_CASE("Digits that are read at once are those that are read one by one") {
    check_every_byte<std::uint32_t>();
    check_every_byte<std::uint64_t>();
}

TEST_CASE("Digits that are written at once are read again") {
    for (const std::uint32_t number : {0U, 1U, 0x12345678U, 0x9abcdef0U, 0xffffffffU}) {
        std::string text(8, ' ');
        write_hex_digits(text.data(), number);
        std::uint64_t value = 0;
        CHECK(text.find_first_not_of("0123456789abcdef") == std::string::npos);
        CHECK(read_hex_digits<std::uint64_t>(text.data(), value));
        CHECK(value == number);
    }
}

TEST_CASE("Sources are read with all their digits, with fewer, and with a prefix") {
    const std::string text = "iadd\t32\t2\t0000000a,00000001\t00000001,ffffffff\n"
                             "iadd\t32\t2\ta,0x1\t1,0xFFFFFFFF\n"
                             "iadd\t16\t1\t0x12\t0001\n"
                             "iadd\t64\t1\t00000001000000ff\tffffffff00000001\n"
                             "iadd\t8\t1\tfF\t01\n"
                             "iand\t1\t2\t1,0\t1,1\n";
    const Answer answer = run_tool({"fold", "--batch", "-"}, text);
    CHECK(answer.code == 0);
    CHECK(answer.out == "iadd\t32\t2\t0000000a,00000001\t00000001,ffffffff\t=>\t0000000b,00000000\n"
                        "iadd\t32\t2\ta,0x1\t1,0xFFFFFFFF\t=>\t0000000b,00000000\n"
                        "iadd\t16\t1\t0x12\t0001\t=>\t0013\n"
                        "iadd\t64\t1\t00000001000000ff\tffffffff00000001\t=>\t0000000000000100\n"
                        "iadd\t8\t1\tfF\t01\t=>\t00\n"
                        "iand\t1\t2\t1,0\t1,1\t=>\t1,0\n");
}

TEST_CASE("What is no source is refused, whatever its length") {
    for (const char* row : {"iadd\t32\t2\t0000000a;00000001\t00000001,ffffffff\n",
                            "iadd\t32\t1\t0000000g\t00000001\n", "iadd\t8\t1\t1 \t01\n",
                            "iadd\t16\t1\t00:0\t0001\n", "iand\t1\t1\t2\t1\n"}) {
        INFO(row);
        const Answer answer = run_tool({"fold", "--batch", "-"}, row);
        CHECK(answer.code == 1);
        CHECK(answer.out.find("error: source 0") != std::string::npos);
    }
}
