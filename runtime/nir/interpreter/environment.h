#pragma once

#include <jacquard/nir/instruction.h>
#include <jacquard/nir/interpreter/images.h>
#include <jacquard/nir/interpreter/lane_mask.h>
#include <jacquard/nir/interpreter/sampler.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace jacquard::nir::interpreter {

// Gives what the hardware or driver provides for each invocation: every intrinsic that the table
// calls a system value, the barycentric coordinates, and others that only read something outside.
class SystemValues {
  public:
    virtual ~SystemValues() = default;
    // One component for one lane; bits above its width are dropped. `argument` is the first
    // component of the intrinsic's first source, where it has one. Nothing: the interpreter
    // knows it itself (numbers of lanes and waves) or takes 0.
    [[nodiscard]] virtual std::optional<std::uint64_t>
    value(const IntrinsicInstruction& instruction, unsigned component, unsigned lane,
          std::uint64_t argument) = 0;
};

// Storage of inputs and outputs: vec4 slots of 32-bit words, lane after lane. Component `c` of slot
// `s` of lane `l` is words[(4 * s + c) * lanes + l]. A 64-bit component takes two words, a narrow
// one the low bits of a word. What lies outside reads as 0.
using InputWords = std::span<const std::uint32_t>;
using OutputWords = std::span<std::uint32_t>;

// Everything a wave sees beside its values. All of it belongs to the caller. What is not given is
// empty: reads are 0 and writes are dropped.
struct Environment {
    InputWords inputs;
    OutputWords outputs;
    // Of one vertex after the other, each as large as the size divided by the number of vertices.
    InputWords vertex_inputs;
    unsigned num_input_vertices = 0;
    OutputWords vertex_outputs;
    unsigned num_output_vertices = 0;
    OutputWords primitive_outputs;
    unsigned num_output_primitives = 0;
    // Whether fragment inputs are in `inputs`, interpolated already; else load_interpolated_input
    // makes them from the vertices' inputs and the barycentric coordinates it is given.
    bool inputs_are_interpolated = true;

    std::span<const std::span<const std::byte>> constant_buffers; // load_ubo, load_ubo_vec4
    std::span<const std::span<std::byte>> storage_buffers;        // ssbo
    std::span<const std::byte> uniforms;
    std::span<const std::byte> push_constants;
    // Empty: what the shader's variables of mode mem_constant begin with.
    std::span<const std::byte> constant_data;
    std::span<const std::byte> kernel_inputs;
    std::span<std::byte> shared; // the same for all waves of a work group
    std::span<std::byte> task_payload;
    std::span<std::byte> global;
    std::uint64_t global_address = 0x10000; // of the first byte of `global`
    std::span<std::uint32_t> constant_file; // load_const_ir3, store_const_ir3
    std::span<std::uint32_t> atomic_counters;

    Sampler* sampler = nullptr;
    Images* images = nullptr;
    SystemValues* system_values = nullptr;

    LaneMask helpers;           // lanes that are helper invocations from the start
    unsigned subgroup_size = 0; // 0: the whole wave. A power of two.
    std::uint64_t clock = 0;    // what shader_clock counts from
};

} // namespace jacquard::nir::interpreter
