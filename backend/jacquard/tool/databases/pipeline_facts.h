#pragma once

#include <jacquard/generated/options/compile_settings.h>

#include <string>

namespace jacquard::driver {

// The facts that a pipeline has of one of its stages, beside the module.
struct PipelineFacts {
    ir3::NextStage feeds = ir3::NextStage::rasteriser;
    nir::ShaderState state;

    // All of it in words, for those who tell results apart by it.
    [[nodiscard]] std::string text() const;
};

// Sets what a pipeline says, where nobody asked for something else.
void take_pipeline(const PipelineFacts& facts, ir3::CompileSettings& settings);

} // namespace jacquard::driver
