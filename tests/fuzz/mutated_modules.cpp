// mutated_modules [--seed S] [--count N] [--compile N] [--write FILE] PATH...
//
// Changes the modules that the paths name, files or folders of them, instruction by instruction,
// and reads, prints and translates what comes out; --compile has one of so many compiled for a part
// of each revision, too, and what compiles run. A number decides which module is changed and how.
// The process ends where something crashes or breaks a promise, and says with which seed: that one
// alone (--count 1) with --write keeps the module. The last line counts what was taken.

#include "differential/crash_report.h"
#include "fuzzing.h"
#include "spirv_mutator/module_mutator.h"
#include "spirv_mutator/take_module.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace jacquard;
using namespace jacquard::fuzzing;

namespace {

// Larger modules take most of the time and find no more faults than smaller ones.
constexpr std::size_t kMostBytes = 16U << 10;

struct Wanted {
    std::uint64_t seed = 1;
    std::uint64_t count = 1000;
    std::uint64_t compile = 0; // 0: none
    std::string file;
    std::vector<std::filesystem::path> paths;
};

bool read_arguments(std::span<char*> words, Wanted& wanted) {
    const std::array<std::pair<std::string_view, std::uint64_t*>, 3> numbers = {
        {{"--seed", &wanted.seed}, {"--count", &wanted.count}, {"--compile", &wanted.compile}}};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (!word.starts_with("--")) {
            wanted.paths.emplace_back(word);
            continue;
        }
        const auto number = std::find_if(numbers.begin(), numbers.end(),
                                         [word](const auto& one) { return one.first == word; });
        if (i + 1 == words.size() || (number == numbers.end() && word != "--write")) {
            return false;
        }
        const char* value = words[++i];
        if (number != numbers.end()) {
            *number->second = std::strtoull(value, nullptr, 0);
        } else {
            wanted.file = value;
        }
    }
    return !wanted.paths.empty();
}

// The modules of small size, in the order of their paths.
std::vector<std::string> modules_of(const std::vector<std::filesystem::path>& paths) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& path : paths) {
        if (!std::filesystem::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
            if (entry.path().extension() == ".spv") {
                files.push_back(entry.path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> found;
    for (const std::filesystem::path& path : files) {
        std::ifstream file(path, std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(file), {}};
        if (bytes.size() <= kMostBytes && ModuleMutator(bytes, 0).has_instructions()) {
            found.push_back(std::move(bytes));
        }
    }
    return found;
}

std::string mutated(const std::vector<std::string>& modules, std::uint64_t seed) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed),
                           static_cast<std::uint32_t>(seed >> 32)};
    std::minstd_rand random(sequence);
    const auto any = [&]() -> const std::string& { return modules[random() % modules.size()]; };
    ModuleMutator mutator(any(), static_cast<std::uint32_t>(random()));
    if (random() % 8 == 0) {
        mutator.splice(ModuleMutator(any(), static_cast<std::uint32_t>(random())));
    }
    do {
        mutator.mutate();
    } while (random() % 2 == 0);
    return mutator.bytes();
}

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    if (!read_arguments(std::span(argv, static_cast<std::size_t>(argc)), wanted)) {
        std::fputs("usage: mutated_modules [--seed S] [--count N] [--compile N] [--write FILE] "
                   "PATH...\n",
                   stderr);
        return 2;
    }
    const std::vector<std::string> modules = modules_of(wanted.paths);
    if (modules.empty()) {
        std::fputs("no path names a module that is small enough\n", stderr);
        return 2;
    }
    fuzz::report_crashes();
    std::uint64_t translated = 0;
    std::uint64_t compiled = 0;
    for (std::uint64_t i = 0; i < wanted.count; ++i) {
        const std::uint64_t seed = wanted.seed + i;
        fuzz::AtWork::set_seed(seed);
        const std::string module = mutated(modules, seed);
        if (!wanted.file.empty()) {
            std::ofstream(wanted.file, std::ios::binary) << module;
        }
        translated += take_module(module) ? 1 : 0;
        if (wanted.compile != 0 && i % wanted.compile == 0) {
            compile_and_run(module, Language::spirv);
            ++compiled;
        }
    }
    std::printf("%llu modules made of %zu, %llu translated, %llu went through the backends\n",
                static_cast<unsigned long long>(wanted.count), modules.size(),
                static_cast<unsigned long long>(translated),
                static_cast<unsigned long long>(compiled));
    return 0;
}
