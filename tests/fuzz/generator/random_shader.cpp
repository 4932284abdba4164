#include "random_shader.h"

#include <jacquard/nir/build/builder.h>

#include "function_maker.h"
#include "smooth_shader.h"

#include <array>

namespace jacquard::nir {

namespace {

void make_functions(Choices& choices, Values& values, Function& entry, ShaderParts& parts) {
    Shader& shader = *entry.shader;
    const RandomShaderOptions& options = *parts.options;
    if (options.has_variables) {
        add_globals(values, shader, parts.globals);
    }
    const bool has_calls = options.has_functions && options.has_variables;
    const unsigned num_callees = has_calls ? choices.below(4) : 0;
    for (unsigned i = 0; i < num_callees; ++i) {
        Function* callee = add_callee(choices, shader, i);
        Builder builder(*callee);
        builder.exact = options.is_exact;
        Values own(choices, builder, shader.info.stage);
        FunctionMaker(own, *callee, parts).make_callee(options.size / 6);
        parts.callees.push_back(callee);
    }
    parts.interface->begin(values);
    FunctionMaker(values, entry, parts).make_entry();
}

Stage machine_stage(Choices& choices, const RandomShaderOptions& options) {
    static constexpr std::array<Stage, 3> kBetween = {Stage::tess_control, Stage::tess_evaluation,
                                                      Stage::geometry};
    if (options.has_memory && choices.one_in(2)) {
        return Stage::compute;
    }
    if (!options.has_memory && choices.one_in(4)) {
        return kBetween[choices.below(kBetween.size())];
    }
    return choices.one_in(2) ? Stage::fragment : Stage::vertex;
}

std::unique_ptr<Shader> machine_shader(Choices& choices, const RandomShaderOptions& options) {
    const Stage stage = machine_stage(choices, options);
    auto shader = std::make_unique<Shader>(stage);
    shader->info.name = "random";
    Function* entry = shader->add_function("main", true);
    Builder builder(*entry);
    builder.exact = options.is_exact;
    Values values(choices, builder, stage);
    values.take_machine_widths();
    MachineParts machine(choices, *shader, *options.machine, options.has_memory);
    ShaderParts parts;
    parts.options = &options;
    parts.machine = &machine;
    parts.left = options.size;
    machine.begin(values);
    FunctionMaker(values, *entry, parts).make_entry();
    entry->link_blocks();
    shader->number_values();
    return shader;
}

} // namespace

std::unique_ptr<Shader> random_shader(Choices& choices, const RandomShaderOptions& options) {
    static constexpr std::array<Stage, 3> kStages = {Stage::fragment, Stage::compute,
                                                     Stage::vertex};
    const bool is_anything = options.kind == RandomShaderKind::anything;
    const Stage stage = is_anything ? kStages[choices.below(3)] : Stage::fragment;
    if (options.kind == RandomShaderKind::machine) {
        return machine_shader(choices, options);
    }
    auto shader = std::make_unique<Shader>(stage);
    shader->info.name = "random";
    for (std::uint32_t unit = 0; unit < 2; ++unit) {
        shader->info.textures.push_back(
            {unit, TextureDim::dim_2d, false, false, BaseType::float_type});
    }
    Function* entry = shader->add_function("main", true);
    Builder builder(*entry);
    builder.exact = options.is_exact;
    Values values(choices, builder, stage);
    const bool has_variables = options.has_variables && is_anything;
    Interface interface(choices, *shader, has_variables);
    switch (options.kind) {
    case RandomShaderKind::anything: {
        Memory memory(values, *shader, has_variables);
        ShaderParts parts;
        parts.options = &options;
        parts.interface = &interface;
        parts.memory = &memory;
        parts.left = options.size;
        make_functions(choices, values, *entry, parts);
        break;
    }
    case RandomShaderKind::smooth:
        interface.begin(values);
        make_smooth(values, options.size);
        break;
    case RandomShaderKind::textures:
        interface.begin(values);
        make_lookups(values, options.size);
        break;
    case RandomShaderKind::machine: break; // see machine_shader()
    }
    entry->link_blocks();
    shader->number_values();
    return shader;
}

} // namespace jacquard::nir
