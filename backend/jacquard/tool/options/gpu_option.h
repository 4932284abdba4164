#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Every part and revision, as --gpu takes them.
[[nodiscard]] std::vector<std::string> gpu_names();

inline constexpr OptionSpec kGpuOption = {
    "--gpu", "PART",
    "a part (630, a630, X1-85, 0x43050a01: a chip id) or a revision (a6xx: its first part); 630 by "
    "default",
    false, gpu_names};

// The part number that the text of --gpu means: a part by any of its names or chips, or a revision,
// which means its first part. Nothing for anything else.
[[nodiscard]] std::optional<std::uint32_t> parse_gpu(std::string_view text);

// The same; nothing after it was said that there is none, with near names.
[[nodiscard]] std::optional<std::uint32_t> named_gpu(std::string_view text, const Streams& streams);

// The part that the arguments ask for. Nothing when they ask for one that does not exist, which
// has then been said, with near names.
[[nodiscard]] std::optional<std::uint32_t> gpu_of(const Arguments& arguments,
                                                  const Streams& streams);

inline constexpr OptionSpec kGpuListOption = {
    "--gpu", "LIST", "parts (630, a630, X1-85) or revisions (a6xx: its first part), with commas",
    false, gpu_names};

// The same for a list with commas, in its order, each once; 630 when not given.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> gpus_of(const Arguments& arguments,
                                                                const Streams& streams);

} // namespace jacquard::driver
