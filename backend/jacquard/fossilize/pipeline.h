#pragma once

#include <jacquard/fossilize/entry.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::fossilize {

// A stage of a pipeline: an entry point of a module, with values for its constants.
struct PipelineStage {
    std::string_view word;    // "vertex"
    std::uint32_t model = 0;  // the execution model of its entry point
    std::uint64_t module = 0; // the hash of its module; 0: it was not recorded
    std::string entry;
    std::vector<spirv::Specialisation> constants;
};

// The facts of a pipeline that its shaders depend on.
struct Pipeline {
    std::vector<PipelineStage> stages; // in the order of the pipeline
    bool alpha_to_one = false;
    bool shades_samples = false;

    // Null where it has no such stage.
    [[nodiscard]] const PipelineStage* find(std::string_view word) const;
};

// Reads the payload of a graphics or compute pipeline. Nothing after a fault, which was reported.
[[nodiscard]] std::optional<Pipeline>
pipeline_of_payload(std::string_view payload, const EntryReport& report, const Limits& limits);

} // namespace jacquard::fossilize
