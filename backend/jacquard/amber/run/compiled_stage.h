#pragma once

#include <jacquard/amber/run/run_options.h>
#include <jacquard/amber/script/script.h>
#include <jacquard/library/facade/compile_spirv.h>

#include <memory>

namespace jacquard::driver::amber {

// A shader of a pipeline made ready for an engine.
struct CompiledStage {
    SpirvResult module;
    ir3::Program program; // of machine code
};

// Null after a fault: what is not supported is told as M201, anything else as M302, at the command
// that attaches the shader or at the shader's line.
[[nodiscard]] std::unique_ptr<CompiledStage> compile_stage(const Script& script,
                                                           const Attachment& attachment,
                                                           const RunOptions& options,
                                                           Diagnostics& diagnostics);

} // namespace jacquard::driver::amber
