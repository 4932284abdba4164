#pragma once

#include <jacquard/nir/interpreter/program/program_data.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace jacquard::nir::interpreter {

// Makes the steps of one function after the other.
class Preparer {
  public:
    Preparer(const Shader& shader, ProgramData& program, const Limits& limits);
    // Why the shader cannot be prepared; empty when it is ready.
    [[nodiscard]] std::string run();
    // The limit that is in the way; then the program must not be run.
    [[nodiscard]] std::optional<Limit> reached() const { return reached_; }

  private:
    struct FunctionState {
        const Function* function = nullptr;
        std::vector<Place> parameters;
        std::vector<std::uint32_t> loop_ends;   // by block: last block of the innermost loop
        std::vector<std::uint32_t> loop_starts; // by block: first block of the same
        std::uint32_t first_step = 0;
    };
    // A list of control flow that is being walked.
    enum class Role : std::uint8_t { function_body, then_list, else_list, loop_body };
    struct OpenList {
        Role role;
        const ControlFlowNode* owner;
        const ControlFlowNode* next;
        std::uint32_t opening = 0;       // the step that began it
        std::uint32_t pending = kNoStep; // chain through Step::target
    };
    static constexpr std::uint32_t kNoStep = 0xffffffffU;
    static constexpr std::uint32_t kNoRegister = 0xffffffffU;

    [[nodiscard]] bool calls_itself();
    [[nodiscard]] std::size_t index_of(const Function* function) const;
    void number_loops(FunctionState& state);
    void prepare_function(FunctionState& state);
    void close_list(std::vector<OpenList>& open);
    void prepare_block(const Block& block, std::vector<OpenList>& open);
    void prepare_jump(const JumpInstruction& jump, std::vector<OpenList>& open);
    void forget_values();
    void prepare_instruction(const Instruction& instruction, std::vector<OpenList>& open);
    void prepare_alu(const AluInstruction& alu);
    // One more of what a step does several of. They are one step where they follow each other, as
    // nothing goes to what comes after one of them.
    void add_to_batch(StepKind kind, std::size_t number);
    void prepare_alu_by_lane(const AluInstruction& alu);
    void prepare_intrinsic(const IntrinsicInstruction& intrinsic);
    void prepare_register(const IntrinsicInstruction& declaration);
    void prepare_register_access(const IntrinsicInstruction& intrinsic,
                                 const RegisterAccess& access);
    // False for what does not access words at a fixed place.
    [[nodiscard]] bool prepare_fixed_access(const IntrinsicInstruction& intrinsic);
    [[nodiscard]] std::uint32_t number_of(const FixedMemory& memory);
    [[nodiscard]] Step handled_step(const Instruction& instruction, Handler handler);
    void prepare_handled(const Instruction& instruction, Handler handler);
    void prepare_deref(const DerefInstruction& deref);
    void prepare_variable_access(const IntrinsicInstruction& intrinsic,
                                 const VariableAccess& access);
    void prepare_copy(const IntrinsicInstruction& intrinsic, const VariableAccess& access);
    // Room for what no environment gives, and what is in spaces that hold what variables begin
    // with.
    void prepare_own_memory();
    void prepare_initial_data();
    void write_initializer(const Variable& variable, std::vector<std::byte>& data) const;
    // Prepares the steps that give the variables of a list their initial values.
    void prepare_initial_variables(const VariableList& variables);
    void prepare_parallel_copy(const ParallelCopyInstruction& copy);
    void prepare_call(const CallInstruction& call, std::vector<OpenList>& open);
    void prepare_phis(const Block& block);

    struct Copy {
        Place from;
        Place to;
        std::uint8_t rows;
    };
    // Copies for the active lanes; all sources are read before any destination is written.
    void add_copies(const std::vector<Copy>& copies, const Instruction* instruction);

    // The register and the slot of a value of the current function.
    struct Value {
        Place place;
        std::uint32_t reg = kNoRegister; // where it declares one
    };
    [[nodiscard]] Value& value_of(const SsaDef& value);

    void reach(Limit limit) { reached_ = reached_ ? reached_ : limit; }
    // Room for `count` components. Past the limit there is none, and the offset is of no use.
    [[nodiscard]] std::uint32_t allocate(unsigned bytes, std::uint64_t count);
    // Whether there is room for a list of so many bytes that the shader can make long.
    [[nodiscard]] bool may_list(std::uint64_t bytes);
    [[nodiscard]] Place allocate_place(unsigned num_components, unsigned bit_size);
    [[nodiscard]] Place place_of(const SsaDef& value);
    // Whether lanes that have left the loop of a value may still read it.
    [[nodiscard]] bool escapes_loop(const SsaDef& value) const;
    Step& add_step(StepKind kind, const Instruction* instruction);
    void add_pending(OpenList& list, std::uint32_t step);
    [[nodiscard]] std::uint32_t next_step() const {
        return static_cast<std::uint32_t>(program_->steps.size());
    }
    [[nodiscard]] bool needs_float_controls(const AluInstruction& alu) const;

    const Shader* shader_;
    ProgramData* program_;
    const Limits* limits_;
    std::optional<Limit> reached_;
    std::uint64_t own_bytes_ = 0; // of a lane's memory that no environment gives
    std::uint64_t listed_bytes_ = 0;
    std::uint64_t num_registers_ = 0; // their scalars
    std::vector<FunctionState> functions_;
    std::unordered_map<const Function*, std::size_t> indices_;
    std::map<std::tuple<MemorySpace, std::uint64_t, bool>, std::uint32_t> fixed_memory_; // numbers
    FunctionState* current_ = nullptr;
    std::vector<Value> values_;             // of the function at hand, by number
    std::vector<std::uint32_t> listed_;     // the numbers of those that are known
    std::vector<std::uint32_t> call_steps_; // to be given their function's first step
};

} // namespace jacquard::nir::interpreter
