#include <jacquard/draw/pictures/picture_sampler.h>
#include <jacquard/draw/stage.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/runs/engines/stage_inputs.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/spirv/module/read.h>

#include <algorithm>

namespace jacquard::driver::draw {

namespace {

std::vector<std::string> names_of(const nir::Shader& shader, nir::VariableMode mode,
                                  const std::vector<VaryingFacts>& varyings,
                                  std::size_t num_slots) {
    std::vector<std::string> names(num_slots);
    for (const nir::Variable& variable : shader.variables()) {
        if (variable.mode == mode && variable.driver_location < num_slots) {
            names[variable.driver_location] = variable.name;
        }
    }
    for (const VaryingFacts& varying : varyings) {
        for (std::size_t i = 1; i < varying.slots && varying.first_slot + i < num_slots; ++i) {
            const std::string& name = names[varying.first_slot];
            names[varying.first_slot + i] =
                name.empty() ? std::string() : name + '[' + std::to_string(i) + ']';
        }
    }
    return names;
}

} // namespace

std::unique_ptr<Stage> Stage::load(std::string_view content, StageForm form,
                                   const StageOptions& options, Diagnostics& diagnostics) {
    auto stage = std::make_unique<Stage>();
    stage->options_ = options;
    if (!stage->load_shader(content, form, diagnostics) || !stage->prepare(diagnostics)) {
        return nullptr;
    }
    return stage;
}

nir::AluType Stage::input_type(std::size_t slot) const {
    return type_of_slot(shader_.inputs, slot);
}

nir::AluType Stage::output_type(std::size_t slot) const {
    return type_of_slot(shader_.outputs, slot);
}

bool Stage::load_shader(std::string_view content, StageForm form, Diagnostics& diagnostics) {
    if (form == StageForm::spirv) {
        const std::optional<spirv::Module> module =
            spirv::read_module(content, diagnostics, options_.limits);
        if (!module) {
            return false;
        }
        shader_ = load_spirv(content, options_.translation, diagnostics);
        uniforms = UniformTable::of_module(*module);
    } else {
        shader_.nir =
            load_nir(content, form == StageForm::tgsi ? SourceLanguage::tgsi : SourceLanguage::nir,
                     options_.precise, diagnostics, options_.limits);
    }
    if (shader_.nir.status != CompileStatus::compiled) {
        return false;
    }
    const nir::Shader& shader = *shader_.nir.shader;
    kind_ = shader.info.stage;
    inputs_ = shader.info.inputs;
    outputs_ = shader.info.outputs;
    input_names_ = names_of(shader, nir::VariableMode::shader_in, shader_.inputs, inputs_.size());
    output_names_ =
        names_of(shader, nir::VariableMode::shader_out, shader_.outputs, outputs_.size());
    resources_ = shader_.resources;
    if (form != StageForm::spirv) {
        uniforms = UniformTable::of_constants(shader.info);
        add_numbered_resources();
    }
    textures_ = textures_read(shader, resources_);
    return true;
}

// Shaders whose resources have numbers and no sets: number N is binding N of the set 0.
void Stage::add_numbered_resources() {
    const nir::ShaderInfo& info = shader_.nir.shader->info;
    for (const nir::TextureUnit& unit : info.textures) {
        Resource resource;
        resource.kind = ResourceKind::texture;
        resource.name = "SAMP[" + std::to_string(unit.unit) + ']';
        resource.binding = resource.first = unit.unit;
        resources_.push_back(std::move(resource));
    }
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < uniforms.blocks().size(); ++i) {
        Resource resource;
        resource.kind = ResourceKind::uniform_buffer;
        number = info.constant_buffers.empty() ? static_cast<std::uint32_t>(i)
                                               : info.constant_buffers[i].index;
        resource.binding = resource.first = number;
        resources_.push_back(std::move(resource));
    }
}

bool Stage::prepare(Diagnostics& diagnostics) {
    if (!options_.is_machine) {
        nir::interpreter::Fault reason;
        nir_program_ =
            nir::interpreter::Program::prepare(*shader_.nir.shader, reason, options_.limits);
        if (!nir_program_) {
            diagnostics.error("D203", {}, std::move(reason.message));
        }
        return nir_program_.has_value();
    }
    CompileResult compiled =
        compile_loaded(shader_, options_, diagnostics, nullptr, options_.limits);
    if (compiled.status != CompileStatus::compiled) {
        return false;
    }
    program_ = std::move(compiled.program);
    if (program_.resources.empty()) { // numbers are slots, of which a program says nothing
        program_.resources = resources_;
    }
    ir3::Fault reason;
    executable_ = ir3::Executable::prepare(program_.words, *ir3::revision_of_part(program_.gpu),
                                           reason, options_.limits, program_.gpu);
    if (!executable_) {
        diagnostics.error("D203", {}, std::move(reason.message));
    }
    return executable_.has_value();
}

StageRunner::StageRunner(const Stage& stage)
    : stage_(stage), inputs_(stage.inputs_.size() * 4 * kWaveLanes),
      outputs_(stage.outputs_.size() * 4 * kWaveLanes) {
    if (stage.executable_) {
        wave_.emplace(stage.program_, *stage.executable_, kWaveLanes);
        wave_->options().maximum_steps = stage.options_.limits.steps;
        wave_->options().check_hazards = stage.options_.check;
    } else {
        interpreter_.emplace(*stage.nir_program_, kWaveLanes);
    }
}

void StageRunner::set(PictureSampler& textures) {
    stage_.uniforms.give(given_);
    if (wave_) {
        wave_->set(given_);
        wave_->environment().textures = &textures;
        return;
    }
    environment_ = {};
    nir_resources_.bind(given_, stage_.resources_, environment_);
    environment_.textures = &textures;
    environment_.inputs = inputs_;
    environment_.outputs = outputs_;
}

bool StageRunner::run(const PipelineValues& values, std::uint64_t& live, std::string& fault) {
    std::fill(outputs_.begin(), outputs_.end(), 0);
    if (!wave_) {
        return run_nir(values, live, fault);
    }
    LaneMask lanes;
    const bool is_done = wave_->run(inputs_, values, outputs_, lanes, fault);
    live = lanes.words[0];
    // From here on, the constant file holds the results of the preamble.
    wave_->environment().runs_preamble = false;
    return is_done;
}

bool StageRunner::run_nir(const PipelineValues& values, std::uint64_t& live, std::string& fault) {
    NirPipelineValues system_values(values);
    environment_.system_values = &system_values;
    take_reciprocal_w(values, reciprocal_w_);
    environment_.reciprocal_w = reciprocal_w_;
    environment_.helpers = {};
    for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
        if (values.is_helper(lane)) {
            environment_.helpers.set(lane);
        }
    }
    nir::interpreter::RunOptions options;
    options.maximum_steps = stage_.options_.limits.steps;
    options.undef_value = 0;
    nir::interpreter::RunResult outcome = interpreter_->run(environment_, options);
    environment_.system_values = nullptr;
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    live = outcome.live.words[0];
    return true;
}

} // namespace jacquard::driver::draw
