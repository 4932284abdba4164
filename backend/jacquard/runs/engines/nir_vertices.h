#pragma once

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/runs/case/case_file.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// After the outputs of a geometry shader, this one has the flags of each vertex.
inline constexpr std::string_view kVertexFlags = "VERTEX_FLAGS";
inline constexpr std::uint32_t kBeginsPrimitive = ir3::slot_part::vertex_begins_primitive.place(1);

// Keeps what the lanes of a geometry shader emit.
class NirVertexSink final : public nir::interpreter::VertexSink {
  public:
    struct Vertex {
        std::vector<std::uint32_t> words; // of the outputs, as the lane has them
        std::uint32_t flags = 0;
    };

    void clear();
    void emit_vertex(unsigned lane, unsigned stream,
                     nir::interpreter::OutputWords outputs) override;
    void end_primitive(unsigned lane, unsigned stream) override;

    // In the order in which a lane emits them.
    [[nodiscard]] const std::vector<Vertex>& of_lane(unsigned lane) const {
        return vertices_[lane];
    }

  private:
    std::array<std::vector<Vertex>, kCaseLanes> vertices_;
    std::array<std::uint32_t, kCaseLanes> next_flags_{};
};

} // namespace jacquard::driver
