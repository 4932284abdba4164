// Any text is read, and a good one prints to a text that reads back to it, is interpreted, and goes
// through some passes of all there are, which the text itself chooses: whatever the order, each
// leaves a valid shader.
#include <jacquard/nir/clone.h>
#include <jacquard/nir/hash.h>
#include <jacquard/nir/interpreter/interpreter.h>
#include <jacquard/nir/parser.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/registry.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace jacquard;

static void demand(bool holds, const std::string& what) {
    if (!holds) {
        std::fputs(what.c_str(), stderr);
        std::abort();
    }
}

static void interpret(const nir::Shader& shader) {
    nir::interpreter::Fault fault;
    const auto program = nir::interpreter::Program::prepare(shader, fault);
    if (!program) {
        demand(!fault.message.empty(), "no program and no fault\n");
        return;
    }
    if (program->bytes_per_lane() < (1U << 20)) {
        nir::interpreter::Interpreter quad(*program, 4);
        nir::interpreter::RunOptions options;
        options.maximum_steps = 1000;
        (void)quad.run(nir::interpreter::Environment(), options);
    }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics("fuzz", text);
    const auto shader = nir::parse(text, diagnostics);
    (void)diagnostics.render();
    if (shader == nullptr) {
        demand(diagnostics.has_errors(), "no shader and no error\n");
        return 0;
    }
    const std::string printed = nir::print(*shader);
    Diagnostics again("printed", printed);
    const auto reread = nir::parse(printed, again);
    demand(reread != nullptr, again.render() + printed);
    demand(nir::print(*reread) == printed, printed + nir::print(*reread));
    interpret(*shader);

    const auto passes = nir::all_passes();
    std::uint64_t state = nir::hash_bytes({data, size}).low | 1;
    const auto below = [&state](std::size_t count) {
        state = state * 0x9e3779b97f4a7c15U + 1;
        return static_cast<std::size_t>((state >> 32) % count);
    };
    std::string done;
    for (unsigned i = 0; i < 10; ++i) {
        nir::PassCall call{&passes[below(passes.size())], {}};
        if (!call.pass->parameters.empty() && below(2) == 0) {
            const nir::PassParameter& parameter =
                call.pass->parameters[below(call.pass->parameters.size())];
            constexpr std::uint32_t kValues[] = {1, 0, 2, 16, 0xffffffff};
            call.arguments.push_back(
                {parameter.name, parameter.has_value ? kValues[below(5)] : 1U});
        }
        done += std::string(call.pass->name) + ' ';
        call.run(*shader);
        const std::string report = nir::validation_report(*shader, done);
        demand(report.empty(), report + printed);
    }
    return 0;
}
