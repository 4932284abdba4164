// linked_pairs [--seed S] [--count N] [--gpu N | nir] [--print] [--keep-going]
//
// Draws with random pairs of shaders, linked and apart, by the interpreter or as machine code of a
// part, and compares the pictures. Values may differ by rounding, as products and sums fuse
// otherwise in another stage. Prints the script of each pair whose pictures differ; exits with 1 if
// there was one.

#include <jacquard/amber/read/commands/amber_script.h>
#include <jacquard/amber/run/script_runner.h>
#ifdef JACQUARD_HAS_GLSLANG
#include <linked_glslang.h>
#endif

#include "random_pipeline.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// How far two values may be apart, of the largest that are summed up to them.
constexpr float kRounding = 2e-6F;

struct Wanted {
    std::uint64_t seed = 1;
    std::uint64_t count = 100;
    std::string gpu = "630";
    bool prints = false;
    bool keeps_going = false;
};

// False where a word is none of the options.
bool read_arguments(std::span<char* const> words, Wanted& wanted) {
    const std::map<std::string_view, std::function<void(const char*)>> with_value = {
        {"--seed", [&](const char* text) { wanted.seed = std::strtoull(text, nullptr, 0); }},
        {"--count", [&](const char* text) { wanted.count = std::strtoull(text, nullptr, 0); }},
        {"--gpu", [&](const char* text) { wanted.gpu = text; }}};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const auto option = with_value.find(word);
        if (option != with_value.end() && i + 1 < words.size()) {
            option->second(words[++i]);
        } else if (word == "--print" || word == "--keep-going") {
            (word == "--print" ? wanted.prints : wanted.keeps_going) = true;
        } else {
            return false;
        }
    }
    return true;
}

// The picture that a script draws; empty after a fault, which `fault` tells.
std::vector<float> picture_of(const std::string& text, amber::RunOptions options, bool links,
                              std::string& fault) {
    options.links = links;
    Diagnostics diagnostics("pair.amber", text);
    amber::Script script =
        amber::AmberScript(text, options.files, options.limits, diagnostics).read();
    if (!diagnostics.has_errors()) {
        amber::ScriptRunner(script, options, diagnostics).run();
    }
    if (diagnostics.has_errors()) {
        fault = diagnostics.render();
        return {};
    }
    for (const amber::Buffer& buffer : script.buffers) {
        if (buffer.name == "picture") {
            std::vector<float> values(buffer.bytes.size() / sizeof(float));
            std::memcpy(values.data(), buffer.bytes.data(), values.size() * sizeof(float));
            return values;
        }
    }
    return {};
}

// Returns what differs, or an empty text.
std::string difference(const std::vector<float>& apart, const std::vector<float>& linked,
                       bool& is_exact) {
    for (std::size_t i = 0; i < apart.size(); ++i) {
        const bool is_same =
            apart[i] == linked[i] || (std::isnan(apart[i]) && std::isnan(linked[i]));
        is_exact = is_exact && is_same;
        if (!is_same &&
            !(std::fabs(apart[i] - linked[i]) <= kRounding * (50.0F + std::fabs(apart[i])))) {
            return "component " + std::to_string(i % 4) + " of pixel " + std::to_string(i / 4) +
                   " is " + std::to_string(linked[i]) + " linked and " + std::to_string(apart[i]) +
                   " apart\n";
        }
    }
    return {};
}

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    if (!read_arguments({argv, static_cast<std::size_t>(argc)}, wanted)) {
        std::fputs("usage: linked_pairs [--seed S] [--count N] [--gpu N | nir] [--print] "
                   "[--keep-going]\n",
                   stderr);
        return 2;
    }
    amber::RunOptions options;
    options.is_machine = wanted.gpu != "nir";
    if (options.is_machine) {
        options.gpu = static_cast<std::uint32_t>(std::strtoul(wanted.gpu.c_str(), nullptr, 0));
    }
#ifdef JACQUARD_HAS_GLSLANG
    options.compiler = &linked_glslang();
#endif
    std::uint64_t exact = 0;
    std::uint64_t failures = 0;
    std::uint64_t empty = 0;
    for (std::uint64_t i = 0; i < wanted.count; ++i) {
        Random random(wanted.seed + i);
        const std::string text = testing::random_pipeline(random);
        if (wanted.prints) {
            std::fputs(text.c_str(), stdout);
        }
        std::string fault;
        const std::vector<float> apart = picture_of(text, options, false, fault);
        const std::vector<float> linked = picture_of(text, options, true, fault);
        bool is_exact = true;
        if (fault.empty() && apart.size() != linked.size()) {
            fault = "one picture is missing\n";
        }
        fault = fault.empty() ? difference(apart, linked, is_exact) : fault;
        exact += fault.empty() && is_exact ? 1 : 0;
        empty += apart.empty() ? 1 : 0;
        if (!fault.empty()) {
            ++failures;
            std::printf("seed %llu: %s%s\n", static_cast<unsigned long long>(wanted.seed + i),
                        fault.c_str(), text.c_str());
            if (!wanted.keeps_going) {
                break;
            }
        }
    }
    std::printf("pairs %llu  exact %llu  failures %llu\n",
                static_cast<unsigned long long>(wanted.count),
                static_cast<unsigned long long>(exact), static_cast<unsigned long long>(failures));
    return failures != 0 || empty != 0 ? 1 : 0;
}
