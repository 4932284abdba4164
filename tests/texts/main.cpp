// Runs tests that are texts in files, and compares the answers with those that the files expect.
//
// Usage: jacquard_text_tests [--bless] [--case NAME] FILE...
//
// --case runs the cases whose name has these letters. --bless writes the answers into the files,
// but replaces neither directives such as `check: …` nor an answer by a refusal or the other way.
// CONTRIBUTING.md describes the format of the files.

#include "expectation.h"
#include "frames.h"
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
        check_frames(file_, setting_faults_);
        check_settings_of_file();
        report_settings({});
        for (const Case& each : file_.cases) {
            if (each.name.find(options_.name) != std::string::npos) {
                run(each);
                ++count;
            }
        }
        if (!answers_.empty()) {
            const std::string fault = rewrite(file_, answers_);
            std::cout << file_.path << ": " << (fault.empty() ? "blessed" : fault) << "\n";
            is_good_ = is_good_ && fault.empty();
        }
        return is_good_;
    }

  private:
    // A setting of the file can be wrong even where every case has another.
    void check_settings_of_file() {
        const Case no_case;
        const Settings settings(file_, no_case, setting_faults_);
        const Kind* kind = settings.find("kind") != nullptr ? kind_of(settings) : nullptr;
        if (kind != nullptr) {
            check_settings(*kind, settings);
        }
    }

    void run(const Case& each) {
        const std::size_t times = setting_faults_.times();
        const Settings settings(file_, each, setting_faults_);
        const Kind* kind = kind_of(settings);
        if (kind != nullptr) {
            check_settings(*kind, settings);
        }
        const bool are_settings_good = setting_faults_.times() == times;
        report_settings(each.name);
        num_runs_ = 0;
        for (const Pair& pair : each.pairs) {
            std::optional<Checks> checks;
            if (are_checks(pair.after)) {
                std::vector<LineFault> faults;
                checks.emplace(pair.after, faults);
                for (const LineFault& fault : faults) {
                    report(each.name, pair.after_line + fault.line, "  " + fault.message + "\n");
                }
                if (!faults.empty()) {
                    continue;
                }
            }
            if (are_settings_good) {
                run(each, pair, *kind, settings, checks);
            }
        }
        setting_faults_.take_idle(num_runs_);
        report_settings(each.name);
    }

    // Runs an input on all parts. The answer on the first one is the one that all have.
    void run(const Case& each, const Pair& pair, const Kind& kind, const Settings& settings,
             const std::optional<Checks>& checks) {
        std::vector<std::optional<std::uint32_t>> parts;
        for (const std::uint32_t part : settings.parts()) {
            parts.emplace_back(part);
        }
        if (parts.empty()) {
            parts.emplace_back();
        }
        Pair expected = pair;
        for (const auto& part : parts) {
            ++num_runs_;
            const std::size_t times = setting_faults_.times();
            const Answer answer = answer_of(kind, settings, pair.before, part);
            // Some settings are wrong for this input alone.
            if (setting_faults_.times() == times) {
                judge(each, pair, expected, answer, checks, part);
            }
            report_settings(each.name);
        }
    }

    // Reports what is newly known to be wrong with settings.
    void report_settings(const std::string& name) {
        const auto faults = setting_faults_.all().subspan(num_reported_);
        for (const LineFault& fault : faults) {
            report(name, fault.line, "  " + fault.message + "\n");
        }
        num_reported_ += faults.size();
    }

    // Blessing changes what is expected of the next part.
    void judge(const Case& each, const Pair& pair, Pair& expected, const Answer& answer,
               const std::optional<Checks>& checks, std::optional<std::uint32_t> gpu) {
        const std::string on_part = gpu ? "  on part " + std::to_string(*gpu) + "\n" : "";
        if (!answer.fault.empty()) {
            report(each.name, pair.before_line, on_part + "  " + answer.fault + "\n");
            return;
        }
        if (answer.is_refusal != pair.is_refusal) {
            report(each.name, pair.after_line,
                   on_part +
                       (answer.is_refusal ? "  the input is refused:\n"
                                          : "  the input should be refused, but the answer is\n") +
                       answer.text);
            return;
        }
        const Lines found = lines_of(answer.text);
        const auto mismatch = checks ? checks->check(found) : compare(expected.after, found);
        if (!mismatch) {
            return;
        }
        const bool is_blessed = !answers_.empty() && answers_.back().pair == &pair;
        if (!options_.bless || checks || is_blessed) {
            report(each.name, pair.after_line + mismatch->line, on_part + mismatch->report);
            return;
        }
        answers_.push_back({&pair, found});
        expected.after = found;
    }

    // The name of a case; empty: it is the file's.
    void report(const std::string& name, std::size_t line, const std::string& text) {
        std::cout << place(file_, line) << ":" << (name.empty() ? "" : " " + name) << "\n" << text;
        is_good_ = false;
    }

    const Options& options_;
    File file_;
    std::vector<NewAnswer> answers_;
    SettingFaults setting_faults_;
    std::size_t num_reported_ = 0; // of these
    std::size_t num_runs_ = 0;     // of the case
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
