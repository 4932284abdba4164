// random_shaders [--seed S] [--count N] [--size N] [--passes LIST] [--print] [--keep-going]
//
// Makes random shaders, checks that they are valid and survive their text form, and that every pass
// of the list (all that can run alone, without one) leaves what they compute as it is. Prints a
// reduced shader for each failure; exits with 1 when there was one.

#include <jacquard/nir/printer.h>
#include <jacquard/passes/registry.h>

#include "campaign.h"
#include "equivalence/pass_policy.h"
#include "random_shader.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard::nir;

namespace {

struct Wanted {
    std::uint64_t seed = 1;
    std::uint64_t count = 100;
    unsigned size = 60;
    std::string passes;
    bool prints = false;
    bool keeps_going = false;
};

bool read_arguments(int argc, char** argv, Wanted& wanted) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--print") {
            wanted.prints = true;
        } else if (word == "--keep-going") {
            wanted.keeps_going = true;
        } else if (i + 1 == argc) {
            return false;
        } else if (word == "--seed") {
            wanted.seed = std::strtoull(argv[++i], nullptr, 0);
        } else if (word == "--count") {
            wanted.count = std::strtoull(argv[++i], nullptr, 0);
        } else if (word == "--size") {
            wanted.size = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 0));
        } else if (word == "--passes") {
            wanted.passes = argv[++i];
        } else {
            return false;
        }
    }
    return true;
}

std::vector<PassCall> passes_of(const Wanted& wanted) {
    std::vector<PassCall> calls;
    if (!wanted.passes.empty()) {
        PassList list = parse_pass_list(wanted.passes);
        for (const std::string& error : list.errors) {
            std::fprintf(stderr, "random_shaders: %s\n", error.c_str());
        }
        return list.errors.empty() ? std::move(list.calls) : calls;
    }
    for (const PassInfo& pass : all_passes()) {
        const PassPolicy policy = policy_of(pass.name);
        if (policy.is_run && !policy.approximates) {
            calls.push_back({&pass, {}});
        }
    }
    return calls;
}

void show(std::uint64_t seed, std::string_view pass, const std::string& what, const Shader& shader,
          const std::function<bool(const Shader&)>& fails) {
    const std::unique_ptr<Shader> reduced = reduce(shader, fails);
    std::printf("seed %llu, %.*s: %s\n%s\n", static_cast<unsigned long long>(seed),
                static_cast<int>(pass.size()), pass.data(), what.c_str(), print(*reduced).c_str());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    if (!read_arguments(argc, argv, wanted)) {
        std::fprintf(stderr, "usage: random_shaders [--seed S] [--count N] [--size N] "
                             "[--passes LIST] [--print] [--keep-going]\n");
        return 2;
    }
    const std::vector<PassCall> passes = passes_of(wanted);
    if (passes.empty()) {
        return 2;
    }
    std::map<std::string, unsigned> failures;
    for (std::uint64_t seed = wanted.seed; seed < wanted.seed + wanted.count; ++seed) {
        Choices choices(seed);
        RandomShaderOptions options;
        options.size = wanted.size;
        const std::unique_ptr<Shader> shader = random_shader(choices, options);
        if (wanted.prints) {
            std::printf("%s\n", print(*shader).c_str());
        }
        const std::string wrong = check_forms(*shader);
        if (!wrong.empty()) {
            std::printf("seed %llu: %s\n%s\n", static_cast<unsigned long long>(seed), wrong.c_str(),
                        print(*shader).c_str());
            ++failures["forms"];
            if (!wanted.keeps_going) {
                break;
            }
            continue;
        }
        for (const PassCall& pass : passes) {
            const double tolerance = options.is_exact && pass.arguments.empty()
                                         ? 0.0
                                         : policy_of(pass.pass->name).tolerance;
            const std::string found = check_pass(*shader, pass, tolerance, seed);
            if (found.empty()) {
                continue;
            }
            // One reduced example of each pass is enough.
            if (failures[std::string(pass.pass->name)]++ == 0) {
                show(seed, pass.pass->name, found, *shader, [&](const Shader& smaller) {
                    return !check_pass(smaller, pass, tolerance, seed).empty();
                });
            }
        }
        if (!failures.empty() && !wanted.keeps_going) {
            break;
        }
    }
    for (const auto& [pass, count] : failures) {
        std::printf("%s: %u shaders\n", pass.c_str(), count);
    }
    std::printf("%llu shaders, %zu passes, %zu of them with failures\n",
                static_cast<unsigned long long>(wanted.count), passes.size(), failures.size());
    return failures.empty() ? 0 : 1;
}
