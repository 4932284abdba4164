#pragma once

#include <jacquard/glsl/child_program.h>
#include <jacquard/platform/interruption.h>
#include <jacquard/reduce/trials.h>
#include <jacquard/tool/cost/kept_validity.h>
#include <jacquard/tool/frame/progress_bar.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace jacquard::driver {

// A program of the user's that is shown files, and when it shows what it is to show.
struct TrialCommand {
    std::vector<std::string> words; // `{}` stands for the file, which else is the last word
    std::string file_name;          // what the file is called, behind a number
    std::string says;               // what it has to print; empty: anything
    std::chrono::milliseconds time_limit{10000};
    unsigned jobs = 1; // how many run at once
};

// Describes how a run of it ended.
struct TrialOutcome {
    int fault = 0; // the number of the fault that kept it from running
    int code = 0;
    bool was_late = false; // it took longer than the limit
    bool says = false;     // it printed what it has to
    bool is_valid = true;  // the file was not less valid than the first one; else it did not run

    [[nodiscard]] bool operator==(const TrialOutcome&) const = default;
    [[nodiscard]] std::string to_string() const;
};

// Shows it texts one after the other or several at once, and compares how the runs end with how a
// first one did. SIGINT and SIGTERM end the search, not the tool: then nothing holds any more.
class CommandTrials {
  public:
    CommandTrials(TrialCommand command, const Streams& streams);

    // errno tells why there is no place for files.
    [[nodiscard]] bool is_ready() const { return scratch_.exists(); }

    [[nodiscard]] TrialOutcome run(const std::string& text);
    // From now on, trials look for this outcome, among texts that are as valid as `text`.
    void want(const TrialOutcome& outcome, const std::string& text, const Limits& limits);
    [[nodiscard]] Trials trials();

    [[nodiscard]] std::uint64_t num_runs() const { return num_runs_; }

  private:
    TrialOutcome run_as(const std::string& text, std::uint64_t number,
                        const std::function<bool()>& should_stop);
    std::size_t first(std::span<const std::string> texts);

    TrialCommand command_;
    ScratchFolder scratch_;
    platform::InterruptionScope interruption_;
    ProgressBar bar_;
    TrialOutcome wanted_;
    KeptValidity validity_;
    std::size_t start_size_ = 0;
    std::size_t size_ = 0;
    std::atomic<std::uint64_t> num_runs_{0};
    std::unordered_set<std::size_t> failed_; // hashes of texts that did not hold
};

} // namespace jacquard::driver
