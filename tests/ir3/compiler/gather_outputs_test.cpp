#include <jacquard/ir3/compiler/lower/gather_outputs.h>
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
            CHECK(store->write_mask() == 0x7); // what nobody stored stays unwritten
            CHECK(store->component() == 0);
        }
    }
    CHECK(stores == 1);
}

TEST_CASE("gathering outputs: halves that are stored on some ways become one store of halves") {
    const auto shader = parse_nir(R"(shader fragment
output color 0 mask xyzw
function "main" entry {
    b0:
        %0:32 = const 0
        %1:16x4 = const 1.0, 1.0, 1.0, 1.0
        %2:1 = load_front_face
        if %2 {
            b1 from b0:
                store_output %1, %0 {write_mask=xyzw, src_type=float16}
        } else {
            b2 from b0:
        }
    b3 from b1 b2:
}
)");
    REQUIRE(shader != nullptr);
    CHECK(gather_outputs(*shader));
    CHECK(nir::validation_report(*shader, "gathered") == "");
    const auto* store = shader->entry->body.last_block()->last->as<nir::IntrinsicInstruction>();
    REQUIRE(store != nullptr);
    CHECK(store->op == nir::IntrinsicOp::store_output);
    CHECK(store->sources()[0].ssa->bit_size == 16);
}

} // namespace jacquard::ir3::testing
