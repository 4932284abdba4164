// NIR executed by the interpreter.
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>

#include "bench.h"
#include "coordinate_sampler.h"

#include <cstdio>
#include <vector>

namespace jacquard::bench {

namespace {

// Measures each intrinsic that accesses memory or other lanes.
constexpr const char* kMemoryShader = R"(shader fragment
output color 0

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_subgroup_invocation
        %2:32 = const 4
        %3:32 = imul %1, %2
        %4:32x4 = load_ubo %0, %3 {align_mul=4}
        %5:32 = load_ubo %0, %0 {align_mul=4}
        store_ssbo %4, %0, %3 {write_mask=x, align_mul=4}
        %6:32x2 = load_ssbo %0, %3 {align_mul=4}
        %7:32 = ssbo_atomic %0, %3, %5 {atomic_op=iadd}
        store_scratch %6, %0 {write_mask=xy, align_mul=4}
        %8:32 = load_scratch %0 {align_mul=4}
        %9:32 = const 1
        %10:32 = shuffle_xor %8, %9
        %11:32 = read_first_invocation %7
        %12:32 = reduce %10 {reduction_op=iadd, cluster_size=4}
        %13:32 = ddx %12
        %14:32x4 = vec4 %11, %12, %13, %7
        store_output %14, %0 {write_mask=xyzw}
}
)";

void measure_lanes(const std::string& name, const nir::interpreter::Program& program,
                   const nir::Shader& shader, unsigned lanes) {
    nir::interpreter::Interpreter interpreter(program, lanes);
    const std::vector<std::uint32_t> inputs(shader.info.inputs.size() * 4 * lanes, 0x3f000000);
    std::vector<std::uint32_t> outputs(shader.info.outputs.size() * 4 * lanes);
    const std::vector<std::uint32_t> constants(512 * 4, 0x3f000000);
    const std::vector<std::span<const std::byte>> buffers = {std::as_bytes(std::span(constants))};
    std::vector<std::uint32_t> storage(512);
    const std::vector<std::span<std::byte>> storage_buffers = {
        std::as_writable_bytes(std::span(storage))};
    CoordinateSampler sampler;
    nir::interpreter::Environment environment;
    environment.inputs = inputs;
    environment.outputs = outputs;
    environment.constant_buffers = buffers;
    environment.storage_buffers = storage_buffers;
    environment.textures = &sampler;
    measure(name, lanes, [&] {
        return static_cast<std::size_t>(interpreter.run(environment).steps) + outputs.front();
    });
}

void measure_shader(const std::string& name, const std::string& text,
                    driver::SourceLanguage language) {
    Diagnostics diagnostics(name, text);
    const driver::NirResult loaded = driver::load_nir(text, language, false, diagnostics);
    nir::interpreter::Fault fault;
    const auto program = loaded.shader == nullptr
                             ? std::nullopt
                             : nir::interpreter::Program::prepare(*loaded.shader, fault);
    if (!program) {
        std::fprintf(stderr, "%s cannot be interpreted\n%s", name.c_str(),
                     diagnostics.render().c_str());
        return;
    }
    measure_lanes("interpret " + name + ", a lane of 4", *program, *loaded.shader, 4);
    measure_lanes("interpret " + name + ", a lane of 64", *program, *loaded.shader, 64);
}

} // namespace

void interpreter_benchmarks() {
    const std::string text = example("lit_texture.frag.tgsi");
    measure_shader("lit_texture.frag", text, driver::SourceLanguage::tgsi);
    measure_shader("memory and subgroups", kMemoryShader, driver::SourceLanguage::nir);
}

} // namespace jacquard::bench
