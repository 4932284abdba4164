#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace jacquard::bench {

// Runs `work` in rounds until the figures are steady and prints the median time of one item and
// its ratio to one step of a fixed yardstick (a 64-bit multiply-add chain), which carries over
// between machines better than seconds do. `work` does `items` items a call and returns a number
// that depends on them, so that nothing is optimised away.
void measure(std::string_view name, std::size_t items, const std::function<std::size_t()>& work);

// The same, without the time that prepare() takes before each time. Not done with --repeat, where
// preparing could not be told apart.
void measure_prepared(std::string_view name, std::size_t items,
                      const std::function<void()>& prepare,
                      const std::function<std::size_t()>& work);

// With --repeat N each benchmark does its work N times and prints nothing but its name and items,
// --once being --repeat 1: the difference between two runs under callgrind counts the instructions
// of an item, which do not vary (count_instructions.py). 0 where times are measured.
extern unsigned repeats;

// Only benchmarks whose name contains this are run.
extern std::string_view wanted;

// The text of a file of the examples.
[[nodiscard]] std::string example(const std::string& name);

void codec_benchmarks();
void fold_benchmarks();
void compile_benchmarks();
void emulator_benchmarks();
void interpreter_benchmarks();
void pass_benchmarks();

} // namespace jacquard::bench
