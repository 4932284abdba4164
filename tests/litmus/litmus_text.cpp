#include "litmus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace jacquard::litmus {

namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view line) {
    Words words;
    std::istringstream stream{std::string(line.substr(0, line.find('#')))};
    for (std::string word; stream >> word;) {
        words.push_back(std::move(word));
    }
    return words;
}

// Describes how many words follow each statement; a variable stands in the place that `variable`
// says.
struct Form {
    std::string_view name;
    std::size_t operands;
    std::size_t variable; // 0: none
    bool orders;          // memory, and nothing else
};
constexpr std::array<Form, 10> kForms = {{
    {"store", 2, 1, false},
    {"load", 2, 2, false},
    {"add", 3, 2, false},
    {"exchange", 3, 2, false},
    {"let", 4, 0, false},
    {"await", 2, 1, false},
    {"lock", 1, 1, false},
    {"release", 0, 0, true},
    {"acquire", 0, 0, true},
    {"fence", 0, 0, true},
}};

class Parser {
  public:
    ParsedLitmus parse(std::string_view text) {
        for (std::size_t start = 0; start < text.size() && parsed_.error.empty();) {
            const std::size_t end = std::min(text.find('\n', start), text.size());
            ++line_;
            if (const Words words = words_of(text.substr(start, end - start)); !words.empty()) {
                take(words);
            }
            start = end + 1;
        }
        if (parsed_.error.empty()) {
            check();
        }
        return std::move(parsed_);
    }

  private:
    void fail(const std::string& message) {
        parsed_.error = "line " + std::to_string(line_) + ": " + message;
    }

    void take(const Words& words) {
        Litmus& litmus = parsed_.litmus;
        if (words[0] == "litmus" && words.size() == 2) {
            litmus.name = words[1];
        } else if (words[0] == "memory") {
            take_names(words, {Memory::buffer, Memory::shared, Memory::image}, litmus.memories);
        } else if (words[0] == "between") {
            take_names(words, {Threads::waves, Threads::groups}, litmus.kinds);
        } else if (words[0] == "begins" && words.size() == 2 && words[1] == "unset") {
            litmus.begins_unset = true;
        } else if (words[0] == "thread" && words.size() == 1) {
            litmus.threads.emplace_back().emplace_back();
        } else if (words[0] == "observe") {
            litmus.observed.assign(words.begin() + 1, words.end());
        } else if (words[0] == "allowed") {
            take_outcomes(words, litmus.allowed);
        } else if (words[0] == "seen") {
            take_outcomes(words, litmus.seen);
        } else if (words[0] == "unfenced") {
            take_outcomes(words, litmus.unfenced);
        } else if (litmus.threads.empty()) {
            fail("'" + words[0] + "' is not known here");
        } else {
            take_statement(words);
        }
    }

    template <typename Name>
    void take_names(const Words& words, std::initializer_list<Name> all, std::vector<Name>& names) {
        for (std::size_t i = 1; i < words.size(); ++i) {
            const auto found = std::find_if(all.begin(), all.end(),
                                            [&](Name name) { return name_of(name) == words[i]; });
            if (found == all.end()) {
                fail("'" + words[i] + "' is not known here");
                return;
            }
            names.push_back(*found);
        }
    }

    void take_outcomes(const Words& words, std::set<std::string>& outcomes) {
        std::string outcome;
        for (std::size_t i = 1; i <= words.size(); ++i) {
            if (i == words.size() || words[i] == "|") {
                outcomes.insert(outcome);
                outcome.clear();
            } else {
                outcome += (outcome.empty() ? "" : " ") + words[i];
            }
        }
    }

    void take_statement(const Words& words) {
        Litmus& litmus = parsed_.litmus;
        std::vector<Phase>& phases = litmus.threads.back();
        if (words[0] == "barrier" && words.size() <= 2) {
            const bool orders = words.size() == 1;
            const std::size_t number = phases.size() - 1;
            if (number == litmus.barriers_order.size()) {
                litmus.barriers_order.push_back(orders);
            }
            if ((!orders && words[1] != "only") || litmus.barriers_order[number] != orders) {
                fail("a barrier is the same in all threads: 'barrier' or 'barrier only'");
            }
            litmus.has_fences = litmus.has_fences || orders;
            phases.emplace_back();
            return;
        }
        const auto form = std::find_if(kForms.begin(), kForms.end(),
                                       [&](const Form& each) { return each.name == words[0]; });
        if (form == kForms.end() || words.size() != form->operands + 1) {
            fail("'" + words[0] + "' with " + std::to_string(words.size() - 1) +
                 " operands is no statement");
            return;
        }
        if (form->variable != 0 && std::find(litmus.variables.begin(), litmus.variables.end(),
                                             words[form->variable]) == litmus.variables.end()) {
            litmus.variables.push_back(words[form->variable]);
        }
        litmus.has_fences = litmus.has_fences || form->orders;
        phases.back().push_back({line_, words});
    }

    void check() {
        const Litmus& litmus = parsed_.litmus;
        const auto has_all_phases = [&](const std::vector<Phase>& phases) {
            return phases.size() == litmus.barriers_order.size() + 1;
        };
        const auto is_allowed = [&](const std::string& outcome) {
            return litmus.allowed.contains(outcome);
        };
        if (litmus.name.empty() || litmus.memories.empty() || litmus.kinds.empty() ||
            litmus.threads.empty() || litmus.observed.empty() || litmus.allowed.empty()) {
            fail("a test needs a name, memory, between, threads, observe and allowed");
        } else if (litmus.variables.size() > kVariables) {
            fail("there are more variables than " + std::to_string(kVariables));
        } else if (!std::all_of(litmus.threads.begin(), litmus.threads.end(), has_all_phases)) {
            fail("all threads have the same barriers");
        } else if (!std::all_of(litmus.seen.begin(), litmus.seen.end(), is_allowed)) {
            fail("what must be seen must be allowed");
        } else if (std::any_of(litmus.unfenced.begin(), litmus.unfenced.end(), is_allowed)) {
            fail("what is seen without fences must not be allowed");
        } else if (litmus.has_fences == litmus.unfenced.empty()) {
            fail("a test with fences, and no other, says what is seen without them");
        }
    }

    ParsedLitmus parsed_;
    unsigned line_ = 0;
};

} // namespace

std::string_view name_of(Memory memory) {
    static constexpr std::array<std::string_view, 3> kNames = {"buffer", "shared", "image"};
    return kNames[static_cast<std::size_t>(memory)];
}

std::string_view name_of(Threads threads) {
    return threads == Threads::waves ? "waves" : "groups";
}

ParsedLitmus parse_litmus(std::string_view text) {
    return Parser().parse(text);
}

std::vector<Variant> variants_of(const Litmus& litmus, bool has_fences) {
    std::vector<Variant> variants;
    for (const Memory memory : litmus.memories) {
        for (const Threads threads : litmus.kinds) {
            if (memory != Memory::shared || threads != Threads::groups) {
                variants.push_back({memory, threads, has_fences});
            }
        }
    }
    return variants;
}

std::string forbidden_of(const Litmus& litmus, const Outcomes& outcomes) {
    std::string text;
    for (const auto& [outcome, count] : outcomes) {
        if (!litmus.allowed.contains(outcome)) {
            text += "'" + outcome + "' in " + std::to_string(count) + " schedules\n";
        }
    }
    return text;
}

std::vector<LitmusFile> read_texts(const std::string& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".litmus") {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<LitmusFile> files;
    for (const std::filesystem::path& path : paths) {
        std::ifstream stream(path);
        const std::string text((std::istreambuf_iterator<char>(stream)),
                               std::istreambuf_iterator<char>());
        ParsedLitmus parsed = parse_litmus(text);
        files.push_back({path.stem().string(), std::move(parsed.litmus), std::move(parsed.error)});
    }
    return files;
}

} // namespace jacquard::litmus
