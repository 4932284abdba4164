// Runs tests that are texts in files, and compares the answers with those that the files expect.
//
// Usage: jacquard_text_tests [--bless] [--case NAME] FILE...
//
// --case runs the cases whose name has these letters. --bless writes the answers into the files,
// but replaces neither directives such as `check: …` nor an answer by a refusal or the other way.
// CONTRIBUTING.md describes the format of the files.

#include "expectation.h"
#include "kinds.h"

#include <iostream>
#include <span>

namespace {

using namespace jacquard::texts;

struct Options {
    bool bless = false;
    std::string name; // that cases to be run have in theirs
    std::vector<std::string> paths;
};

class FileRun {
  public:
    FileRun(const Options& options, File file) : options_(options), file_(std::move(file)) {}

    // Returns whether all cases are as they should be; counts those that ran.
    bool run(std::size_t& count) {
        for (const std::string& fault : file_.faults) {
            std::cout << fault << "\n";
        }
        if (!file_.faults.empty()) {
            return false;
        }
        for (const Case& each : file_.cases) {
            if (each.name.find(options_.name) != std::string::npos) {
                run(each);
                ++count;
            }
        }
        if (!answers_.empty()) {
            rewrite(file_, answers_);
            std::cout << file_.path << ": blessed\n";
        }
        return is_good_;
    }

  private:
    void run(const Case& each) {
        const Settings settings(file_, each);
        try {
            std::vector<std::optional<std::uint32_t>> parts;
            for (const std::uint32_t part : settings.parts()) {
                parts.emplace_back(part);
            }
            if (parts.empty()) {
                parts.emplace_back();
            }
            for (const Pair& pair : each.pairs) {
                // The answer on the first part is the one that all have.
                Pair expected = pair;
                for (const auto& part : parts) {
                    judge(each, pair, expected, answer_of(file_, settings, pair.before, part),
                          part);
                }
            }
        } catch (const SettingFault& fault) {
            report(each, fault.line, "  " + fault.message + "\n");
        }
    }

    // Blessing changes what is expected of the next part.
    void judge(const Case& each, const Pair& pair, Pair& expected, const Answer& answer,
               std::optional<std::uint32_t> gpu) {
        const std::string on_part = gpu ? "  on part " + std::to_string(*gpu) + "\n" : "";
        if (!answer.fault.empty()) {
            report(each, pair.before_line, on_part + "  " + answer.fault + "\n");
            return;
        }
        if (answer.is_refusal != pair.is_refusal) {
            report(each, pair.after_line,
                   on_part +
                       (answer.is_refusal ? "  the input is refused:\n"
                                          : "  the input should be refused, but the answer is\n") +
                       answer.text);
            return;
        }
        const Lines found = lines_of(answer.text);
        const bool are_directives = are_checks(expected.after);
        const auto mismatch =
            are_directives ? check(expected.after, found) : compare(expected.after, found);
        if (!mismatch) {
            return;
        }
        const bool is_blessed = !answers_.empty() && answers_.back().pair == &pair;
        if (options_.bless && !are_directives && !is_blessed) {
            answers_.push_back({&pair, found});
            expected.after = found;
        } else {
            report(each, pair.after_line + mismatch->line, on_part + mismatch->report);
        }
    }

    void report(const Case& each, std::size_t line, const std::string& text) {
        std::cout << place(file_, line) << ": " << each.name << "\n" << text;
        is_good_ = false;
    }

    const Options& options_;
    File file_;
    std::vector<NewAnswer> answers_;
    bool is_good_ = true;
};

// False where the arguments are not as they should be.
bool read_options(std::span<char*> arguments, Options& options) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--bless") {
            options.bless = true;
        } else if (argument == "--case" && i + 1 < arguments.size()) {
            options.name = arguments[++i];
        } else if (argument.starts_with("--")) {
            return false;
        } else {
            options.paths.emplace_back(argument);
        }
    }
    return !options.paths.empty();
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (!read_options(std::span(argv + 1, static_cast<std::size_t>(argc - 1)), options)) {
        std::cerr << "usage: jacquard_text_tests [--bless] [--case NAME] FILE...\n";
        return 2;
    }
    bool is_good = true;
    std::size_t count = 0;
    for (const std::string& path : options.paths) {
        is_good = FileRun(options, read(path)).run(count) && is_good;
    }
    if (is_good && count == 0) {
        std::cout << "no case has '" << options.name << "' in its name\n";
        is_good = false;
    }
    return is_good ? 0 : 1;
}
