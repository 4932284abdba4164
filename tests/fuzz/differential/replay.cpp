#include "replay.h"

#include "comparison.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

namespace jacquard::fuzz {

namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::optional<driver::SourceLanguage> language_of(const std::filesystem::path& path) {
    const std::filesystem::path ending = path.extension();
    return ending == ".tgsi"  ? std::optional(driver::SourceLanguage::tgsi)
           : ending == ".nir" ? std::optional(driver::SourceLanguage::nir)
                              : std::nullopt;
}

// Empty after a fault, which has been noted.
std::vector<driver::CaseRun> read_runs(std::filesystem::path path, Replay& replay) {
    path.replace_extension(".case");
    if (!std::filesystem::exists(path)) {
        return {driver::CaseRun{}};
    }
    const std::string text = read_file(path);
    Diagnostics diagnostics(path.filename().string(), text);
    driver::CaseFile file = driver::parse_case_file(text, diagnostics);
    if (diagnostics.has_errors()) {
        replay.failures.push_back(diagnostics.render());
        return {};
    }
    return std::move(file.runs);
}

} // namespace

Replay replay(const std::filesystem::path& folder, const std::vector<std::uint32_t>& gpus) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (language_of(entry.path())) {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    const Comparison comparison(gpus);
    Replay result;
    for (const std::filesystem::path& path : paths) {
        ++result.num_shaders;
        std::vector<driver::CaseRun> runs = read_runs(path, result);
        for (const bool precise : {true, false}) {
            const Subject subject{*language_of(path), read_file(path), precise};
            Coverage coverage;
            const std::optional<Failure> failure = comparison.check(subject, runs, coverage);
            const std::string name =
                path.filename().string() + (precise ? ", precise: " : ", fast: ");
            if (failure) {
                result.failures.push_back(name + failure->to_string());
            } else if (coverage.compiled == 0) {
                result.failures.push_back(name + "refused: " + coverage.refusals.begin()->first);
            }
        }
    }
    return result;
}

} // namespace jacquard::fuzz
