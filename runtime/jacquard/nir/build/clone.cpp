#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/ir/begin_instruction.h>

#include <algorithm>
#include <utility>

namespace jacquard::nir {
namespace {

void copy_value(const SsaDef& from, SsaDef& to, CloneMap& map) {
    to.divergent = from.divergent;
    to.relaxed = from.relaxed;
    map.set(&from, &to);
}

AluInstruction* clone_alu(Shader& into, const AluInstruction& alu, CloneMap& map) {
    AluInstruction* copy =
        make_alu(into, alu.opcode, alu.num_sources, alu.value.num_components, alu.value.bit_size,
                 [&](AluSource* memory, AluInstruction* parent, std::size_t i) {
                     const AluSource& from = alu.first_source[i];
                     new (memory) AluSource(parent, map.value(from.ssa), from.swizzle);
                 });
    copy->exact = alu.exact;
    copy_value(alu.value, copy->value, map);
    return copy;
}

IntrinsicInstruction* clone_intrinsic(Shader& into, const IntrinsicInstruction& intrinsic,
                                      CloneMap& map) {
    IntrinsicInstruction* copy =
        into.make_intrinsic(intrinsic.op, intrinsic.component_count, intrinsic.value.bit_size);
    const IntrinsicInfo& info = intrinsic.info();
    std::copy_n(intrinsic.indices, info.num_indices, copy->indices);
    for (unsigned i = 0; i < intrinsic.num_sources; ++i) {
        copy->first_source[i].begin(map.value(intrinsic.first_source[i].ssa));
    }
    for (unsigned i = 0; i < info.num_variables; ++i) {
        copy->first_variable[i] = map.variable(intrinsic.first_variable[i]);
    }
    if (info.has_dest) {
        copy_value(intrinsic.value, copy->value, map);
    }
    return copy;
}

ConstantInstruction* clone_constant(Shader& into, const ConstantInstruction& constant,
                                    CloneMap& map) {
    ConstantInstruction* copy =
        into.make_constant(constant.value.num_components, constant.value.bit_size);
    std::copy_n(constant.values, constant.value.num_components, copy->values);
    copy_value(constant.value, copy->value, map);
    return copy;
}

UndefInstruction* clone_undef(Shader& into, const UndefInstruction& undef, CloneMap& map) {
    UndefInstruction* copy = into.make_undef(undef.value.num_components, undef.value.bit_size);
    copy_value(undef.value, copy->value, map);
    return copy;
}

CallInstruction* clone_call(Shader& into, const CallInstruction& call, const CloneMap& map) {
    CallInstruction* copy = into.make_call(map.function(call.callee), call.num_sources);
    for (unsigned i = 0; i < call.num_sources; ++i) {
        copy->first_source[i].begin(map.value(call.first_source[i].ssa));
    }
    return copy;
}

DerefInstruction* clone_deref(Shader& into, const DerefInstruction& deref, CloneMap& map) {
    DerefInstruction* copy = into.make_deref(deref.deref, deref.value.bit_size);
    copy->set_fields(deref.fields());
    copy->type = map.type(deref.type);
    copy->variable = deref.variable != nullptr ? map.variable(deref.variable) : nullptr;
    if (deref.has_parent()) {
        copy->parent.begin(map.value(deref.parent.ssa));
    }
    if (deref.has_index()) {
        copy->index.begin(map.value(deref.index.ssa));
    }
    copy_value(deref.value, copy->value, map);
    return copy;
}

// Facts of a variable, save what it is called and where it belongs.
void copy_facts(Shader& into, const Variable& from, Variable& to) {
    const Variable kept = to;
    to = from;
    to.name = kept.name;
    to.type = kept.type;
    to.function = kept.function;
    to.previous = kept.previous;
    to.next = kept.next;
    to.index = kept.index;
    to.initializer = into.arena.copy_array(from.initializer);
}

TextureInstruction* clone_texture(Shader& into, const TextureInstruction& texture, CloneMap& map) {
    TextureInstruction* copy = into.make_texture(texture.op, texture.num_sources);
    copy->set_fields(texture.fields());
    copy->dim = texture.dim;
    copy->dest_type = texture.dest_type;
    copy->coord_components = texture.coord_components;
    for (unsigned i = 0; i < texture.num_sources; ++i) {
        copy->first_source[i].type = texture.first_source[i].type;
        copy->first_source[i].begin(map.value(texture.first_source[i].ssa));
    }
    into.finish_texture(copy, texture.value.bit_size);
    copy_value(texture.value, copy->value, map);
    return copy;
}

// Sources from values that are copied later are put right by fix_phis().
PhiInstruction* clone_phi(Shader& into, const PhiInstruction& phi, CloneMap& map) {
    PhiInstruction* copy = into.make_phi(phi.value.num_components, phi.value.bit_size);
    for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
        into.add_phi_source(copy, map.block(source->predecessor), map.value(source->ssa));
    }
    copy_value(phi.value, copy->value, map);
    return copy;
}

ParallelCopyInstruction* clone_parallel_copy(Shader& into, const ParallelCopyInstruction& copied,
                                             CloneMap& map) {
    ParallelCopyInstruction* copy = into.make_parallel_copy(copied.num_entries);
    for (unsigned i = 0; i < copied.num_entries; ++i) {
        const ParallelCopyEntry& from = copied.first_entry[i];
        ParallelCopyEntry& to = copy->first_entry[i];
        to.source.set(map.value(from.source.ssa));
        to.to_register = from.to_register;
        if (from.to_register) {
            to.register_value.set(map.value(from.register_value.ssa));
        } else {
            shape(into, to.value, from.value.num_components, from.value.bit_size);
            copy_value(from.value, to.value, map);
        }
    }
    return copy;
}

Instruction* copy_of(Shader& into, const Instruction& instruction, CloneMap& map) {
    switch (instruction.kind) {
    case InstructionKind::alu:
        return clone_alu(into, static_cast<const AluInstruction&>(instruction), map);
    case InstructionKind::intrinsic:
        return clone_intrinsic(into, static_cast<const IntrinsicInstruction&>(instruction), map);
    case InstructionKind::constant:
        return clone_constant(into, static_cast<const ConstantInstruction&>(instruction), map);
    case InstructionKind::undef:
        return clone_undef(into, static_cast<const UndefInstruction&>(instruction), map);
    case InstructionKind::phi:
        return clone_phi(into, static_cast<const PhiInstruction&>(instruction), map);
    case InstructionKind::texture:
        return clone_texture(into, static_cast<const TextureInstruction&>(instruction), map);
    case InstructionKind::jump:
        return into.make_jump(static_cast<const JumpInstruction&>(instruction).jump);
    case InstructionKind::call:
        return clone_call(into, static_cast<const CallInstruction&>(instruction), map);
    case InstructionKind::parallel_copy:
        return clone_parallel_copy(into, static_cast<const ParallelCopyInstruction&>(instruction),
                                   map);
    case InstructionKind::deref:
        return clone_deref(into, static_cast<const DerefInstruction&>(instruction), map);
    }
    return nullptr;
}

// Copies a tree of nodes without recursion, then fixes what refers forwards.
class ListCloner {
  public:
    ListCloner(Shader& into, CloneMap& map) : into_(into), map_(map) {}

    void run(const ControlFlowList& from, ControlFlowList& to, ControlFlowNode* parent) {
        pending_.reserve(kUsualPlaces);
        pending_.push_back({from.first, &to, parent});
        while (!pending_.empty()) {
            Place& place = pending_.back();
            const ControlFlowNode* node = place.node;
            if (node == nullptr) {
                pending_.pop_back();
                continue;
            }
            place.node = node->next;
            copy_node(*node, *place.list, place.parent);
        }
        fix_phis();
    }

  private:
    // Most lists nest less deeply, and have fewer phis: the memory is taken once.
    static constexpr std::size_t kUsualPlaces = 16;

    // The next node to copy and where its copy goes.
    struct Place {
        const ControlFlowNode* node;
        ControlFlowList* list;
        ControlFlowNode* parent;
    };

    void copy_node(const ControlFlowNode& node, ControlFlowList& list, ControlFlowNode* parent) {
        if (const auto* block = node.as<Block>()) {
            Block* copy = into_.make_block();
            copy->index = block->index;
            list.append(copy, parent);
            map_.set(block, copy);
            copy_instructions(*block, *copy);
        } else if (const auto* branch = node.as<IfNode>()) {
            auto* copy = into_.node_memory.make<IfNode>();
            list.append(copy, parent);
            copy->condition.set(map_.value(branch->condition.ssa));
            pending_.push_back({branch->else_list.first, &copy->else_list, copy});
            pending_.push_back({branch->then_list.first, &copy->then_list, copy});
        } else if (const auto* loop = node.as<LoopNode>()) {
            auto* copy = into_.node_memory.make<LoopNode>();
            into_.made.add_loop();
            list.append(copy, parent);
            pending_.push_back({loop->body.first, &copy->body, copy});
        }
    }

    void copy_instructions(const Block& block, Block& copy) {
        for (const Instruction& instruction : block.instructions()) {
            Instruction* made = clone(into_, instruction, map_);
            copy.append(made);
            if (auto* phi = made->as<PhiInstruction>()) {
                if (phis_.empty()) {
                    phis_.reserve(kUsualPlaces);
                }
                phis_.push_back({instruction.as<PhiInstruction>(), phi});
            }
        }
    }

    // When a phi was copied, the map may still have had the blocks and values of an earlier copy.
    void fix_phis() {
        for (const auto& [phi, copy] : phis_) {
            PhiSource* made = copy->first_source;
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next, made = made->next) {
                made->predecessor = map_.block(source->predecessor);
                made->set(map_.value(source->ssa));
            }
        }
    }

    Shader& into_;
    CloneMap& map_;
    std::vector<Place> pending_;
    std::vector<std::pair<const PhiInstruction*, PhiInstruction*>> phis_; // with their copies
};

void clone_body(const Function& from, Function& to, CloneMap& map) {
    to.parameters = to.shader->arena.copy_array(std::span<const Parameter>(from.parameters));
    for (Parameter& parameter : to.parameters) {
        parameter.type = map.type(parameter.type);
    }
    clone_variables(from, to, map);
    to.body = {};
    ListCloner(*to.shader, map).run(from.body, to.body, &to);
    to.link_blocks();
}

// Gives the copies the numbers of the originals.
void copy_numbers(const Function& from, const CloneMap& map) {
    for (Block& block : from.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            instruction.for_each_def(
                [&map](SsaDef& value) { map.value(&value)->index = value.index; });
        }
    }
}

} // namespace

void CloneMap::set(const Block* original, Block* copy) {
    if (blocks_.has_row(*original) && !blocks_.holds(original)) {
        other_blocks_[original] = copy;
    } else {
        blocks_.set(original, copy);
    }
}

Block* CloneMap::other_block(Block* original) const {
    const auto found = other_blocks_.find(original);
    return found != other_blocks_.end() ? found->second : original;
}

void clone_variables(const Function& from, Function& to, CloneMap& map) {
    for (const Variable& variable : from.variables()) {
        Variable* copy = to.shader->add_local(&to, map.type(variable.type), variable.name);
        copy_facts(*to.shader, variable, *copy);
        map.set(&variable, copy);
    }
}

Instruction* clone(Shader& into, const Instruction& instruction, CloneMap& map) {
    Instruction* copy = copy_of(into, instruction, map);
    copy->origin = instruction.origin;
    return copy;
}

void clone(Shader& into, const ControlFlowList& from, ControlFlowList& to, ControlFlowNode* parent,
           CloneMap& map) {
    ListCloner(into, map).run(from, to, parent);
}

Function* clone(const Function& function, std::string_view name) {
    Function* copy = function.shader->add_function(name);
    CloneMap map;
    clone_body(function, *copy, map);
    return copy;
}

std::unique_ptr<Shader> clone(const Shader& shader) {
    auto copy = std::make_unique<Shader>(shader.info.stage);
    copy->arena.charge_to(shader.arena.budget());
    copy->info = shader.info;
    CloneMap map;
    map.set_types(import_types(*copy, shader));
    for (const Variable& variable : shader.variables()) {
        Variable* made = copy->add_variable(variable.mode, map.type(variable.type), variable.name);
        copy_facts(*copy, variable, *made);
        map.set(&variable, made);
    }
    for (const Function& function : shader.functions()) {
        map.set(&function, copy->add_function(function.name, function.is_entry));
    }
    if (shader.entry != nullptr) {
        copy->entry = map.function(shader.entry);
    }
    for (Function& function : shader.functions()) {
        map.forget_copies();
        clone_body(function, *map.function(&function), map);
        copy_numbers(function, map);
    }
    copy->next_ssa_index = shader.next_ssa_index;
    return copy;
}

} // namespace jacquard::nir
