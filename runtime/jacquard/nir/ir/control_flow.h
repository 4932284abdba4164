#pragma once

#include <jacquard/nir/ir/instruction.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct Shader;
struct ControlFlowList;

enum class ControlFlowKind : std::uint8_t { block, if_node, loop, function };

// A node of the tree that a function is. Every list of nodes begins and ends with a block, and
// between an if or loop and the next stands a block, so that there is always a place for code.
struct ControlFlowNode {
    ControlFlowNode* parent = nullptr; // an if, a loop or the function
    ControlFlowList* list = nullptr;   // the list it stands in; null for a function
    ControlFlowNode* previous = nullptr;
    ControlFlowNode* next = nullptr;
    ControlFlowKind kind;

    explicit ControlFlowNode(ControlFlowKind which) : kind(which) {}
    ControlFlowNode(const ControlFlowNode&) = delete;
    ControlFlowNode& operator=(const ControlFlowNode&) = delete;

    template <typename T>
    [[nodiscard]] T* as() {
        return kind == T::kKind ? static_cast<T*>(this) : nullptr;
    }
    template <typename T>
    [[nodiscard]] const T* as() const {
        return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
    }
};

struct ControlFlowList {
    ControlFlowNode* first = nullptr;
    ControlFlowNode* last = nullptr;

    [[nodiscard]] inline Block* first_block() const;
    [[nodiscard]] inline Block* last_block() const;
    void append(ControlFlowNode* node, ControlFlowNode* parent);
    void insert_after(ControlFlowNode* position, ControlFlowNode* node);
    void remove(ControlFlowNode* node);
};

// Instructions executed from first to last: phis, then others, then at most one jump.
struct Block : ControlFlowNode {
    static constexpr ControlFlowKind kKind = ControlFlowKind::block;
    bool is_reached = false; // control comes here; made by Function::link_blocks()
    std::uint32_t index = 0; // order in the function; made by Function::link_blocks()
    Instruction* first = nullptr;
    Instruction* last = nullptr;

    // Made by Function::link_blocks().
    std::array<Block*, 2> successors{};
    std::array<Block*, 2> few_predecessors{}; // most have no more than these
    Block** predecessor_list = nullptr;
    std::uint32_t num_predecessors = 0;

    // Made by compute_dominance(). A block that nothing reaches has no immediate dominator and
    // an empty range.
    std::uint32_t dominance_first = 0; // dominated blocks are those with dominance_first in
    std::uint32_t dominance_last = 0;  // [first, last] of this one
    Block* immediate_dominator = nullptr;

    Block() : ControlFlowNode(kKind) {}
    [[nodiscard]] std::span<Block* const> predecessors() const {
        return {predecessor_list, num_predecessors};
    }
    [[nodiscard]] bool has_predecessor(const Block* block) const;
    [[nodiscard]] bool dominates(const Block* other) const {
        return dominance_first <= other->dominance_first &&
               other->dominance_first <= dominance_last;
    }

    [[nodiscard]] JumpInstruction* jump() const {
        return last != nullptr ? last->as<JumpInstruction>() : nullptr;
    }
    [[nodiscard]] Instruction* first_after_phis() const;

    void append(Instruction* instruction) { insert_before(nullptr, instruction); }
    void prepend(Instruction* instruction) { insert_before(first, instruction); }
    // `position` null: at the end. An instruction that knows no source line gets that of
    // `position`, or of the one it is put behind.
    inline void insert_before(Instruction* position, Instruction* instruction);
    void insert_after(Instruction* position, Instruction* instruction);
    // Moves the instructions of another block that stand before `end`, all of them when that is
    // null, in front of those of this one.
    void take_front_of(Block& from, Instruction* end);

    class Iterator;
    class InstructionRange;
    // The instruction at hand may be removed or replaced while iterating; inserted ones are visited
    // only if they stand after the next one.
    [[nodiscard]] inline InstructionRange instructions() const;
};

struct IfNode : ControlFlowNode {
    static constexpr ControlFlowKind kKind = ControlFlowKind::if_node;
    bool divergent = true; // lanes may take different sides; made by compute_divergence()
    Source condition;      // one component of 1 bit
    ControlFlowList then_list;
    ControlFlowList else_list;

    IfNode() : ControlFlowNode(kKind) { condition.set_parent(this); }
    // The blocks around it; a function's tree always has them.
    [[nodiscard]] Block* block_before() const { return static_cast<Block*>(previous); }
    [[nodiscard]] Block* block_after() const { return static_cast<Block*>(next); }
};

// Runs its body until a break; the end of the body continues.
struct LoopNode : ControlFlowNode {
    static constexpr ControlFlowKind kKind = ControlFlowKind::loop;
    bool divergent = true; // lanes may leave in different iterations; made by compute_divergence()
    ControlFlowList body;

    LoopNode() : ControlFlowNode(kKind) {}
    [[nodiscard]] Block* header() const { return body.first_block(); }
    [[nodiscard]] Block* block_before() const { return static_cast<Block*>(previous); }
    [[nodiscard]] Block* block_after() const { return static_cast<Block*>(next); }
};

// A call passes a parameter: a value, or the dereference of something to read and write.
struct Parameter {
    std::uint8_t num_components = 0;
    std::uint8_t bit_size = 0;
    bool is_return = false;                     // by reference: takes the function's result
    VariableMode modes = VariableMode::nothing; // by reference: what memory it may point into
    const Type* type = nullptr;                 // by reference: what it points at; null: a value

    [[nodiscard]] bool is_reference() const { return type != nullptr; }
};

struct Function : ControlFlowNode {
    static constexpr ControlFlowKind kKind = ControlFlowKind::function;
    Shader* shader;
    std::string_view name; // in the arena
    bool is_entry = false;
    std::span<Parameter> parameters;
    VariableList locals; // variables of mode function_temp
    ControlFlowList body;
    Block* end_block; // empty, outside the body; where a return goes
    Function* next_function = nullptr;
    std::uint32_t num_blocks = 0; // of the body, after link_blocks(); end_block->index is this

    Function(Shader* owner, Block* end) : ControlFlowNode(kKind), shader(owner), end_block(end) {}

    [[nodiscard]] Block* first_block() const { return body.first_block(); }
    [[nodiscard]] const VariableList& variables() const { return locals; }

    // Gives blocks their numbers in text order and makes successors and predecessors from the tree
    // and its jumps. Whoever changes control flow calls it once when done; time is the number of
    // blocks. Sources of phis are not touched.
    void link_blocks();
    // Gives instructions their numbers in order; returns how many there are.
    std::uint32_t number_instructions();

    class BlockIterator;
    class BlockRange;
    // All blocks of the body in text order, without end_block.
    [[nodiscard]] inline BlockRange blocks() const;
};

// The first block behind the end of a list that ends in `block`.
[[nodiscard]] Block* next_block_outside(const Block* block);
// The block after `block` in text order, through ends and beginnings of nested lists; null at the
// end of the function.
[[nodiscard]] inline Block* next_block(const Block* block);
[[nodiscard]] Function* function_of(const ControlFlowNode* node);
// The innermost loop around a node, null when there is none.
[[nodiscard]] LoopNode* loop_around(const ControlFlowNode* node);

inline Block* ControlFlowList::first_block() const {
    return static_cast<Block*>(first);
}
inline Block* ControlFlowList::last_block() const {
    return static_cast<Block*>(last);
}

inline Block* next_block(const Block* block) {
    ControlFlowNode* next = block->next;
    if (next == nullptr) {
        const auto* branch = block->parent->as<IfNode>();
        return branch != nullptr && block->list == &branch->then_list
                   ? branch->else_list.first_block()
                   : next_block_outside(block);
    }
    switch (next->kind) {
    case ControlFlowKind::if_node: return static_cast<IfNode*>(next)->then_list.first_block();
    case ControlFlowKind::loop: return static_cast<LoopNode*>(next)->body.first_block();
    case ControlFlowKind::block:
    case ControlFlowKind::function: break;
    }
    return static_cast<Block*>(next);
}

class Block::Iterator {
  public:
    explicit Iterator(Instruction* at) : at_(at), next_(at != nullptr ? at->next : nullptr) {}
    Instruction& operator*() const { return *at_; }
    Iterator& operator++() {
        at_ = next_;
        next_ = at_ != nullptr ? at_->next : nullptr;
        return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

  private:
    Instruction* at_;
    Instruction* next_;
};

class Block::InstructionRange {
  public:
    explicit InstructionRange(Instruction* first) : first_(first) {}
    [[nodiscard]] Iterator begin() const { return Iterator(first_); }
    [[nodiscard]] Iterator end() const { return Iterator(nullptr); }

  private:
    Instruction* first_;
};

inline void Block::insert_before(Instruction* position, Instruction* instruction) {
    Instruction* before = position != nullptr ? position->previous : last;
    const Instruction* neighbour = position != nullptr ? position : before;
    if (!instruction->origin.exists() && neighbour != nullptr) {
        instruction->origin = neighbour->origin;
    }
    instruction->block = this;
    instruction->previous = before;
    instruction->next = position;
    (before != nullptr ? before->next : first) = instruction;
    (position != nullptr ? position->previous : last) = instruction;
}

inline Block::InstructionRange Block::instructions() const {
    return InstructionRange(first);
}

class Function::BlockIterator {
  public:
    explicit BlockIterator(Block* at) : at_(at) {}
    Block& operator*() const { return *at_; }
    BlockIterator& operator++() {
        at_ = next_block(at_);
        return *this;
    }
    friend bool operator==(const BlockIterator& a, const BlockIterator& b) = default;

  private:
    Block* at_;
};

class Function::BlockRange {
  public:
    explicit BlockRange(Block* first) : first_(first) {}
    [[nodiscard]] BlockIterator begin() const { return BlockIterator(first_); }
    [[nodiscard]] BlockIterator end() const { return BlockIterator(nullptr); }

  private:
    Block* first_;
};

inline Function::BlockRange Function::blocks() const {
    return BlockRange(first_block());
}

} // namespace jacquard::nir

JACQUARD_END_API
