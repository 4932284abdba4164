#pragma once

#include <jacquard/tool/batch/worker/batch_runner.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <functional>
#include <span>
#include <string>

namespace jacquard::driver {

inline constexpr OptionSpec kListOption = {
    "--list", "LIST",
    "instead of FILE...: the shaders that LIST, or a manifest (.jsonl), names, as 'batch' has it"};

// Describes how the costs of many shaders are printed.
struct CostPrinter {
    std::string_view format;
    // The forms of one file, which is all that is known at a time.
    std::function<std::string(std::span<const CostedShader> shaders)> print;
    std::string head;       // before all others
    bool has_marks = false; // of shards
};

// Tells the costs of all shaders of a folder or list, in worker processes. The exit code.
[[nodiscard]] int run_cost_batch(std::string_view folder_or_list, const Arguments& arguments,
                                 const Streams& streams, const CostOptions& options,
                                 const CostPrinter& printer);

} // namespace jacquard::driver
