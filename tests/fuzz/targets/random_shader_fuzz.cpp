// The generator's choices from a fuzzer: whatever they are, the shader is valid, survives its text
// and its bytes, and passes leave what it computes as it is. The first bytes choose the passes: one
// that is checked alone, and a few one after the other.

#include <jacquard/nir/text/print/printer.h>
#include <jacquard/passes/registry/registry.h>

#include "campaign.h"
#include "equivalence/pass_policy.h"
#include "generator/random_shader.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace jacquard::nir;

namespace {

PassCall chosen_pass(Choices& choices) {
    const std::span<const PassInfo> passes = all_passes();
    const PassInfo& pass = passes[choices.below(static_cast<std::uint32_t>(passes.size()))];
    const std::vector<PassCall> variants = variants_of(pass);
    return variants[choices.below(static_cast<std::uint32_t>(variants.size()))];
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Choices choices(std::span(data, size));
    const PassCall alone = chosen_pass(choices);
    std::vector<PassCall> chain;
    for (unsigned i = 0; i < 4; ++i) {
        PassCall call = chosen_pass(choices);
        if (policy_of(call).fits_into_chain()) {
            chain.push_back(std::move(call));
        }
    }
    RandomShaderOptions options;
    options.kind = kind_for(alone);
    options.size = options.kind == RandomShaderKind::anything ? 24 : 8;
    const std::unique_ptr<Shader> shader = random_shader(choices, options);
    std::string wrong = check_forms(*shader);
    std::string pass = "forms";
    if (wrong.empty()) {
        const PassPolicy policy = policy_of(alone);
        wrong =
            check_pass(*shader, alone, policy.approximates ? policy.tolerance : 0.0, size).wrong;
        pass = name_of(alone);
    }
    if (wrong.empty() && options.kind == RandomShaderKind::anything) {
        wrong = check_chain(*shader, chain, size).wrong;
        pass = "chain";
        for (const PassCall& call : chain) {
            pass += ' ' + name_of(call);
        }
    }
    if (!wrong.empty()) {
        std::fprintf(stderr, "%s: %s\n%s\n", pass.c_str(), wrong.c_str(), print(*shader).c_str());
        std::abort();
    }
    return 0;
}
