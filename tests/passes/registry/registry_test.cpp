#include <jacquard/generated/passes/lower_io.h>
#include <jacquard/generated/passes/lower_tex.h>
#include <jacquard/generated/passes/unroll_loops.h>
#include <jacquard/passes/registry/registry.h>

#include "catch.h"

using namespace jacquard::nir;

TEST_CASE("passes are listed by name, each once and with a sentence") {
    const auto passes = all_passes();
    for (std::size_t i = 0; i < passes.size(); ++i) {
        INFO(passes[i].name.view());
        CHECK(!passes[i].doc.empty());
        CHECK(find_pass(passes[i].name) == &passes[i]);
        CHECK((i == 0 || passes[i - 1].name.view() < passes[i].name));
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

TEST_CASE("values are read by the types of the parameters") {
    const PassList list = parse_pass_list(
        "lower_alu_width:max_components=0x2,dead_variables:modes=shader_out+shader_temp,"
        "lower_tex:packing=8:lower_rect,lower_explicit_io:storage_format=global_64");
    CHECK(list.errors.empty());
    REQUIRE(list.calls.size() == 4);
    CHECK(list.calls[0].arguments[0].value == 2);
    CHECK(list.calls[1].arguments[0].value ==
          static_cast<std::uint32_t>(VariableMode::shader_out | VariableMode::shader_temp));
    CHECK(list.calls[2].arguments[0].value == 2);
    CHECK(list.calls[2].arguments[1].value == 1);
    CHECK(list.calls[3].arguments[0].value == 1);
}

TEST_CASE("values that a parameter does not take are said, with those that it does") {
    const PassList list = parse_pass_list(
        "lower_alu_width:max_components=17,vectorise_alu:max_components=four,"
        "lower_io:modes=shader_oud+shader_in,lower_tex:packing=9,"
        "lower_explicit_io:storage_format=global_63,unroll_loops:limit,lower_tex:lower_rect=1,"
        "unroll_loops:limit=1:limit=2,lower_io:modes=mem_ubo");
    CHECK(list.errors ==
          std::vector<std::string>{
              "parameter 'max_components' takes a number from 1 to 16, not '17'",
              "parameter 'max_components' takes a number from 1 to 16, not 'four'",
              "parameter 'modes' takes all, or modes joined by '+': shader_in, shader_out and "
              "uniform, not 'shader_oud'; did you mean 'shader_out'?",
              "parameter 'packing' takes none, 16 or 8, not '9'; did you mean '8'?",
              "parameter 'storage_format' takes index_offset_32 or global_64, not 'global_63'; "
              "did you mean 'global_64'?",
              "parameter 'limit' needs a value: limit=NUMBER",
              "parameter 'lower_rect' takes no value",
              "parameter 'limit' of pass 'unroll_loops' is given twice",
              "parameter 'modes' takes all, or modes joined by '+': shader_in, shader_out and "
              "uniform, not 'mem_ubo'"});
}

TEST_CASE("options are what the table says unless arguments say otherwise") {
    CHECK(parse_pass_list("lower_io_to_scalar").calls[0].gives() ==
          invariants({Invariant::scalar_inputs, Invariant::scalar_outputs}));
    CHECK(parse_pass_list("lower_io_to_scalar:inputs").calls[0].gives() ==
          invariants({Invariant::scalar_inputs}));
    const UnrollLoopsOptions unrolling;
    CHECK(unrolling.limit == 512);
    CHECK(unrolling.around_loops);
    const LowerIoOptions io;
    CHECK(io.modes == (VariableMode::shader_in | VariableMode::shader_out | VariableMode::uniform));
    const LowerTexOptions textures;
    CHECK(textures.packing == TexturePacking::none);
    CHECK(textures.lower_offset_filter == nullptr);
}
