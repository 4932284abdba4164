#include <jacquard/ir3/compiler/graph/node_origins.h>

#include <algorithm>

namespace jacquard::ir3 {

void NodeOrigins::begin(const NodeOrigin& origin) {
    if (origin == NodeOrigin()) {
        present_ = 0;
    } else if (origin != present()) {
        present_ = static_cast<std::uint32_t>(origins_.size());
        origins_.push_back(origin);
    }
}

bool NodeOrigins::any_has_line() const {
    return std::any_of(origins_.begin(), origins_.end(),
                       [](const NodeOrigin& origin) { return origin.line.exists(); });
}

void NodeOrigins::set(Node& node, const NodeOrigin& origin) {
    if (origin != of(node)) {
        node.origin = static_cast<std::uint32_t>(origins_.size());
        origins_.push_back(origin);
    }
}

void NodeOrigins::name_like(Node& node, const Node& named) {
    NodeOrigin origin = of(node);
    origin.line.name = of(named).line.name;
    set(node, origin);
}

void NodeOrigins::share_line(Node& kept, const Node& merged) {
    if (context != nullptr && kept.origin != merged.origin) {
        NodeOrigin origin = of(kept);
        context->share(origin.line, of(merged).line);
        set(kept, origin);
    }
}

} // namespace jacquard::ir3
