#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/node.h>

namespace jacquard::ir3 {

std::uint32_t num_constants_written(const Node& node) {
    if (node.dst.kind != RegisterKind::constant) {
        return 0;
    }
    return node.resource.num_vec4 != 0 ? node.resource.num_vec4 * 4U : node.length;
}

Register constant_source(std::uint32_t number, bool half) {
    Register source;
    source.kind = RegisterKind::constant;
    source.half = half;
    source.number = static_cast<std::uint16_t>(number);
    return source;
}

Register immediate_source(std::uint32_t bits, bool half) {
    Register source;
    source.kind = RegisterKind::immediate;
    source.half = half;
    source.value = static_cast<std::int32_t>(bits);
    return source;
}

Node* Block::terminator() const {
    Node* last = nodes.empty() ? nullptr : nodes.back();
    const bool ends =
        last != nullptr && (last->is_machine(role::kBranch) || last->is_machine(role::kJump));
    return ends ? last : nullptr;
}

} // namespace jacquard::ir3
