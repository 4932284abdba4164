#pragma once

#include <jacquard/nir/binary_reader.h>
#include <jacquard/nir/shader.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace jacquard::nir {

// The reader of the binary form: deserialise.cpp has what surrounds functions and their control
// flow, deserialise_instruction.cpp the instructions.
class Deserialiser {
  public:
    explicit Deserialiser(std::span<const std::uint8_t> bytes) : in_(bytes) {}

    // Null after a fault, which in() tells.
    std::unique_ptr<Shader> run();
    [[nodiscard]] const binary::Reader& in() const { return in_; }

  private:
    struct PendingUse {
        Source* source;
        std::uint64_t number;
    };
    struct PendingPhiBlock {
        PhiSource* source;
        std::uint32_t block;
    };
    struct Shape {
        unsigned num_components = 1;
        unsigned bit_size = 32;
    };

    // What surrounds functions.
    bool head_of_file();
    void info();
    void slots(std::vector<IoSlot>& slots);
    void types();
    Type type();
    std::vector<StructMember> members();
    const Type* type_by_number();
    void variables(Function* function);
    void variable(Function* function);
    void function_head();
    void body(Function& function);

    // Instructions.
    void instruction(Block& block, std::uint64_t item);
    Instruction* alu();
    Instruction* intrinsic();
    Instruction* constant();
    Instruction* undef();
    Instruction* phi();
    Instruction* texture();
    Instruction* jump();
    Instruction* call();
    Instruction* parallel_copy();
    Instruction* deref();
    Variable* variable_by_number();
    Shape shape();
    unsigned bit_size();
    void use(Source& source);
    void resolve(Function& function);

    binary::Reader in_;
    std::unique_ptr<Shader> shader_;
    std::vector<Variable*> variables_;
    std::unordered_set<std::string_view> variable_names_;
    std::vector<Function*> functions_;
    std::unordered_set<std::string_view> function_names_;
    std::vector<StructMember> members_;
    // Of the function at hand.
    std::vector<SsaDef*> values_;
    std::vector<Block*> blocks_;
    std::vector<PendingUse> uses_;
    std::vector<PendingPhiBlock> phi_blocks_;
};

} // namespace jacquard::nir
