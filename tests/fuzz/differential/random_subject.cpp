#include "random_subject.h"

#include <jacquard/nir/text/print/printer.h>
#include <jacquard/tgsi/print.h>

#include "nir_menu.h"
#include "pressure_shader.h"
#include "random_run.h"
#include "tgsi_generator/random_program.h"

#include <algorithm>

namespace jacquard::fuzz {

namespace {

std::string random_tgsi(nir::Choices& choices, const Ingredients& ingredients,
                        const SubjectOptions& options, bool is_moderate) {
    tgsi::RandomProgramOptions wanted;
    wanted.size = options.size;
    wanted.has_memory = options.has_memory;
    wanted.is_moderate = is_moderate;
    wanted.has_flat_inputs = choices.one_in(8);
    const tgsi::Menu& menu = ingredients.menus[choices.below(2)];
    return tgsi::print(tgsi::random_program(choices, menu, wanted));
}

std::string random_nir(nir::Choices& choices, const Ingredients& ingredients,
                       const SubjectOptions& options, bool is_exact) {
    nir::RandomShaderOptions wanted;
    wanted.kind = nir::RandomShaderKind::machine;
    wanted.machine = &ingredients.operations;
    wanted.is_exact = is_exact;
    wanted.has_memory = options.has_memory;
    wanted.has_variables = false;
    wanted.has_functions = false;
    // Most are small, some as large as wanted.
    const unsigned most = options.has_memory ? 24 : 12;
    wanted.size = choices.one_in(8) ? 1 + choices.below(std::max(options.size, 1U))
                                    : 1 + choices.below(std::min(options.size, most));
    return nir::print(*nir::random_shader(choices, wanted));
}

// Parts have waves of so many lanes, and some others of twice as many.
constexpr std::uint32_t kLanesOfWave = 64;

nir::ShaderState random_state(nir::Choices& choices, driver::SourceLanguage language) {
    nir::ShaderState state;
    for (const nir::StateInfo& info : nir::kStates) {
        if (choices.one_in(3)) {
            // Textures, samplers, targets and planes of random shaders have small numbers.
            info.set(state, info.is_switch() ? 1 : 1 + choices.below(255));
        }
    }
    // Random NIR writes an output as several types, of which some may turn out to be dead.
    state.half_outputs = state.half_outputs && language == driver::SourceLanguage::tgsi;
    return state;
}

} // namespace

Ingredients::Ingredients(std::span<const std::uint32_t> gpus) {
    std::array<Refusals, 2> of_stages;
    menus[0] = supported_menu(tgsi::Stage::vertex, gpus, of_stages[0]);
    menus[1] = supported_menu(tgsi::Stage::fragment, gpus, of_stages[1]);
    tgsi_refusals = refused_everywhere(of_stages);
    operations = supported_operations(gpus, nir_refusals, nir_width_refusals);
}

RandomSubject random_subject(nir::Choices& choices, const Ingredients& ingredients,
                             const SubjectOptions& options) {
    RandomSubject made;
    made.subject.language = options.language;
    made.subject.precise =
        options.mode == Mode::either ? choices.below(2) == 0 : options.mode == Mode::precise;
    const bool is_moderate = !made.subject.precise;
    made.subject.text = options.is_deep ? pressure_shader(choices)
                        : options.language == driver::SourceLanguage::tgsi
                            ? random_tgsi(choices, ingredients, options, is_moderate)
                            : random_nir(choices, ingredients, options, !is_moderate);
    if (options.has_state) {
        made.subject.state = random_state(choices, options.language);
    }
    if (options.has_memory && options.language == driver::SourceLanguage::nir &&
        choices.one_in(4)) {
        made.subject.wave_size = choices.one_in(2) ? kLanesOfWave : 2 * kLanesOfWave;
    }
    made.loaded = load(made.subject);
    if (made.loaded.shader != nullptr) {
        ShaderInterface interface = interface_of(
            made.loaded.in_state != nullptr ? *made.loaded.in_state : *made.loaded.shader);
        if (!options.has_memory) { // buffers at no places in particular: none are given
            interface.has_buffers = false;
            interface.has_images = false;
            interface.has_addresses = false;
        }
        // If a coordinate may be off a little, another texel may be found, so textures are only
        // given to precise shaders.
        if (options.language == driver::SourceLanguage::nir && made.subject.precise) {
            interface.textures = made.loaded.shader->info.textures;
        }
        for (unsigned i = 0; i < options.runs; ++i) {
            made.runs.push_back(random_run(choices, interface, is_moderate));
        }
    }
    return made;
}

} // namespace jacquard::fuzz
