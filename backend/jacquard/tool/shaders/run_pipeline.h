#pragma once

#include <jacquard/generated/pipelines/steps.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/shaders/pass_log.h>

#include <cstdint>

namespace jacquard::driver {

// Returns whether a pipeline can be run by itself: of those over the machine graph only the whole
// one can, and none of those that link two stages.
[[nodiscard]] bool runs_alone(const pipelines::PipelineInfo& pipeline);

// Runs a pipeline over the shader in a file, for a part, after what stands before it on the way of
// a compile, and prints what it makes: NIR, or the machine graph. The log is told of its passes.
// The exit code; what is wrong has been said.
[[nodiscard]] int run_pipeline_over(const InputFile& file, const pipelines::PipelineInfo& pipeline,
                                    std::uint32_t gpu, const spirv::TranslateOptions& options,
                                    PassLog& log, const Streams& streams);

} // namespace jacquard::driver
