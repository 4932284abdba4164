#pragma once

#include <jacquard/fossilize/pipeline.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::fossilize {

struct EntryPoint {
    std::uint32_t model = 0;
    std::string name;
};

// The entry points of a module, in its order; none of one that cannot be read.
[[nodiscard]] std::vector<EntryPoint> entry_points(std::string_view module, const Limits& limits);

// The module with one entry point alone, whose constants have the values of the stage. It then
// stands for the stage wherever a module does. A module that cannot be read is returned as it is,
// since whoever compiles it tells what is wrong with it. Nothing where it has no such entry point,
// which was reported.
[[nodiscard]] std::optional<std::string> module_of_stage(std::string_view module,
                                                         const PipelineStage& stage,
                                                         const EntryReport& report,
                                                         const Limits& limits);

} // namespace jacquard::fossilize
