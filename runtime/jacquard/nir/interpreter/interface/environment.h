#pragma once

#include <jacquard/generated/nir/interpreter/given_memory.h>
#include <jacquard/nir/interpreter/interface/lane_mask.h>
#include <jacquard/nir/ir/instruction.h>
#include <jacquard/support/api.h>
#include <jacquard/textures/storage_images.h>
#include <jacquard/textures/texture_sampler.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

JACQUARD_BEGIN_API

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

// Takes what a geometry shader emits. Called from one lane after the other, in order, for those
// whose writes are seen.
class VertexSink {
  public:
    virtual ~VertexSink() = default;
    // The outputs at that moment are the vertex.
    virtual void emit_vertex(unsigned lane, unsigned stream, OutputWords outputs) = 0;
    virtual void end_primitive(unsigned lane, unsigned stream) = 0;
};

// Everything a wave sees beside its values. All of it belongs to the caller.
struct Environment : GivenMemory {
    // Whether fragment inputs are in `inputs`, interpolated already; else loads that take
    // barycentric coordinates make them from the vertices' inputs and those coordinates.
    bool inputs_are_interpolated = true;
    // These are 1 / w of each lane, for interpolated inputs. Where it is given, a quad's first
    // three lanes tell what an input is at a place that is not a lane's own: barycentric
    // coordinates count from them, and the interpreter knows those of all places. Else such loads
    // give what the lane has.
    std::span<const float> reciprocal_w;

    textures::TextureSampler* textures = nullptr;
    textures::StorageImages* images = nullptr;
    SystemValues* system_values = nullptr;
    VertexSink* vertices = nullptr; // null: emitting a vertex is a fault

    LaneMask helpers;           // lanes that are helper invocations from the start
    unsigned subgroup_size = 0; // 0: the whole wave. A power of two.
    std::uint64_t clock = 0;    // what shader_clock counts from
};

} // namespace jacquard::nir::interpreter

JACQUARD_END_API
