#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/bytes_in_halves.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/int_widths.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <unordered_set>
#include <vector>

namespace jacquard::nir {
namespace {

constexpr unsigned kByteWidth = 8;
constexpr unsigned kHalfWidth = 16;

bool reads_bytes(const Instruction& instruction) {
    bool found = false;
    instruction.for_each_source(
        [&](const Source& source) { found = found || source.ssa->bit_size == kByteWidth; });
    return found;
}

bool makes_bytes(const Instruction& instruction) {
    const SsaDef* def = instruction.def();
    return def != nullptr && def->bit_size == kByteWidth;
}

const MemoryAccess* plain_access(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    const MemoryAccess* memory = intrinsic != nullptr ? memory_access(intrinsic->op) : nullptr;
    return memory != nullptr && (memory->is_load() || memory->is_store()) ? memory : nullptr;
}

bool is_of_register(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && behaviour_kind(intrinsic->op) == BehaviourKind::register_;
}

bool declares_bytes(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && intrinsic->op == IntrinsicOp::decl_reg &&
           intrinsic->bit_size() == kByteWidth;
}

// Returns true if an opcode that only moves bits names no width of the bytes that it is given or
// makes.
bool moves_any_width(const AluInstruction& alu) {
    const OpcodeInfo& info = alu.info();
    bool any = alu.value.bit_size != kByteWidth || info.output_type.bit_size == 0;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        any = any && info.source_types[i].bit_size != kByteWidth;
    }
    return any;
}

// Returns true if the instruction can do with 16 bits what it does with 8.
bool can_widen(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu: {
        const auto& alu = *instruction.as<AluInstruction>();
        const OpcodeInfo& info = alu.info();
        return ((info.is_copy || info.is_selection) && moves_any_width(alu)) || is_int_to_int(info);
    }
    case InstructionKind::constant:
    case InstructionKind::phi:
    case InstructionKind::undef: return true;
    case InstructionKind::intrinsic:
        return plain_access(instruction) != nullptr || is_of_register(instruction);
    default: return false;
    }
}

// Returns true if an instruction adds zeros above an integer of one width, or cuts them off.
bool resizes(const Instruction& instruction, unsigned from, unsigned to) {
    const auto* alu = instruction.as<AluInstruction>();
    return alu != nullptr && is_int_to_int(alu->info()) &&
           alu->info().source_types[0].base == BaseType::uint_type &&
           alu->sources()[0].ssa->bit_size == from && alu->value.bit_size == to;
}

bool is_load(const Instruction& instruction) {
    const MemoryAccess* memory = plain_access(instruction);
    return memory != nullptr && memory->is_load();
}

bool is_store(const Instruction& instruction) {
    const MemoryAccess* memory = plain_access(instruction);
    return memory != nullptr && memory->is_store();
}

bool is_cut_off_to_be_stored(const Instruction& instruction) {
    if (!resizes(instruction, kHalfWidth, kByteWidth)) {
        return false;
    }
    bool only_stored = true;
    for (const Source& use : instruction.def()->uses()) {
        only_stored = only_stored && use.instruction() != nullptr && is_store(*use.instruction());
    }
    return only_stored;
}

bool is_extended_load(const Instruction& instruction) {
    return resizes(instruction, kByteWidth, kHalfWidth) &&
           is_load(*instruction.as<AluInstruction>()->sources()[0].ssa->instruction) &&
           instruction.as<AluInstruction>()->sources()[0].ssa->has_one_use();
}

// Returns true if the instruction is what this pass leaves: a byte that is only loaded to be
// extended, or cut off to be stored.
bool is_done(const Instruction& instruction) {
    if (is_load(instruction)) {
        const SsaDef* def = instruction.def();
        return def->has_one_use() && def->uses().begin()->instruction() != nullptr &&
               is_extended_load(*def->uses().begin()->instruction());
    }
    if (is_store(instruction)) {
        const auto value = static_cast<unsigned>(plain_access(instruction)->value_source);
        const auto* store = instruction.as<IntrinsicInstruction>();
        return is_cut_off_to_be_stored(*store->first_source[value].ssa->instruction);
    }
    return is_extended_load(instruction) || is_cut_off_to_be_stored(instruction);
}

class BytesInHalves {
  public:
    explicit BytesInHalves(Shader& shader) : shader_(shader) {}

    bool run() {
        if (!collect()) {
            return false;
        }
        for (Instruction* instruction : instructions_) {
            if (SsaDef* def = instruction->def(); def != nullptr && makes_bytes(*instruction)) {
                if (plain_access(*instruction) == nullptr) {
                    bytes_.insert(def);
                    shader_.set_bit_size(*def, kHalfWidth);
                }
            }
        }
        for (Instruction* instruction : instructions_) {
            change(*instruction);
        }
        return !instructions_.empty();
    }

  private:
    // False where there is one that computes with bytes.
    bool collect() {
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    const bool has_bytes = makes_bytes(instruction) || reads_bytes(instruction) ||
                                           declares_bytes(instruction);
                    if (!has_bytes || is_done(instruction)) {
                        continue;
                    }
                    if (!can_widen(instruction)) {
                        return false;
                    }
                    instructions_.push_back(&instruction);
                }
            }
        }
        return true;
    }

    void change(Instruction& instruction) {
        if (auto* constant = instruction.as<ConstantInstruction>()) {
            for (unsigned c = 0; c < constant->value.num_components; ++c) {
                constant->values[c].u16 = constant->values[c].u8;
            }
        } else if (auto* alu = instruction.as<AluInstruction>()) {
            if (is_int_to_int(alu->info())) {
                resize(*alu);
            }
        } else if (declares_bytes(instruction)) {
            instruction.as<IntrinsicInstruction>()->set_bit_size(kHalfWidth);
        } else if (const MemoryAccess* memory = plain_access(instruction)) {
            auto& intrinsic = *instruction.as<IntrinsicInstruction>();
            memory->is_load() ? load(intrinsic) : store(intrinsic);
        }
    }

    void resize(AluInstruction& alu) {
        CoreBuilder b(shader_, Cursor::before_instruction(&alu));
        SsaDef* value = b.whole(operand_of(alu, 0));
        const bool from_byte = bytes_.contains(alu.sources()[0].ssa);
        const bool to_byte = bytes_.contains(&alu.value);
        const unsigned bits = alu.value.bit_size;
        const bool is_signed = alu.info().source_types[0].base == BaseType::int_type;
        if (from_byte && is_signed && !to_byte) {
            SsaDef* count = b.imm_int(kByteWidth);
            value = b.ishr(b.ishl(value, count), count);
        }
        value = resized(b, value, is_signed ? BaseType::int_type : BaseType::uint_type, bits);
        if (to_byte && !from_byte) {
            value = b.iand(value, b.imm_bits(0xff, kHalfWidth));
            bytes_.insert(value);
        }
        alu.value.rewrite_uses(value);
        alu.remove();
    }

    void load(IntrinsicInstruction& load) {
        CoreBuilder b(shader_, Cursor::after_instruction(&load));
        SsaDef* wide = b.u2u16(&load.value);
        bytes_.insert(wide);
        for (Source& use : load.value.uses()) {
            if (use.instruction() != wide->instruction) {
                use.set(wide);
            }
        }
    }

    void store(IntrinsicInstruction& store) {
        Source& value =
            store.first_source[static_cast<unsigned>(plain_access(store)->value_source)];
        CoreBuilder b(shader_, Cursor::before_instruction(&store));
        value.set(b.u2u8(value.ssa));
    }

    Shader& shader_;
    std::vector<Instruction*> instructions_;
    std::unordered_set<const SsaDef*> bytes_;
};

} // namespace

bool bytes_in_halves(Shader& shader) {
    return BytesInHalves(shader).run();
}

} // namespace jacquard::nir
