// This part translates operations among the lanes of a wave.
//
// A value that all lanes get goes through a shared register: the copy into it takes that of the
// first active lane. Where a condition chooses the lane, others branch around the copy. Accesses to
// shared registers stay in their order; between a write and its reads there is no other block.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/contract/among_lanes.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate/lanes.h>
#include <jacquard/ir3/isa/instruction/operand.h>

#include <utility>

namespace jacquard::ir3 {

namespace {

// Behind those in which the number of the workgroup arrives.
constexpr unsigned kFirstPlace = kSharedRegisterFirst + 3;
// Words of a mask of lanes.
constexpr unsigned kMaskWords = 4;

} // namespace

// False where the operation is none among lanes.
bool Lanes::translate(const nir::IntrinsicInstruction& op) {
    using nir::IntrinsicOp;
    if (!is_among_lanes(op.op)) {
        return false;
    }
    if (!machine_.subgroups || (graph_.stage != ShaderStage::compute && !machine_.lane_numbers)) {
        refuse("operations among the lanes of a wave are, in this stage on this part,");
        return true;
    }
    const auto source = [&](std::size_t i) { return component(*op.sources()[i].ssa, 0); };
    Node* result = nullptr;
    switch (op.op) {
    case IntrinsicOp::read_first_invocation: result = read_lane(source(0), nullptr); break;
    case IntrinsicOp::read_invocation_cond_ir3: result = read_lane(source(0), source(1)); break;
    case IntrinsicOp::ballot: ballot(op); return true;
    case IntrinsicOp::load_subgroup_invocation:
        if (!machine_.lane_numbers) {
            return false;
        }
        result = graph_.make_machine(role::kLaneNumber, 0);
        break;
    case IntrinsicOp::rotate:
        result = graph_.make_machine(role::kShuffle, 2);
        result->sources()[0] = ssa_source(source(0));
        result->sources()[1] = ssa_source(source(1));
        result->shuffle = ShuffleMode::rdown;
        break;
    case IntrinsicOp::quad_broadcast:
        result = graph_.make_machine(role::kQuadBroadcast, 2);
        result->sources()[0] = ssa_source(source(0));
        result->sources()[1] = ssa_source(source(1));
        break;
    case IntrinsicOp::quad_swap_horizontal:
    case IntrinsicOp::quad_swap_vertical:
    case IntrinsicOp::quad_swap_diagonal: {
        const Opcode swap = op.op == IntrinsicOp::quad_swap_horizontal ? role::kQuadHorizontal
                            : op.op == IntrinsicOp::quad_swap_vertical ? role::kQuadVertical
                                                                       : role::kQuadDiagonal;
        result = graph_.make_machine(swap, 1);
        result->sources()[0] = ssa_source(source(0));
        break;
    }
    default: return false;
    }
    if (!result->dst.is_ssa()) {
        result->dst.kind = RegisterKind::ssa;
        result->type = DataType::u32;
        selection_.append(result);
    }
    selection_.set_node(op.value, 0, result);
    return true;
}

// Behind the last write, and a write behind what was read since.
void Lanes::order_shared(Node& node, bool writes) {
    NodeVector before(graph_.pool());
    if (writes) {
        before.swap(shared_reads_);
    } else {
        shared_reads_.push_back(&node);
    }
    if (last_shared_write_ != nullptr) {
        before.push_back(last_shared_write_);
    }
    if (writes) {
        last_shared_write_ = &node;
    }
    graph_.set_dependencies(node, before);
}

Node* Lanes::write_shared(const Register& source, unsigned place) {
    Node* write = make_copy(graph_, source);
    write->dst.kind = RegisterKind::shared;
    write->dst.number = static_cast<std::uint16_t>(kFirstPlace + place);
    write->has_effect = true;
    order_shared(*write, true);
    return selection_.append(write);
}

Node* Lanes::read_shared(unsigned place) {
    Register source;
    source.kind = RegisterKind::shared;
    source.number = static_cast<std::uint16_t>(kFirstPlace + place);
    Node* read = make_copy(graph_, source);
    order_shared(*read, false);
    return selection_.append(read);
}

// The value of the first active lane, or of the first for which a condition holds; 0 where there is
// none.
Node* Lanes::read_lane(Node* value, Node* condition) {
    if (condition == nullptr) {
        write_shared(ssa_source(value), 0);
    } else {
        write_shared(ssa_source(selection_.constant(0, false)), 0);
        Block& from = flow_.begin_skip(flow_.predicate_of(condition));
        write_shared(ssa_source(value), 0);
        flow_.end_skip(from);
    }
    return read_shared(0);
}

void Lanes::ballot(const nir::IntrinsicInstruction& op) {
    Node* condition = component(*op.sources()[0].ssa, 0);
    Node* none = selection_.constant(0, false);
    for (unsigned i = 0; i < kMaskWords; ++i) {
        write_shared(ssa_source(none), i);
    }
    Block& from = flow_.begin_skip(flow_.predicate_of(condition));
    Node* mask = graph_.make_machine(role::kLaneMask, 0);
    mask->dst.kind = RegisterKind::shared;
    mask->dst.number = static_cast<std::uint16_t>(kFirstPlace);
    mask->repeat = kMaskWords - 1;
    mask->has_effect = true;
    order_shared(*mask, true);
    selection_.append(mask);
    flow_.end_skip(from);
    for (unsigned i = 0; i < kMaskWords && i < op.value.num_components; ++i) {
        selection_.set_node(op.value, i, read_shared(i));
    }
}

} // namespace jacquard::ir3
