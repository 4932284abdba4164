#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/among_lanes.h>
#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/lower/lane_builder.h>
#include <jacquard/ir3/compiler/lower/lower_subgroups.h>
#include <jacquard/nir/analysis/divergence.h>
#include <jacquard/support/lane_mask.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

class Lowering : LaneBuilder {
  public:
    Lowering(nir::Shader& shader, nir::Function& function)
        : LaneBuilder(shader), function_(function) {}

    // The value that takes the place of an operation; null where the machine has it.
    SsaDef* lower(const IntrinsicInstruction& op) {
        b_.cursor = {op.block, const_cast<IntrinsicInstruction*>(&op)};
        const unsigned bits = op.value.bit_size;
        switch (op.op) {
        case IntrinsicOp::elect: {
            SsaDef* first = read_first(lane());
            return b_.ieq(lane(), first);
        }
        case IntrinsicOp::first_invocation: return read_first(lane());
        case IntrinsicOp::last_invocation: return highest(active());
        case IntrinsicOp::vote_any: return is_any(source(op, 0));
        case IntrinsicOp::vote_all: return is_all(source(op, 0));
        case IntrinsicOp::vote_ieq:
        case IntrinsicOp::vote_feq: return is_same(source(op, 0), op.op == IntrinsicOp::vote_feq);
        case IntrinsicOp::ballot:
        case IntrinsicOp::ballot_relaxed: return ballot_of(op);
        case IntrinsicOp::inverse_ballot: return is_set(source(op, 0), lane());
        case IntrinsicOp::ballot_bitfield_extract: return is_set(source(op, 0), source(op, 1));
        case IntrinsicOp::ballot_bit_count_reduce: return count(source(op, 0), size());
        case IntrinsicOp::ballot_bit_count_exclusive: return count(source(op, 0), lane());
        case IntrinsicOp::ballot_bit_count_inclusive: return count(source(op, 0), behind_lane());
        case IntrinsicOp::ballot_find_lsb: return lowest(masked(source(op, 0), size()));
        case IntrinsicOp::ballot_find_msb: return highest(masked(source(op, 0), size()));
        default: break;
        }
        if (SsaDef* value = lower_exchange(op)) {
            return value;
        }
        if (SsaDef* value = lower_system_value(op)) {
            return bits == 32 ? value : nullptr;
        }
        return nullptr;
    }

  private:
    static SsaDef* source(const IntrinsicInstruction& op, std::size_t i) {
        return op.sources()[i].ssa;
    }

    SsaDef* lower_exchange(const IntrinsicInstruction& op) {
        switch (op.op) {
        case IntrinsicOp::read_first_invocation:
            return op.value.num_components == 1 && op.value.bit_size == 32
                       ? nullptr
                       : by_component(op, [this](SsaDef* value) { return read_first(value); });
        case IntrinsicOp::read_invocation:
            return by_component(op, [&](SsaDef* value) {
                SsaDef* from = source(op, 1);
                if (!nir::is_divergent_at(*from, *op.block)) {
                    return read_where(value, b_.ieq(lane(), from));
                }
                SsaDef* zero = b_.imm_bits(0, value->bit_size);
                // Lanes should agree on which one they read, and it should be one of the wave;
                // TGSI does not make them.
                SsaDef* shuffled = shuffle(value, from);
                return b_.bcsel(b_.ult(from, size()), shuffled, zero);
            });
        case IntrinsicOp::shuffle:
            return by_component(op, [&](SsaDef* v) { return shuffle(v, source(op, 1)); });
        case IntrinsicOp::shuffle_xor:
            return by_component(
                op, [&](SsaDef* v) { return shuffle(v, b_.ixor(lane(), source(op, 1))); });
        case IntrinsicOp::shuffle_up:
            return by_component(
                op, [&](SsaDef* v) { return shuffle(v, b_.isub(lane(), source(op, 1))); });
        case IntrinsicOp::shuffle_down:
            return by_component(
                op, [&](SsaDef* v) { return shuffle(v, b_.iadd(lane(), source(op, 1))); });
        case IntrinsicOp::rotate: return lower_rotation(op);
        case IntrinsicOp::reduce:
        case IntrinsicOp::inclusive_scan:
        case IntrinsicOp::exclusive_scan:
            return by_component(op, [&](SsaDef* value) { return combine(op, value); });
        case IntrinsicOp::quad_broadcast:
        case IntrinsicOp::quad_swap_horizontal:
        case IntrinsicOp::quad_swap_vertical:
        case IntrinsicOp::quad_swap_diagonal:
            return op.value.num_components == 1 && op.value.bit_size == 32
                       ? nullptr
                       : by_component(op, [&](SsaDef* value) { return in_words(op, value); });
        case IntrinsicOp::quad_vote_any:
        case IntrinsicOp::quad_vote_all: return lower_quad_vote(op);
        default: return nullptr;
        }
    }

    // The lane behind this one.
    SsaDef* behind_lane() {
        SsaDef* one = b_.imm_int(1);
        return b_.iadd(lane(), one);
    }

    SsaDef* number_of_wave() {
        SsaDef* shift = size_shift();
        return b_.ushr(local_index(), shift);
    }

    SsaDef* lower_system_value(const IntrinsicInstruction& op) {
        switch (op.op) {
        case IntrinsicOp::load_subgroup_invocation: return is_compute() ? lane() : nullptr;
        case IntrinsicOp::load_subgroup_id: return is_compute() ? number_of_wave() : nullptr;
        case IntrinsicOp::load_num_subgroups: {
            if (!is_compute()) {
                return nullptr;
            }
            SsaDef* all = workgroup_size(0);
            for (unsigned axis = 1; axis < 3; ++axis) {
                all = b_.imul(all, workgroup_size(axis));
            }
            SsaDef* one = b_.imm_int(1);
            SsaDef* last = b_.isub(size(), one);
            SsaDef* more = b_.iadd(all, last);
            return b_.ushr(more, size_shift());
        }
        case IntrinsicOp::load_subgroup_eq_mask: return mask_of(op, Part::equal);
        case IntrinsicOp::load_subgroup_ge_mask: return mask_of(op, Part::at_least);
        case IntrinsicOp::load_subgroup_gt_mask: return mask_of(op, Part::above);
        case IntrinsicOp::load_subgroup_le_mask: return mask_of(op, Part::up_to);
        case IntrinsicOp::load_subgroup_lt_mask: return mask_of(op, Part::below);
        default: return nullptr;
        }
    }

    SsaDef* by_component(const IntrinsicInstruction& op, const Each& each) {
        std::vector<nir::Operand> parts;
        SsaDef* value = source(op, 0);
        for (unsigned i = 0; i < value->num_components; ++i) {
            parts.emplace_back(each(part(value, i)));
        }
        return parts.size() == 1 ? b_.whole(parts[0]) : b_.vec(parts);
    }

    SsaDef* in_words(const IntrinsicInstruction& op, SsaDef* value) {
        return by_word(value, [&](SsaDef* word) {
            return op.op == IntrinsicOp::quad_broadcast ? made(op.op, {word, source(op, 1)})
                                                        : made(op.op, {word});
        });
    }

    SsaDef* ballot_of(const IntrinsicInstruction& op) {
        if (op.op == IntrinsicOp::ballot && op.value.num_components == kWords &&
            op.value.bit_size == 32) {
            return nullptr;
        }
        SsaDef* words = ballot(source(op, 0));
        if (op.value.bit_size == 64) {
            SsaDef* high = part(words, 1);
            return b_.pack_64_2x32_split(part(words, 0), high);
        }
        std::vector<nir::Operand> parts;
        for (unsigned i = 0; i < op.value.num_components && i < kWords; ++i) {
            parts.emplace_back(part(words, i));
        }
        return parts.size() == 1 ? b_.whole(parts[0]) : b_.vec(parts);
    }

    enum class Part : std::uint8_t { equal, below, up_to, above, at_least };

    SsaDef* mask_of(const IntrinsicInstruction& op, Part wanted) {
        SsaDef* number = lane();
        SsaDef* next = b_.iadd(number, b_.imm_int(1));
        std::vector<nir::Operand> words;
        for (unsigned i = 0; i < op.value.num_components; ++i) {
            SsaDef* all = bits_below(size(), i);
            SsaDef* below = bits_below(number, i);
            SsaDef* up_to = bits_below(next, i);
            switch (wanted) {
            case Part::equal: words.emplace_back(b_.ixor(up_to, below)); break;
            case Part::below: words.emplace_back(below); break;
            case Part::up_to: words.emplace_back(up_to); break;
            case Part::above: words.emplace_back(b_.iand(all, b_.inot(up_to))); break;
            case Part::at_least: words.emplace_back(b_.iand(all, b_.inot(below))); break;
            }
        }
        return words.size() == 1 ? b_.whole(words[0]) : b_.vec(words);
    }

    nir::Variable* variable(unsigned bit_size, SsaDef* value) {
        const nir::AluType type{bit_size == 1 ? nir::BaseType::bool_type : nir::BaseType::uint_type,
                                static_cast<std::uint8_t>(bit_size)};
        nir::Variable* made = shader_.add_local(&function_, shader_.scalar_type(type), "lanes");
        store(made, value);
        return made;
    }

    // All lanes go round together until each has what it asked for: in a round, those that are as
    // far from their source as the first that waits get their values.
    SsaDef* shuffle(SsaDef* value, SsaDef* from) {
        return by_word(value, [&](SsaDef* word) {
            SsaDef* distance = b_.isub(from, lane());
            nir::Variable* result = variable(32, b_.imm_int(0));
            nir::Variable* waits = variable(32, b_.imm_int(1));
            nir::LoopNode* loop = b_.push_loop();
            SsaDef* no = b_.imm_int(0);
            SsaDef* is_waiting = b_.ine(load(waits), no);
            nir::IfNode* end = b_.push_if(b_.inot(is_any(is_waiting)));
            b_.jump(nir::JumpKind::break_loop);
            b_.pop_if(end);
            SsaDef* common = read_where(distance, is_waiting);
            SsaDef* moved = made(IntrinsicOp::rotate, {word, common});
            SsaDef* is_it = b_.ieq(distance, common);
            store(result, b_.bcsel(is_it, moved, load(result)));
            SsaDef* waiting = load(waits);
            store(waits, b_.bcsel(is_it, b_.imm_int(0), waiting));
            b_.pop_loop(loop);
            return load(result);
        });
    }

    SsaDef* lower_rotation(const IntrinsicInstruction& op) {
        const auto cluster = static_cast<std::uint32_t>(op.cluster_size());
        return by_component(op, [&](SsaDef* value) {
            SsaDef* last = b_.imm_int(cluster == 0 ? 1 : cluster - 1);
            last = cluster == 0 ? b_.isub(size(), last) : last;
            SsaDef* sum = b_.iand(b_.iadd(lane(), source(op, 1)), last);
            SsaDef* group = b_.inot(last);
            return shuffle(value, b_.ior(b_.iand(lane(), group), sum));
        });
    }

    SsaDef* lower_quad_vote(const IntrinsicInstruction& op) {
        const bool any = op.op == IntrinsicOp::quad_vote_any;
        SsaDef* word = b_.b2i32(source(op, 0));
        for (const IntrinsicOp swap :
             {IntrinsicOp::quad_swap_horizontal, IntrinsicOp::quad_swap_vertical}) {
            SsaDef* other = made(swap, {word});
            word = any ? b_.ior(word, other) : b_.iand(word, other);
        }
        return b_.ine(word, b_.imm_int(0));
    }

    // Returns whether all lanes that a wave has come to a block together.
    [[nodiscard]] bool is_reached_together(const nir::Block& block) const {
        if (!is_compute()) {
            return false; // neighbours may have been killed
        }
        for (const nir::ControlFlowNode* node = block.parent; node != nullptr;
             node = node->parent) {
            const auto* branch = node->as<nir::IfNode>();
            const auto* loop = node->as<nir::LoopNode>();
            if ((branch != nullptr && branch->divergent) || (loop != nullptr && loop->divergent)) {
                return false;
            }
        }
        return true;
    }

    // The value of the lane that is so many further; what a lane gets that has none is nobody's.
    SsaDef* from_distance(SsaDef* value, std::int64_t distance) {
        return by_word(value, [&](SsaDef* word) {
            return made(IntrinsicOp::rotate, {word, b_.imm_int(distance)});
        });
    }

    // No wave has more lanes.
    [[nodiscard]] std::uint32_t most_lanes() const {
        const auto size = fixed_workgroup_size(shader_);
        const std::uint64_t all =
            size ? std::uint64_t{(*size)[0]} * (*size)[1] * (*size)[2] : kMaxLanes;
        return static_cast<std::uint32_t>(
            std::bit_ceil(std::clamp<std::uint64_t>(all, 1, kMaxLanes)));
    }

    // Combines in steps that double what each lane has: its own value with those of 1, 2, 4 ...
    // lanes before it. Lanes of a wave that take part are the first ones, all of them.
    SsaDef* combine_in_steps(const IntrinsicInstruction& op, SsaDef* value) {
        const auto opcode = static_cast<nir::Opcode>(op.reduction_op());
        const unsigned bits = value->bit_size;
        const std::uint32_t most = most_lanes();
        const auto asked =
            op.op == IntrinsicOp::reduce ? static_cast<std::uint32_t>(op.cluster_size()) : 0U;
        const bool is_clustered = asked != 0 && asked < most;
        const std::uint32_t cluster = is_clustered ? asked : most;
        SsaDef* number = lane();
        SsaDef* place = is_clustered ? b_.iand(number, b_.imm_int(cluster - 1)) : number;
        SsaDef* sum = value;
        for (std::uint32_t step = 1; step < cluster; step *= 2) {
            SsaDef* before = from_distance(sum, -std::int64_t{step});
            SsaDef* both = b_.alu(opcode, {before, sum});
            sum = b_.bcsel(b_.uge(place, b_.imm_int(step)), both, sum);
        }
        if (op.op == IntrinsicOp::inclusive_scan) {
            return sum;
        }
        if (op.op == IntrinsicOp::exclusive_scan) {
            SsaDef* identity = b_.imm_bits(nir::identity_of(opcode, bits).value_or(0), bits);
            SsaDef* before = from_distance(sum, -1);
            return b_.bcsel(b_.ieq(number, b_.imm_int(0)), identity, before);
        }
        SsaDef* last = highest(active());
        if (!is_clustered) {
            return read_where(sum, b_.ieq(number, last));
        }
        // The last lane of a cluster has what all are to get. Each bit of the distance to it is
        // one step.
        SsaDef* end = b_.umin(b_.ior(number, b_.imm_int(cluster - 1)), last);
        SsaDef* distance = b_.isub(end, number);
        for (std::uint32_t step = 1; step < cluster; step *= 2) {
            SsaDef* zero = b_.imm_int(0);
            SsaDef* has_step = b_.ine(b_.iand(distance, b_.imm_int(step)), zero);
            sum = b_.bcsel(has_step, from_distance(sum, step), sum);
        }
        return sum;
    }

    // All lanes combine in steps if they have come together. Else the first of those that are left
    // adds its value to what those before it have, and leaves.
    SsaDef* combine(const IntrinsicInstruction& op, SsaDef* value) {
        if (is_reached_together(*op.block)) {
            return combine_in_steps(op, value);
        }
        const auto opcode = static_cast<nir::Opcode>(op.reduction_op());
        const unsigned bits = value->bit_size;
        const auto cluster =
            op.op == IntrinsicOp::reduce ? static_cast<std::uint32_t>(op.cluster_size()) : 0U;
        // A cluster of more lanes than one word has is as good as the wave.
        const bool is_clustered = cluster != 0 && cluster <= 32;
        SsaDef* number = lane();
        SsaDef* group = is_clustered ? b_.iand(number, b_.imm_int(~(cluster - 1))) : nullptr;
        SsaDef* identity = b_.imm_bits(nir::identity_of(opcode, bits).value_or(0), bits);
        nir::Variable* sum = variable(bits, identity);
        nir::Variable* has_any = variable(32, b_.imm_int(0));
        nir::Variable* last_group = variable(32, b_.imm_int(0));
        nir::Variable* result = variable(bits, identity);
        nir::LoopNode* loop = b_.push_loop();
        SsaDef* first = read_first(number);
        SsaDef* given = read_first(value);
        SsaDef* no = b_.imm_int(0);
        SsaDef* begins = b_.ieq(load(has_any), no);
        if (is_clustered) {
            SsaDef* its_group = b_.iand(first, b_.imm_int(~(cluster - 1)));
            begins = b_.ior(begins, b_.ine(its_group, load(last_group)));
            store(last_group, its_group);
        }
        SsaDef* before = load(sum);
        SsaDef* with_it = b_.bcsel(begins, given, b_.alu(opcode, {before, given}));
        nir::IfNode* turn = b_.push_if(b_.ieq(number, first));
        store(result, op.op == IntrinsicOp::exclusive_scan ? before : with_it);
        b_.jump(nir::JumpKind::break_loop);
        b_.pop_if(turn);
        store(sum, with_it);
        store(has_any, b_.imm_int(1));
        b_.pop_loop(loop);
        SsaDef* scanned = load(result);
        if (op.op != IntrinsicOp::reduce) {
            return scanned;
        }
        if (!is_clustered) {
            return read_where(scanned, b_.ieq(number, highest(active())));
        }
        SsaDef* word = word_of(active(), number);
        SsaDef* first_bit = b_.iand(group, b_.imm_int(31));
        SsaDef* all = b_.imm_int(cluster == 32 ? -1 : (std::int64_t{1} << cluster) - 1);
        SsaDef* own = b_.iand(b_.ushr(word, first_bit), all);
        return shuffle(scanned, b_.iadd(group, b_.ufind_msb(own)));
    }

    SsaDef* load(nir::Variable* from) { return b_.load_deref(b_.deref_var(from)); }
    void store(nir::Variable* to, SsaDef* value) { b_.store_deref(b_.deref_var(to), value); }

    nir::Function& function_;
};

} // namespace

bool lower_subgroups(nir::Shader& shader, const MachineFacts& machine) {
    if (!machine.subgroups || (shader.info.stage != nir::Stage::compute && !machine.lane_numbers)) {
        return false; // translation says so
    }
    if (!shader.may_have_intrinsic(is_among_lanes)) {
        return false;
    }
    bool changed = false;
    for (nir::Function& function : shader.functions()) {
        std::vector<IntrinsicInstruction*> operations;
        for (nir::Block& block : function.blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                auto* op = instruction.as<IntrinsicInstruction>();
                if (op != nullptr && is_among_lanes(op->op)) {
                    operations.push_back(op);
                }
            }
        }
        if (operations.empty()) {
            continue;
        }
        nir::compute_divergence(function);
        Lowering lowering(shader, function);
        bool any = false;
        for (IntrinsicInstruction* op : operations) {
            if (SsaDef* value = lowering.lower(*op)) {
                op->value.rewrite_uses(value);
                op->remove();
                any = true;
            }
        }
        if (any) {
            function.link_blocks();
        }
        changed |= any;
    }
    return changed;
}

} // namespace jacquard::ir3
