#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/library/link/link_report.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// A stage of a pipeline: its shader in the form that run_pipeline() leaves, and what its numbers of
// buffers, textures and images mean. Without any resources each stage has buffers of its own.
struct LinkedStage {
    std::unique_ptr<nir::Shader> shader;
    std::vector<ir3::Resource> resources;
    LinkReport report; // of this stage and the one that reads its outputs
};

struct LinkOptions {
    std::uint32_t gpu = 0;
    // Varyings keep their locations, since a shader that another compiler made may take the place
    // of a stage.
    bool keep_locations = false;
    nir::PassRunner::Listener listener;
};

// Fits stages, in the order in which data flows, to one another: numbers and uniforms that a stage
// hands on are moved into the stage that reads them, of components with the same value one is left,
// what nobody reads is not computed, and what is left takes as few slots as it can. All stages but
// the last then write what the next one reads and what the hardware needs of them. Outputs that a
// tessellation control shader writes stay as they are, since it reads them itself.
//
// Empty, or the report of the validator on the pass that broke a shader.
[[nodiscard]] std::string link_stages(std::span<LinkedStage> stages, const LinkOptions& options);

} // namespace jacquard::driver

JACQUARD_END_API
