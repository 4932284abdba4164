#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Other programs that are asked for something, with files in between.
namespace jacquard::platform {

struct ChildOptions {
    std::string output = {}; // file for what it prints; empty: it is lost
    bool errors_too = false; // and for its messages, which go nowhere else
    std::optional<std::chrono::milliseconds> limit = {}; // then it is ended
    std::function<bool()> should_stop = {}; // asked again and again; when it says so, too
};

enum class ChildEnd : std::uint8_t { ran, not_started, too_slow, stopped };

struct ChildResult {
    ChildEnd end = ChildEnd::not_started;
    int fault = 0; // errno, where it did not start
    int code = 0;  // its exit code, where it ran; less than 0: the signal that killed it
};

// Runs a program, which PATH has, with nothing on its standard input, until it ends. One that is
// ended goes with the programs that it started. Safe to call from many threads at once.
[[nodiscard]] ChildResult run_child(std::vector<std::string> words, const ChildOptions& options);

} // namespace jacquard::platform
