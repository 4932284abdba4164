#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

namespace jacquard::driver::amber {

class Shaders;

// Reads which shaders a pipeline has, and how they are compiled.
class Attachments : PipelineConcern {
  public:
    Attachments(Lines& lines, OpenPipeline& pipeline, Script& script, Shaders& shaders)
        : PipelineConcern(lines, pipeline), script_(script), shaders_(shaders) {}

    bool read_attach();
    bool read_optimisation();
    bool read_subgroup();

  private:
    bool read_specialise(Attachment& attachment);
    void read_passes();
    bool read_subgroup_fact(SubgroupCommand command);

    Script& script_;
    Shaders& shaders_;
};

} // namespace jacquard::driver::amber
