#pragma once

#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/memory/arena_strip.h>
#include <jacquard/support/memory/memory_pool.h>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

namespace jacquard::ir3 {

struct Node;
struct Block;

enum class RegisterKind : std::uint8_t {
    none,
    ssa,               // source: the value of `definition`; destination: a value of this node
    constant,          // constant file: number = 4 * vec4 + component; also where stc writes
    relative_constant, // c<a0.x + value>
    immediate,         // value holds the bits
    shared,            // a register with one value for all lanes, which stands in `number`
    array,             // element `value` of array `number`, or with an address the one a0.x adds
    address,           // a0.x, or a1.x with number kDescriptorAddress
    predicate,         // p0.c, c = number
    render_target,     // component `number` & 3 of colour `number` / 4, for all lanes
};

struct Register {
    RegisterKind kind = RegisterKind::none;
    bool half : 1 = false;
    bool negate : 1 = false; // of a bitwise opcode: every bit inverted
    bool absolute : 1 = false;
    // Array accesses through the address register.
    bool relative : 1 = false;
    bool repeat : 1 = false; // (r): steps one component with every repetition
    std::uint16_t number = 0;
    std::int32_t value = 0;
    Node* definition = nullptr;

    [[nodiscard]] bool is_ssa() const { return kind == RegisterKind::ssa; }
    [[nodiscard]] bool is_constant() const {
        return kind == RegisterKind::constant || kind == RegisterKind::relative_constant;
    }
    [[nodiscard]] bool has_modifier() const { return negate || absolute; }
};

enum class NodeKind : std::uint8_t {
    machine,  // an instruction of the hardware
    input,    // registers that hold a value when the program starts
    collect,  // its sources in consecutive registers
    split,    // component `offset` of the vector its source makes
    phi,      // one source a predecessor block
    prefetch, // a texture lookup done before the program starts; reads the pair of coordinates (i,
              // j)
};

inline constexpr std::uint16_t kUnassigned = 0xffff;
inline constexpr unsigned kMaxVectorLength = 16;
inline constexpr std::uint16_t kDescriptorAddress = 1;
inline constexpr std::uint32_t kNoGroup = 0xffffffff;
inline constexpr std::uint32_t kNoBlock = 0xffffffff;
// Bytes behind an address of private memory that an instruction can reach.
inline constexpr std::uint32_t kPrivateOffsets = 4096;

// The fields of texture instructions besides their operands.
struct TextureFields {
    std::uint16_t texture = 0; // a slot, or a descriptor of a set
    std::uint16_t sampler = 0;
    std::uint8_t texture_set = 0;
    std::uint8_t sampler_set = 0;
    DescriptorMode mode{}; // when by descriptor
    bool by_descriptor : 1 = false;
    bool three_dimensional : 1 = false;
    bool array : 1 = false;
    bool shadow : 1 = false;
    bool projected : 1 = false;
    bool offset : 1 = false;
    bool two_dimensional : 1 = false; // isam: more than one coordinate
    bool plain : 1 = false;           // a 2D texture looked up by two coordinates and nothing else

    friend bool operator==(const TextureFields&, const TextureFields&) = default;
};

// The fields of instructions that access buffers and images, besides their operands.
struct ResourceFields {
    ResourceMode mode{};
    std::uint8_t set = 0;
    std::uint8_t component = 0;      // the first one that is read
    std::uint8_t num_components = 0; // that are moved; 0: as many as the result has
    std::uint8_t dimensions = 0;     // coordinates
    bool bindless : 1 = false;
    bool typed : 1 = false;
    // Barriers and fences name the memory that they order, and the accesses to it.
    bool is_global : 1 = false;
    bool is_local : 1 = false;
    bool reads : 1 = false;
    bool writes : 1 = false;
    std::uint16_t num_vec4 = 0;    // that are copied to the constant file
    std::int16_t displacement = 0; // bytes behind where the registers say

    friend bool operator==(const ResourceFields&, const ResourceFields&) = default;
};

// Large shaders have hundreds of thousands of these, which every pass walks over, so they fill two
// lines of the cache each: what a node is, and what it reads and writes.
struct alignas(ArenaStrip::kAlignment) Node {
    NodeKind kind = NodeKind::machine;
    std::uint8_t length = 1; // components of the destination
    Opcode opcode{};         // Graph::set_opcode() changes it
    DataType source_type{};  // conversions
    DataType type{};         // conversions: of the result; texture results
    Condition condition{};   // comparisons
    RoundMode round{};       // conversions
    // split; prefetch, load of a varying: which component of those; private memory: bytes
    std::uint16_t offset = 0;
    std::uint16_t write_mask = 1; // of the components of the destination, the ones written
    // The place in Graph::groups, after grouping; scalars that stand alone have none.
    std::uint16_t group_slot = 0;
    ShuffleMode shuffle{};   // of registers of other lanes
    Signedness signedness{}; // products of bytes
    Pack pack{};             // products of bytes
    std::uint8_t repeat = 0;
    std::uint8_t nop_count = 0;
    bool saturate : 1 = false;
    bool is_truth : 1 = false; // its value is 1 or 0
    bool exact : 1 = false;    // its value must not be changed by fusing or reordering
    bool end_input : 1 = false;
    bool end_helpers : 1 = false;
    bool sync_short : 1 = false;
    bool sync_long : 1 = false;
    bool unlock : 1 = false;
    bool jump_target : 1 = false;
    bool has_effect : 1 = false;  // beyond its result
    bool is_spill : 1 = false;    // keeps a value in private memory, or brings it back
    bool comes_first : 1 = false; // an input in the first registers
    ResourceFields resource;
    TextureFields texture;
    std::uint32_t group = kNoGroup;
    std::uint32_t depth = 0;  // given by compute_depth()
    std::uint32_t serial = 0; // in the order in which they were made, never changes
    std::uint32_t index = 0;  // dense, given anew by Graph::number_nodes
    std::uint32_t origin = 0; // where it comes from, in Graph::origins

    Register dst;
    Register* first_source = nullptr;
    // The instruction that writes a0.x for the relative operands of this one.
    Node* address = nullptr;
    std::span<Node*>* dependency_list = nullptr; // null: there are none
    std::uint32_t num_sources = 0;
    std::uint32_t target = kNoBlock; // of a branch or jump: index of the block where it goes
    Block* block = nullptr;
    // The row of the tables that the opcode has on the revision.
    const OpcodeInfo* info = nullptr;

    [[nodiscard]] std::span<Register> sources() { return {first_source, num_sources}; }
    [[nodiscard]] std::span<const Register> sources() const { return {first_source, num_sources}; }
    void set_sources(std::span<Register> sources) {
        first_source = sources.data();
        num_sources = static_cast<std::uint32_t>(sources.size());
    }
    // Returns what must come before this node where both stand in one block, though no value flows
    // between them: accesses of arrays, kills before the end. That one of them is needed does not
    // follow from this one's being needed.
    [[nodiscard]] std::span<Node*> dependencies() const {
        return dependency_list != nullptr ? *dependency_list : std::span<Node*>();
    }

    [[nodiscard]] bool is_machine(Opcode which) const {
        return kind == NodeKind::machine && opcode == which;
    }
    [[nodiscard]] bool is_meta() const { return kind != NodeKind::machine; }
    // Components that it writes.
    [[nodiscard]] unsigned num_written() const {
        return write_mask == 1 ? 1U : static_cast<unsigned>(std::popcount(write_mask));
    }
};

// Calls visit(Node*) for what each source that is a value points at, the address last.
template <typename Visit>
void for_each_ssa_source(const Node& node, Visit&& visit) {
    for (const Register& source : node.sources()) {
        if (source.definition != nullptr) {
            visit(source.definition);
        }
    }
    if (node.address != nullptr) {
        visit(node.address);
    }
}

using NodeVector = PoolVector<Node*>;

// A block ends with a branch when it has two successors, of which the first is where the branch
// goes when it is taken.
struct Block {
    explicit Block(MemoryPool& pool) : nodes(pool), predecessors(pool) {}

    std::uint32_t index = 0;
    NodeVector nodes; // every node after what it reads; phis first, a branch last
    // Values come from these blocks; killed lanes, which go straight to the end, are not counted.
    PoolVector<Block*> predecessors;
    std::array<Block*, 2> successors{};
    bool joins = false; // lanes that went different ways may meet at its beginning
    // The loop that begins here, where the number of its rounds is known; `first_word` is not set.
    std::optional<ProgramLoop> loop;

    // The branch or jump at the end; null when there is none.
    [[nodiscard]] Node* terminator() const;
};

// Constants that the node writes from the number of its destination on; 0 where it writes none.
[[nodiscard]] std::uint32_t num_constants_written(const Node& node);
// A source that reads the value of a node.
[[nodiscard]] inline Register ssa_source(Node* definition) {
    Register source;
    source.kind = RegisterKind::ssa;
    source.half = definition->dst.half;
    source.definition = definition;
    return source;
}
[[nodiscard]] Register constant_source(std::uint32_t number, bool half = false);
[[nodiscard]] Register immediate_source(std::uint32_t bits, bool half = false);

static_assert(sizeof(Node) == 2 * ArenaStrip::kAlignment);

} // namespace jacquard::ir3
