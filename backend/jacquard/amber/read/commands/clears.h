#pragma once

#include <jacquard/amber/read/lines/lines.h>

namespace jacquard::driver::amber {

class CommandList;
class Pipelines;

// Reads how the targets of a draw are cleared.
class Clears {
  public:
    Clears(Lines& lines, CommandList& commands, Pipelines& pipelines)
        : lines_(lines), commands_(commands), pipelines_(pipelines) {}

    bool read_clear();
    bool read_clear_colour();
    bool read_clear_depth();
    bool read_clear_stencil();

  private:
    Lines& lines_;
    CommandList& commands_;
    Pipelines& pipelines_;
};

} // namespace jacquard::driver::amber
