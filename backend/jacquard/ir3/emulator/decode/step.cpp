#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/decode/step.h>
#include <jacquard/ir3/isa/instruction/missing_features.h>

namespace jacquard::ir3 {
namespace {

std::uint32_t immediate_bits(const Operand& operand) {
    if (operand.kind != OperandKind::table_immediate) {
        return static_cast<std::uint32_t>(operand.value);
    }
    const auto index = static_cast<std::size_t>(operand.value);
    if (index >= kFloatTable.size()) {
        return 0;
    }
    return operand.half ? kFloatTable[index].f16 : kFloatTable[index].f32;
}

StepDestination make_destination(const Operand& operand) {
    StepDestination destination;
    destination.half = operand.half;
    destination.number = operand.number;
    destination.offset = operand.value;
    using Kind = StepDestination::Kind;
    if (operand.kind == OperandKind::relative_gpr) {
        destination.kind = Kind::relative;
    } else if (operand.kind != OperandKind::gpr || operand.number >= kNoRegister) {
        destination.kind = Kind::none;
    } else if (operand.number >= kPredicateRegister) {
        destination.kind = Kind::predicate;
    } else if (operand.number >= kAddressRegister) {
        destination.kind = Kind::address;
    } else {
        destination.kind = operand.is_shared() ? Kind::shared : Kind::gpr;
    }
    return destination;
}

ValueType value_type(DataType type) {
    switch (type) {
    case DataType::f16:
    case DataType::f32: return ValueType::float_;
    case DataType::s16:
    case DataType::s32: return ValueType::int_;
    default: return ValueType::uint;
    }
}

WidthChange width_change(ValueType type, bool from_half, const StepDestination& destination) {
    using Kind = StepDestination::Kind;
    const bool sized = destination.kind == Kind::gpr || destination.kind == Kind::shared ||
                       destination.kind == Kind::relative;
    if (!sized || from_half == destination.half) {
        return WidthChange::none;
    }
    if (type == ValueType::float_) {
        return from_half ? WidthChange::widen_float : WidthChange::narrow_float;
    }
    if (!from_half) {
        return WidthChange::truncate;
    }
    return type == ValueType::int_ ? WidthChange::sign_extend : WidthChange::zero_extend;
}

// Chooses the kernel and what happens to its result.
void set_lane_kernel(Step& step, const OpcodeInfo& info, const OpcodeSemantics& semantics) {
    const Instruction& instruction = step.instruction;
    const LaneKernels* kernels = &semantics.plain;
    if (instruction.end_input && semantics.halved.full) {
        kernels = &semantics.halved;
    } else if (instruction.saturate && semantics.saturated.full) {
        kernels = &semantics.saturated;
    }
    step.full_sources = !instruction.src0.half;
    step.kernel = kernel_of_processor(step.full_sources ? kernels->full : kernels->half);
    step.saturate_float = instruction.saturate && info.dst_type == ValueType::float_;
    step.action = step.kernel ? Action::lanes : Action::unsupported;
    step.width_change = width_change(info.dst_type, !step.full_sources, step.destinations[0]);
}

bool is_known_atomic(const Instruction& instruction, Revision revision) {
    const bool has_wide_types = has_property(revision, instruction.opcode, property_wide_types);
    const auto type =
        has_wide_types ? static_cast<DataType>(instruction.atomic_type) : instruction.type;
    return type == DataType::u32 || type == DataType::s32;
}

// Registers past the file, which no machine has, end in a fault of their own.
bool names_missing_register(const Effects& effects, const MachineFacts& machine) {
    const int last_predicate = kPredicateRegister + machine.predicates - 1;
    for (const RegisterEffect& effect : effects.registers()) {
        const bool is_missing = effect.kind == RegisterEffect::Kind::missing &&
                                effect.number + effect.count <= kSharedRegisterEnd;
        if (is_missing ||
            (effect.kind == RegisterEffect::Kind::special && effect.number > last_predicate)) {
            return true;
        }
    }
    return false;
}

} // namespace

StepSource make_source(const Operand& operand, const SourceInfo& info) {
    StepSource source;
    source.kind = operand.kind;
    source.value_kind = info.type;
    source.half = operand.half;
    source.absolute = operand.absolute;
    source.repeats = operand.repeat;
    source.number = operand.number;
    source.offset = operand.value;
    const bool inverts = (info.modifiers & modifier_invert) != 0;
    source.negate = operand.negate && !inverts;
    source.invert = operand.negate && inverts;
    if (operand.kind == OperandKind::immediate || operand.kind == OperandKind::table_immediate) {
        source.immediate = immediate_bits(operand);
    }
    return source;
}

Step make_step(const Instruction& instruction, std::uint32_t index, Revision revision,
               const MachineFacts& machine) {
    const OpcodeInfo& info = opcode_info(revision, instruction.opcode);
    Step step;
    step.instruction = instruction;
    step.effects = effects_of(instruction, revision, machine);
    step.missing = missing_feature(instruction, revision, machine);
    if (step.missing.empty() && names_missing_register(step.effects, machine)) {
        step.missing = "a register of this number";
    }
    step.take_short = instruction.sync_short;
    step.take_long = instruction.sync_long;
    step.reconverges = instruction.jump_target;
    step.fields = kernel_fields(instruction);
    step.target = std::int64_t{index} + instruction.target;
    step.action = info.action;
    // An instruction without semantics in the tables is only executed in forms that are known.
    if (step.action != Action::lanes && !is_confirmed(revision, instruction.opcode)) {
        step.action = Action::unsupported;
    }
    // The effect of (sat) on a conversion is not known.
    if (step.action == Action::convert && instruction.saturate) {
        step.action = Action::unsupported;
    }

    const Operand* sources[] = {&instruction.src0, &instruction.src1, &instruction.src2,
                                &instruction.src3};
    const Operand* destinations[] = {&instruction.dst, &instruction.dst1, &instruction.dst2,
                                     &instruction.dst3};
    for (unsigned i = 0; i < Step::kMaxOperands; ++i) {
        if (*sources[i]) {
            step.sources[i] = make_source(*sources[i], info.sources[i]);
            step.num_sources = static_cast<std::uint8_t>(i + 1);
        }
        if (*destinations[i]) {
            step.destinations[i] = make_destination(*destinations[i]);
            step.num_destinations = static_cast<std::uint8_t>(i + 1);
        }
    }
    // Only atomics on 32-bit integers are known.
    const bool is_atomic = step.action == Action::memory_atomic ||
                           step.action == Action::descriptor_atomic ||
                           step.action == Action::slot_atomic;
    if (is_atomic && !is_known_atomic(instruction, revision)) {
        step.action = Action::unsupported;
    }
    if (writes_wave_predicate(instruction, revision)) {
        step.destinations[0].kind = StepDestination::Kind::wave_predicate;
        step.destinations[0].number = static_cast<std::uint16_t>(
            kPredicateRegister + (instruction.dst.number - kAddressRegister));
        step.action = machine.scalar_predicates ? step.action : Action::unsupported;
    }
    if (step.action == Action::convert || step.action == Action::move_many ||
        step.action == Action::lane_value) {
        for (StepSource& source : step.sources) {
            source.value_kind = value_type(instruction.src_type);
            source.half = is_half_type(instruction.src_type);
        }
    }
    if (const OpcodeSemantics* semantics = opcode_semantics(revision, instruction.opcode);
        step.action == Action::lanes && semantics != nullptr) {
        set_lane_kernel(step, info, *semantics);
    }
    for (StepSource& source : step.sources) {
        source.in_place = source.kind == OperandKind::gpr && !source.half && !source.negate &&
                          !source.absolute && !source.invert &&
                          source.number + step.effects.repeat < kSharedRegisterEnd;
    }
    const StepDestination& result = step.destinations[0];
    step.writes_in_place = result.kind == StepDestination::Kind::gpr && !result.half &&
                           step.width_change == WidthChange::none &&
                           result.number + step.effects.repeat < kSharedRegisterFirst;
    step.is_plain = step.missing.empty() && !step.take_short && step.action != Action::varying &&
                    step.action != Action::varying_load && step.action != Action::end;
    return step;
}

} // namespace jacquard::ir3
