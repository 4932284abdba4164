#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Other programs that are asked for something, with files in between.
namespace jacquard::driver {

// A folder of our own, which goes with the object.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    // False where none can be made; errno then says why.
    [[nodiscard]] bool exists() const { return !path_.empty(); }
    [[nodiscard]] std::string file(std::string_view name) const;

  private:
    std::string path_;
};

// False on a fault; errno then says which.
[[nodiscard]] bool write_file(const std::string& path, std::string_view content);

struct ChildOptions {
    std::string output;                             // file for what it prints
    bool errors_too = false;                        // and for its messages, which go nowhere else
    std::optional<std::chrono::milliseconds> limit; // then it is ended
    std::function<bool()> should_stop = {};         // asked again and again; when it says so, too
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

} // namespace jacquard::driver
