// Modules of SPIR-V as what they compute, in the interpreter: as `run` does, and with the passes
// that the case names behind the translation.
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/passes/util/find_recursion.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include "components.h"
#include "shaders.h"

#include <algorithm>
#include <utility>

namespace jacquard::texts {

namespace {

using driver::kCaseLanes;

// A component of an input or output, with what lies before it in the values of the same one.
driver::LaneWordLists& words_at(driver::ByKey<driver::LaneWordLists>& list,
                                const Component& component) {
    auto found = std::find_if(list.begin(), list.end(),
                              [&](const auto& each) { return each.first == component.slot; });
    if (found == list.end()) {
        found = list.insert(list.end(), {component.slot, {}});
    }
    for (auto& words : found->second) {
        words.resize(std::max<std::size_t>(words.size(), component.component + 1));
    }
    return found->second;
}

// The components with locations.
std::vector<Component> components_of(const std::vector<driver::VaryingFacts>& varyings,
                                     const std::vector<nir::IoSlot>& slots) {
    std::vector<Component> components;
    for (const driver::VaryingFacts& varying : varyings) {
        for (std::uint32_t i = 0; i < varying.slots; ++i) {
            const std::string location = std::to_string(varying.semantic_index + i);
            if (driver::varying_of(location, varyings) != &varying) {
                continue; // It is built in, or shares the location with another one.
            }
            const std::uint32_t first = i == 0 ? varying.component : 0;
            const unsigned mask = slots.at(varying.first_slot + i).mask;
            for (std::uint32_t at = first; at < kComponents; ++at) {
                if (((mask >> at) & 1) != 0) {
                    components.push_back({location, at - first, false, nullptr, {}});
                }
            }
        }
    }
    return components;
}

// Returns why a component that the settings name is none; empty: the module has it.
std::string fault_of(std::string_view what, const Component& named,
                     const std::vector<Component>& components) {
    std::vector<std::string> names;
    for (const Component& component : components) {
        names.push_back(component.name());
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    return std::find(names.begin(), names.end(), named.name()) != names.end()
               ? ""
               : unknown_word(what, named.name(), known);
}

void give_inputs(const Settings& settings, const std::vector<Component>& components,
                 driver::RecordedCase& given) {
    for (const Component& input : inputs_of(settings, kCaseLanes)) {
        if (const std::string fault = fault_of("input of the module", input, components);
            !fault.empty()) {
            settings.idle(*input.setting, fault);
            continue;
        }
        driver::LaneWordLists& lists = words_at(given.inputs, input);
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            lists[lane][input.component] = input.values[lane];
        }
    }
}

// The components that the settings name, and else all.
std::vector<Component> shown_outputs(const Settings& settings,
                                     const std::vector<Component>& components) {
    if (settings.find("outputs") == nullptr) {
        return components;
    }
    std::vector<Component> shown = outputs_of(settings);
    std::erase_if(shown, [&](const Component& output) {
        const std::string fault = fault_of("output of the module", output, components);
        if (!fault.empty()) {
            settings.fault(*output.setting, fault);
        }
        return !fault.empty();
    });
    return shown;
}

// The module in the form that the interpreter takes. Returns why it has none; empty: it has.
std::string lower(driver::SpirvResult& module, const std::vector<driver::SetBinding>& combined) {
    if (const nir::Function* function = nir::find_recursion(*module.nir.shader)) {
        return "the function " + std::string(function->name) + " calls itself";
    }
    const std::string fault = driver::lower_from_spirv(*module.nir.shader, module, combined);
    return fault.empty() ? driver::run_pipeline(module.nir.shader, {}) : fault;
}

std::string lines_of_outputs(driver::RecordedResult& result, const std::vector<Component>& shown,
                             bool are_named) {
    std::string text;
    for (const Component& output : shown) {
        std::vector<std::uint32_t> values;
        for (const auto& words : words_at(result.outputs, output)) {
            values.push_back(words[output.component]);
        }
        const bool is_zero =
            std::all_of(values.begin(), values.end(), [](std::uint32_t word) { return word == 0; });
        text += are_named || !is_zero ? line_of(output, values) : "";
    }
    return text;
}

} // namespace

Answer outputs_of_spirv(const Request& request) {
    const Settings& settings = request.settings;
    Made made = shader_of_spirv(request);
    if (made.shader == nullptr) {
        return made.answer;
    }
    driver::SpirvResult module;
    module.nir.shader = std::move(made.shader);
    std::string fault = lower(module, made.combined);
    if (!fault.empty()) {
        return {{}, false, fault};
    }
    const nir::ShaderInfo& info = module.nir.shader->info;
    driver::RecordedCase given;
    give_inputs(settings, components_of(module.inputs, info.inputs), given);
    const std::vector<Component> outputs = components_of(module.outputs, info.outputs);
    if (outputs.empty()) {
        return {{}, false, "the module has no outputs with locations, so that it shows nothing"};
    }
    const std::vector<Component> shown = shown_outputs(settings, outputs);
    const bool are_named = settings.find("outputs") != nullptr;
    for (const Component& output : shown) {
        (void)words_at(given.outputs, output);
    }
    const auto runner = driver::RecordedRunner::prepare(
        module, fault, steps_of(settings, driver::kMostModuleSteps));
    if (runner == nullptr) {
        return {"fault: " + fault + "\n", false, {}};
    }
    driver::RecordedResult result;
    if (!runner->run(given, result, fault)) {
        return {"fault: " + fault + "\n", false, {}};
    }
    LaneMask live;
    live.words[0] = result.live_mask;
    return {lines_of_outputs(result, shown, are_named) + live_text(live, kCaseLanes), false, {}};
}

} // namespace jacquard::texts
