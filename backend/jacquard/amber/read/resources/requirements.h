#pragma once

#include <jacquard/amber/read/lines/lines.h>

namespace jacquard::driver::amber {

// Reads what a script asks of a device and of an engine: names that are checked, and nothing else.
class Requirements {
  public:
    explicit Requirements(Lines& lines) : lines_(lines) {}

    bool read_feature();
    bool read_property();
    bool read_extension();
    bool read_engine_data();

  private:
    Lines& lines_;
};

} // namespace jacquard::driver::amber
