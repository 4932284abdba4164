#include "fuzzing.h"

#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace jacquard::fuzzing {

void demand(bool holds, const std::string& what) {
    if (!holds) {
        std::fputs((what + '\n').c_str(), stderr);
        std::abort();
    }
}

void interpret(const nir::Shader& shader) {
    nir::interpreter::Fault fault;
    const auto program = nir::interpreter::Program::prepare(shader, fault, kSmall);
    if (!program) {
        demand(!fault.message.empty(), "no program and no fault");
        return;
    }
    nir::interpreter::Interpreter quad(*program, 4);
    nir::interpreter::RunOptions options;
    options.maximum_steps = kSmall.steps;
    (void)quad.run(nir::interpreter::Environment(), options);
}

namespace {

// A value that a list of passes could give a parameter.
template <typename Below>
std::uint32_t value_of(const nir::PassParameter& parameter, Below&& below) {
    constexpr std::uint32_t kValues[] = {1, 0, 2, 16, 0xffffffff};
    if (!parameter.has_value()) {
        return 1;
    }
    return parameter.words.empty() ? std::clamp(kValues[below(5)], parameter.low, parameter.high)
                                   : parameter.words[below(parameter.words.size())].value;
}

} // namespace

void run_passes(nir::Shader& shader, std::uint64_t seed, unsigned count) {
    const auto passes = nir::all_passes();
    std::uint64_t state = seed | 1;
    const auto below = [&state](std::size_t end) {
        state = state * 0x9e3779b97f4a7c15U + 1;
        return static_cast<std::size_t>((state >> 32) % end);
    };
    const std::string before = nir::print(shader);
    std::string done;
    for (unsigned i = 0; i < count; ++i) {
        nir::PassCall call{&passes[below(passes.size())], {}};
        if (!call.pass->parameters.empty() && below(2) == 0) {
            const nir::PassParameter& parameter =
                call.pass->parameters[below(call.pass->parameters.size())];
            call.arguments.push_back({parameter.name, value_of(parameter, below)});
        }
        done += std::string(call.pass->name) + ' ';
        try {
            nir::PassRunner runner(shader, nir::PassRunner::Checks::always);
            runner.run(call);
            if (runner.fault() == nir::PassRunner::Fault::broken) {
                demand(false, done + ": " + runner.report() + before);
            } else if (runner.fault() == nir::PassRunner::Fault::need) {
                // It does less than it says, but the shader stays valid.
                call.run(shader);
                const std::string report = nir::validation_report(shader, done);
                demand(report.empty(), report + before);
            }
        } catch (const BudgetExceeded&) {
            return;
        }
    }
}

} // namespace jacquard::fuzzing
