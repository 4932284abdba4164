#include "fuzzing.h"

#include <jacquard/nir/interpreter/interpreter.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/registry.h>

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
            constexpr std::uint32_t kValues[] = {1, 0, 2, 16, 0xffffffff};
            call.arguments.push_back(
                {parameter.name, parameter.has_value ? kValues[below(5)] : 1U});
        }
        done += std::string(call.pass->name) + ' ';
        try {
            call.run(shader);
        } catch (const BudgetExceeded&) {
            return;
        }
        const std::string report = nir::validation_report(shader, done);
        demand(report.empty(), report + before);
    }
}

} // namespace jacquard::fuzzing
