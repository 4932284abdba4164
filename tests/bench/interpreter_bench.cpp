// NIR executed by the interpreter.
#include <jacquard/driver/load_nir.h>
#include <jacquard/nir/interpreter/interpreter.h>

#include "bench.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

namespace jacquard::bench {

namespace {

// A texel that is its coordinates.
struct CoordinateSampler final : nir::interpreter::Sampler {
    nir::interpreter::Texel lookup(const nir::interpreter::TextureRequest& request) override {
        nir::interpreter::Texel texel;
        for (unsigned i = 0; i < request.num_coordinates; ++i) {
            texel.components[i] = request.coordinates[i];
        }
        return texel;
    }
};

void measure_lanes(const std::string& name, const nir::interpreter::Program& program,
                   const nir::Shader& shader, unsigned lanes) {
    nir::interpreter::Interpreter interpreter(program, lanes);
    const std::vector<std::uint32_t> inputs(shader.info.inputs.size() * 4 * lanes, 0x3f000000);
    std::vector<std::uint32_t> outputs(shader.info.outputs.size() * 4 * lanes);
    const std::vector<std::uint32_t> constants(512 * 4, 0x3f000000);
    const std::vector<std::span<const std::byte>> buffers = {std::as_bytes(std::span(constants))};
    CoordinateSampler sampler;
    nir::interpreter::Environment environment;
    environment.inputs = inputs;
    environment.outputs = outputs;
    environment.constant_buffers = buffers;
    environment.sampler = &sampler;
    measure(name, lanes, [&] {
        return static_cast<std::size_t>(interpreter.run(environment).steps) + outputs.front();
    });
}

} // namespace

void interpreter_benchmarks() {
    const std::string path = std::string(JACQUARD_SOURCE_DIR) + "/examples/lit_texture.frag.tgsi";
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    Diagnostics diagnostics("lit_texture.frag", text);
    const driver::NirResult loaded =
        driver::load_nir(text, driver::SourceLanguage::tgsi, false, diagnostics);
    nir::interpreter::Fault fault;
    const auto program = loaded.shader == nullptr
                             ? std::nullopt
                             : nir::interpreter::Program::prepare(*loaded.shader, fault);
    if (!program) {
        std::fprintf(stderr, "%s cannot be interpreted\n", path.c_str());
        return;
    }
    measure_lanes("interpret lit_texture.frag, a lane of 4", *program, *loaded.shader, 4);
    measure_lanes("interpret lit_texture.frag, a lane of 64", *program, *loaded.shader, 64);
}

} // namespace jacquard::bench
