#pragma once

#include <jacquard/generated/ir3/default_part.h>
#include <jacquard/tool/frame/command_line.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Every part and revision, as --gpu takes them.
[[nodiscard]] std::vector<std::string> gpu_names();

// The help of --gpu: `text`, then the part that is meant where none is named.
template <std::size_t N>
consteval auto with_default_part(const char (&text)[N]) {
    constexpr std::string_view kAfter = " by default";
    std::array<char, N - 1 + ir3::kDefaultPartName.size() + kAfter.size()> help{};
    char* end = std::copy_n(text, N - 1, help.data());
    end = std::copy(ir3::kDefaultPartName.begin(), ir3::kDefaultPartName.end(), end);
    std::copy(kAfter.begin(), kAfter.end(), end);
    return help;
}
inline constexpr auto kGpuHelp = with_default_part(
    "a part (630, a630, X1-85, 0x43050a01: a chip id) or a revision (a6xx: its first part); ");

inline constexpr OptionSpec kGpuOption = {
    "--gpu", "PART", {kGpuHelp.data(), kGpuHelp.size()}, false, gpu_names};

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

// The same for a list with commas, in its order, each once; the default part where none is given.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> gpus_of(const Arguments& arguments,
                                                                const Streams& streams);

} // namespace jacquard::driver
