#pragma once

#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/ir3/compiler/select/lacking.h>
#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace jacquard::nir::narrowing {

// The instructions that an opcode takes in each width; 0 if no rule selects it.
struct Forms {
    unsigned full = 0;
    unsigned half = 0;
};

// Counts the instructions that rules of selection make of an opcode in each width.
class FormCounts {
  public:
    FormCounts(Shader& shader, const ir3::Lacking& lacking)
        : shader_(shader), lacking_(lacking), known_(kNumOpcodes) {}

    // An opcode is counted when it is first asked for.
    const Forms& of(Opcode opcode) {
        std::optional<Forms>& known = known_[static_cast<std::size_t>(opcode)];
        if (!known) {
            known = {count(opcode, 32), count(opcode, 16)};
        }
        return *known;
    }

  private:
    unsigned count(Opcode opcode, unsigned bits) {
        UndefInstruction* any = shader_.make_undef(1, bits);
        AluInstruction* alu = shader_.make_alu(opcode, 1, bits);
        for (AluSource& source : alu->sources()) {
            source.set(&any->value);
        }
        const unsigned found = lacking_.instructions_for(*alu);
        for (AluSource& source : alu->sources()) {
            source.set(nullptr);
        }
        return found;
    }

    Shader& shader_;
    const ir3::Lacking& lacking_;
    std::vector<std::optional<Forms>> known_; // by opcode
};

} // namespace jacquard::nir::narrowing
