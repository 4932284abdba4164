#include "nir_runner.h"

#include <jacquard/nir/interpreter/interface/interpreter.h>

#include <algorithm>

namespace jacquard::tgsi {
namespace {

class GivenSystemValues final : public nir::interpreter::SystemValues {
  public:
    explicit GivenSystemValues(const Surroundings& around) : around_(around) {}
    std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                       unsigned /*component*/, unsigned /*lane*/,
                                       std::uint64_t /*argument*/) override {
        switch (instruction.op) {
        case nir::IntrinsicOp::load_front_face: return around_.is_front ? 1 : 0;
        case nir::IntrinsicOp::load_instance_id: return around_.instance;
        default: return std::nullopt;
        }
    }

  private:
    const Surroundings& around_;
};

} // namespace

Outcome run_straight_line(const nir::Shader& shader, const Surroundings& around) {
    Outcome outcome;
    nir::interpreter::Fault fault;
    const auto program = nir::interpreter::Program::prepare(shader, fault);
    if (!program) {
        outcome.fault = fault.message;
        return outcome;
    }
    std::vector<std::uint32_t> inputs;
    for (const Words& words : around.inputs) {
        inputs.insert(inputs.end(), words.begin(), words.end());
    }
    std::vector<std::vector<std::uint32_t>> constants;
    for (const auto& [number, vectors] : around.constants) {
        constants.resize(number + 1);
        for (const Words& words : vectors) {
            constants[number].insert(constants[number].end(), words.begin(), words.end());
        }
    }
    std::vector<std::span<const std::byte>> buffers;
    for (const std::vector<std::uint32_t>& buffer : constants) {
        buffers.push_back(std::as_bytes(std::span(buffer)));
    }
    std::vector<std::uint32_t> outputs(shader.info.outputs.size() * 4);
    GivenSystemValues system_values(around);
    nir::interpreter::Environment environment;
    environment.inputs = inputs;
    environment.outputs = outputs;
    environment.constant_buffers = buffers;
    environment.system_values = &system_values;
    nir::interpreter::RunOptions options;
    options.fault_out_of_range = true;
    nir::interpreter::Interpreter interpreter(*program, 1);
    const nir::interpreter::RunResult result = interpreter.run(environment, options);
    outcome.fault = result.fault.message;
    for (std::size_t slot = 0; slot < shader.info.outputs.size(); ++slot) {
        std::copy_n(outputs.begin() + static_cast<std::ptrdiff_t>(slot * 4), 4,
                    outcome.outputs[static_cast<std::int64_t>(slot)].begin());
    }
    return outcome;
}

} // namespace jacquard::tgsi
