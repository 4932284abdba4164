#pragma once

#include <jacquard/amber/run/run_options.h>
#include <jacquard/amber/script/script.h>
#include <jacquard/library/facade/compile_spirv.h>

#include <memory>
#include <span>

namespace jacquard::driver::amber {

// A shader of a pipeline made ready for an engine.
struct CompiledStage {
    SpirvResult module;
    ir3::Program program; // of machine code
};

// Reads the shader of a pipeline. Null after a fault: what is not supported is told as M201,
// anything else as M302, at the command that attaches the shader or at the shader's line.
[[nodiscard]] std::unique_ptr<CompiledStage> load_stage(const Script& script,
                                                        const Attachment& attachment,
                                                        const RunOptions& options,
                                                        Diagnostics& diagnostics);

// Makes machine code of a stage if the engine runs that. False after a fault, which is told as
// above.
[[nodiscard]] bool compile_stage(CompiledStage& stage, const Script& script,
                                 const Attachment& attachment, const RunOptions& options,
                                 Diagnostics& diagnostics);

// Fits the stages of a pipeline, in the order in which data flows, to each other. False after a
// fault.
[[nodiscard]] bool link_loaded_stages(std::span<CompiledStage* const> stages,
                                      const RunOptions& options, SourcePosition position,
                                      Diagnostics& diagnostics);

} // namespace jacquard::driver::amber
