#pragma once

#include <jacquard/nir/text/parse/concern.h>
#include <jacquard/nir/text/parse/values.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace jacquard::nir {

class Blocks;
class Calls;
class Derefs;
class Indices;
class Places;
class Textures;
class Values;
class Variables;

// Parses instructions: which there is, and those that no other class parses.
class Instructions : Concern {
  public:
    Instructions(Tokens& tokens, Parts& parts, Shader& shader, Blocks& blocks, Calls& calls,
                 Derefs& derefs, Indices& indices, Places& places, Textures& textures,
                 Values& values, Variables& variables)
        : Concern(tokens, parts, shader), blocks_(blocks), calls_(calls), derefs_(derefs),
          indices_(indices), places_(places), textures_(textures), values_(values),
          variables_(variables) {}

    void instruction(Block& block);

  private:
    // A copy that takes part in a parallel copy.
    struct Copy {
        bool to_register = false;
        Definition defined;
        Token register_value;
        Token source;
    };

    Instruction* body(const std::optional<Definition>& defined);
    std::optional<Instruction*> defining_body(const ValueShape& shape);
    Instruction* no_instruction();
    void finish(Instruction& made, const std::optional<Definition>& defined, bool relaxed,
                SourcePosition position);
    Instruction* alu(Opcode opcode, bool exact, const ValueShape& shape);
    bool swizzle(AluSource& source, unsigned count);
    Instruction* intrinsic(IntrinsicOp op, const std::optional<Definition>& defined);
    bool named_variables(IntrinsicInstruction& intrinsic);
    bool count_registers(const IntrinsicInstruction& declaration, SourcePosition position);
    Instruction* constant(const ValueShape& shape);
    Instruction* phi(const ValueShape& shape);
    Instruction* parallel_copy();
    bool copy(Copy& each);
    bool value_token(Token& token, std::string_view wanted);

    Blocks& blocks_;
    Calls& calls_;
    Derefs& derefs_;
    Indices& indices_;
    Places& places_;
    Textures& textures_;
    Values& values_;
    Variables& variables_;
    std::uint64_t num_registers_ = 0; // the scalars of all declared ones
};

} // namespace jacquard::nir
