#include <jacquard/nir/build/clone.h>

#include <algorithm>
#include <utility>

namespace jacquard::nir {
namespace {

void copy_value(const SsaDef& from, SsaDef& to, CloneMap& map) {
    to.divergent = from.divergent;
    map.set(&from, &to);
}

AluInstruction* clone_alu(Shader& into, const AluInstruction& alu, const CloneMap& map) {
    AluInstruction* copy = into.make_alu(alu.opcode, alu.value.num_components, alu.value.bit_size);
    copy->exact = alu.exact;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        copy->first_source[i].set(map.value(alu.first_source[i].ssa));
        copy->first_source[i].swizzle = alu.first_source[i].swizzle;
    }
    return copy;
}

IntrinsicInstruction* clone_intrinsic(Shader& into, const IntrinsicInstruction& intrinsic,
                                      const CloneMap& map) {
    IntrinsicInstruction* copy =
        into.make_intrinsic(intrinsic.op, intrinsic.component_count, intrinsic.value.bit_size);
    std::copy_n(intrinsic.indices, intrinsic.info().num_indices, copy->indices);
    for (unsigned i = 0; i < intrinsic.num_sources; ++i) {
        copy->first_source[i].set(map.value(intrinsic.first_source[i].ssa));
    }
    for (unsigned i = 0; i < intrinsic.info().num_variables; ++i) {
        copy->first_variable[i] = map.variable(intrinsic.first_variable[i]);
    }
    return copy;
}

DerefInstruction* clone_deref(Shader& into, const DerefInstruction& deref, const CloneMap& map) {
    DerefInstruction* copy = into.make_deref(deref.deref);
    copy->modes = deref.modes;
    copy->type = map.type(deref.type);
    copy->variable = deref.variable != nullptr ? map.variable(deref.variable) : nullptr;
    copy->parent.set(deref.has_parent() ? map.value(deref.parent.ssa) : nullptr);
    copy->index.set(deref.has_index() ? map.value(deref.index.ssa) : nullptr);
    copy->member = deref.member;
    copy->cast_stride = deref.cast_stride;
    copy->align_mul = deref.align_mul;
    copy->align_offset = deref.align_offset;
    copy->in_bounds = deref.in_bounds;
    copy->value.bit_size = deref.value.bit_size;
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

TextureInstruction* clone_texture(Shader& into, const TextureInstruction& texture,
                                  const CloneMap& map) {
    TextureInstruction* copy = into.make_texture(texture.op, texture.num_sources);
    copy->dim = texture.dim;
    copy->dest_type = texture.dest_type;
    copy->is_array = texture.is_array;
    copy->is_shadow = texture.is_shadow;
    copy->is_new_style_shadow = texture.is_new_style_shadow;
    copy->is_sparse = texture.is_sparse;
    copy->is_gather_implicit_lod = texture.is_gather_implicit_lod;
    copy->array_is_lowered_cube = texture.array_is_lowered_cube;
    copy->texture_non_uniform = texture.texture_non_uniform;
    copy->sampler_non_uniform = texture.sampler_non_uniform;
    copy->has_gather_offsets = texture.has_gather_offsets;
    copy->component = texture.component;
    copy->coord_components = texture.coord_components;
    copy->gather_offsets = texture.gather_offsets;
    copy->texture_index = texture.texture_index;
    copy->sampler_index = texture.sampler_index;
    copy->backend_flags = texture.backend_flags;
    for (unsigned i = 0; i < texture.num_sources; ++i) {
        copy->first_source[i].type = texture.first_source[i].type;
        copy->first_source[i].set(map.value(texture.first_source[i].ssa));
    }
    into.finish_texture(copy, texture.value.bit_size);
    return copy;
}

// Sources from values that are copied later are put right by fix_phis().
PhiInstruction* clone_phi(Shader& into, const PhiInstruction& phi, const CloneMap& map) {
    PhiInstruction* copy = into.make_phi(phi.value.num_components, phi.value.bit_size);
    for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
        into.add_phi_source(copy, map.block(source->predecessor), map.value(source->ssa));
    }
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
            to.value.num_components = from.value.num_components;
            to.value.bit_size = from.value.bit_size;
            to.value.index = into.next_ssa_index++;
            copy_value(from.value, to.value, map);
        }
    }
    return copy;
}

// Copies a tree of nodes without recursion, then fixes what refers forwards.
class ListCloner {
  public:
    ListCloner(Shader& into, CloneMap& map) : into_(into), map_(map) {}

    void run(const ControlFlowList& from, ControlFlowList& to, ControlFlowNode* parent) {
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
            auto* copy = into_.arena.make<IfNode>();
            list.append(copy, parent);
            copy->condition.set(map_.value(branch->condition.ssa));
            pending_.push_back({branch->else_list.first, &copy->else_list, copy});
            pending_.push_back({branch->then_list.first, &copy->then_list, copy});
        } else if (const auto* loop = node.as<LoopNode>()) {
            auto* copy = into_.arena.make<LoopNode>();
            list.append(copy, parent);
            pending_.push_back({loop->body.first, &copy->body, copy});
        }
    }

    void copy_instructions(const Block& block, Block& copy) {
        for (const Instruction& instruction : block.instructions()) {
            Instruction* made = clone(into_, instruction, map_);
            copy.append(made);
            if (auto* phi = made->as<PhiInstruction>()) {
                phis_.push_back({instruction.as<PhiInstruction>(), phi});
            }
        }
    }

    // What stood in the map when a phi was copied may be of an earlier copy.
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
    Instruction* copy = nullptr;
    switch (instruction.kind) {
    case InstructionKind::alu:
        copy = clone_alu(into, *instruction.as<AluInstruction>(), map);
        break;
    case InstructionKind::intrinsic:
        copy = clone_intrinsic(into, *instruction.as<IntrinsicInstruction>(), map);
        break;
    case InstructionKind::constant: {
        const auto& constant = *instruction.as<ConstantInstruction>();
        ConstantInstruction* made =
            into.make_constant(constant.value.num_components, constant.value.bit_size);
        std::copy_n(constant.values, constant.value.num_components, made->values);
        copy = made;
        break;
    }
    case InstructionKind::undef: {
        const SsaDef& value = instruction.as<UndefInstruction>()->value;
        copy = into.make_undef(value.num_components, value.bit_size);
        break;
    }
    case InstructionKind::phi:
        copy = clone_phi(into, *instruction.as<PhiInstruction>(), map);
        break;
    case InstructionKind::texture:
        copy = clone_texture(into, *instruction.as<TextureInstruction>(), map);
        break;
    case InstructionKind::jump:
        copy = into.make_jump(instruction.as<JumpInstruction>()->jump);
        break;
    case InstructionKind::call: {
        const auto& call = *instruction.as<CallInstruction>();
        CallInstruction* made = into.make_call(map.function(call.callee), call.num_sources);
        for (unsigned i = 0; i < call.num_sources; ++i) {
            made->first_source[i].set(map.value(call.first_source[i].ssa));
        }
        copy = made;
        break;
    }
    case InstructionKind::parallel_copy:
        copy = clone_parallel_copy(into, *instruction.as<ParallelCopyInstruction>(), map);
        break;
    case InstructionKind::deref:
        copy = clone_deref(into, *instruction.as<DerefInstruction>(), map);
        break;
    }
    copy->origin = instruction.origin;
    if (const SsaDef* value = instruction.def()) {
        copy_value(*value, *copy->def(), map);
    }
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
        map.forget_blocks();
        clone_body(function, *map.function(&function), map);
        copy_numbers(function, map);
    }
    copy->next_ssa_index = shader.next_ssa_index;
    return copy;
}

} // namespace jacquard::nir
