#include <jacquard/generated/passes/lower_io.h>
#include <jacquard/passes/registry/pass_runner.h>

#include "nir/text.h"

#include <memory>
#include <string>

using namespace jacquard::nir;

namespace {

constexpr auto kAlways = PassRunner::Checks::always;

std::unique_ptr<Shader> copy_by_name() {
    auto shader = parsed(R"(shader fragment
decl_var shader_temp float32 "g"
decl_var shader_temp float32 "h"
function "main" entry {
    b0:
        copy_var "g", "h"
}
)");
    REQUIRE(shader != nullptr);
    return shader;
}

PassCall call_of(const char* text) {
    PassList list = parse_pass_list(text);
    REQUIRE(list.errors.empty());
    REQUIRE(list.calls.size() == 1);
    return std::move(list.calls[0]);
}

bool does_nothing(Shader&, PassArguments) {
    return false;
}

} // namespace

TEST_CASE("a pass is not run where what it needs does not hold") {
    const auto shader = copy_by_name();
    PassRunner runner(*shader, kAlways);
    CHECK_FALSE(runner.run(call_of("lower_variable_copies")));
    CHECK(runner.fault() == PassRunner::Fault::need);
    CHECK(runner.report() == "lower_variable_copies needs 'variables_by_dereference', that "
                             "variables are accessed by dereference, not by name; "
                             "lower_variables_to_derefs brings it about\n");
    // Nor is any after it.
    CHECK_FALSE(runner.run(call_of("lower_variables_to_derefs")));
}

TEST_CASE("a pass runs behind those that bring about what it needs") {
    const auto shader = copy_by_name();
    PassRunner runner(*shader, kAlways);
    CHECK(runner.run(call_of("lower_variables_to_derefs")));
    CHECK(runner.run(call_of("lower_variable_copies")));
    CHECK(runner.report() == "");
    CHECK(runner.fault() == PassRunner::Fault::none);
}

TEST_CASE("what a pass needs is brought about, what its bringers need first") {
    const auto shader = copy_by_name();
    const PassCall call = call_of("lower_indirect_derefs");
    prepare_for(*shader, *call.pass);
    PassRunner runner(*shader, kAlways);
    runner.run(call);
    CHECK(runner.report() == "");
    CHECK(holds::variables_by_dereference(*shader));
    CHECK(holds::no_copies(*shader));
}

TEST_CASE("a pass that does not give what its entry says is named") {
    const auto shader = copy_by_name();
    PassInfo info{"lower_nothing", "does nothing", does_nothing};
    info.gives = invariants({Invariant::no_copies, Invariant::no_phis});
    PassRunner runner(*shader, kAlways);
    runner.run(PassCall{&info, {}});
    CHECK(runner.fault() == PassRunner::Fault::broken);
    CHECK(runner.report().starts_with("lower_nothing does not give 'no_copies', that variables "));
    CHECK(runner.report().find("no_phis") == std::string::npos);
}

TEST_CASE("what an argument voids is not asked of a pass") {
    const auto shader = copy_by_name();
    PassParameter parameter{"some", "only some"};
    parameter.voids = invariants({Invariant::no_copies});
    PassInfo info{"lower_nothing", "does nothing", does_nothing};
    info.parameters = std::span(&parameter, 1);
    info.gives = invariants({Invariant::no_copies});
    PassRunner runner(*shader, kAlways);
    runner.run(PassCall{&info, {{"some", 1}}});
    CHECK(runner.report() == "");
    // Nor by whatever options a function was called with.
    CHECK(info.gives == PassCall{&info, {}}.gives());
}

TEST_CASE("a pass that breaks the shader is named") {
    const auto shader = parsed("shader fragment\nfunction \"main\" entry {\n    b0:\n"
                               "        %0:32 = const 1\n        %1:32 = ineg %0\n}\n");
    REQUIRE(shader != nullptr);
    PassRunner runner(*shader, kAlways);
    runner.run("forget_the_source", [](Shader& broken) {
        Block* block = broken.entry->first_block();
        block->last->as<AluInstruction>()->sources()[0].set(nullptr);
        return true;
    });
    CHECK(runner.fault() == PassRunner::Fault::broken);
    CHECK(runner.report().find("forget_the_source") != std::string::npos);
}

TEST_CASE("functions of passes are checked by the names that the table has") {
    const auto shader = copy_by_name();
    PassRunner runner(*shader, kAlways);
    CHECK_FALSE(runner.run("lower_io", lower_io, {.use_barycentrics = false}));
    CHECK(runner.fault() == PassRunner::Fault::need);
    CHECK(runner.report().starts_with("lower_io needs 'no_copies'"));
}

#ifdef NDEBUG
TEST_CASE("builds without assertions check nothing unless they are told to") {
    const auto shader = copy_by_name();
    PassRunner runner(*shader);
    runner.run("lower_io", lower_io, {});
    CHECK(runner.report() == "");
}
#endif

namespace {

int num_runs = 0;

bool finds_nothing(Shader&) {
    ++num_runs;
    return false;
}

bool changes_once(Shader&) {
    return ++num_runs == 1;
}

} // namespace

TEST_CASE("a pass that settles is left out until another one changes something") {
    const auto shader = copy_by_name();
    PassRunner runner(*shader, kAlways);
    num_runs = 0;
    CHECK(runner.settle("settling", changes_once));
    CHECK_FALSE(runner.settle("settling", changes_once));
    CHECK(num_runs == 1);
    runner.run("another", finds_nothing);
    CHECK_FALSE(runner.settle("settling", changes_once));
    CHECK(num_runs == 2);
    runner.run(call_of("lower_variables_to_derefs"));
    CHECK_FALSE(runner.settle("settling", changes_once));
    CHECK(num_runs == 3);
}

TEST_CASE("a pass that may leave something for itself is left out once it found nothing") {
    const auto shader = copy_by_name();
    PassRunner runner(*shader, kAlways);
    num_runs = 0;
    CHECK(runner.repeat("repeated", changes_once));
    CHECK_FALSE(runner.repeat("repeated", changes_once));
    CHECK(num_runs == 2);
    PassRunner other(*shader, kAlways);
    other.know_as(runner);
    CHECK_FALSE(other.repeat("repeated", changes_once));
    CHECK(num_runs == 2);
    other.is_settled("settling");
    CHECK_FALSE(other.settle("settling", changes_once));
    CHECK(num_runs == 2);
}
