#include "program.h"

#include <jacquard/draw/pictures/picture_sampler.h>
#include <jacquard/glsl/high_level.h>
#ifdef JACQUARD_HAS_GLSLANG
#include <linked_glslang.h>
#endif

#include <algorithm>
#include <bit>

namespace jacquard::piglit {

using namespace jacquard::driver;
using draw::kWaveLanes;

namespace {

const HighLevelCompiler& compiler() {
#ifdef JACQUARD_HAS_GLSLANG
    return linked_glslang();
#else
    return glslang_program();
#endif
}

std::string first_message(const Diagnostics& diagnostics) {
    for (const Diagnostic& each : diagnostics.all()) {
        if (each.severity == Severity::error) {
            return each.code + ": " + each.message;
        }
    }
    return "refused without a word";
}

std::string module_of(std::string_view source, std::string_view stage, Refusal& refusal) {
    HighLevelShader shader;
    shader.name = stage;
    shader.text = source;
    shader.stage = stage;
    Diagnostics diagnostics(shader.name, source);
    std::string module = make_module(shader, compiler(), diagnostics);
    if (diagnostics.has_errors()) {
        refusal = {true, shader.name + ": " + first_message(diagnostics)};
        return {};
    }
    return module;
}

std::unique_ptr<draw::Stage> stage_of(const std::string& module, Engine engine, nir::Stage kind,
                                      Refusal& refusal) {
    draw::StageOptions options;
    options.is_machine = engine.is_machine;
    options.gpu = engine.gpu;
    options.translation.stage = kind;
    Diagnostics diagnostics("module", {});
    auto stage = draw::Stage::load(module, draw::StageForm::spirv, options, diagnostics);
    if (stage == nullptr) {
        refusal = {false, std::string(nir::name_of(kind)) + ": " + first_message(diagnostics)};
    }
    return stage;
}

bool set_in(draw::Stage& stage, std::string_view name, std::span<const std::uint64_t> bits,
            bool& is_set, std::string& fault) {
    if (!stage.uniforms.has(name)) {
        return true;
    }
    const auto place = stage.uniforms.find(name, fault);
    is_set = true;
    return place && stage.uniforms.set_bits(*place, name, bits, fault);
}

} // namespace

bool make_modules(std::string_view vertex, std::string_view fragment, Modules& modules,
                  Refusal& refusal) {
    modules.vertex = module_of(vertex, "vert", refusal);
    if (!modules.vertex.empty()) {
        modules.fragment = module_of(fragment, "frag", refusal);
    }
    return !modules.fragment.empty();
}

std::unique_ptr<Program> Program::load(const Modules& modules, Engine engine, bool by_location,
                                       Refusal& refusal) {
    auto program = std::make_unique<Program>();
    program->vertex_ = stage_of(modules.vertex, engine, nir::Stage::vertex, refusal);
    if (program->vertex_ == nullptr) {
        return nullptr;
    }
    program->fragment_ = stage_of(modules.fragment, engine, nir::Stage::fragment, refusal);
    if (program->fragment_ == nullptr || !program->link(by_location, refusal.reason)) {
        return nullptr;
    }
    return program;
}

bool Program::link(bool by_location, std::string& fault) {
    links_.flat.assign(vertex_->outputs().size(), 0);
    for (std::size_t slot = 0; slot < fragment_->inputs().size(); ++slot) {
        const nir::IoSlot& input = fragment_->inputs()[slot];
        if (input.semantic == nir::Semantic::position || input.semantic == nir::Semantic::face ||
            input.semantic == nir::Semantic::prim_id) {
            continue;
        }
        const std::string& name = fragment_->input_names()[slot];
        // Members of a block without a name have none either.
        const bool goes_by_place =
            by_location || input.semantic != nir::Semantic::generic || name.starts_with('_');
        std::size_t number = 0;
        while (number < vertex_->outputs().size() &&
               !(goes_by_place
                     ? vertex_->outputs()[number].semantic == input.semantic &&
                           vertex_->outputs()[number].semantic_index == input.semantic_index
                     : !name.empty() && vertex_->output_names()[number] == name)) {
            ++number;
        }
        if (number == vertex_->outputs().size()) {
            fault = "link: the vertex shader does not write '" + name + "'";
            return false;
        }
        links_.links.push_back({slot, number, input.interpolation});
        if (input.interpolation == nir::Interpolation::flat) {
            links_.flat[number] = 1;
        }
    }
    for (std::size_t slot = 0; slot < fragment_->outputs().size(); ++slot) {
        if (fragment_->outputs()[slot].semantic == nir::Semantic::color) {
            colours_.emplace(fragment_->outputs()[slot].semantic_index, slot);
        }
    }
    return true;
}

bool Program::set(std::string_view name, std::span<const std::uint64_t> bits, std::string& fault) {
    bool is_set = false;
    if (!set_in(*vertex_, name, bits, is_set, fault) ||
        !set_in(*fragment_, name, bits, is_set, fault)) {
        return false;
    }
    if (!is_set) {
        fault = "there is no uniform '" + std::string(name) + '\'';
    }
    return is_set;
}

bool Program::shade(const Attributes& attributes, std::size_t num_vertices,
                    draw::ShadedVertices& shaded, std::string& fault) const {
    const std::size_t slots = vertex_->outputs().size();
    shaded.words_each = slots * 4;
    shaded.words.assign(num_vertices * shaded.words_each, 0);
    bool has_position = false;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        if (vertex_->outputs()[slot].semantic == nir::Semantic::position) {
            shaded.position = slot * 4;
            has_position = true;
        }
    }
    if (!has_position) {
        fault = "the vertex shader writes no position";
        return false;
    }
    draw::PictureSampler no_textures({}, vertex_->resources(), vertex_->textures());
    draw::StageRunner runner(*vertex_);
    runner.set(no_textures);
    draw::WaveValues values;
    for (std::size_t first = 0; first < num_vertices; first += kWaveLanes) {
        const std::size_t count = std::min<std::size_t>(num_vertices - first, kWaveLanes);
        for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
            const std::size_t number = first + std::min<std::size_t>(lane, count - 1);
            values.number[lane] = static_cast<std::uint32_t>(number);
            for (std::size_t slot = 0; slot < vertex_->inputs().size(); ++slot) {
                auto given = attributes.find(vertex_->input_names()[slot]);
                if (given == attributes.end()) {
                    given = attributes.find('@' +
                                            std::to_string(vertex_->inputs()[slot].semantic_index));
                }
                for (unsigned c = 0; c < 4; ++c) {
                    runner.inputs()[(slot * 4 + c) * kWaveLanes + lane] =
                        given != attributes.end() ? given->second.at(number)[c]
                        : c == 3                  ? std::bit_cast<std::uint32_t>(1.0F)
                                                  : 0;
                }
            }
        }
        std::uint64_t live = 0;
        if (!runner.run(values, live, fault)) {
            return false;
        }
        for (unsigned lane = 0; lane < count; ++lane) {
            std::uint32_t* words = &shaded.words[(first + lane) * shaded.words_each];
            for (std::size_t word = 0; word < shaded.words_each; ++word) {
                words[word] = runner.outputs()[word * kWaveLanes + lane];
            }
            const auto z = std::bit_cast<float>(words[shaded.position + 2]);
            const auto w = std::bit_cast<float>(words[shaded.position + 3]);
            words[shaded.position + 2] = std::bit_cast<std::uint32_t>((z + w) / 2.0F);
        }
    }
    return true;
}

} // namespace jacquard::piglit
