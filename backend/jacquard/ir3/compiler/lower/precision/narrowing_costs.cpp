#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/float_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/narrowing_costs.h>

namespace jacquard::nir::narrowing {

namespace {

constexpr int kInstruction = 1000;
// Narrow values take half the room; that decides where no instruction is lost or won.
constexpr int kRoom = 1;

} // namespace

bool NarrowingCosts::reads_narrow(const Source& use) {
    const Instruction* reader = use.instruction();
    if (reader == nullptr || reader->def() == nullptr) {
        return false;
    }
    if (const auto* alu = reader->as<AluInstruction>();
        alu != nullptr && alu->opcode == core::f2f16) {
        return true;
    }
    const Node* node = candidates_.node_of(*reader->def());
    return node != nullptr && node->narrow;
}

std::array<NarrowingCosts::Reads, 4> NarrowingCosts::reads_of(const SsaDef& value) {
    std::array<Reads, 4> reads;
    for (const Source& use : value.uses()) {
        const bool narrow = reads_narrow(use);
        const Instruction* reader = use.instruction();
        const auto* alu = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
        if (alu == nullptr) {
            for (Reads& each : reads) {
                ++(narrow ? each.narrow : each.wide);
                each.arithmetic &= !narrow;
            }
            continue;
        }
        const auto& source = static_cast<const AluSource&>(use);
        const auto place = static_cast<unsigned>(&source - alu->sources().data());
        for (unsigned i = 0; i < alu->source_components(place); ++i) {
            Reads& each = reads[source.swizzle[i] & 3U];
            ++(narrow ? each.narrow : each.wide);
            each.arithmetic &= !narrow || computes_floats(alu->info());
        }
    }
    return reads;
}

int NarrowingCosts::conversions_of(const SsaDef& value) {
    const Instruction& maker = *value.instruction;
    if (maker.kind == InstructionKind::constant || maker.kind == InstructionKind::undef) {
        return 0;
    }
    const std::array<Reads, 4> reads = reads_of(value);
    if (candidates_.is_narrow(value)) {
        return value.bit_size == 1 ? 0 : cost_of_widening(maker, reads[0]);
    }
    int cost = 0;
    if (value.num_components > reads.size() || value.bit_size != 32) {
        return 0;
    }
    if (maker.kind == InstructionKind::texture) {
        unsigned narrow = 0;
        bool wide = false;
        for (unsigned i = 0; i < value.num_components; ++i) {
            narrow += reads[i].narrow != 0 ? 1 : 0;
            wide |= reads[i].wide != 0;
        }
        return wide ? static_cast<int>(narrow) * kInstruction : 0;
    }
    for (unsigned i = 0; i < value.num_components; ++i) {
        cost += reads[i].narrow != 0 ? cost_of_narrowing(value, reads[i]) : 0;
    }
    return cost;
}

int NarrowingCosts::cost_of_widening(const Instruction& maker, const Reads& reads) {
    if (reads.wide == 0) {
        return 0;
    }
    const auto* alu = maker.as<AluInstruction>();
    const bool folds =
        alu != nullptr && reads.narrow == 0 && computes_floats(alu->info()) && !changes_sign(*alu);
    return folds ? 0 : kInstruction;
}

int NarrowingCosts::cost_of_narrowing(const SsaDef& value, const Reads& reads) {
    const Instruction& maker = *value.instruction;
    if (candidates_.is_uniform(value)) {
        return reads.arithmetic ? 0 : kInstruction;
    }
    if (const auto* load = maker.as<IntrinsicInstruction>()) {
        if (Candidates::reads_constants(*load)) {
            return reads.arithmetic ? 0 : kInstruction;
        }
        const bool folds = load->op == IntrinsicOp::load_interpolated_input && reads.wide == 0;
        return folds ? 0 : kInstruction;
    }
    const auto* alu = maker.as<AluInstruction>();
    if (alu == nullptr || reads.wide != 0) {
        return kInstruction;
    }
    const OpcodeInfo& info = alu->info();
    const bool from_integer =
        info.is_conversion && is_float_of(info.output_type, 32) && !is_float(info);
    return from_integer || (computes_floats(info) && !changes_sign(*alu)) ? 0 : kInstruction;
}

bool NarrowingCosts::is_float_of(const AluType& type, unsigned bits) {
    return type.base == BaseType::float_type && type.bit_size == bits;
}

bool NarrowingCosts::is_float(const OpcodeInfo& info) {
    return info.source_types[0].base == BaseType::float_type;
}

int NarrowingCosts::parted_pairs(const Node& node) {
    const auto* alu = node.value->instruction->as<AluInstruction>();
    if (alu == nullptr) {
        return 0;
    }
    int cost = 0;
    if (node.value->bit_size == 32 && node.value->has_one_use()) {
        const Instruction* reader = node.value->first_use->instruction();
        const auto* next = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
        if (next != nullptr && is_pair(*alu, *next) &&
            candidates_.is_narrow(next->value) != node.narrow) {
            cost += kInstruction;
        }
    }
    for (const AluSource& source : alu->sources()) {
        const auto* before = source.ssa->instruction->as<AluInstruction>();
        if (before != nullptr && before->value.has_one_use() && is_pair(*before, *alu) &&
            candidates_.is_narrow(before->value) != node.narrow) {
            cost += kInstruction;
        }
    }
    return cost;
}

bool NarrowingCosts::is_pair(const AluInstruction& first, const AluInstruction& second) {
    const bool is_sum = second.opcode == core::fadd || second.opcode == core::fsub;
    return (first.opcode == core::fmul && is_sum) || second.opcode == core::fsat;
}

int NarrowingCosts::cost_around(const Node& node) {
    int cost = conversions_of(*node.value) + parted_pairs(node) + own_cost(node);
    node.value->instruction->for_each_source(
        [&](const Source& source) { cost += conversions_of(*source.ssa); });
    if (node.kind == Kind::selection) {
        cost += cost_of_condition(node);
    }
    return cost;
}

int NarrowingCosts::own_cost(const Node& node) {
    if (!node.narrow) {
        return 0;
    }
    if (node.kind != Kind::operation) {
        return -kRoom;
    }
    const Forms& forms =
        forms_.of(static_cast<const AluInstruction&>(*node.value->instruction).opcode);
    return (static_cast<int>(forms.half) - static_cast<int>(forms.full)) * kInstruction - kRoom;
}

int NarrowingCosts::cost_of_condition(const Node& node) {
    const auto& alu = static_cast<const AluInstruction&>(*node.value->instruction);
    const SsaDef& condition = *alu.sources()[0].ssa;
    bool narrow = false;
    bool wide = false;
    for (const Source& use : condition.uses()) {
        const Instruction* reader = use.instruction();
        const auto* select = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
        const bool selects = select != nullptr && select->opcode == core::bcsel &&
                             &use == &select->sources()[0] && candidates_.is_narrow(select->value);
        (selects ? narrow : wide) = true;
    }
    const auto* maker = condition.instruction->as<AluInstruction>();
    const bool folds = maker != nullptr && compares_floats(maker->info()) && !wide;
    return narrow && !folds ? kInstruction : 0;
}

} // namespace jacquard::nir::narrowing
