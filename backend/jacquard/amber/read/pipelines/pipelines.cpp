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
    case PipelineCommand::framebuffer_size: return framebuffers_.read_framebuffer_size();
    case PipelineCommand::viewport: return framebuffers_.read_viewport();
    case PipelineCommand::polygon_mode:
        return lines_.take_word(kPolygonModeWords, pipeline_.get().draw.polygon_mode);
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

bool Pipelines::read_block(const Token& start, bool is_head_read, std::string_view name) {
    const std::size_t faults = lines_.error_count();
    bool is_whole = is_head_read;
    const bool is_read =
        lines_.read_block(start, is_head_read, kPipelineCommandWords, [&](PipelineCommand command) {
            const bool is_line_read = read_line(command);
            is_whole = is_whole && is_line_read;
            return is_line_read;
        });
    if (lines_.error_count() != faults || !is_whole) {
        names_.spoil(name); // what it lacks may be what has the fault
        return false;
    }
    return is_read && check_shaders(start) && framebuffers_.complete(start);
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
    if (!lines_.take_word(kPipelineKindWords, kind)) {
        names_.declare_faulty();
        lines_.skip_block(); // which lines it may have is not known
        return false;
    }
    const bool is_head_read = names_.declare(script_.pipelines.size(), pipeline.name);
    const std::string name = pipeline.name;
    pipeline.is_compute = kind == PipelineKind::compute;
    pipeline_.open(script_.pipelines.size());
    script_.pipelines.push_back(std::move(pipeline));
    return read_block(start, is_head_read, name);
}

bool Pipelines::read_derived() {
    const Token start = lines_.word();
    std::string name;
    std::size_t parent = 0;
    const bool is_named = names_.declare(script_.pipelines.size(), name);
    pipeline_.open(script_.pipelines.size());
    script_.pipelines.emplace_back();
    bool is_derived = is_named && lines_.expect(Keyword::from) && names_.find(parent);
    if (is_derived && parent == pipeline_.number()) {
        is_derived = lines_.fail("M108", start, "a pipeline is not derived from itself");
    }
    if (!is_derived) {
        names_.spoil(name);
        lines_.skip_block();
        return false;
    }
    Pipeline derived = script_.pipelines[parent];
    derived.name = name;
    derived.position = start.position;
    pipeline_.get() = std::move(derived);
    return read_block(start, true, name);
}

} // namespace jacquard::driver::amber
