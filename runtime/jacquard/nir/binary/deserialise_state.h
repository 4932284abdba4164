#pragma once

#include <jacquard/nir/binary/binary_reader.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace jacquard::nir {

// The reader of the binary form: deserialise.cpp has what surrounds functions and their control
// flow, deserialise_instruction.cpp the instructions.
class Deserialiser {
  public:
    Deserialiser(std::span<const std::uint8_t> bytes, const Limits& limits)
        : in_(bytes), limits_(limits) {}

    // Null after a fault, which in() and reached() tell.
    std::unique_ptr<Shader> run();
    [[nodiscard]] const binary::Reader& in() const { return in_; }
    // The limit that stopped the reading; nothing when it was something else.
    [[nodiscard]] std::optional<Limit> reached() const { return reached_; }

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

    // Before memory is taken for `number` pieces of the shader. False, and a fault, when there are
    // too many.
    bool begin_items(std::uint64_t number = 1);
    bool reach(Limit limit);
    // Returns how many of something follow; each is an item.
    std::size_t count_items(std::string_view what);
    bool count_registers(const IntrinsicInstruction& declaration);

    // These functions read the parts outside of functions.
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
    const Limits& limits_;
    std::optional<Limit> reached_;
    std::uint64_t num_items_ = 0;
    std::uint64_t num_registers_ = 0; // their scalars
    std::unique_ptr<Shader> shader_;
    std::vector<Variable*> variables_;
    std::set<std::string_view> variable_names_;
    std::vector<Function*> functions_;
    std::set<std::string_view> function_names_;
    std::vector<StructMember> members_;
    // These members belong to the function that is being read.
    std::vector<SsaDef*> values_;
    std::vector<Block*> blocks_;
    std::vector<PendingUse> uses_;
    std::vector<PendingPhiBlock> phi_blocks_;
};

} // namespace jacquard::nir
