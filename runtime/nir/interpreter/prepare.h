#pragma once

#include <jacquard/nir/interpreter/program_data.h>

#include <string>
#include <vector>

namespace jacquard::nir::interpreter {

// Makes the steps of one function after the other.
class Preparer {
  public:
    Preparer(const Shader& shader, ProgramData& program);
    // Why the shader cannot be prepared; empty when it is ready.
    [[nodiscard]] std::string run();

  private:
    struct FunctionState {
        const Function* function = nullptr;
        std::vector<Place> places;            // by number of the value
        std::vector<std::uint32_t> registers; // by number of the declaring value
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
    // What a lane has where a shader uses any: nothing says how much it needs.
    static constexpr std::uint32_t kScratchBytes = 4096;
    static constexpr std::uint32_t kPreambleWords = 512;

    [[nodiscard]] bool calls_itself();
    [[nodiscard]] bool uses_scratch() const;
    void number_loops(FunctionState& state);
    void prepare_function(FunctionState& state);
    void close_list(std::vector<OpenList>& open);
    void prepare_block(const Block& block, std::vector<OpenList>& open);
    void prepare_jump(const JumpInstruction& jump, std::vector<OpenList>& open);
    void prepare_instruction(const Instruction& instruction, std::vector<OpenList>& open);
    void prepare_alu(const AluInstruction& alu);
    void prepare_alu_by_lane(const AluInstruction& alu);
    void prepare_intrinsic(const IntrinsicInstruction& intrinsic);
    void prepare_register_access(const IntrinsicInstruction& intrinsic);
    void prepare_handled(const Instruction& instruction, Handler handler);
    void prepare_deref(const DerefInstruction& deref);
    void prepare_copy(const IntrinsicInstruction& intrinsic);
    // What variables of a list begin with.
    void prepare_constant_data();
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

    [[nodiscard]] std::uint32_t allocate(unsigned bytes, std::uint32_t count);
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
    std::vector<FunctionState> functions_;
    FunctionState* current_ = nullptr;
    std::vector<std::uint32_t> call_steps_; // to be given their function's first step
};

} // namespace jacquard::nir::interpreter
