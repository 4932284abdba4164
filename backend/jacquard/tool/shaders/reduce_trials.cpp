#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/tool/shaders/reduce_trials.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <thread>

namespace jacquard::driver {

std::string TrialOutcome::to_string() const {
    return was_late ? "runs into the time limit" : "ends with exit code " + std::to_string(code);
}

CommandTrials::CommandTrials(TrialCommand command, const Streams& streams)
    : command_(std::move(command)), bar_(streams, "reducing") {}

TrialOutcome CommandTrials::run_as(const std::string& text, std::uint64_t number,
                                   const std::function<bool()>& should_stop) {
    const std::string stem = scratch_.file(std::to_string(number) + '-');
    const std::string file = stem + command_.file_name;
    TrialOutcome outcome;
    if (!write_file(file, text)) {
        outcome.fault = errno;
        return outcome;
    }
    const auto remove_files = [&] {
        std::error_code ignored;
        std::filesystem::remove(platform::native_path(file), ignored);
        std::filesystem::remove(platform::native_path(stem + "output"), ignored);
    };
    outcome.is_valid = validity_.holds(text, file);
    if (!outcome.is_valid) {
        remove_files();
        return outcome;
    }
    std::vector<std::string> words;
    bool is_named = false;
    for (std::string word : command_.words) {
        for (std::size_t at = 0; (at = word.find("{}", at)) != std::string::npos;) {
            word.replace(at, 2, file);
            at += file.size();
            is_named = true;
        }
        words.push_back(std::move(word));
    }
    if (!is_named) {
        words.push_back(file);
    }
    const std::string output = command_.says.empty() ? std::string() : stem + "output";
    const ChildResult result =
        run_child(std::move(words), {output, true, command_.time_limit, should_stop});
    outcome.fault = result.fault;
    outcome.code = result.code < 0 ? 128 - result.code : result.code;
    outcome.was_late = result.end == ChildEnd::too_slow;
    outcome.says = command_.says.empty() ||
                   read_plain_file(output).value_or("").find(command_.says) != std::string::npos;
    remove_files();
    ++num_runs_;
    return outcome;
}

TrialOutcome CommandTrials::run(const std::string& text) {
    return run_as(text, 0, [] { return platform::interrupting_signal() != 0; });
}

void CommandTrials::want(const TrialOutcome& outcome, const std::string& text,
                         const Limits& limits) {
    wanted_ = outcome;
    start_size_ = size_ = text.size();
    const std::string file = scratch_.file("first-" + command_.file_name);
    if (write_file(file, text)) {
        validity_ = KeptValidity(text, file, limits);
    }
}

std::size_t CommandTrials::first(std::span<const std::string> texts) {
    std::atomic<std::size_t> found{texts.size()};
    std::atomic<std::size_t> next{0};
    std::vector<char> fails(texts.size(), 0);
    const auto work = [&] {
        for (std::size_t i = next++; i < texts.size(); i = next++) {
            // Texts after one that holds need no trial any more.
            const auto is_idle = [&, i] {
                return platform::interrupting_signal() != 0 || found < i;
            };
            if (is_idle() || failed_.count(std::hash<std::string>()(texts[i])) != 0) {
                continue;
            }
            const TrialOutcome outcome = run_as(texts[i], i, is_idle);
            if (is_idle()) {
                continue;
            }
            if (outcome == wanted_) {
                std::size_t before = found;
                while (i < before && !found.compare_exchange_weak(before, i)) {
                }
            } else {
                fails[i] = 1;
            }
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min<std::size_t>(command_.jobs, texts.size()); ++i) {
        threads.emplace_back(work);
    }
    work();
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (fails[i] != 0) {
            failed_.insert(std::hash<std::string>()(texts[i]));
        }
    }
    if (platform::interrupting_signal() != 0) {
        return texts.size();
    }
    if (found < texts.size()) {
        size_ = texts[found].size();
    }
    bar_.show(start_size_ - std::min(size_, start_size_), start_size_);
    return found;
}

Trials CommandTrials::trials() {
    return Trials([this](std::span<const std::string> texts) { return first(texts); },
                  command_.jobs);
}

} // namespace jacquard::driver
