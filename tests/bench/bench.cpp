#include "bench.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

namespace jacquard::bench {

unsigned repeats = 0;
std::string_view wanted;

namespace {

constexpr char kUsage[] =
    "usage: jacquard_bench [--once | --repeat N] [PART OF A NAME]\n"
    "Prints the median time of an item of each benchmark, and how many steps of a fixed chain of\n"
    "multiplications that is. With --repeat each benchmark does its work N times and prints its\n"
    "items and name only. tests/bench/count_instructions.py tells instructions from that.\n";

constexpr int kRounds = 15;
constexpr double kShortestRoundSeconds = 0.02;

volatile std::size_t sink;

// The processor's time: what others do on the machine hardly counts.
double seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Seconds that some repeats take.
using Timed = std::function<double(std::size_t repeats)>;

double median_nanoseconds(std::size_t items, const Timed& timed) {
    std::size_t repeats = 1;
    while (timed(repeats) < kShortestRoundSeconds) {
        repeats *= 2;
    }
    std::vector<double> rounds;
    for (int i = 0; i < kRounds; ++i) {
        rounds.push_back(timed(repeats));
    }
    std::nth_element(rounds.begin(), rounds.begin() + kRounds / 2, rounds.end());
    return rounds[kRounds / 2] * 1e9 / static_cast<double>(repeats * items);
}

Timed all_of(const std::function<std::size_t()>& work) {
    return [&work](std::size_t repeats) {
        const double start = seconds();
        std::size_t sum = 0;
        for (std::size_t i = 0; i < repeats; ++i) {
            sum += work();
        }
        sink = sum;
        return seconds() - start;
    };
}

Timed work_of(const std::function<void()>& prepare, const std::function<std::size_t()>& work) {
    return [&](std::size_t repeats) {
        double total = 0.0;
        for (std::size_t i = 0; i < repeats; ++i) {
            prepare();
            const double start = seconds();
            sink = work();
            total += seconds() - start;
        }
        return total;
    };
}

double yardstick_nanoseconds() {
    const std::function<std::size_t()> chain = [] {
        std::uint64_t value = sink;
        for (int i = 0; i < 1000; ++i) {
            value = value * 6364136223846793005u + 1442695040888963407u;
        }
        return static_cast<std::size_t>(value);
    };
    static const double figure = median_nanoseconds(1000, all_of(chain));
    return figure;
}

void report(std::string_view name, double figure) {
    std::printf("%-44.*s %12.1f ns  %10.1f steps\n", static_cast<int>(name.size()), name.data(),
                figure, figure / yardstick_nanoseconds());
    std::fflush(stdout);
}

} // namespace

void measure(std::string_view name, std::size_t items, const std::function<std::size_t()>& work) {
    if (name.find(wanted) == std::string_view::npos) {
        return;
    }
    if (repeats != 0) {
        for (unsigned i = 0; i < repeats; ++i) {
            sink = work();
        }
        std::printf("%zu\t%.*s\n", items, static_cast<int>(name.size()), name.data());
        return;
    }
    report(name, median_nanoseconds(items, all_of(work)));
}

void measure_prepared(std::string_view name, std::size_t items,
                      const std::function<void()>& prepare,
                      const std::function<std::size_t()>& work) {
    if (name.find(wanted) == std::string_view::npos || repeats != 0) {
        return;
    }
    report(name, median_nanoseconds(items, work_of(prepare, work)));
}

std::string example(const std::string& name) {
    std::ifstream file(std::string(JACQUARD_SOURCE_DIR) + "/examples/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace jacquard::bench

int main(int argc, char* argv[]) {
    using namespace jacquard::bench;
    const std::span<char*> arguments(argv + 1, argv + argc);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--once") {
            repeats = 1;
        } else if (argument == "--repeat" && i + 1 < arguments.size()) {
            repeats = static_cast<unsigned>(std::strtoul(arguments[++i], nullptr, 10));
        } else if (!argument.starts_with("-") && wanted.empty()) {
            wanted = argument;
        } else {
            std::fputs(kUsage, stderr);
            return argument == "--help" ? 0 : 2;
        }
    }
    codec_benchmarks();
    fold_benchmarks();
    compile_benchmarks();
    pass_benchmarks();
    emulator_benchmarks();
    interpreter_benchmarks();
    return 0;
}
