#include <jacquard/nir/build/operand.h>
#include <jacquard/nir/build/operand_list.h>

#include "catch.h"

using namespace jacquard::nir;

TEST_CASE("A list has the operands that were added, up to as many as an instruction may have",
          "[nir][builder]") {
    OperandList list;
    CHECK(list.all().empty());
    SsaDef value;
    value.num_components = 4;
    for (unsigned i = 0; i < kMaxComponents; ++i) {
        list.add(channel(Operand(&value), i % 4));
        REQUIRE(list.all().size() == i + 1);
    }
    for (unsigned i = 0; i < kMaxComponents; ++i) {
        CHECK(list.all()[i].value == &value);
        CHECK(list.all()[i].num_components == 1);
        CHECK(list.all()[i].swizzle[0] == i % 4);
    }
    list[3].swizzle[0] = 1;
    CHECK(list.all()[3].swizzle[0] == 1);
}
