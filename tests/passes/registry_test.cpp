#include <jacquard/passes/registry.h>

#include "catch.h"

using namespace jacquard::nir;

TEST_CASE("passes are listed by name, each once and with a sentence") {
    const auto passes = all_passes();
    for (std::size_t i = 0; i < passes.size(); ++i) {
        INFO(passes[i].name);
        CHECK(!passes[i].doc.empty());
        CHECK(find_pass(passes[i].name) == &passes[i]);
        CHECK((i == 0 || passes[i - 1].name < passes[i].name));
    }
}

TEST_CASE("a list of passes is read in order") {
    const PassList list = parse_pass_list("copy_propagation,dead_code,copy_propagation");
    CHECK(list.errors.empty());
    REQUIRE(list.calls.size() == 3);
    CHECK(list.calls[0].pass->name == "copy_propagation");
    CHECK(list.calls[1].pass->name == "dead_code");
    CHECK(list.calls[2].pass->name == "copy_propagation");
}

TEST_CASE("everything wrong with a list of passes is said, with what was meant") {
    const PassList list = parse_pass_list("dead_cod,fold_constants:fast,nothing_like_it");
    CHECK(list.errors ==
          std::vector<std::string>{"unknown pass 'dead_cod'; did you mean 'dead_code'?",
                                   "pass 'fold_constants' has no parameter 'fast'",
                                   "unknown pass 'nothing_like_it'"});
}
