#include <jacquard/amber/run/expectation.h>
#include <jacquard/amber/run/pipeline_resources.h>
#include <jacquard/amber/run/script_runner.h>

#include <algorithm>

namespace jacquard::driver::amber {

void ScriptRunner::run() {
    static_cast<void>(run(script_.commands)); // what stopped it has been told
}

bool ScriptRunner::fail(const Command& command, const std::string& fault) {
    diagnostics_.error("M302", command.position, fault);
    return false;
}

bool ScriptRunner::run(const std::vector<Command>& commands) {
    return std::all_of(commands.begin(), commands.end(), [&](const Command& command) {
        return !diagnostics_.is_full() &&
               std::visit([&](const auto& what) { return run(command, what); }, command.what);
    });
}

bool ScriptRunner::run(const Command& command, const RunCommand& what) {
    if (const auto* groups = std::get_if<RunCompute>(&what.what)) {
        return compute(command, what.pipeline, *groups);
    }
    std::unique_ptr<DrawRun>& shaders = draws_[what.pipeline];
    if (shaders == nullptr) {
        shaders = DrawRun::prepare(script_, script_.pipelines[what.pipeline], options_,
                                   command.position, diagnostics_);
        if (shaders == nullptr) {
            return false;
        }
    }
    if (const auto* array = std::get_if<RunArray>(&what.what)) {
        return shaders->draw(script_, what.pipeline, *array, command.position, diagnostics_);
    }
    return shaders->draw(script_, what.pipeline, std::get<RunRectangle>(what.what),
                         command.position, diagnostics_);
}

bool ScriptRunner::compute(const Command& command, std::size_t number, const RunCompute& what) {
    const Pipeline& pipeline = script_.pipelines[number];
    std::unique_ptr<ComputeRun>& shader = computes_[number];
    std::string fault;
    if (shader == nullptr) {
        std::unique_ptr<CompiledStage> stage =
            compile_stage(script_, pipeline.attachments[0], options_, diagnostics_);
        if (stage == nullptr) {
            return false;
        }
        shader = ComputeRun::prepare(std::move(stage), options_, fault);
        if (shader == nullptr) {
            return fail(command, fault);
        }
    }
    RecordedCase given;
    if (!gather_resources(script_, pipeline, given, diagnostics_)) {
        return false;
    }
    given.workgroups = what.groups;
    RecordedResult result;
    if (!shader->run(given, result, fault)) {
        return fail(command, fault);
    }
    take_changes(script_, pipeline, given, result.storage_buffers, result.images);
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const ClearCommand& clear) {
    clear_targets(script_, clear.pipeline);
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const ClearColourCommand& clear) {
    script_.pipelines[clear.pipeline].clear_colour = clear.colour;
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const ClearDepthCommand& clear) {
    script_.pipelines[clear.pipeline].clear_depth = clear.depth;
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const ClearStencilCommand& clear) {
    script_.pipelines[clear.pipeline].clear_stencil = clear.stencil;
    return true;
}

bool ScriptRunner::run(const Command& command, const CopyCommand& copy) {
    const Buffer& from = script_.buffers[copy.from];
    Buffer& to = script_.buffers[copy.to];
    if (from.layout.format != to.layout.format ||
        from.layout.components.size() != to.layout.components.size() ||
        from.layout.stride != to.layout.stride) {
        diagnostics_.error("M108", command.position,
                           "'" + from.name + "' and '" + to.name + "' are of different types");
        return false;
    }
    to.bytes = from.bytes;
    to.size = from.size;
    to.levels = from.levels;
    to.has_size = from.has_size;
    to.is_image = from.is_image;
    return true;
}

bool ScriptRunner::run(const Command& command, const ExpectCommand& expect) {
    check_expectation(script_, expect, command.position, diagnostics_);
    return true;
}

bool ScriptRunner::run(const Command& command, const WriteCommand& write) {
    Buffer& buffer = script_.buffers[write.buffer];
    if (write.offset > buffer.bytes.size() ||
        write.bytes.size() > buffer.bytes.size() - write.offset) {
        diagnostics_.error("M110", command.position, "the values end behind the buffer");
        return false;
    }
    std::copy(write.bytes.begin(), write.bytes.end(),
              buffer.bytes.begin() + static_cast<std::ptrdiff_t>(write.offset));
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const DrawStateCommand& state) {
    script_.pipelines[state.pipeline].draw = state.state;
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const EntryCommand& entry) {
    for (Attachment& attachment : script_.pipelines[entry.pipeline].attachments) {
        if (attachment.stage == entry.stage) {
            attachment.entry = entry.entry;
        }
    }
    computes_.erase(entry.pipeline);
    draws_.erase(entry.pipeline);
    return true;
}

bool ScriptRunner::run(const Command& /*command*/, const RepeatCommand& repeat) {
    for (std::uint32_t i = 0; i < repeat.count; ++i) {
        if (!run(repeat.commands)) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::driver::amber
