// The table of deviations of parts from their documented instructions.

#include <jacquard/generated/ir3/errata.h>
#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

#include <algorithm>
#include <string>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

bool is_on(unsigned part, std::string_view name) {
    const std::span<const ErratumInfo> all = errata();
    const auto* erratum =
        std::find_if(all.data(), all.data() + all.size(),
                     [name](const ErratumInfo& info) { return info.name == name; });
    REQUIRE(erratum != all.data() + all.size());
    return has_erratum(part, *erratum);
}

} // namespace

TEST_CASE("errata: each part has its own") {
    CHECK(is_on(540, "unmarked_end"));
    CHECK_FALSE(is_on(630, "unmarked_end"));
    CHECK(is_on(650, "predicated_end"));
    CHECK_FALSE(is_on(650, "predicated_sides"));
    CHECK(is_on(663, "predicated_sides"));
    CHECK_FALSE(is_on(702, "predicated_end"));
    CHECK(is_on(1290, "shared_narrowing"));
    CHECK(is_on(1185, "shared_copy"));
    CHECK_FALSE(is_on(750, "shared_copy"));
}

TEST_CASE("errata: those that nobody sees are counted, each with its reason") {
    const std::span<const ErratumInfo> all = errata();
    const auto unseen = std::count_if(all.begin(), all.end(), [](const ErratumInfo& erratum) {
        return erratum.check.empty() && erratum.run.empty();
    });
    CHECK(all.size() == 20);
    CHECK(unseen == 5);
    for (const ErratumInfo& erratum : all) {
        CAPTURE(erratum.name);
        CHECK(erratum.unseen.empty() == !(erratum.check.empty() && erratum.run.empty()));
    }
}
