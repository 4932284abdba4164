#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>

namespace jacquard::driver {

// In how many orders the waves of work groups run.
inline constexpr std::array<OptionSpec, 2> kScheduleOptions = {{
    {"--seed", "N",
     "run the waves of all work groups together, in an order that follows from N and with memory "
     "as "
     "weak as the shader allows"},
    {"--schedules", "N",
     "run so many orders, with seeds from 0 or --seed on, and print each outcome once, with the "
     "number of orders that had it"},
}};

// The orders that arguments ask for.
struct Schedules {
    std::optional<std::uint64_t> seed; // the first
    std::uint64_t count = 1;
    bool is_counted = false; // outcomes are, which else are printed
};

// Returns nothing if the arguments are not numbers; that has been reported.
[[nodiscard]] std::optional<Schedules> schedules_of(const Arguments& arguments,
                                                    const Streams& streams);

// The outputs of several runs, each text once.
class Outcomes {
  public:
    void add(const std::string& text) { ++counts_[text]; }
    // The most frequent first: how many of all had it, and the text.
    [[nodiscard]] std::string to_string() const;

  private:
    std::map<std::string, std::uint64_t> counts_;
};

// Calls run(seed, text) for each order and prints what it says, or how often it said what. False
// from run() is a fault, which ends what is not counted; then `code` is given back, else that of a
// success.
template <typename Run>
int run_schedules(const Schedules& schedules, const Streams& streams, int code, Run&& run) {
    Outcomes outcomes;
    for (std::uint64_t i = 0; i < schedules.count && streams.out; ++i) {
        std::string text;
        const std::optional<std::uint64_t> seed =
            schedules.seed ? std::optional(*schedules.seed + i) : std::nullopt;
        const bool is_fine = run(seed, text);
        if (schedules.is_counted) {
            outcomes.add(text);
        } else if (!is_fine) {
            streams.err << text;
            return code;
        } else {
            streams.out << text;
        }
    }
    streams.out << outcomes.to_string();
    return exit_fine;
}

} // namespace jacquard::driver
