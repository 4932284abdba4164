#pragma once

#include <jacquard/ir3/compiler/select/lacking.h>
#include <jacquard/nir/ir/shader.h>

#include <map>

namespace jacquard::nir::narrowing {

// The instructions that an opcode takes in each width; 0 if no rule selects it.
struct Forms {
    unsigned full = 0;
    unsigned half = 0;
};

// Counts the instructions that rules of selection make of an opcode in each width.
class FormCounts {
  public:
    // `known` keeps the counts for the other functions of the shader.
    FormCounts(Shader& shader, const ir3::Lacking& lacking, std::map<Opcode, Forms>& known)
        : shader_(shader), lacking_(lacking), known_(known) {}

    const Forms& of(Opcode opcode) {
        const auto [at, is_new] = known_.try_emplace(opcode);
        if (is_new) {
            at->second = {count(opcode, 32), count(opcode, 16)};
        }
        return at->second;
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
    std::map<Opcode, Forms>& known_;
};

} // namespace jacquard::nir::narrowing
