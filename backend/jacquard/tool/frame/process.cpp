#include <jacquard/platform/environment.h>
#include <jacquard/platform/interruption.h>
#include <jacquard/platform/terminal.h>
#include <jacquard/platform/worker_process.h>
#include <jacquard/tool/frame/process.h>
#include <jacquard/tool/frame/terminal_buffer.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <string_view>
#include <vector>

#ifdef JACQUARD_LOADS_PARTS
#include <jacquard/tool/frame/parts.h>
#elif defined(JACQUARD_HAS_GLSLANG)
#include <jacquard/glsl/linked_glslang.h>
#endif

namespace jacquard::driver {

namespace {

// Hands on what is written, and keeps the reason of the first fault: much may happen until the
// process looks for it.
class AnswerBuffer final : public std::streambuf {
  public:
    explicit AnswerBuffer(std::streambuf* to) : to_(to) {}

    [[nodiscard]] int reason() const { return reason_; }

  protected:
    int_type overflow(int_type letter) override {
        return traits_type::eq_int_type(letter, traits_type::eof())
                   ? traits_type::not_eof(letter)
                   : checked(to_->sputc(traits_type::to_char_type(letter)), traits_type::eof());
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        errno = 0;
        const std::streamsize written = to_->sputn(text, size);
        keep_reason(written != size);
        return written;
    }
    int sync() override {
        errno = 0;
        return checked(to_->pubsync(), -1);
    }

  private:
    int checked(int result, int fault) {
        keep_reason(result == fault);
        return result;
    }
    void keep_reason(bool has_failed) {
        if (has_failed && reason_ == 0) {
            reason_ = errno;
        }
    }

    std::streambuf* to_;
    int reason_ = 0;
};

} // namespace

int run_process(int argc, char* argv[], std::string_view program,
                int (*run)(std::span<const std::string_view> words, const Streams& streams)) {
    // The reader of the answer may close the pipe; the command ends in order.
    const bool ends_by_pipe = platform::ignore_signals_of_writing();
    platform::prepare_standard_streams();
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const bool is_watched = platform::errors_are_terminal();
    const bool colour = platform::environment_variable("NO_COLOR").value_or("").empty() &&
                        platform::errors_may_have_colour();
    const std::vector<std::string> kept = platform::program_words(argc, argv);
    const std::vector<std::string_view> words(kept.begin(), kept.end());
    TerminalBuffer to_terminal(std::cout.rdbuf());
    TerminalBuffer errors_to_terminal(std::cerr.rdbuf());
    AnswerBuffer buffer(platform::output_is_terminal() ? &to_terminal : std::cout.rdbuf());
    std::ostream out(&buffer);
    std::ostream err(is_watched ? &errors_to_terminal : std::cerr.rdbuf());
    err.setf(std::ios::unitbuf);
    err.tie(&out);
    Streams streams{std::cin, out, err, colour};
    streams.err_is_terminal = is_watched;
#ifdef JACQUARD_LOADS_PARTS
    streams.high_level = &loaded_glslang();
#elif defined(JACQUARD_HAS_GLSLANG)
    streams.high_level = &linked_glslang();
#endif
    if (platform::own_worker_end() != nullptr && serve_compiler(words, streams.high_level)) {
        return exit_fine;
    }
    const int code = run(words, streams);
    out.flush();
    err.tie(nullptr);
    if (!out) {
        const int reason = buffer.reason();
        // A reader that has enough is no fault: the process ends as others do, without a word. Who
        // started it with the signal ignored wants to be told.
        if (platform::is_closed_pipe(reason) && ends_by_pipe) {
            std::cerr.flush();
            platform::end_by_closed_pipe();
        }
        std::cerr << program << ": cannot write the answer"
                  << (reason != 0 ? std::string(": ") + std::strerror(reason) : std::string())
                  << '\n';
        return exit_usage;
    }
    // The parent process must see that this one was interrupted.
    if (const int number = platform::interrupting_signal()) {
        std::cerr.flush();
        platform::end_by_signal(number);
    }
    return code;
}

} // namespace jacquard::driver
