#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/files/input_file.h>

#include <string>
#include <vector>

namespace jacquard::driver {

// The forms of a file, part by part. `original` is what was read, `file` the same or the module
// that was made of it. Faults go to the error stream, each once.
[[nodiscard]] std::vector<CostedShader> cost_of_file(const InputFile& original,
                                                     const InputFile& file,
                                                     const CostOptions& options,
                                                     const Streams& streams);

// Returns the forms of a file of which there are no costs, one for each part, so that the file can
// be seen among others.
[[nodiscard]] std::vector<CostedShader> without_costs(std::string name, const CostOptions& options,
                                                      CompileStatus status,
                                                      const std::string& reason);

} // namespace jacquard::driver
