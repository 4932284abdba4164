#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/candidates.h>
#include <jacquard/ir3/compiler/lower/precision/float_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/webs.h>

#include <algorithm>

namespace jacquard::nir::narrowing {

void Candidates::find_nodes() {
    std::uint32_t highest = 0;
    for_each_value([&](SsaDef& value) { highest = std::max(highest, value.index); });
    node_of_.assign(highest + 1, kNone);
    uniform_.assign(highest + 1, 0);
    for_each_value([this](SsaDef& value) {
        (void)is_uniform(value); // first of what comes first, so that each is one step
        const Kind kind = kind_of(value);
        if (kind != Kind::wide) {
            node_of_[value.index] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({&value, kind, true});
        }
    });
}

std::size_t Candidates::num_reads() {
    std::size_t count = 0;
    for_each_value([&](SsaDef& value) {
        std::size_t reads = 0;
        for (auto use = value.uses().begin(); use != value.uses().end(); ++use) {
            ++reads;
        }
        count += reads * (reads + 1);
    });
    return count;
}

Kind Candidates::kind_of(SsaDef& value) {
    if (value.instruction->kind == InstructionKind::phi) {
        return value.bit_size == 32 && value.num_components == 1 ? Kind::phi : Kind::wide;
    }
    auto* alu = value.instruction->as<AluInstruction>();
    if (alu == nullptr || value.num_components != 1 || alu->exact) {
        return Kind::wide;
    }
    if (value.bit_size == 1) {
        const bool compares = compares_floats(alu->info()) && alu->sources()[0].ssa->bit_size == 32;
        return compares ? Kind::comparison : Kind::wide;
    }
    if (value.bit_size != 32 || is_uniform(value)) {
        return Kind::wide;
    }
    if (alu->opcode == core::bcsel) {
        return Kind::selection;
    }
    return value.relaxed && computes_floats(alu->info()) && forms_.of(alu->opcode).half != 0 &&
                   constants_fit(*alu)
               ? Kind::operation
               : Kind::wide;
}

bool Candidates::constants_fit(const AluInstruction& alu) {
    return std::all_of(alu.sources().begin(), alu.sources().end(), [](const AluSource& source) {
        const auto constants = constant_components(*source.ssa);
        return constants.empty() || fits_half(constants[source.swizzle[0]].f32);
    });
}

bool Candidates::is_uniform(const SsaDef& value) {
    if (!machine_.preamble) {
        return false;
    }
    std::uint8_t& known = uniform_[value.index];
    if (known == 0) {
        known = kVaries; // on the way round a loop
        known = find_uniform(value) ? kUniform : kVaries;
    }
    return known == kUniform;
}

bool Candidates::find_uniform(const SsaDef& value) {
    const Instruction& instruction = *value.instruction;
    if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        return reads_constants(*intrinsic) &&
               std::all_of(intrinsic->sources().begin(), intrinsic->sources().end(),
                           [this](const Source& source) { return is_uniform(*source.ssa); });
    }
    if (const auto* alu = instruction.as<AluInstruction>()) {
        return std::all_of(alu->sources().begin(), alu->sources().end(),
                           [this](const AluSource& source) { return is_uniform(*source.ssa); });
    }
    return instruction.kind == InstructionKind::constant;
}

bool Candidates::reads_constants(const IntrinsicInstruction& load) {
    return load.op == IntrinsicOp::load_ubo_vec4 || load.op == IntrinsicOp::load_push_constant;
}

void Candidates::leave_out_what_is_no_float() {
    Webs webs(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        if (passes_on(nodes_[i])) {
            for_each_passed_on(nodes_[i], [&](const SsaDef& source) {
                if (const Node* from = node_of(source); from != nullptr && passes_on(*from)) {
                    webs.join(number_of(*from), i);
                }
            });
        }
    }
    std::vector<std::uint8_t> found(nodes_.size(), 0);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        if (passes_on(nodes_[i])) {
            std::uint8_t& types = found[webs.root_of(i)];
            for_each_passed_on(nodes_[i], [&](const SsaDef& source) { types |= made_as(source); });
            for (const Source& use : nodes_[i].value->uses()) {
                types |= read_as(use);
            }
        }
    }
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        nodes_[i].narrow = !passes_on(nodes_[i]) || found[webs.root_of(i)] == kFloat;
    }
}

bool Candidates::passes_on(const Node& node) {
    return node.kind == Kind::selection || node.kind == Kind::phi;
}

std::uint8_t Candidates::bit_of(BaseType type) {
    return type == BaseType::float_type ? kFloat : kOther;
}

std::uint8_t Candidates::made_as(const SsaDef& value) {
    if (const auto* alu = value.instruction->as<AluInstruction>()) {
        const OpcodeInfo& info = alu->info();
        return info.is_copy || info.is_selection ? std::uint8_t{0} : bit_of(info.output_type.base);
    }
    if (const auto* texture = value.instruction->as<TextureInstruction>()) {
        return bit_of(texture->dest_type.base);
    }
    return 0;
}

std::uint8_t Candidates::read_as(const Source& use) {
    const Instruction* reader = use.instruction();
    const auto* alu = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
    if (alu == nullptr || alu->info().is_copy || alu->info().is_selection) {
        return 0;
    }
    const auto place =
        static_cast<std::size_t>(&static_cast<const AluSource&>(use) - alu->sources().data());
    return bit_of(alu->info().source_types[place].base);
}

Node* Candidates::node_of(const SsaDef& value) {
    const std::uint32_t number = value.index < node_of_.size() ? node_of_[value.index] : kNone;
    return number != kNone ? &nodes_[number] : nullptr;
}

bool Candidates::is_narrow(const SsaDef& value) {
    const Node* node = node_of(value);
    return node != nullptr && node->narrow;
}

std::uint32_t Candidates::number_of(const Node& node) const {
    return static_cast<std::uint32_t>(&node - nodes_.data());
}

} // namespace jacquard::nir::narrowing
