#include <jacquard/amber/run/expectation.h>
#include <jacquard/amber/run/pipeline_resources.h>
#include <jacquard/amber/run/script_runner.h>
#include <jacquard/amber/script/shader_module.h>

#include <algorithm>
#include <set>

namespace jacquard::driver::amber {

void ScriptRunner::run() {
    // A fault that stopped it has been told.
    if (run(script_.commands) && !diagnostics_.has_errors()) {
        check_idle_shaders();
    }
}

// Shaders that no command runs are made into modules all the same: their faults are the script's.
void ScriptRunner::check_idle_shaders() {
    std::set<std::size_t> used;
    const auto use = [&](const auto& runs) {
        for (const auto& [pipeline, unused] : runs) {
            for (const Attachment& attachment : script_.pipelines[pipeline].attachments) {
                used.insert(attachment.shader);
            }
        }
    };
    use(computes_);
    use(draws_);
    const HighLevelCompiler& compiler =
        options_.compiler != nullptr ? *options_.compiler : glslang_program();
    for (std::size_t i = 0; i < script_.shaders.size() && !diagnostics_.is_full(); ++i) {
        if (!used.contains(i)) {
            // A fault has been told.
            static_cast<void>(make_module(script_.shaders[i], entry_of(i), compiler,
                                          options_.limits, diagnostics_));
        }
    }
}

std::string ScriptRunner::entry_of(std::size_t shader) const {
    for (const Pipeline& pipeline : script_.pipelines) {
        for (const Attachment& attachment : pipeline.attachments) {
            if (attachment.shader == shader) {
                return attachment.entry;
            }
        }
    }
    return Attachment().entry;
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
            load_stage(script_, pipeline.attachments[0], options_, diagnostics_);
        if (stage == nullptr ||
            !compile_stage(*stage, script_, pipeline.attachments[0], options_, diagnostics_)) {
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
