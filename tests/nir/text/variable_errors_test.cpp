// The messages of the parser and the validator about wrong variables and dereferences.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "nir/text.h"

#include <functional>

using namespace jacquard::nir;

namespace {

// Faults of an entry with these variables and a constant %0.
std::string faults_with_variables(const std::string& body) {
    return faults("shader fragment\n"
                  "struct \"Light\" {color: float32x4, weights: float32[4]}\n"
                  "decl_var shader_temp struct \"Light\"[8] \"lights\"\n"
                  "decl_var uniform float32x4 \"tint\"\n"
                  "decl_var shader_temp float32x4 \"plain\"\n"
                  "function \"other\" {\n    decl_var function_temp float32 \"theirs\"\nb0:\n}\n"
                  "function \"main\" entry {\n"
                  "    decl_var function_temp float32x4 \"mine\"\nb0:\n    %0:32 = const 1\n" +
                  body + "\n}\n");
}

} // namespace

TEST_CASE("misspelt variables, members, modes and fields are reported with what was meant") {
    CHECK(faults_with_variables("    %1:32 = deref_var \"lihgts\"") ==
          R"(t:14:23: error[N107]: there is no variable "lihgts"
        %1:32 = deref_var "lihgts"
                          ^
t: note: did you mean 'lights'?
)");
    const std::string member = faults_with_variables("    %1:32 = deref_var \"lights\"\n"
                                                     "    %2:32 = deref_array %1[%0]\n"
                                                     "    %3:32 = deref_struct %2.colour");
    contains(member, "t:16:29: error[N103]: struct \"Light\" has no member 'colour'");
    contains(member, "did you mean 'color'?");
    contains(faults("shader vertex\ndecl_var shader_temo float32 \"x\"\n"),
             "did you mean 'shader_temp'?");
    contains(faults("shader vertex\ndecl_var shader_in float32 \"x\" {locaton=1}\n"),
             "did you mean 'location'?");
    contains(faults("shader vertex\nstruct \"Light\" {a: float32}\n"
                    "decl_var shader_in struct \"Lihgt\" \"x\"\n"),
             "did you mean 'Light'?");
    contains(faults_with_variables("    %1:32 = deref_cast %0 {type=float32, mode=uniform}"),
             "did you mean 'modes'?");
    contains(faults_with_variables("    %1:32 = deref_vra \"lights\""),
             "did you mean 'deref_var'?");
}

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

TEST_CASE("what a variable holds must fit its mode") {
    const auto variable = [](const std::string& declaration) {
        return faults("shader vertex\ndecl_var " + declaration +
                      "\nfunction \"main\" entry {\nb0:\n}\n");
    };
    contains(variable("shader_temp texture 2d float32 \"x\""),
             "holds a texture, sampler or image, but is not a uniform");
    contains(variable("mem_shared float32[] \"x\""),
             "is an array of no length, but has storage of its own");
    contains(variable("shader_temp void \"x\""), "holds nothing");
    contains(variable("shader_temp void[3] \"x\""), "an array has elements of a type");
}

TEST_CASE("dereferences must name parts that there are") {
    contains(faults_with_variables("    %1:32 = deref_var \"plain\"\n"
                                   "    %2:32 = deref_struct %1.x"),
             "float32x4 has no member 'x'");
    contains(faults_with_variables("    %1:32 = deref_var \"lights\"\n"
                                   "    %2:32 = deref_array %1[%0]\n"
                                   "    %3:32 = deref_array %2[%0]"),
             "struct \"Light\" has no elements");
    contains(faults_with_variables("    %1:32 = deref_array %0[%0]"),
             "error[N111]: the parent of a dereference must be a dereference before it");
    contains(faults_with_variables("    %2:32 = deref_array %1[%0]\n"
                                   "    %1:32 = deref_array %2[%0]"),
             "error[N111]");
    contains(faults_with_variables("    %1:32 = deref_cast %0 {type=float32}"),
             "a cast must give its type and modes");
    contains(faults_with_variables("    %1:32 = deref_var \"theirs\""),
             "the variable \"theirs\" is another function's");
    contains(faults_with_variables("    %1:32 = load_var \"theirs\""),
             "the variable \"theirs\" is another function's");
    contains(faults_with_variables("    %1:32 = deref_var \"lights\"\n"
                                   "    %2:32 = deref_array_wildcard %1[*]\n"
                                   "    %3:32 = deref_struct %2.color\n"
                                   "    %4:32x4 = load_deref %3"),
             "only a copy reads a dereference of every element");
    contains(faults_with_variables("    %1:32 = deref_var \"plain\"\n"
                                   "    %2:32 = deref_ptr_as_array %1[%0]"),
             "a pointer into an array is cast, or an element");
    contains(faults_with_variables("    %1:32x2 = const 0, 0\n    %2:32 = deref_var \"plain\"\n"
                                   "    %3:32 = deref_array %2[%1]"),
             "an index is one integer");
    contains(faults_with_variables("    %1:16 = deref_var \"plain\""),
             "is one component of 32 or 64 bits");
    contains(faults_with_variables("    %1:64 = deref_cast %0 {type=float32, modes=mem_global}"),
             "a cast keeps the width of the pointer");
    contains(faults_with_variables(
                 "    %1:32 = deref_cast %0 {type=float32, modes=mem_shared, align_mul=3}"),
             "the alignment is a power of two and an offset below it");
}

TEST_CASE("loads, stores and copies must fit what is named") {
    contains(faults_with_variables("    %1:32 = deref_var \"plain\"\n    %2:32x3 = load_deref %1"),
             "the dereference names a float32x4");
    contains(faults_with_variables("    %1:32 = deref_var \"plain\"\n"
                                   "    store_deref %1, %0 {write_mask=x}"),
             "the dereference names a float32x4");
    contains(faults_with_variables("    %1:32 = load_deref %0"), "source 0 is not a dereference");
    contains(faults_with_variables("    %1:32 = deref_var \"tint\"\n    %2:32x4 = load_deref %1\n"
                                   "    store_deref %1, %2 {write_mask=x}"),
             "nothing writes memory of this mode");
    contains(faults_with_variables("    %1:32 = deref_var \"lights\"\n"
                                   "    %2:32 = deref_var \"plain\"\n    copy_deref %1, %2"),
             "a float32x4 is copied to a struct \"Light\"[8]");
    contains(faults_with_variables("    %1:32 = load_var \"plain\""),
             "the variable is a float32x4");
    contains(faults_with_variables("    copy_var \"lights\", \"plain\""),
             "a copy is between variables of one type");
    contains(faults_with_variables("    copy_var \"tint\", \"plain\""),
             "nothing writes a variable of mode uniform");
}

TEST_CASE("arguments must fit the parameters") {
    const auto call = [](const std::string& parameters, const std::string& body) {
        return faults("shader vertex\nfunction \"f\" (" + parameters +
                      ") {\nb0:\n}\nfunction \"main\" entry {\n"
                      "    decl_var function_temp float32x4 \"x\"\nb0:\n    %0:32 = const 1\n" +
                      "    %1:32 = deref_var \"x\"\n" + body + "\n}\n");
    };
    contains(call("32", "    call \"f\""), "the call has 0 arguments, but the function 1");
    contains(call("32x2", "    call \"f\" %0"), "argument 0 has another shape");
    contains(call("reference function_temp float32x4", "    call \"f\" %0"),
             "argument 0 is not a dereference of a float32x4");
    contains(call("reference function_temp float32x3", "    call \"f\" %1"),
             "argument 0 is not a dereference of a float32x3");
    contains(call("reference shader_temp float32x4", "    call \"f\" %1"),
             "argument 0 may point into other memory");
    contains(call("return function_temp float32, return function_temp float32", "    nop"),
             "\"f\" returns more than one result");
    contains(call("return flot32", "    nop"), "there is no mode of variables 'flot32'");
    contains(
        faults("shader vertex\nfunction \"main\" entry (32x2) {\nb0:\n    %0:32 = load_param\n}\n"),
        "the parameter has 2 components of 32 bits");
    contains(faults("shader vertex\nfunction \"main\" entry {\nb0:\n    %0:32 = load_param\n}\n"),
             "the function has 0 parameters");
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
