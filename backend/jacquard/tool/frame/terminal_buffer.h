#pragma once

#include <streambuf>
#include <string_view>

namespace jacquard::driver {

// This sequence erases the rest of a line of a terminal.
inline constexpr std::string_view kEraseLine = "\x1b[K";

// Hands on what is written to a terminal. Whatever would control it and is none of the tool's own
// (colours of messages, the line of a progress bar), names of files above all, is written out.
class TerminalBuffer final : public std::streambuf {
  public:
    explicit TerminalBuffer(std::streambuf* to) : to_(to) {}

  protected:
    int_type overflow(int_type letter) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override { return to_->pubsync(); }

  private:
    std::streambuf* to_;
};

} // namespace jacquard::driver
