#include "equivalence.h"

#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/support/expression/half.h>

#include "surroundings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

namespace jacquard::nir {

namespace {

using interpreter::Fault;
using interpreter::FaultKind;
using interpreter::Interpreter;
using interpreter::LaneMask;
using interpreter::Program;
using interpreter::RunResult;

// Lanes of a wave and waves of a work group.
struct Shape {
    unsigned lanes;
    unsigned waves;
};

std::string hex(std::uint32_t word) {
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%08x", word);
    return text.data();
}

bool is_nan(std::uint32_t word) {
    return (word & 0x7fffffffU) > 0x7f800000U;
}
bool is_half_nan(std::uint32_t half) {
    return (half & 0x7fffU) > 0x7c00U;
}

// Units in the last place between two floats, as if they were numbered in order.
std::uint64_t distance(std::uint32_t a, std::uint32_t b) {
    const auto ordered = [](std::uint32_t word) {
        return (word & 0x80000000U) != 0 ? -static_cast<std::int64_t>(word & 0x7fffffffU)
                                         : static_cast<std::int64_t>(word);
    };
    const std::int64_t apart = ordered(a) - ordered(b);
    return static_cast<std::uint64_t>(apart < 0 ? -apart : apart);
}

bool is_same(std::uint32_t a, std::uint32_t b, const EquivalenceOptions& options) {
    if (a == b || (is_nan(a) && is_nan(b))) {
        return true;
    }
    if (is_half_nan(a & 0xffff) && is_half_nan(b & 0xffff) &&
        ((a >> 16) == (b >> 16) || (is_half_nan(a >> 16) && is_half_nan(b >> 16)))) {
        return true;
    }
    if (is_nan(a) || is_nan(b)) {
        return false;
    }
    if (options.ulps != 0 && distance(a, b) <= options.ulps) {
        return true;
    }
    const double first = std::bit_cast<float>(a);
    const double second = std::bit_cast<float>(b);
    return options.tolerance > 0.0 && std::isfinite(first) && std::isfinite(second) &&
           std::fabs(first - second) <= options.tolerance * std::fmax(1.0, std::fabs(first));
}

class Comparison {
  public:
    Comparison(const EquivalenceOptions& options, Shape shape, const LaneMask& live)
        : options_(options), shape_(shape), live_(live) {}

    // Storage of lanes, of which only live ones count.
    void lanes(const char* what, unsigned wave, std::span<const std::uint32_t> before,
               std::span<const std::uint32_t> after) {
        for (std::size_t i = 0; i < before.size() && text.empty(); ++i) {
            const auto lane = static_cast<unsigned>(i % shape_.lanes);
            if (live_.test(lane) && !is_same(before[i], after[i], options_)) {
                const std::size_t component = i / shape_.lanes;
                text = std::string(what) + ' ' + std::to_string(component / 4) + '.' +
                       "xyzw"[component % 4] + " of lane " + std::to_string(lane) +
                       (wave != 0 ? " of wave " + std::to_string(wave) : "") + ": " +
                       hex(before[i]) + " became " + hex(after[i]);
            }
        }
    }
    void memory(const std::string& what, std::span<const std::uint32_t> before,
                std::span<const std::uint32_t> after) {
        for (std::size_t i = 0; i < before.size() && text.empty(); ++i) {
            if (!is_same(before[i], after[i], options_)) {
                text = what + " at byte " + std::to_string(i * 4) + ": " + hex(before[i]) +
                       " became " + hex(after[i]);
            }
        }
    }

    std::string text;

  private:
    const EquivalenceOptions& options_;
    Shape shape_;
    LaneMask live_;
};

std::string compare(const Surroundings& before, const Surroundings& after, Shape shape,
                    const EquivalenceOptions& options, std::span<const MovedSlots> moves,
                    bool has_shared_variables, const std::array<std::array<LaneMask, 2>, 4>& live) {
    for (unsigned wave = 0; wave < shape.waves; ++wave) {
        if (live[wave][0] != live[wave][1]) {
            return "live lanes: " + hex(static_cast<std::uint32_t>(live[wave][0].words[0])) +
                   " became " + hex(static_cast<std::uint32_t>(live[wave][1].words[0]));
        }
        Comparison outputs(options, shape, live[wave][0]);
        outputs.lanes("output", wave, before.outputs[wave],
                      moved_back(after.outputs[wave], before.outputs[wave],
                                 std::size_t{4} * shape.lanes, VariableMode::shader_out, moves));
        outputs.lanes("vertex output", wave, before.vertex_outputs[wave],
                      after.vertex_outputs[wave]);
        outputs.lanes("primitive output", wave, before.primitive_outputs[wave],
                      after.primitive_outputs[wave]);
        if (!outputs.text.empty()) {
            return outputs.text;
        }
    }
    Comparison memory(options, shape, {});
    if (options.compare_shared && !has_shared_variables) {
        memory.memory("shared memory", before.shared, after.shared);
    }
    memory.memory("task payload", before.task_payload, after.task_payload);
    memory.memory("global memory", before.free_memory(), after.free_memory());
    for (std::size_t i = 0; i < before.num_buffers(); ++i) {
        memory.memory("storage buffer " + std::to_string(i), before.buffer(i), after.buffer(i));
    }
    memory.memory("constant file", before.constant_file, after.constant_file);
    memory.memory("atomic counters", before.atomic_counters, after.atomic_counters);
    if (memory.text.empty() && before.images.trace != after.images.trace) {
        return "stores to images differ";
    }
    return memory.text;
}

} // namespace

std::string difference(const Shader& before, const Shader& after,
                       const EquivalenceOptions& options) {
    Fault fault;
    const std::optional<Program> first = Program::prepare(before, fault);
    if (!first) {
        return {};
    }
    const std::optional<Program> second = Program::prepare(after, fault);
    if (!second) {
        return "cannot be prepared afterwards: " + fault.message;
    }
    Extent extent;
    extent.include(before);
    extent.include(after);
    const std::vector<MovedSlots> moves = moved_slots(before, after);
    const VariableList& variables = before.variables();
    const bool has_shared_variables =
        std::any_of(variables.begin(), variables.end(), [](const Variable& variable) {
            return variable.mode == VariableMode::mem_shared;
        });
    interpreter::RunOptions run_options;
    run_options.maximum_steps = options.maximum_steps;
    const bool has_work_groups = before.info.stage == Stage::compute;
    const std::array<Shape, 3> shapes = {{{4, 1}, {32, 1}, {16, has_work_groups ? 2U : 1U}}};
    for (std::size_t s = 0; s < (options.quads_only ? 1 : shapes.size()); ++s) {
        const Shape shape = shapes[s];
        Interpreter one(*first, shape.lanes, shape.waves);
        Interpreter other(*second, shape.lanes, shape.waves);
        for (unsigned run = 0; run < options.runs; ++run) {
            const std::uint64_t seed = options.seed * 1000 + s * 100 + run;
            const auto style =
                static_cast<WordStyle>(options.has_edges ? run % kNumWordStyles : 1 + run % 2);
            Surroundings around_one(extent, shape.lanes, shape.waves, seed, style);
            Surroundings around_other(extent, shape.lanes, shape.waves, seed, style);
            around_other.follow(moves);
            for (Surroundings* around : {&around_one, &around_other}) {
                for (interpreter::Environment& environment : around->environments()) {
                    environment.inputs_are_interpolated = options.inputs_are_interpolated;
                }
            }
            const RunResult result = one.run(around_one.environments(), run_options);
            if (result.fault) {
                continue;
            }
            // Passes may make a shader somewhat longer.
            run_options.maximum_steps = options.maximum_steps * 8;
            const RunResult other_result = other.run(around_other.environments(), run_options);
            run_options.maximum_steps = options.maximum_steps;
            const std::string where =
                "run " + std::to_string(run) + " with " + std::to_string(shape.lanes) + " lanes: ";
            if (other_result.fault) {
                return where + other_result.fault.message;
            }
            std::array<std::array<LaneMask, 2>, 4> live;
            for (unsigned wave = 0; wave < shape.waves; ++wave) {
                live[wave] = {one.live(wave), other.live(wave)};
            }
            if (options.num_compared != nullptr) {
                ++*options.num_compared;
            }
            std::string found = compare(around_one, around_other, shape, options, moves,
                                        has_shared_variables, live);
            if (!found.empty()) {
                return where + found;
            }
        }
    }
    return {};
}

std::string difference(const Shader& before, const Shader& after, std::uint64_t seed) {
    EquivalenceOptions options;
    options.seed = seed;
    return difference(before, after, options);
}

} // namespace jacquard::nir
