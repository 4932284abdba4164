#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A line of what is shown of a way or a pipeline.
struct PipelineLine {
    unsigned depth = 0;
    std::string_view pipeline{}; // the one that it belongs to; empty: a stage that is none
    std::string_view name{};     // of the pass, or of the pipeline that is run
    std::string text;
    std::string_view where{}; // the line of the table, or the source
};

// The whole way of a compile in its order. A pipeline that others run is shown where it runs first.
// For a part, which must exist, without the steps that it never takes.
[[nodiscard]] std::vector<PipelineLine> lines_of_way(std::optional<unsigned> part);
// Returns the lines of one pipeline, or none if there is no pipeline of the name.
[[nodiscard]] std::vector<PipelineLine> lines_of_pipeline(std::string_view name,
                                                          std::optional<unsigned> part);

[[nodiscard]] std::string pipeline_text(const std::vector<PipelineLine>& lines);
// A JSON value a line.
[[nodiscard]] std::string pipeline_json(const std::vector<PipelineLine>& lines);

// The names of the passes that a pipeline and those that it runs run, each once, in their order.
[[nodiscard]] std::vector<std::string_view> passes_of_pipeline(std::string_view name);

// "; did you mean '…'?", or nothing.
[[nodiscard]] std::string pipeline_suggestion(std::string_view written);

} // namespace jacquard::driver
