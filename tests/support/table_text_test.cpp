#include <jacquard/support/text/table_text.h>

#include "catch.h"

#include <sstream>
#include <string>
#include <type_traits>

namespace {

using jacquard::TableText;

struct Row {
    TableText<5> name;
    int number = 0;
};

constexpr Row kRows[] = {{"fadd", 1}, {"fsqrt", 2}, {"", 3}};

} // namespace

TEST_CASE("A text stands in the row of its table") {
    CHECK(kRows[0].name.view() == "fadd");
    CHECK(kRows[1].name.size() == 5);
    CHECK(kRows[2].name.empty());
    CHECK(kRows[2].name == "");
    const auto* row = reinterpret_cast<const char*>(&kRows[1]);
    CHECK(kRows[1].name.view().data() > row);
    CHECK(kRows[1].name.view().data() < row + sizeof(Row));
}

TEST_CASE("A text of a table is read like any other text") {
    const std::string_view view = kRows[0].name;
    std::ostringstream out;
    out << kRows[0].name << ' ' << kRows[1].name;
    CHECK(view == kRows[0].name);
    CHECK(kRows[0].name < std::string_view("fsqrt"));
    CHECK(std::string(kRows[1].name) == kRows[1].name.c_str());
    CHECK(out.str() == "fadd fsqrt");
}

TEST_CASE("No text is read of a copy that is about to go") {
    STATIC_REQUIRE(std::is_convertible_v<const TableText<5>&, std::string_view>);
    STATIC_REQUIRE_FALSE(std::is_convertible_v<TableText<5>, std::string_view>);
}
