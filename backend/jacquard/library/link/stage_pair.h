#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/library/link/link_report.h>
#include <jacquard/library/link/stage_interface.h>

#include <vector>

namespace jacquard::driver {

// A stage and the one that reads its outputs, as passes that link them see the two. Resources say
// what the numbers of buffers in a shader mean; without any, each stage has buffers of its own.
struct StagePair {
    nir::Shader& writer;
    nir::Shader& reader;
    const std::vector<ir3::Resource>& resources_of_writer;
    std::vector<ir3::Resource>& resources_of_reader;
    // Instructions that a uniform may take to compute in the reader, where they run once for all.
    unsigned instructions_of_uniform = 0;
    LinkReport& report;
};

// Appends to the report of a pair.
void note(StagePair& pair, LinkAction action, const VaryingComponent& component,
          std::string detail = {});

// The name of a component: "VARYING_SLOT_VAR2.x".
[[nodiscard]] std::string name_of(const VaryingComponent& component);

} // namespace jacquard::driver
