// The generator's choices from a fuzzer: whatever they are, the shader is valid, survives its text,
// and an eighth of the passes leaves what it computes as it is.

#include <jacquard/nir/printer.h>
#include <jacquard/passes/registry.h>

#include "campaign.h"
#include "equivalence/pass_policy.h"
#include "random_shader.h"

#include <cstdio>
#include <cstdlib>

using namespace jacquard::nir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Choices choices(std::span(data, size));
    RandomShaderOptions options;
    options.size = 24;
    const std::unique_ptr<Shader> shader = random_shader(choices, options);
    std::string wrong = check_forms(*shader);
    for (const PassInfo& pass : all_passes()) {
        const PassPolicy policy = policy_of(pass.name);
        if (wrong.empty() && policy.is_run && !policy.approximates &&
            (size + pass.name.size()) % 8 == 0) {
            wrong = check_pass(*shader, {&pass, {}}, 0.0, size);
        }
    }
    if (!wrong.empty()) {
        std::fprintf(stderr, "%s\n%s\n", wrong.c_str(), print(*shader).c_str());
        std::abort();
    }
    return 0;
}
