// Machine words executed by the emulator.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/library/facade/compiler.h>

#include "bench.h"
#include "coordinate_sampler.h"

#include <cstdio>
#include <vector>

namespace jacquard::bench {

namespace {

void measure_run(const std::string& name, const ir3::Program& program, unsigned lanes,
                 bool check_hazards) {
    const auto revision = ir3::Revision::a6xx;
    ir3::Fault fault;
    const auto executable = ir3::Executable::prepare(program.words, revision, fault);
    if (!executable) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), fault.message.c_str());
        return;
    }
    ir3::Emulator emulator(lanes, revision);
    std::vector<std::uint32_t> constants(512 * 4, 0x3f000000);
    const std::vector<std::uint32_t> varyings(std::size_t{128} * lanes, 0x3f000000);
    CoordinateSampler sampler;
    ir3::Environment environment;
    environment.constants = constants;
    environment.varyings = varyings;
    environment.textures = &sampler;
    ir3::RunOptions options;
    options.check_hazards = check_hazards;
    measure(name, lanes, [&] {
        emulator.reset();
        return static_cast<std::size_t>(emulator.run(*executable, environment, options).steps);
    });
}

} // namespace

void emulator_benchmarks() {
    const std::string text = example("lit_texture.frag.tgsi");
    Diagnostics diagnostics("lit_texture.frag", text);
    const driver::CompileResult result = driver::compile_tgsi(text, {.gpu = 630}, diagnostics);
    if (result.status != driver::CompileStatus::compiled) {
        std::fputs("lit_texture.frag.tgsi does not compile\n", stderr);
        return;
    }
    measure_run("run lit_texture.frag, a lane of 4", result.program, 4, true);
    measure_run("run lit_texture.frag, a lane of 64", result.program, 64, true);
    measure_run("run lit_texture.frag, 64, no hazard model", result.program, 64, false);
}

} // namespace jacquard::bench
