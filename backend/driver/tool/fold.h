#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// One constant to fold, as its words stand on a command line or in a row.
struct FoldRequest {
    std::string_view opcode;
    std::string_view bits;
    std::string_view components;
    std::vector<std::string_view> sources;
};

struct FoldResult {
    std::string text;  // components separated by commas
    std::string fault; // what is wrong with the request; empty when the text holds the result
};

// Computes the request with NIR's constant evaluator.
[[nodiscard]] FoldResult fold(const FoldRequest& request);

} // namespace jacquard::driver
