// Runs litmus tests in many schedules and prints what came of them.
//
//     litmus [--schedules N] [--seed N] [--gpu PART,...] [--only NAME] [--unfenced] [FOLDER]

#include "litmus.h"

#include <jacquard/support/hex.h>

#include <algorithm>
#include <iostream>

namespace {

using namespace jacquard::litmus;

struct Options {
    std::uint64_t schedules = 10'000;
    std::uint64_t seed = 0;
    std::vector<std::uint32_t> gpus = {630, 730};
    std::string only;
    std::string folder = JACQUARD_LITMUS_TEXTS;
    bool is_unfenced = false;
};

bool read_options(std::span<const std::string> words, Options& options) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto next = [&] { return ++i < words.size() ? words[i] : std::string(); };
        const auto number = [&](std::uint64_t& to) {
            const auto read = jacquard::driver::parse_number<std::uint64_t>(next());
            to = read.value_or(0);
            return read.has_value();
        };
        bool is_fine = true;
        if (words[i] == "--schedules") {
            is_fine = number(options.schedules);
        } else if (words[i] == "--seed") {
            is_fine = number(options.seed);
        } else if (words[i] == "--gpu") {
            options.gpus.clear();
            const std::string list = next() + ',';
            for (std::size_t start = 0; start < list.size() && is_fine;) {
                const std::size_t end = list.find(',', start);
                const auto part =
                    jacquard::driver::parse_number<std::uint32_t>(list.substr(start, end - start));
                is_fine = part.has_value() && *part != 0;
                options.gpus.push_back(part.value_or(0));
                start = end + 1;
            }
        } else if (words[i] == "--only") {
            options.only = next();
        } else if (words[i] == "--unfenced") {
            options.is_unfenced = true;
        } else if (words[i].starts_with("--")) {
            is_fine = false;
        } else {
            options.folder = words[i];
        }
        if (!is_fine) {
            std::cerr << "litmus: '" << words[i] << "' is not understood\n";
            return false;
        }
    }
    return true;
}

// Reports the outcomes of one variant on one engine; returns false if one is not allowed.
bool report(const Litmus& litmus, const Variant& variant, std::uint32_t gpu,
            const Options& options) {
    const Outcomes outcomes =
        run_litmus(litmus, variant, {gpu, true}, options.seed, options.schedules);
    std::cout << litmus.name << ' ' << name_of(variant.memory) << ' ' << name_of(variant.threads)
              << ' ' << (gpu == 0 ? "nir" : std::to_string(gpu)) << ':';
    for (const auto& [outcome, count] : outcomes) {
        std::cout << "  " << outcome << (litmus.allowed.contains(outcome) ? " x" : " ! x") << count;
    }
    std::cout << '\n';
    const std::set<std::string>& wanted = options.is_unfenced ? litmus.unfenced : litmus.seen;
    const bool has_all = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& outcome) {
        return outcomes.contains(outcome);
    });
    return has_all && (options.is_unfenced || forbidden_of(litmus, outcomes).empty());
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (!read_options(words, options)) {
        return 2;
    }
    std::vector<std::uint32_t> engines = {0};
    engines.insert(engines.end(), options.gpus.begin(), options.gpus.end());
    unsigned num_failed = 0;
    unsigned num_run = 0;
    for (const LitmusFile& file : read_texts(options.folder)) {
        if (!file.error.empty()) {
            std::cerr << file.name << ".litmus: " << file.error << '\n';
            ++num_failed;
            continue;
        }
        if ((!options.only.empty() && file.litmus.name != options.only) ||
            (options.is_unfenced && !file.litmus.has_fences)) {
            continue;
        }
        for (const Variant& variant : variants_of(file.litmus, !options.is_unfenced)) {
            for (const std::uint32_t gpu : engines) {
                ++num_run;
                num_failed += report(file.litmus, variant, gpu, options) ? 0 : 1;
            }
        }
    }
    std::cout << num_run << " runs of " << options.schedules << " schedules, " << num_failed
              << " with a wrong set of outcomes\n";
    return num_failed == 0 ? 0 : 1;
}
