#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

#include <cstdint>
#include <string_view>

namespace jacquard::driver::amber {

// Reads the stencil test of a pipeline, for one face or both.
class StencilStates : PipelineConcern {
  public:
    StencilStates(Lines& lines, OpenPipeline& pipeline) : PipelineConcern(lines, pipeline) {}

    bool read_stencil();

  private:
    bool read_state(StencilCommand command);
    bool take_operation(StencilOperation StencilFace::*member);
    bool take_byte(std::string_view what, std::uint8_t StencilFace::*member);
    template <typename T>
    void set(T StencilFace::*member, T value);

    Faces faces_{}; // that the block is about
};

} // namespace jacquard::driver::amber
