#include <jacquard/passes/lower_bool.h>
#include <jacquard/passes/lower_bool/truths.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

// Truths that are 1 and 0.
class FloatForm {
  public:
    static constexpr unsigned bit_size = 32;

    static ConstantValue constant(bool value) { return constant_from_float(value ? 1.0F : 0.0F); }
    static SsaDef* from_bool(Builder& b, const Operand& value) { return b.b2f32(value); }
    static SsaDef* to_bool(Builder& b, const Operand& value) {
        return b.fneu(value, b.imm_float(0.0));
    }
    static SsaDef* resized(Builder& b, const Operand& value) { return b.whole(value); }

    static SsaDef* lower(Builder& b, AluInstruction& alu) {
        if (alu.info().is_copy) {
            return with(b, alu, alu.opcode);
        }
        const bool reads_truths = alu.info().source_types[0].bit_size == 0 && is_logic(alu);
        return reads_truths ? logic(b, alu) : compare_or_choose(b, alu);
    }

  private:
    static SsaDef* with(Builder& b, const AluInstruction& alu, Opcode opcode) {
        std::array<Operand, kMaxComponents> operands;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            operands[i] = operand_of(alu, i);
        }
        return b.alu(opcode, std::span<const Operand>(operands.data(), alu.num_sources));
    }

    // Whether integers are truths: those of a result that is one, or of an equality whose operands
    // were brought into the form, which for floats of 32 bits looks alike.
    static bool is_logic(const AluInstruction& alu) {
        switch (alu.opcode) {
        case Opcode::iand:
        case Opcode::ior:
        case Opcode::ixor:
        case Opcode::inot: return alu.value.bit_size == 1;
        default: return false;
        }
    }

    static SsaDef* logic(Builder& b, const AluInstruction& alu) {
        switch (alu.opcode) {
        case Opcode::iand: return with(b, alu, Opcode::fmul);
        case Opcode::ior: return with(b, alu, Opcode::fmax);
        case Opcode::ixor: return with(b, alu, Opcode::sne);
        default: return b.seq(operand_of(alu, 0), b.imm_float(0.0));
        }
    }

    static bool computes_in_32(const AluInstruction& alu, unsigned i) {
        return alu.first_source[i].ssa->bit_size == 32;
    }

    static SsaDef* compare_or_choose(Builder& b, const AluInstruction& alu) {
        const auto of_floats = [&](Opcode opcode) {
            return computes_in_32(alu, 0) ? with(b, alu, opcode) : nullptr;
        };
        switch (alu.opcode) {
        case Opcode::flt: return of_floats(Opcode::slt);
        case Opcode::fge: return of_floats(Opcode::sge);
        case Opcode::feq: return of_floats(Opcode::seq);
        case Opcode::fneu: return of_floats(Opcode::sne);
        case Opcode::ball_fequal2: return of_floats(Opcode::fall_equal2);
        case Opcode::ball_fequal3: return of_floats(Opcode::fall_equal3);
        case Opcode::ball_fequal4: return of_floats(Opcode::fall_equal4);
        case Opcode::bany_fnequal2: return of_floats(Opcode::fany_nequal2);
        case Opcode::bany_fnequal3: return of_floats(Opcode::fany_nequal3);
        case Opcode::bany_fnequal4: return of_floats(Opcode::fany_nequal4);
        case Opcode::bcsel: return computes_in_32(alu, 1) ? with(b, alu, Opcode::fcsel) : nullptr;
        case Opcode::b2f16: return b.f2f16(operand_of(alu, 0));
        case Opcode::b2f32: return b.whole(operand_of(alu, 0));
        case Opcode::b2f64: return b.f2f64(operand_of(alu, 0));
        case Opcode::b2i32: return b.f2i32(operand_of(alu, 0));
        default: return nullptr;
        }
    }
};

} // namespace

bool lower_bool_to_float(Shader& shader) {
    return TruthLowering(shader, FloatForm()).run();
}

} // namespace jacquard::nir
