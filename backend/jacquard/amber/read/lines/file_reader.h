#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver::amber {

// Reads a file beside a script. Returns nothing if it cannot be read; `fault` says why.
using FileReader =
    std::function<std::optional<std::string>(std::string_view path, std::string& fault)>;

} // namespace jacquard::driver::amber
