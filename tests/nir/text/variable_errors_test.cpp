// The messages of the parser and the validator about wrong variables and dereferences.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "nir/text.h"

#include <functional>

using namespace jacquard::nir;

TEST_CASE("declarations that cannot be are reported where they stand") {
    contains(faults("shader vertex\ndecl_var shader_in float33 \"x\"\n"),
             "t:2:20: error[N102]: 'float33' is not a type");
    contains(faults("shader vertex\ndecl_var shader_in float8 \"x\"\n"), "is not a type");
    contains(faults("shader vertex\ndecl_var shader_in float32x6 \"x\"\n"), "is not a type");
    contains(faults("shader vertex\ndecl_var shader_in float32x5x2 \"x\"\n"), "is not a type");
    contains(faults("shader vertex\ndecl_var function_temp float32 \"x\"\n"),
             "t:2:10: error[N110]: a variable of mode function_temp stands in a function");
    contains(faults(text_of("    decl_var shader_in float32 \"x\"\nb0:\n")),
             "a variable of a function has the mode function_temp");
    contains(faults("shader vertex\ndecl_var shader_in float32 \"x\"\n"
                    "decl_var shader_out float32 \"x\"\n"),
             "t:3:29: error[N104]: there is another variable \"x\"");
    contains(faults("shader vertex\nstruct \"S\" {a: float32, a: float32}\n"),
             "there is another member 'a'");
    contains(faults("shader vertex\nstruct \"S\" {a: float32}\nstruct \"S\" {}\n"),
             "there is another structure \"S\"");
    contains(faults("shader vertex\ndecl_var shader_temp float32x2 \"x\" {initializer=[1.0]}\n"),
             "a variable of this type is made of 2 scalars");
    contains(faults("shader vertex\ndecl_var shader_temp float32 \"x\" {initializer=[1, 2]}\n"),
             "a variable of this type is made of 1 scalars");
    contains(faults("shader vertex\ndecl_var shader_temp uniform \"x\"\n"), "is not a type");
    std::string deep = "shader vertex\nstruct \"S0\" {a: float32}\n";
    for (int i = 1; i < 40; ++i) {
        deep += "struct \"S" + std::to_string(i) + "\" {a: struct \"S" + std::to_string(i - 1) +
                "\", b: struct \"S" + std::to_string(i - 1) + "\"}\n";
    }
    contains(faults(deep), "types are nested too deeply");
    std::string brackets = "shader vertex\ndecl_var shader_temp float32";
    for (int i = 0; i < 100000; ++i) {
        brackets += "[2]";
    }
    contains(faults(brackets + " \"x\"\n"), "types are nested too deeply");
}

TEST_CASE("damage done to variables in memory is found") {
    const auto report = [](const std::function<void(Shader&, DerefInstruction&)>& damage) {
        Shader shader(Stage::compute);
        Function* main = shader.add_function("main", true);
        const Type* type = shader.array_type(shader.scalar_type({BaseType::float_type, 32}), 4);
        shader.add_variable(VariableMode::shader_temp, type, "x");
        shader.add_variable(VariableMode::shader_temp, type, "y");
        Builder b(*main);
        DerefInstruction* element = b.deref_array(b.deref_var(shader.variables().first()), 1U);
        b.load_deref(element);
        main->link_blocks();
        CHECK(validation_report(shader, "whole") == "");
        damage(shader, *element);
        return validation_report(shader, "broken");
    };
    contains(report([](Shader& s, DerefInstruction&) { s.variables().first()->next->name = "x"; }),
             "the variable \"x\" has the name of another");
    contains(report([](Shader& s, DerefInstruction&) {
                 s.variables().first()->mode = VariableMode::shader_temp | VariableMode::shader_out;
             }),
             "has not one mode");
    contains(report([](Shader& s, DerefInstruction&) { s.variables().first()->type = nullptr; }),
             "has no type of this shader");
    contains(report([](Shader& s, DerefInstruction&) {
                 static const Type foreign;
                 s.variables().first()->type = &foreign;
             }),
             "has no type of this shader");
    contains(
        report([](Shader& s, DerefInstruction&) { s.variables().first()->function = s.entry; }),
        "is not in the list of its mode");
    contains(report([](Shader& s, DerefInstruction&) {
                 s.variables().first()->initializer = s.arena.make_array<ConstantValue>(3);
             }),
             "has another number of scalars than its initializer");
    contains(report([](Shader&, DerefInstruction& d) { d.modes = VariableMode::mem_shared; }),
             "the modes are not those of the parent");
    contains(report([](Shader& s, DerefInstruction& d) {
                 d.type = s.vector_type({BaseType::float_type, 32}, 2);
             }),
             "has no such part of this type");
    contains(report([](Shader&, DerefInstruction& d) { d.value.bit_size = 64; }),
             "the value has another width than the parent's");
    contains(report([](Shader&, DerefInstruction& d) { d.parent_deref()->variable = nullptr; }),
             "a variable is not named");
    contains(report([](Shader& s, DerefInstruction& d) {
                 d.parent_deref()->modes = VariableMode::mem_shared;
                 static_cast<void>(s);
             }),
             "type and mode are not those of the variable");
}
