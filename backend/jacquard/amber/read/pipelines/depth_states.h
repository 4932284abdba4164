#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

namespace jacquard::driver::amber {

// Reads the depth test of a pipeline.
class DepthStates : PipelineConcern {
  public:
    DepthStates(Lines& lines, OpenPipeline& pipeline) : PipelineConcern(lines, pipeline) {}

    bool read_depth();

  private:
    bool read_state(DepthCommand command);
    bool read_bounds();
};

} // namespace jacquard::driver::amber
