#pragma once

#include <jacquard/support/text/limits.h>

#include <string>
#include <string_view>

namespace jacquard::driver {

// Tells whether smaller modules are as valid as the one that a search began with: a command may do
// with an invalid one what it did with that, and for another reason. Asked are our own reader and
// translation, and the program spirv-val where there is one. Neither is where it refuses the first
// module, or where that is no SPIR-V.
class KeptValidity {
  public:
    KeptValidity() = default;
    // The module stands in `file`, too.
    KeptValidity(std::string_view module, const std::string& file, const Limits& limits);

    [[nodiscard]] bool holds(std::string_view module, const std::string& file) const;

  private:
    bool asks_reader_ = false;
    bool asks_validator_ = false;
    Limits limits_;
};

} // namespace jacquard::driver
