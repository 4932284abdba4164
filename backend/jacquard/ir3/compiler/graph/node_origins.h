#pragma once

#include <jacquard/ir3/compiler/graph/node.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/text/source_line.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Describes what nodes are made from.
struct NodeOrigin {
    SourceLine line;
    LaneStride lane_stride; // of an access to memory

    friend bool operator==(const NodeOrigin&, const NodeOrigin&) = default;
};

// The origins of the nodes of a graph, which have them as numbers.
class NodeOrigins {
  public:
    // The meanings of the numbers of lines, in the program; null where nobody asks for lines.
    SourceContext* context = nullptr;

    // Nodes that are made from now on have this origin.
    void begin(const NodeOrigin& origin);
    [[nodiscard]] const NodeOrigin& present() const { return origins_[present_]; }
    [[nodiscard]] std::uint32_t present_number() const { return present_; }

    [[nodiscard]] const NodeOrigin& of(const Node& node) const { return origins_[node.origin]; }
    [[nodiscard]] bool any_has_line() const;
    // The value of the node is called what that of the other one is.
    void name_like(Node& node, const Node& named);
    // The node also serves the line of an equal one, which goes.
    void share_line(Node& kept, const Node& merged);

  private:
    void set(Node& node, const NodeOrigin& origin);

    std::vector<NodeOrigin> origins_{{}}; // by Node::origin; the first one tells nothing
    std::uint32_t present_ = 0;
};

} // namespace jacquard::ir3
