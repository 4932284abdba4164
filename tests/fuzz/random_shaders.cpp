// random_shaders [--seed S] [--count N] [--size N] [--passes LIST] [--print] [--keep-going]
//                [--must-reach] [--shader FILE]
//
// Makes random shaders, checks that they are valid and survive their text and binary forms, and
// that every pass of the list (all in turn with each of their parameters, without one) leaves what
// they compute as it is; and so do chains of passes. Prints a reduced shader for each failure;
// exits with 1 when there was one, and with --must-reach also when a pass found nothing to change
// or nothing that could be compared. A file of NIR text takes the place of the random shaders.

#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/reduce/reduce.h>

#include "campaign.h"
#include "equivalence/pass_policy.h"
#include "generator/random_shader.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
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
    bool must_reach = false;
    std::string shader; // a file
};

bool read_arguments(int argc, char** argv, Wanted& wanted) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--print") {
            wanted.prints = true;
        } else if (word == "--keep-going") {
            wanted.keeps_going = true;
        } else if (word == "--must-reach") {
            wanted.must_reach = true;
        } else if (i + 1 == argc) {
            return false;
        } else if (word == "--seed") {
            wanted.seed = std::strtoull(argv[++i], nullptr, 0);
        } else if (word == "--count") {
            wanted.count = std::strtoull(argv[++i], nullptr, 0);
        } else if (word == "--size") {
            wanted.size = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 0));
        } else if (word == "--shader") {
            wanted.shader = argv[++i];
        } else if (word == "--passes") {
            wanted.passes = argv[++i];
        } else {
            return false;
        }
    }
    return true;
}

class Campaign {
  public:
    explicit Campaign(const Wanted& wanted) : wanted_(wanted) {}

    // False when the list of passes is not well formed.
    bool choose_passes() {
        if (wanted_.passes.empty()) {
            for (const PassInfo& pass : all_passes()) {
                variants_.push_back(variants_of(pass));
            }
            return true;
        }
        PassList list = parse_pass_list(wanted_.passes);
        for (const std::string& error : list.errors) {
            std::fprintf(stderr, "random_shaders: %s\n", error.c_str());
        }
        for (PassCall& call : list.calls) {
            variants_.push_back({std::move(call)});
        }
        return list.errors.empty();
    }

    void run() {
        for (std::uint64_t seed = wanted_.seed; seed < wanted_.seed + wanted_.count; ++seed) {
            run(seed);
            if (!failures_.empty() && !wanted_.keeps_going) {
                break;
            }
        }
    }

    // False when it cannot be read.
    bool run_on(const std::string& file) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        jacquard::Diagnostics diagnostics(file, text);
        const std::unique_ptr<Shader> shader = parse(text, diagnostics);
        std::fputs(diagnostics.render().c_str(), stderr);
        if (shader == nullptr) {
            return false;
        }
        for (const std::vector<PassCall>& variants : variants_) {
            for (const PassCall& call : variants) {
                check(call, wanted_.seed, *shader);
            }
        }
        return true;
    }

    [[nodiscard]] bool report() const {
        for (const auto& [pass, count] : failures_) {
            std::printf("%s: %u shaders\n", pass.c_str(), count);
        }
        unsigned num_unreached = 0;
        for (const std::vector<PassCall>& variants : variants_) {
            const std::string name(variants.front().pass->name);
            const auto found = compared_.find(name);
            if (!policy_of(name).is_compared) {
                continue;
            }
            if (found == compared_.end() || found->second == 0) {
                std::printf("%s: nothing was compared\n", name.c_str());
                ++num_unreached;
            }
        }
        std::printf("%llu shaders, %zu passes, %zu of them with failures, %u without anything to "
                    "compare; %llu comparisons, %llu left out after inexact lowerings\n",
                    static_cast<unsigned long long>(wanted_.count), variants_.size(),
                    failures_.size(), num_unreached,
                    static_cast<unsigned long long>(num_comparisons_),
                    static_cast<unsigned long long>(num_inexact_));
        return failures_.empty() && (num_unreached == 0 || !wanted_.must_reach);
    }

  private:
    void run(std::uint64_t seed) {
        std::array<std::unique_ptr<Shader>, 3> shaders;
        for (const RandomShaderKind kind :
             {RandomShaderKind::anything, RandomShaderKind::smooth, RandomShaderKind::textures}) {
            Choices choices(seed);
            RandomShaderOptions options;
            options.kind = kind;
            options.size = kind == RandomShaderKind::anything ? wanted_.size : 8;
            std::unique_ptr<Shader>& shader = shaders[static_cast<std::size_t>(kind)];
            shader = random_shader(choices, options);
            if (wanted_.prints) {
                std::printf("%s\n", print(*shader).c_str());
            }
            const std::string wrong = check_forms(*shader);
            if (!wrong.empty()) {
                fail("forms", seed, wrong, *shader,
                     [](const Shader& smaller) { return !check_forms(smaller).empty(); });
                return;
            }
        }
        for (const std::vector<PassCall>& variants : variants_) {
            const PassCall& call = variants[seed % variants.size()];
            const auto shader_for = [&](const PassCall& wanted) -> const Shader& {
                return *shaders[static_cast<std::size_t>(kind_for(wanted))];
            };
            // If the pass has nothing to do with the parameter, it is tried without one.
            if (!check(call, seed, shader_for(call)) && &call != &variants.front()) {
                check(variants.front(), seed, shader_for(variants.front()));
            }
        }
        if (wanted_.passes.empty()) {
            check_chain_of(seed, *shaders[0]);
        }
    }

    // Returns true if there was something to compare.
    bool check(const PassCall& call, std::uint64_t seed, const Shader& shader) {
        const PassPolicy policy = policy_of(call);
        const double tolerance = policy.approximates ? policy.tolerance : 0.0;
        const PassCheck check = check_pass(shader, call, tolerance, seed);
        const bool is_compared = check.has_changed && check.runs_compared != 0;
        compared_[std::string(call.pass->name)] += is_compared ? 1 : 0;
        num_comparisons_ += is_compared ? 1 : 0;
        num_inexact_ += check.is_inexact ? 1 : 0;
        if (!check.wrong.empty()) {
            fail(name_of(call), seed, check.wrong, shader, [&](const Shader& smaller) {
                return !check_pass(smaller, call, tolerance, seed).wrong.empty();
            });
        }
        return is_compared;
    }

    void check_chain_of(std::uint64_t seed, const Shader& shader) {
        Choices choices(seed ^ 0xc4a1'0000'0000U);
        std::vector<PassCall> chain;
        while (chain.size() < 12) {
            const auto count = static_cast<std::uint32_t>(variants_.size());
            const std::vector<PassCall>& variants = variants_[choices.below(count)];
            const PassCall& call =
                variants[choices.below(static_cast<std::uint32_t>(variants.size()))];
            const PassPolicy policy = policy_of(call);
            if (policy.fits_into_chain() && (!policy.comes_first || chain.empty())) {
                chain.push_back(call);
            }
        }
        const ChainCheck check = check_chain(shader, chain, seed);
        num_inexact_ += check.is_inexact ? 1 : 0;
        if (!check.wrong.empty()) {
            std::string names;
            for (const PassCall& call : chain) {
                names += (names.empty() ? "" : ",") + name_of(call);
            }
            fail("chain", seed, names + ": " + check.wrong, shader, [&](const Shader& smaller) {
                return !check_chain(smaller, chain, seed).wrong.empty();
            });
        }
    }

    // One reduced example of each is enough.
    void fail(const std::string& what, std::uint64_t seed, const std::string& wrong,
              const Shader& shader, const std::function<bool(const Shader&)>& fails) {
        if (failures_[what]++ != 0) {
            return;
        }
        const std::unique_ptr<Shader> reduced = jacquard::driver::reduce_shader(shader, fails);
        std::printf("seed %llu, %s: %s\n%s\n", static_cast<unsigned long long>(seed), what.c_str(),
                    wrong.c_str(), print(*reduced).c_str());
        std::fflush(stdout);
    }

    const Wanted& wanted_;
    std::vector<std::vector<PassCall>> variants_; // of each pass
    std::map<std::string, unsigned> failures_;
    std::map<std::string, unsigned> compared_; // shaders that a pass changed
    std::uint64_t num_comparisons_ = 0;
    std::uint64_t num_inexact_ = 0; // passes and chains whose results are not compared
};

} // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    if (!read_arguments(argc, argv, wanted)) {
        std::fprintf(stderr, "usage: random_shaders [--seed S] [--count N] [--size N] "
                             "[--passes LIST] [--print] [--keep-going] [--must-reach] "
                             "[--shader FILE]\n");
        return 2;
    }
    Campaign campaign(wanted);
    if (!campaign.choose_passes()) {
        return 2;
    }
    if (wanted.shader.empty()) {
        campaign.run();
    } else if (!campaign.run_on(wanted.shader)) {
        return 2;
    }
    return campaign.report() ? 0 : 1;
}
