#include "fixture.h"

#include <algorithm>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr const char* kVertex = "VERT\n"
                                "DCL IN[0]\n"
                                "DCL IN[1]\n"
                                "DCL OUT[0], POSITION\n"
                                "DCL OUT[1], GENERIC[0]\n"
                                "DCL OUT[2], PSIZE\n"
                                "DCL TEMP[0]\n"
                                "MUL OUT[0], IN[0], IN[0]\n"
                                "COS TEMP[0].x, IN[1].xxxx\n"
                                "MUL OUT[1], IN[1], TEMP[0].xxxx\n"
                                "MOV OUT[2].x, IN[0].xxxx\n"
                                "END\n";

bool stores(const Program& program, std::string_view name) {
    return std::any_of(program.outputs.begin(), program.outputs.end(),
                       [name](const ProgramOutput& output) { return output.name == name; });
}

} // namespace

TEST_CASE("binning: of the outputs of a vertex shader those are left that say where it lies") {
    for (const std::uint32_t gpu : {330U, 540U, 630U, 730U}) {
        INFO("part " << gpu);
        const Program whole = compiled(kVertex, gpu);
        const Program binning = compiled(kVertex, gpu, true);
        CHECK(whole.outputs.size() == 3);
        REQUIRE(binning.outputs.size() == 2);
        CHECK(stores(binning, "VARYING_SLOT_POS"));
        CHECK(stores(binning, "VARYING_SLOT_PSIZ"));
        const CostReport all = report_of(whole);
        const CostReport part = report_of(binning);
        CHECK(all.main.counts.complex_full > 0);
        CHECK(part.main.counts.complex_full == 0); // nobody wants the cosine
        CHECK(part.main.counts.total < all.main.counts.total);
    }
}

TEST_CASE("varyings that the fragment shader does not read go, but not what says where it lies") {
    const Program whole = compiled(kVertex, 630);
    const auto varying =
        std::find_if(whole.outputs.begin(), whole.outputs.end(), [](const ProgramOutput& output) {
            return output.name == "VARYING_SLOT_VAR0";
        });
    REQUIRE(varying != whole.outputs.end());
    const auto linked = [](std::uint64_t slots) {
        jacquard::driver::VariantKey key;
        key.read_varyings = slots;
        return compiled(kVertex, key);
    };
    CHECK(linked(std::uint64_t{1} << varying->slot).words == whole.words);
    CHECK(linked(0).words == compiled(kVertex, 630, true).words);
}

TEST_CASE("binning: other shaders have no such form") {
    constexpr const char* kFragment = "FRAG\n"
                                      "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                      "DCL OUT[0], COLOR\n"
                                      "MUL OUT[0], IN[0], IN[0]\n"
                                      "END\n";
    CHECK(compiled(kFragment, 630, true).words == compiled(kFragment, 630).words);
}
