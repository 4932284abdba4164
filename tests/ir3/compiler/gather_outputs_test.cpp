#include <jacquard/ir3/compiler/gather_outputs.h>
#include <jacquard/nir/validate/validator.h>

#include "fixture.h"

namespace jacquard::ir3::testing {

TEST_CASE("gathering outputs: parts of an output that are stored apart become one valid store") {
    const auto shader = parse_nir(R"(shader vertex
output position 0
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = const 1.0, 2.0
        store_output %0, %0 {write_mask=x}
        store_output %1, %0 {write_mask=xy, component=1}
}
)");
    REQUIRE(shader != nullptr);
    REQUIRE(nir::validation_report(*shader, "parsed") == "");
    CHECK(gather_outputs(*shader));
    CHECK(nir::validation_report(*shader, "gathered") == "");
    unsigned stores = 0;
    for (const nir::Instruction& instruction : shader->entry->first_block()->instructions()) {
        const auto* store = instruction.as<nir::IntrinsicInstruction>();
        if (store != nullptr && store->op == nir::IntrinsicOp::store_output) {
            ++stores;
            CHECK(store->sources()[0].ssa->num_components == 4);
            CHECK(store->write_mask() == 0xf);
            CHECK(store->component() == 0);
        }
    }
    CHECK(stores == 1);
}

} // namespace jacquard::ir3::testing
