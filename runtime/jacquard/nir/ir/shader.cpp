#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/ir/shader.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>

namespace jacquard::nir {

static_assert(kNumOpcodes <= MadeInstructions::kMostOpcodes);

const ShaderProperty* ShaderInfo::property(std::string_view property_name) const {
    for (const ShaderProperty& candidate : properties) {
        if (candidate.name == property_name) {
            return &candidate;
        }
    }
    return nullptr;
}

void ShaderInfo::set_property(std::string_view property_name, std::vector<std::uint32_t> values) {
    for (ShaderProperty& known : properties) {
        if (known.name == property_name) {
            known.values = std::move(values);
            return;
        }
    }
    properties.push_back({std::string(property_name), std::move(values)});
}

const TextureUnit* ShaderInfo::texture(std::uint32_t unit) const {
    for (const TextureUnit& candidate : textures) {
        if (candidate.unit == unit) {
            return &candidate;
        }
    }
    return nullptr;
}

Function* Shader::add_function(std::string_view name, bool is_entry) {
    auto* function = arena.make<Function>(this, make_block());
    function->name = arena.copy_string(name);
    function->is_entry = is_entry;
    function->end_block->parent = function;
    function->body.append(make_block(), function);
    (last_function != nullptr ? last_function->next_function : first_function) = function;
    last_function = function;
    if (is_entry && entry == nullptr) {
        entry = function;
    }
    return function;
}

Function* Shader::find_function(std::string_view name) const {
    for (Function& function : functions()) {
        if (function.name == name) {
            return &function;
        }
    }
    return nullptr;
}

void Shader::number_values() {
    next_ssa_index = 0;
    for (Function& function : functions()) {
        std::uint32_t count = 0;
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.for_each_def([&count](SsaDef& value) { value.index = count++; });
            }
        }
        next_ssa_index = std::max(next_ssa_index, count);
    }
}

Block* Shader::make_block() {
    return node_memory.make<Block>();
}

IfNode* Shader::make_if() {
    auto* node = node_memory.make<IfNode>();
    node->then_list.append(make_block(), node);
    node->else_list.append(make_block(), node);
    return node;
}

LoopNode* Shader::make_loop() {
    made.add_loop();
    auto* node = node_memory.make<LoopNode>();
    node->body.append(make_block(), node);
    return node;
}

// Returns the successors of a block that does not end in a jump.
static std::array<Block*, 2> fall_through(const Block& block, Function& function) {
    if (ControlFlowNode* next = block.next) {
        if (auto* branch = next->as<IfNode>()) {
            return {branch->then_list.first_block(), branch->else_list.first_block()};
        }
        return {first_block_of(next), nullptr};
    }
    if (const auto* branch = block.parent->as<IfNode>()) {
        return {branch->block_after(), nullptr};
    }
    if (const auto* loop = block.parent->as<LoopNode>()) {
        return {loop->header(), nullptr};
    }
    return {function.end_block, nullptr};
}

static std::array<Block*, 2> successors_of(const Block& block, Function& function) {
    const JumpInstruction* jump = block.jump();
    if (jump == nullptr) {
        return fall_through(block, function);
    }
    const LoopNode* loop = nullptr;
    switch (jump->jump) {
    case JumpKind::break_loop:
        loop = loop_around(&block);
        return {loop != nullptr ? loop->block_after() : nullptr, nullptr};
    case JumpKind::continue_loop:
        loop = loop_around(&block);
        return {loop != nullptr ? loop->header() : nullptr, nullptr};
    case JumpKind::return_function:
    case JumpKind::halt: break;
    }
    return {function.end_block, nullptr};
}

// Gives the blocks that have too many predecessors for their own room, and the end, lists of them.
static void list_predecessors(Function& function) {
    const auto has_many = [](const Block& block) {
        return block.num_predecessors > block.few_predecessors.size();
    };
    const auto make_list = [&](Block& block) {
        if (has_many(block)) {
            block.predecessor_list =
                function.shader->arena.make_array<Block*>(block.num_predecessors).data();
            block.num_predecessors = 0;
        }
    };
    for (Block& block : function.blocks()) {
        make_list(block);
    }
    make_list(*function.end_block);
    for (Block& block : function.blocks()) {
        for (Block* successor : block.successors) {
            if (successor != nullptr &&
                successor->predecessor_list != successor->few_predecessors.data()) {
                successor->predecessor_list[successor->num_predecessors++] = &block;
            }
        }
    }
}

static void forget_predecessors(Block& block, std::uint32_t index) {
    block.index = index;
    block.num_predecessors = 0;
    block.predecessor_list = block.few_predecessors.data();
    block.is_reached = false;
}

void Function::link_blocks() {
    num_blocks = 0;
    for (Block& block : blocks()) {
        forget_predecessors(block, num_blocks++);
        block.successors = successors_of(block, *this);
    }
    forget_predecessors(*end_block, num_blocks);
    // Loops are entered at their headers: what is reached is so from a block in front of it.
    first_block()->is_reached = true;
    bool are_many = false;
    for (Block& block : blocks()) {
        for (Block* successor : block.successors) {
            if (successor == nullptr) {
                continue;
            }
            const std::uint32_t place = successor->num_predecessors++;
            if (place < successor->few_predecessors.size()) {
                successor->few_predecessors[place] = &block;
            } else {
                are_many = true;
            }
            successor->is_reached |= block.is_reached;
        }
    }
    if (are_many) {
        list_predecessors(*this);
    }
}

} // namespace jacquard::nir
