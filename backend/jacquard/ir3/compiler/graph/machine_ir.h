#pragma once

#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/graph/node.h>
#include <jacquard/ir3/compiler/graph/node_origins.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/arena_strip.h>
#include <jacquard/support/memory/memory_pool.h>

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::ir3 {

// The machine graph: instructions and meta instructions that point at what they read.
//
// Values are scalars in SSA form; collect makes a vector of consecutive registers of them and split
// takes one component out of a vector. Before register assignment a source names the node that
// makes the value; afterwards the node's destination has a number and the source follows it.

// Values that must get consecutive registers. A vector stands at the slot of its first component.
struct RegisterGroup {
    std::uint16_t length = 0;
    bool half = false;
};

// Storage of an array that is addressed relatively: consecutive registers.
struct RegisterArray {
    std::uint16_t length = 0; // components
    bool half = false;
    std::uint16_t number = kUnassigned; // first register
};

// An input and the node whose vector holds it.
struct GraphInput {
    Node* node = nullptr; // null for varyings, which bary.f and flat.b read
    ProgramInput program_input;
    std::uint16_t component = 0; // of the vector
};

struct GraphOutput {
    Node* node = nullptr; // a collect; null where no component is in a register
    ProgramOutput program_output;
    unsigned leading = 0; // components of the vector that are no part of the output
};

class Graph {
    // In front of what takes its memory from them.
    Arena& arena_;
    ArenaStrip node_memory_{arena_};
    ArenaStrip source_memory_{arena_};
    MemoryPool& pool_;

  public:
    Graph(Arena& arena, Revision of_revision);
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    // The revision whose instructions the graph is made of.
    const Revision revision;
    ShaderStage stage = ShaderStage::vertex;
    NextStage feeds = NextStage::rasteriser;
    std::deque<Block, PoolAllocator<Block>> blocks{pool_}; // in program order
    bool has_preamble = false; // the first block runs once and fills constants for the others
    std::vector<GraphInput> inputs;
    std::vector<GraphOutput> outputs;
    std::vector<ProgramOutput> stored_outputs; // that stand in memory
    std::vector<RegisterArray> arrays;
    PoolVector<RegisterGroup> groups{pool_};
    // Constants that have no inline form, behind the constant buffers in the constant file.
    ImmediateConstants immediates;
    std::vector<MappedConstantBuffer> constant_buffers;
    PushConstants push_constants;
    std::vector<DriverParameter> driver_parameters;
    std::optional<std::uint32_t> first_image_slot; // as of Program
    std::span<const Resource> resources;
    std::vector<SamplerUnit> samplers;
    std::vector<const Node*> prefetches;
    // The copies that make the values of phis, at the ends of the blocks they come from.
    NodeVector phi_copies{pool_};
    std::uint32_t constant_limit = 0; // vec4 of the constant file
    // Components live at once, where most are, beyond those there are registers for.
    std::uint32_t beyond_registers = 0;
    std::uint32_t private_bytes = 0; // memory of a lane: of the shader, of arrays, of values
    NodeOrigins origins;

    Block& add_block();
    // Puts a block in front of all others.
    Block& add_preamble();
    // Returns the block where the program proper begins.
    [[nodiscard]] Block& entry() { return blocks[has_preamble ? 1 : 0]; }
    [[nodiscard]] bool has_branches() const { return blocks.size() > (has_preamble ? 2U : 1U); }

    [[nodiscard]] const SourceLine& line_of(const Node& node) const {
        return origins.of(node).line;
    }

    // A node that is in no block yet.
    Node* make(NodeKind kind, std::size_t num_sources);
    Node* make_machine(Opcode opcode, std::size_t num_sources) {
        Node* node = make(NodeKind::machine, num_sources);
        set_opcode(*node, opcode);
        return node;
    }
    Node* make_machine(Opcode opcode, std::span<const Register> sources);
    void set_opcode(Node& node, Opcode opcode) const;
    // A copy of a node with sources of its own, in no block yet.
    Node* clone(const Node& original);
    // Gives a node copies of the sources of another in place of its own.
    void copy_sources(const Node& from, Node& to);
    static Node* append(Block& block, Node* node) {
        node->block = &block;
        block.nodes.push_back(node);
        return node;
    }
    // Makes `to` successor `which` of `from`.
    static void connect(Block& from, std::size_t which, Block& to);
    // `node` comes behind all of these, and behind none else.
    void set_dependencies(Node& node, std::span<Node* const> nodes);

    // Gives every node of every block a dense index, in program order; returns how many there are.
    std::uint32_t number_nodes();
    // A place of the constant file that holds the bits; false when the file is full.
    [[nodiscard]] bool immediate_constant(std::uint32_t bits, std::uint16_t& number);

    [[nodiscard]] std::uint32_t num_serials() const { return next_serial_; }
    [[nodiscard]] Arena& arena() { return arena_; }
    // For the lists of passes.
    [[nodiscard]] MemoryPool& pool() const { return pool_; }

  private:
    // A node whose sources are not set yet.
    Node* begin_node(NodeKind kind, std::size_t num_sources);

    [[nodiscard]] std::size_t place_of_immediate(std::uint32_t bits);

    // A hash table finds an immediate once there are many of them. It holds one more than the first
    // place with the value; 0: none. Values are only ever added.
    PoolVector<std::uint32_t> immediate_slots_{pool_};
    std::size_t num_indexed_immediates_ = 0;
    Node new_node_; // what nodes have in common when they are made
    Register new_source_;
    std::uint32_t next_serial_ = 0;
};

// A copy of one value, constant or immediate, in no block yet.
[[nodiscard]] Node* make_copy(Graph& graph, const Register& source);

} // namespace jacquard::ir3
