#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// The stages before the rasteriser depend on what comes before and after them in the chain.
struct StageIoOptions {
    NextStage feeds = NextStage::rasteriser;
    PatchKind patches = PatchKind::quads;
    // The vertices of patches are handed on in the memory of workgroups.
    bool patches_in_local_memory = false;
};

bool lower_stage_io(nir::Shader& shader, const StageIoOptions& options);

} // namespace jacquard::ir3
