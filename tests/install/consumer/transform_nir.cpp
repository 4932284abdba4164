#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "examples.h"

#include <array>
#include <bit>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

namespace nir = jacquard::nir;

bool transform_nir() {
    nir::Shader shader(nir::Stage::fragment);
    nir::Function* function = shader.add_function("main", true);
    nir::Builder b(*function);
    nir::SsaDef* sum = b.fadd(b.imm_float(1.0), b.imm_float(2.0));
    b.store_output(sum, b.imm_int(0));
    function->link_blocks();

    const nir::PassList passes = nir::parse_pass_list("fold_constants,dead_code");
    for (const nir::PassCall& pass : passes.calls) {
        pass.run(shader);
    }
    std::cout << nir::print(shader) << nir::validation_report(shader, "the passes");

    const std::vector<std::uint8_t> bytes = nir::serialise(shader);
    jacquard::Diagnostics diagnostics("cache", "");
    const std::unique_ptr<nir::Shader> cached = nir::deserialise(bytes, diagnostics);
    if (!cached || nir::hash(*cached) != nir::hash(shader)) {
        return false;
    }

    nir::interpreter::Fault fault;
    const auto program = nir::interpreter::Program::prepare(*cached, fault);
    if (!program) {
        std::cerr << fault.message;
        return false;
    }
    nir::interpreter::Interpreter quad(*program, 4);
    std::array<std::uint32_t, 4 * 4> outputs{}; // four components of four lanes
    nir::interpreter::Environment environment;
    environment.outputs = outputs;
    const nir::interpreter::RunResult run = quad.run(environment);
    return !run.fault && std::bit_cast<float>(outputs[0]) == 3.0F;
}
