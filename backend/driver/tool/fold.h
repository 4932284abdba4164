#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jacquard::driver {

// One constant to fold, as its words stand on a command line or in a row.
struct FoldRequest {
    std::string_view opcode;
    std::string_view bits;
    std::string_view components;
    std::span<const std::string_view> sources;
};

// Computes the request with NIR's constant evaluator, and appends the components, separated by
// commas, to `text`. What is wrong with the request; "" when the result was appended.
[[nodiscard]] std::string fold(const FoldRequest& request, std::string& text);

} // namespace jacquard::driver
