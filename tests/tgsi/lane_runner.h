#pragma once

#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/text/print/printer.h>

#include "translation.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::tgsi {

inline constexpr unsigned kLanes = 4;
using LaneValues = std::array<std::uint32_t, kLanes>;

inline std::uint32_t word_of(double value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

struct LaneOutcome {
    std::vector<std::uint32_t> outputs; // lane after lane for each component
    unsigned live = 0;                  // one bit a lane
    std::string fault;

    [[nodiscard]] LaneValues of(unsigned output, unsigned component) const {
        LaneValues values{};
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            values[lane] = outputs[(std::size_t{output} * 4 + component) * kLanes + lane];
        }
        return values;
    }
};

// Runs a shader on four lanes. `inputs` are component x of IN[0], IN[1], … by lane.
inline LaneOutcome run_lanes(const nir::Shader& shader, std::span<const LaneValues> inputs,
                             nir::interpreter::Environment environment = {}) {
    namespace interpreter = nir::interpreter;
    INFO(nir::print(shader));
    interpreter::Fault fault;
    const auto program = interpreter::Program::prepare(shader, fault);
    INFO(fault.message);
    REQUIRE(program);
    LaneOutcome outcome;
    outcome.outputs.resize(std::max<std::size_t>(1, shader.info.outputs.size()) * 4 * kLanes);
    std::vector<std::uint32_t> words(inputs.size() * 4 * kLanes);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            words[i * 4 * kLanes + lane] = inputs[i][lane];
        }
    }
    environment.inputs = words;
    environment.outputs = outcome.outputs;
    interpreter::Interpreter wave(*program, kLanes);
    const interpreter::RunResult result = wave.run(environment);
    outcome.fault = result.fault.message;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        outcome.live |= result.live.test(lane) ? 1U << lane : 0U;
    }
    return outcome;
}

} // namespace jacquard::tgsi
