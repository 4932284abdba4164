#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/analysis/lane_steps.h>

#include <limits>
#include <optional>

namespace jacquard::nir {
namespace {

using Kind = LaneStep::Kind;

constexpr LaneStep kSame{Kind::same, 0};
constexpr LaneStep kSpread{Kind::spread, 0};

LaneStep steps(std::int64_t step) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    return step == 0                       ? kSame
           : step > kMost || step < -kMost ? kSpread
                                           : LaneStep{Kind::steps, step};
}

LaneStep sum(LaneStep a, LaneStep b, std::int64_t factor) {
    return a.kind == Kind::spread || b.kind == Kind::spread ? kSpread
                                                            : steps(a.step + factor * b.step);
}

std::optional<std::int64_t> constant(const AluInstruction& alu, std::size_t number,
                                     unsigned component) {
    const AluSource& source = alu.sources()[number];
    const auto values = constant_components(*source.ssa);
    if (values.empty()) {
        return std::nullopt;
    }
    const ConstantValue value = values[source.swizzle[component]];
    switch (source.ssa->bit_size) {
    case 8: return value.i8;
    case 16: return value.i16;
    case 32: return value.i32;
    case 64: return value.i64;
    default: return std::nullopt;
    }
}

LaneStep product(LaneStep of, std::optional<std::int64_t> factor) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (of.kind != Kind::steps) {
        return of;
    }
    return factor && *factor <= kMost && *factor >= -kMost ? steps(of.step * *factor) : kSpread;
}

} // namespace

LaneSteps::LaneSteps(const std::array<std::uint32_t, 3>& workgroup, std::uint32_t lanes)
    : rows_fill_waves_((workgroup[1] <= 1 && workgroup[2] <= 1) || workgroup[0] % lanes == 0) {}

LaneStep LaneSteps::of(const SsaDef& value, unsigned component) {
    const ScalarKey scalar{&value, component};
    if (const auto found = known_.find(scalar); found != known_.end()) {
        return found->second;
    }
    if (depth_ >= kMaxDepth) {
        return kSpread;
    }
    // A value that depends on itself, by way of a loop, is taken to be the same until that is
    // disproved.
    known_[scalar] = kSame;
    found_.push_back(scalar);
    ++depth_;
    const LaneStep found = follow(value, component);
    --depth_;
    known_[scalar] = found;
    return found;
}

LaneStep LaneSteps::follow(const SsaDef& value, unsigned component) {
    const Instruction& instruction = *value.instruction;
    switch (instruction.kind) {
    case InstructionKind::constant:
    case InstructionKind::undef: return kSame;
    case InstructionKind::alu: return follow(*instruction.as<AluInstruction>(), component);
    case InstructionKind::intrinsic:
        return follow(*instruction.as<IntrinsicInstruction>(), component);
    case InstructionKind::phi: return follow(*instruction.as<PhiInstruction>(), component);
    default: return kSpread;
    }
}

// Answers since a phi was asked for may rest on the belief that all its sources are alike.
void LaneSteps::forget_since(const ScalarKey& phi) {
    while (!found_.empty() && !(found_.back() == phi)) {
        known_.erase(found_.back());
        found_.pop_back();
    }
}

LaneStep LaneSteps::source(const AluInstruction& alu, std::size_t number, unsigned component) {
    const AluSource& from = alu.sources()[number];
    return of(*from.ssa, from.swizzle[component]);
}

LaneStep LaneSteps::follow(const AluInstruction& alu, unsigned component) {
    if (alu.info().is_copy) { // of a value, or of a component of each
        return alu.num_sources == 1 ? source(alu, 0, component) : source(alu, component, 0);
    }
    switch (alu.opcode) {
    case Opcode::iadd: return sum(source(alu, 0, component), source(alu, 1, component), 1);
    case Opcode::isub: return sum(source(alu, 0, component), source(alu, 1, component), -1);
    case Opcode::ineg: return product(source(alu, 0, component), -1);
    case Opcode::imul:
    case Opcode::imul24: {
        const LaneStep a = source(alu, 0, component);
        const LaneStep b = source(alu, 1, component);
        return a.kind == Kind::same   ? product(b, constant(alu, 0, component))
               : b.kind == Kind::same ? product(a, constant(alu, 1, component))
                                      : kSpread;
    }
    case Opcode::ishl: {
        constexpr std::int64_t kMost = 30;
        const auto bits = constant(alu, 1, component);
        return source(alu, 1, component).kind != Kind::same ? kSpread
               : bits && *bits >= 0 && *bits <= kMost
                   ? product(source(alu, 0, component), std::int64_t{1} << *bits)
                   : product(source(alu, 0, component), std::nullopt);
    }
    case Opcode::ushr:
    case Opcode::ishr: {
        constexpr std::int64_t kMost = 30;
        const LaneStep a = source(alu, 0, component);
        const auto bits = constant(alu, 1, component);
        if (a.kind != Kind::steps || !bits || *bits < 0 || *bits > kMost) {
            break;
        }
        const std::int64_t unit = std::int64_t{1} << *bits;
        return a.step % unit == 0 ? steps(a.step / unit) : kSpread;
    }
    case Opcode::i2i16:
    case Opcode::i2i32:
    case Opcode::i2i64:
    case Opcode::u2u16:
    case Opcode::u2u32:
    case Opcode::u2u64: return source(alu, 0, component);
    default: break;
    }
    for (std::size_t i = 0; i < alu.num_sources; ++i) {
        const unsigned read = alu.source_components(static_cast<unsigned>(i));
        const bool each = alu.info().source_components[i] == 0;
        for (unsigned c = each ? component : 0; c < (each ? component + 1 : read); ++c) {
            if (source(alu, i, c).kind != Kind::same) {
                return kSpread;
            }
        }
    }
    return kSame;
}

LaneStep LaneSteps::follow(const IntrinsicInstruction& intrinsic, unsigned component) {
    switch (intrinsic.op) {
    case IntrinsicOp::load_subgroup_invocation:
    case IntrinsicOp::load_local_invocation_index:
    case IntrinsicOp::load_vertex_id:
    case IntrinsicOp::load_vertex_id_zero_base: return steps(1);
    case IntrinsicOp::load_local_invocation_id:
    case IntrinsicOp::load_global_invocation_id:
        return !rows_fill_waves_ ? kSpread : component == 0 ? steps(1) : kSame;
    default: break;
    }
    if (intrinsic.info().divergence == Divergence::never) {
        return kSame;
    }
    if (intrinsic.info().divergence == Divergence::always) {
        return kSpread;
    }
    for (const Source& each : intrinsic.sources()) {
        for (unsigned c = 0; c < each.ssa->num_components; ++c) {
            if (of(*each.ssa, c).kind != Kind::same) {
                return kSpread;
            }
        }
    }
    return kSame;
}

LaneStep LaneSteps::follow(const PhiInstruction& phi, unsigned component) {
    const ScalarKey self{&phi.value, component};
    if (disproved_.count(self) != 0) {
        return kSpread;
    }
    std::optional<LaneStep> all;
    bool begins_loop = false;
    for (const PhiSource* each = phi.first_source; each != nullptr; each = each->next) {
        begins_loop = begins_loop || each->predecessor->index >= phi.block->index;
        const LaneStep one = of(*each->ssa, component);
        if (all && *all != one) {
            disproved_.insert(self);
            forget_since(self);
            return kSpread;
        }
        all = one;
        known_[self] = one;
    }
    return begins_loop ? all.value_or(kSpread) : kSpread;
}

} // namespace jacquard::nir
