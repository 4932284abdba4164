#include <jacquard/generated/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/split_alu.h>

#include <vector>

namespace jacquard::nir {
namespace {

// In pass_flags of an ALU instruction that stays for the time being: the scalars that it is split
// into stand in front of it.
constexpr std::uint8_t kSplit = 1;

// Instructions are visited behind those that make what they read, and read scalars of what was
// split. A vector is put together of them only where something else still reads it in the end.
class Scalars {
  public:
    explicit Scalars(Function& function) : function_(function) {}

    bool run() {
        if (!is_all_reached()) {
            forget_splits();
        }
        const bool changed = change_instructions<AluInstruction>(
            function_, [this](AluInstruction& alu) { return visit(alu); });
        for (std::size_t i = split_.size(); i-- > 0;) {
            finish(*split_[i]);
        }
        return changed;
    }

  private:
    // Then values are visited before what reads them.
    bool is_all_reached() {
        for (const Block& block : function_.blocks()) {
            if (!block.is_reached) {
                return false;
            }
        }
        return true;
    }

    void forget_splits() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.pass_flags = 0;
            }
        }
    }

    bool visit(AluInstruction& alu) {
        alu.pass_flags = 0;
        const OpcodeInfo& info = alu.info();
        if (info.is_copy) {
            return false;
        }
        if (!info.is_reduction && alu.value.num_components == 1) {
            return read_scalars(alu);
        }
        CoreBuilder b(*function_.shader, Cursor::before_instruction(&alu));
        b.exact = alu.exact;
        b.relaxed = alu.value.relaxed;
        if (info.is_reduction) {
            replace(alu, reduce_alu(b, alu, read));
        } else if (info.is_replicated) {
            replace(alu, b.spread(AluPieces(b, alu).piece(0, 1, read), alu.value.num_components));
        } else if (info.output_components == 0) {
            split(b, alu);
        } else {
            return false;
        }
        return true;
    }

    void split(CoreBuilder& b, AluInstruction& alu) {
        AluPieces pieces(b, alu);
        for (unsigned c = 0; c < alu.value.num_components; ++c) {
            static_cast<void>(pieces.piece(c, 1, read));
        }
        alu.pass_flags = kSplit;
        split_.push_back(&alu);
    }

    void finish(AluInstruction& alu) {
        if (alu.value.has_uses()) {
            CoreBuilder b(*function_.shader, Cursor::before_instruction(&alu));
            OperandList components;
            for (unsigned c = 0; c < alu.value.num_components; ++c) {
                components.add(scalar_of(alu, c));
            }
            alu.value.rewrite_uses(b.vec(components.all()));
        }
        alu.remove();
    }

    static void replace(AluInstruction& alu, SsaDef* value) {
        alu.value.rewrite_uses(value);
        alu.remove();
    }

    static SsaDef* scalar_of(const AluInstruction& alu, unsigned component) {
        const Instruction* at = &alu;
        for (unsigned left = alu.value.num_components - component; left != 0; --left) {
            at = at->previous;
        }
        return const_cast<SsaDef*>(at->def());
    }

    static bool is_split(const SsaDef& value) {
        return value.instruction->kind == InstructionKind::alu &&
               value.instruction->pass_flags == kSplit;
    }

    // A component that a source reads, as it is now.
    static Operand read(const AluSource& source, unsigned c) {
        const Operand whole = read_component(source, c);
        return is_split(*whole.value)
                   ? scalar_of(*whole.value->instruction->as<AluInstruction>(), whole.swizzle[0])
                   : whole;
    }

    // Makes the sources of an instruction with a single component scalar. A source of several
    // components is left alone.
    static bool read_scalars(AluInstruction& alu) {
        bool changed = false;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            AluSource& source = alu.first_source[i];
            if (alu.source_components(i) != 1 || !(is_split(*source.ssa) || is_copy(*source.ssa))) {
                continue;
            }
            const Operand now = read(source, 0);
            if (now.value != source.ssa) { // or it is a copy in a ring
                source.set(now.value);
                source.swizzle = now.swizzle;
                changed = true;
            }
        }
        return changed;
    }

    Function& function_;
    std::vector<AluInstruction*> split_; // in the order they stand
};

} // namespace

bool lower_alu_to_scalar(Shader& shader) {
    return change_functions<Scalars>(shader);
}

} // namespace jacquard::nir
