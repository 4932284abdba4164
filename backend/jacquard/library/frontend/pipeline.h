#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/support/api.h>

#include <memory>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// Is called after each pass that changed the shader.
using PassListener = nir::PassRunner::Listener;

// Runs the passes that every target wants: afterwards registers have become values, and nothing is
// left to fold, to copy or to remove. Each backend prepares the shader for its own instructions.
//
// Empty, or in builds with assertions the report of the validator on the first pass that broke the
// shader, or was given one that lacks what the pass needs.
[[nodiscard]] std::string run_pipeline(nir::Shader& shader, const PassListener& listener);
// The same for a shader that may move: a large one of which little is left then gets memory of its
// size.
[[nodiscard]] std::string run_pipeline(std::unique_ptr<nir::Shader>& shader,
                                       const PassListener& listener);

} // namespace jacquard::driver

JACQUARD_END_API
