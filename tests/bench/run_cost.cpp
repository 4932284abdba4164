// Measures the execution of a quad of a fragment shader, for compile_cost.py, which counts the
// instructions of measured_run() under callgrind: by the interpreter, by the emulator once the
// program is proven to have no hazards, by the emulator that watches every access for them, and by
// the emulator without its model of hazards, each of them twice, so that the second run is warm.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>

#include "coordinate_sampler.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

// This function has a plain name, so that callgrind can count it alone.
extern "C" __attribute__((noinline)) std::uint64_t
measured_run(const std::function<std::uint64_t()>& run) {
    return run();
}

namespace {

using namespace jacquard;

constexpr unsigned kLanes = 4;
constexpr std::uint32_t kHalf = 0x3f000000;

// `run` tells how many instructions it executed. False when they were none.
bool measure_twice(const std::function<std::uint64_t()>& run) {
    return measured_run(run) != 0 && measured_run(run) != 0;
}

bool interpret(const std::string& text, Diagnostics& diagnostics) {
    const driver::NirResult loaded =
        driver::load_nir(text, driver::SourceLanguage::tgsi, false, diagnostics);
    nir::interpreter::Fault fault;
    const auto program = loaded.shader == nullptr
                             ? std::nullopt
                             : nir::interpreter::Program::prepare(*loaded.shader, fault);
    if (!program) {
        return false;
    }
    nir::interpreter::Interpreter interpreter(*program, kLanes);
    const std::vector<std::uint32_t> inputs(loaded.shader->info.inputs.size() * 4 * kLanes, kHalf);
    std::vector<std::uint32_t> outputs(loaded.shader->info.outputs.size() * 4 * kLanes);
    const std::vector<std::uint32_t> constants(std::size_t{512} * 4, kHalf);
    const std::vector<std::span<const std::byte>> buffers = {std::as_bytes(std::span(constants))};
    bench::CoordinateSampler sampler;
    nir::interpreter::Environment environment;
    environment.inputs = inputs;
    environment.outputs = outputs;
    environment.constant_buffers = buffers;
    environment.textures = &sampler;
    return measure_twice([&] { return interpreter.run(environment).steps; });
}

bool emulate(const std::string& text, Diagnostics& diagnostics) {
    const driver::CompileResult result = driver::compile_tgsi(text, {.gpu = 630}, diagnostics);
    ir3::Fault fault;
    const auto executable =
        result.status == driver::CompileStatus::compiled
            ? ir3::Executable::prepare(result.program.words, ir3::Revision::a6xx, fault)
            : std::nullopt;
    if (!executable) {
        return false;
    }
    ir3::Emulator emulator(kLanes, ir3::Revision::a6xx);
    std::vector<std::uint32_t> constants(std::size_t{512} * 4, kHalf);
    const ir3::ImmediateConstants& immediates = result.program.immediates;
    std::copy(immediates.values.begin(), immediates.values.end(),
              constants.begin() + std::ptrdiff_t{4} * immediates.base_vec4);
    const std::vector<std::uint32_t> varyings(std::size_t{128} * kLanes, kHalf);
    bench::CoordinateSampler sampler;
    ir3::Environment environment;
    environment.constants = constants;
    environment.varyings = varyings;
    environment.textures = &sampler;
    using Proof = ir3::RunOptions::Proof;
    for (const ir3::RunOptions options :
         {ir3::RunOptions{.proof = Proof::at_once}, ir3::RunOptions{.proof = Proof::never},
          ir3::RunOptions{.check_hazards = false}}) {
        if (!measure_twice([&] {
                emulator.reset();
                return emulator.run(*executable, environment, options).steps;
            })) {
            return false;
        }
    }
    return true;
}

} // namespace

int main(int argc, char* argv[]) {
    if (argc != 2) {
        std::fputs("usage: jacquard_run_cost FILE.frag.tgsi\n", stderr);
        return 2;
    }
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    Diagnostics diagnostics(argv[1], text);
    const bool is_done = interpret(text, diagnostics) && emulate(text, diagnostics);
    std::fputs(diagnostics.render().c_str(), stderr);
    return is_done ? 0 : 1;
}
