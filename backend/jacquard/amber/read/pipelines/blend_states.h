#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

namespace jacquard::driver::amber {

// Reads how the colours of a pipeline are blended.
class BlendStates : PipelineConcern {
  public:
    BlendStates(Lines& lines, OpenPipeline& pipeline) : PipelineConcern(lines, pipeline) {}

    bool read_blend();

  private:
    bool read_state(BlendCommand command);
};

} // namespace jacquard::driver::amber
