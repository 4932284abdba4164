#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "catch.h"

using namespace jacquard::ir3;

TEST_CASE("a part finds its revision") {
    CHECK(revision_of_part(330) == Revision::a3xx);
    CHECK(revision_of_part(420) == Revision::a4xx);
    CHECK(revision_of_part(540) == Revision::a5xx);
    CHECK(revision_of_part(618) == Revision::a6xx);
    CHECK(revision_of_part(690) == Revision::a6xx);
    CHECK(revision_of_part(740) == Revision::a7xx);
    for (const unsigned part : {810U, 825U, 829U, 830U, 840U}) {
        CHECK(revision_of_part(part) == Revision::a8xx);
    }
    CHECK_FALSE(revision_of_part(999));
}

TEST_CASE("parts are named by number, with an a, or by revision") {
    CHECK(find_part("630") == 630U);
    CHECK(find_part("a630") == 630U);
    CHECK(find_part("A730") == 730U);
    CHECK(find_part("a6xx") == 630U);
    CHECK(find_part("a7xx") == 730U);
    CHECK(find_part("a8xx") == 830U);
    CHECK(find_part("a840") == 840U);
    for (const char* name : {"", "a", "63", "631", "a6", "b630", "6300", "63x", "99999999999"}) {
        INFO(name);
        CHECK_FALSE(find_part(name));
    }
}
