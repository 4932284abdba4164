#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <optional>

namespace jacquard::driver {

inline constexpr OptionSpec kJobsOption = {"--jobs", "N",
                                           "the number of threads; one per processor by default"};

// Returns how many threads the arguments ask for. Nothing when they ask for what cannot be; that
// has been said.
[[nodiscard]] std::optional<unsigned> jobs_of(const Arguments& arguments, const Streams& streams);

} // namespace jacquard::driver
