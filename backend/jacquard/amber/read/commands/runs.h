#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

namespace jacquard::driver::amber {

class CommandList;
class Pipelines;

// Reads what pipelines run: workgroups and draws.
class Runs {
  public:
    Runs(Lines& lines, Script& script, CommandList& commands, Pipelines& pipelines)
        : lines_(lines), script_(script), commands_(commands), pipelines_(pipelines) {}

    bool read_run();

  private:
    bool read_draw(RunForm form, RunCommand& run);
    bool read_groups(RunCommand& run);
    bool read_rectangle(RunCommand& run, bool is_grid);
    bool read_array(RunCommand& run);
    bool read_option(DrawOption option, RunArray& draw);

    Lines& lines_;
    Script& script_;
    CommandList& commands_;
    Pipelines& pipelines_;
};

} // namespace jacquard::driver::amber
