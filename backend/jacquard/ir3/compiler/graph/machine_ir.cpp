#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>
#include <bit>
#include <memory>

namespace jacquard::ir3 {

Node* make_copy(Graph& graph, const Register& source) {
    Node* node = graph.make_machine(role::kCopy, std::span(&source, 1));
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = source.half;
    set_move_type(*node, source.half);
    return node;
}

void Graph::connect(Block& from, std::size_t which, Block& to) {
    constexpr std::size_t kFewPredecessors = 2;
    from.successors[which] = &to;
    if (to.predecessors.empty()) {
        to.predecessors.reserve(kFewPredecessors);
    }
    to.predecessors.push_back(&from);
}

Block& Graph::add_block() {
    constexpr std::size_t kFewNodes = 16;
    Block& block = blocks.emplace_back(pool_);
    block.nodes.reserve(kFewNodes);
    block.index = static_cast<std::uint32_t>(blocks.size() - 1);
    return block;
}

Block& Graph::add_preamble() {
    blocks.emplace_front(pool_);
    has_preamble = true;
    std::uint32_t index = 0;
    for (Block& block : blocks) {
        block.index = index++;
    }
    connect(blocks[0], 0, blocks[1]);
    return blocks.front();
}

Graph::Graph(Arena& arena, Revision of_revision)
    : arena_(arena), pool_(*arena.make<MemoryPool>(arena)), revision(of_revision) {
    new_node_.dst.number = kUnassigned;
    new_node_.info = &opcode_info(of_revision, Opcode{});
}

Node* Graph::begin_node(NodeKind kind, std::size_t num_sources) {
    auto* const sources =
        static_cast<Register*>(source_memory_.allocate(num_sources * sizeof(Register)));
    Node* node = node_memory_.make<Node>(new_node_);
    node->kind = kind;
    node->set_sources({sources, num_sources});
    node->serial = next_serial_++;
    node->origin = origins.present_number();
    return node;
}

Node* Graph::make(NodeKind kind, std::size_t num_sources) {
    Node* node = begin_node(kind, num_sources);
    std::uninitialized_fill_n(node->first_source, num_sources, new_source_);
    return node;
}

Node* Graph::make_machine(Opcode opcode, std::span<const Register> sources) {
    Node* node = begin_node(NodeKind::machine, sources.size());
    std::uninitialized_copy(sources.begin(), sources.end(), node->first_source);
    set_opcode(*node, opcode);
    return node;
}

void Graph::set_opcode(Node& node, Opcode opcode) const {
    node.opcode = opcode;
    node.info = &opcode_info(revision, opcode);
}

Node* Graph::clone(const Node& original) {
    Node* node = node_memory_.make<Node>(original);
    copy_sources(original, *node);
    node->block = nullptr;
    node->serial = next_serial_++;
    return node;
}

void Graph::copy_sources(const Node& from, Node& to) {
    const std::span<const Register> sources = from.sources();
    auto* const copies = static_cast<Register*>(source_memory_.allocate(sources.size_bytes()));
    std::uninitialized_copy(sources.begin(), sources.end(), copies);
    to.set_sources({copies, sources.size()});
}

void Graph::set_dependencies(Node& node, std::span<Node* const> nodes) {
    node.dependency_list =
        nodes.empty() ? nullptr : arena_.make<std::span<Node*>>(arena_.copy_array(nodes));
}

std::uint32_t Graph::number_nodes() {
    std::uint32_t index = 0;
    for (Block& block : blocks) {
        for (Node* node : in_order(block.nodes)) {
            node->index = index++;
        }
    }
    return index;
}

bool Graph::immediate_constant(std::uint32_t bits, std::uint16_t& number) {
    std::vector<std::uint32_t>& values = immediates.values;
    const std::size_t place = place_of_immediate(bits);
    const std::size_t component = immediates.base_vec4 * std::size_t{4} + place;
    if (component >= constant_limit * std::size_t{4}) {
        return false;
    }
    if (place == values.size()) {
        values.push_back(bits);
    }
    number = static_cast<std::uint16_t>(component);
    return true;
}

// The first place that holds the bits, or the one behind all.
std::size_t Graph::place_of_immediate(std::uint32_t bits) {
    constexpr std::size_t kFew = 16;
    const std::vector<std::uint32_t>& values = immediates.values;
    if (values.size() <= kFew) {
        return static_cast<std::size_t>(std::find(values.begin(), values.end(), bits) -
                                        values.begin());
    }
    if (values.size() * 2 > immediate_slots_.size()) {
        immediate_slots_.assign(std::bit_ceil(values.size() * 4), 0);
        num_indexed_immediates_ = 0;
    }
    const auto slot_of = [&](std::uint32_t wanted) -> std::uint32_t& {
        constexpr std::uint32_t kMix = 0x9e3779b9;
        const std::size_t mask = immediate_slots_.size() - 1;
        std::size_t slot = (wanted * kMix >> 8U) & mask;
        while (immediate_slots_[slot] != 0 && values[immediate_slots_[slot] - 1] != wanted) {
            slot = (slot + 1) & mask;
        }
        return immediate_slots_[slot];
    };
    for (; num_indexed_immediates_ < values.size(); ++num_indexed_immediates_) {
        std::uint32_t& slot = slot_of(values[num_indexed_immediates_]);
        slot = slot == 0 ? static_cast<std::uint32_t>(num_indexed_immediates_ + 1) : slot;
    }
    const std::uint32_t found = slot_of(bits);
    return found != 0 ? found - 1 : values.size();
}

} // namespace jacquard::ir3
