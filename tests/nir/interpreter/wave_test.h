#pragma once

#include <jacquard/nir/interpreter/interface/interpreter.h>

#include "../text.h"

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

// A wave that runs the main function of a text. Inputs, outputs and buffers are words: component
// `c` of slot `s` of lane `l` is [(4 * s + c) * lanes + l].
class TestWave {
  public:
    explicit TestWave(const std::string& body, unsigned lanes = 4, const std::string& header = "",
                      const std::string& stage = "fragment")
        : inputs(std::size_t{4} * 4 * lanes), outputs(std::size_t{4} * 4 * lanes), lanes_(lanes) {
        shader = parsed("shader " + stage + "\n" + header + "function \"main\" entry {\n" + body +
                        "}\n");
        environment.inputs = inputs;
        environment.outputs = outputs;
    }

    // Runs the shader and gives the fault's message, empty when there is none.
    std::string run() {
        if (shader == nullptr) {
            return "no shader";
        }
        jacquard::nir::interpreter::Fault fault;
        const auto program = jacquard::nir::interpreter::Program::prepare(*shader, fault);
        if (!program) {
            return fault.message;
        }
        jacquard::nir::interpreter::Interpreter interpreter(*program, lanes_);
        result = interpreter.run(environment, options);
        return result.fault.message;
    }

    // A component of an output over the lanes.
    [[nodiscard]] std::vector<std::uint32_t> output(unsigned slot, unsigned component = 0) const {
        const auto first = outputs.begin() + (slot * 4 + component) * lanes_;
        return {first, first + lanes_};
    }
    [[nodiscard]] std::vector<float> floats(unsigned slot, unsigned component = 0) const {
        std::vector<float> values;
        for (const std::uint32_t word : output(slot, component)) {
            values.push_back(std::bit_cast<float>(word));
        }
        return values;
    }
    void set_input(unsigned slot, unsigned component, const std::vector<std::uint32_t>& values) {
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            inputs[(slot * 4 + component) * lanes_ + lane] = values[lane % values.size()];
        }
    }
    void set_input(unsigned slot, unsigned component, const std::vector<float>& values) {
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            inputs[(slot * 4 + component) * lanes_ + lane] =
                std::bit_cast<std::uint32_t>(values[lane % values.size()]);
        }
    }

    std::unique_ptr<jacquard::nir::Shader> shader;
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint32_t> outputs;
    jacquard::nir::interpreter::Environment environment;
    jacquard::nir::interpreter::RunOptions options;
    jacquard::nir::interpreter::RunResult result;

  private:
    unsigned lanes_;
};

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;
