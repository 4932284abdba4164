#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::driver::amber {

class BufferContents;

// Reads the size of what a pipeline draws to, and gives it the targets that it does not say.
class Framebuffers : PipelineConcern {
  public:
    Framebuffers(Lines& lines, OpenPipeline& pipeline, Script& script, BufferContents& contents)
        : PipelineConcern(lines, pipeline), script_(script), contents_(contents) {}

    bool read_framebuffer_size();
    bool read_viewport();
    // At the end of a pipeline that begins with `start`.
    bool complete(const Token& start);

  private:
    void add_targets(Pipeline& pipeline);
    bool holds(const Token& start, std::size_t buffer, std::uint32_t level);
    [[nodiscard]] std::vector<std::size_t> targets() const;

    Script& script_;
    BufferContents& contents_;
};

} // namespace jacquard::driver::amber
