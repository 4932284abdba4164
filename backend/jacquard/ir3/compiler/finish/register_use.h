#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace jacquard::ir3 {

// How far the registers reach that a program uses.
class RegisterUse {
  public:
    void use(unsigned number, unsigned count, bool half) {
        std::uint32_t& end = ends_[half ? 1 : 0];
        end = std::max(end, number + count);
    }
    void use(const RegisterArray& array) { use(array.number, array.length, array.half); }
    // Notes the registers that a node writes.
    void use_vector(const Node& node) {
        const unsigned written =
            node.write_mask == 1 ? 1U : static_cast<unsigned>(std::bit_width(node.write_mask));
        use(node.dst.number, written, node.dst.half);
    }
    // Notes the registers that a source reads.
    void use_source(const Graph& graph, const Register& source) {
        if (source.is_ssa()) {
            use(source.definition->dst.number, source.definition->length, source.half);
        } else if (source.kind == RegisterKind::array) {
            use(graph.arrays[source.number]);
        }
    }

    // In registers of four components.
    [[nodiscard]] std::uint32_t num_full() const { return (ends_[0] + 3) / 4; }
    [[nodiscard]] std::uint32_t num_half() const { return (ends_[1] + 3) / 4; }

  private:
    std::uint32_t ends_[2] = {}; // of the components that are used: full ones, half ones
};

} // namespace jacquard::ir3
