#include <jacquard/amber/read/pipelines/pipelines.h>
#include <jacquard/amber/read/resources/buffers.h>
#include <jacquard/amber/read/resources/samplers.h>
#include <jacquard/amber/read/resources/shaders.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver::amber {

Pipelines::Pipelines(Lines& lines, Script& script, BufferContents& contents, DataTypes& types,
                     Shaders& shaders, Buffers& buffers, Samplers& samplers)
    : lines_(lines), script_(script), attachments_(lines, pipeline_, script, shaders),
      bindings_(lines, pipeline_, script, buffers, samplers),
      vertex_inputs_(lines, pipeline_, types, buffers),
      framebuffers_(lines, pipeline_, script, contents) {}

bool Pipelines::find_graphics(std::size_t& number) {
    const Token token = lines_.peek();
    if (!names_.find(number)) {
        return false;
    }
    return !script_.pipelines[number].is_compute ||
           lines_.fail("M108", token, "'" + std::string(token.text) + "' is no graphics pipeline");
}

bool Pipelines::read_line(PipelineCommand command) {
    switch (command) {
    case PipelineCommand::attach: return attachments_.read_attach();
    case PipelineCommand::shader_optimization: return attachments_.read_optimisation();
    case PipelineCommand::compile_options: return attachments_.read_compile_options();
    case PipelineCommand::framebuffer_size: return framebuffers_.read_framebuffer_size();
    case PipelineCommand::viewport: return framebuffers_.read_viewport();
    case PipelineCommand::polygon_mode:
        return lines_.take_word(kPolygonModeWords, pipeline_.get().draw.polygon_mode);
    case PipelineCommand::patch_control_points:
        return lines_.refuse(lines_.word(), Refused::tessellation);
    case PipelineCommand::subgroup: return attachments_.read_subgroup();
    case PipelineCommand::bind: return bindings_.read_bind();
    case PipelineCommand::vertex_data: return vertex_inputs_.read_vertex_data();
    case PipelineCommand::index_data: return vertex_inputs_.read_index_data();
    case PipelineCommand::depth: return depth_.read_depth();
    case PipelineCommand::stencil: return stencil_.read_stencil();
    case PipelineCommand::blend: break;
    }
    return blend_.read_blend();
}

bool Pipelines::read_block(const Token& start) {
    return lines_.read_block(start, kPipelineCommandWords,
                             [&](PipelineCommand command) { return read_line(command); }) &&
           check_shaders(start) && framebuffers_.complete(start);
}

bool Pipelines::check_shaders(const Token& start) {
    const Pipeline& pipeline = pipeline_.get();
    const auto has = [&](nir::Stage stage) {
        return std::any_of(pipeline.attachments.begin(), pipeline.attachments.end(),
                           [&](const Attachment& each) { return each.stage == stage; });
    };
    if (pipeline.is_compute ? !has(nir::Stage::compute) : !has(nir::Stage::vertex)) {
        return lines_.fail("M108", start,
                           "the pipeline '" + pipeline.name + "' has no " +
                               (pipeline.is_compute ? "compute" : "vertex") + " shader");
    }
    return true;
}

bool Pipelines::read_pipeline() {
    const Token start = lines_.word();
    Pipeline pipeline;
    pipeline.position = start.position;
    PipelineKind kind{};
    if (lines_.refuses(lines_.peek(), kPipelineKindWords)) {
        lines_.skip_block();
        return false;
    }
    if (!lines_.take_word(kPipelineKindWords, kind) ||
        !names_.declare(script_.pipelines.size(), pipeline.name)) {
        return false;
    }
    pipeline.is_compute = kind == PipelineKind::compute;
    pipeline_.open(script_.pipelines.size());
    script_.pipelines.push_back(std::move(pipeline));
    return read_block(start);
}

bool Pipelines::read_derived() {
    const Token start = lines_.word();
    std::string name;
    std::size_t parent = 0;
    if (!names_.declare(script_.pipelines.size(), name)) {
        return false;
    }
    pipeline_.open(script_.pipelines.size());
    script_.pipelines.emplace_back();
    if (!lines_.expect(Keyword::from) || !names_.find(parent)) {
        return false;
    }
    if (parent == pipeline_.number()) {
        return lines_.fail("M108", start, "a pipeline is not derived from itself");
    }
    Pipeline derived = script_.pipelines[parent];
    derived.name = name;
    derived.position = start.position;
    pipeline_.get() = std::move(derived);
    return read_block(start);
}

} // namespace jacquard::driver::amber
