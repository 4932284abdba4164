#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/text/parse/lexer.h>
#include <jacquard/nir/text/print/number_table.h>
#include <jacquard/support/text/limits.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace jacquard::nir {

// The parser of the text form: parser.cpp has the header, functions and control flow,
// parse_instruction.cpp the instructions.
//
// Values, blocks and functions may be named before they are defined, so uses are kept and resolved
// when the function, or the text, has ended. After a fault the rest of the line is skipped.
class Parser {
  public:
    Parser(std::string_view text, Diagnostics& diagnostics, const Limits& limits)
        : lexer_(text), diagnostics_(diagnostics), limits_(limits), token_(lexer_.next()) {}

    std::unique_ptr<Shader> parse();

  private:
    struct Shape {
        unsigned bit_size = 0;
        unsigned num_components = 0;
    };
    struct Definition {
        std::uint32_t number = 0;
        Shape shape;
        SourcePosition position;
    };
    struct PendingUse {
        Source* source;
        std::uint32_t number;
        SourcePosition position;
    };
    struct PendingPhiBlock {
        PhiSource* source;
        std::uint32_t number;
        SourcePosition position;
    };
    struct PendingPredecessors {
        Block* block;
        std::vector<std::uint32_t> numbers;
        SourcePosition position;
    };
    struct PendingCall {
        CallInstruction* call;
        std::string name;
        SourcePosition position;
    };
    struct PendingDeref {
        DerefInstruction* deref;
        std::string member;
        SourcePosition position;
    };
    struct Place {
        const Instruction* instruction;
        SourcePosition position;
    };
    template <typename T>
    struct Named {
        T* object = nullptr;
        SourcePosition position;

        friend bool operator==(const Named&, const Named&) = default;
    };

    // Limits. After one is reached the text is at its end and nothing else is reported.
    void stop() {
        stopped_ = true;
        token_ = {TokenKind::end, token_.position, {}};
        lexer_ = Lexer({});
    }
    bool reached(Limit limit, SourcePosition position) {
        if (!stopped_) {
            report_limit(diagnostics_, position, limit, limits_);
        }
        stop();
        return false;
    }
    // Before each piece of the text that takes memory. False when there are too many of them, or
    // too many errors for another to be of use.
    bool begin_item() {
        if (diagnostics_.is_full()) {
            stop();
        }
        return !stopped_ && (++num_items_ <= limits_.instructions ||
                             reached(Limit::instructions, token_.position));
    }
    bool count_registers(const IntrinsicInstruction& declaration, SourcePosition position);

    // Tokens.
    void advance() {
        last_line_ = token_.position.line;
        token_ = lexer_.next();
    }
    [[nodiscard]] bool same_line() const { return token_.position.line == last_line_; }
    bool accept(char punctuation);
    bool accept_word(std::string_view word);
    bool expect(char punctuation, std::string_view where);
    void fail(std::string_view code, std::string message) {
        if (!stopped_) {
            diagnostics_.error(code, token_.position, std::move(message));
        }
    }
    void unexpected(std::string_view wanted);
    void suggest(Diagnostic& diagnostic, std::string_view written,
                 std::span<const std::string_view> names);
    void skip_line();

    // Small parts; all report and give nothing on a fault.
    std::optional<std::uint64_t> number(std::string_view what, std::uint64_t limit);
    std::optional<std::int64_t> signed_number(std::string_view what);
    std::optional<Shape> shape();
    std::optional<AluType> alu_type();
    std::optional<std::uint32_t> word_of(std::span<const EnumWord> words, std::string_view what);
    std::optional<std::uint8_t> component_mask();
    std::optional<std::string> string(std::string_view what);
    std::optional<std::uint32_t> block_number();

    // The words between '|', as bits.
    std::optional<std::uint32_t> words_of(std::span<const EnumWord> words, std::string_view what);
    std::optional<std::string> member_name();

    // Types and variables; null on a fault.
    const Type* type();
    const Type* type_without_arrays();
    const Type* structure_by_name();
    const Type* vector_or_matrix();
    bool explicit_stride(std::uint32_t& stride);
    void structure_line();
    void variable_line(Function* function);
    bool variable_fields(Variable& variable);
    bool variable_field(Variable& variable);
    bool initializer(Variable& variable);
    std::optional<Variable*> variable_by_name();

    // Header.
    bool stage();
    void header_line();
    void name_line();
    void float_controls_line();
    void io_line(std::vector<IoSlot>& slots);
    void constant_buffer_line();
    void texture_line();
    void property_line();

    // Functions and control flow.
    void function();
    bool parameters(Function& function);
    std::optional<Parameter> parameter();
    void locals(Function& function);
    void list(ControlFlowList& body, std::uint64_t depth);
    bool open_brace();
    Block* block_head(ControlFlowList& body, ControlFlowNode* parent, bool use_first);
    void if_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth);
    void loop_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth);
    void resolve_function(Function& function);
    static void take_counts_from_sources(Function& function);
    void resolve_calls();
    void check_predecessors();
    void report_violations();

    // Instructions.
    void instruction(Block& block);
    bool definition(Definition& definition);
    Instruction* body(const std::optional<Definition>& definition);
    Instruction* alu(Opcode opcode, bool exact, const Shape& shape);
    Instruction* intrinsic(IntrinsicOp op, const std::optional<Definition>& definition);
    bool indices(IntrinsicInstruction& intrinsic);
    std::optional<std::int64_t> index_value(IndexKind kind);
    std::optional<std::int64_t> io_semantics();
    std::optional<std::int64_t> transform_feedback();
    std::optional<std::int64_t> cooperative_matrix();
    Instruction* constant(const Shape& shape);
    std::optional<ConstantValue> constant_component(unsigned bit_size);
    Instruction* phi(const Shape& shape);
    Instruction* texture(const Shape& shape);
    bool texture_fields(TextureInstruction& texture);
    bool texture_offsets(TextureFields& fields, const TextureFlag& flag);
    Instruction* call();
    Instruction* parallel_copy();
    Instruction* deref(DerefKind kind);
    bool cast_fields(DerefInstruction& cast);
    void resolve_derefs();
    const Type* part_type(DerefInstruction& deref, const Type& whole, const PendingDeref& pending);
    bool named_variables(IntrinsicInstruction& intrinsic);
    bool use(Source& source);
    bool refer(Source& source, const Token& token);
    bool swizzle(AluSource& source, unsigned count);
    void define(SsaDef& value, const Definition& definition);
    bool uses(std::span<Source> sources);

    Lexer lexer_;
    Diagnostics& diagnostics_;
    const Limits& limits_;
    Token token_;
    std::uint32_t last_line_ = 0;      // of the token before this one
    std::uint32_t statement_line_ = 0; // where the statement at hand began
    std::unique_ptr<Shader> shader_;
    NumberTable<Named<SsaDef>> values_; // of the function at hand
    NumberTable<Named<Block>> blocks_;
    // Trees, since whoever writes the names may have found some of equal hash.
    std::map<std::string, Named<Function>> functions_;
    std::map<std::string_view, Named<Variable>> variables_;
    std::set<std::uint32_t> faulty_values_; // whose definition could not be read
    std::vector<PendingUse> uses_;
    std::vector<PendingPhiBlock> phi_blocks_;
    std::vector<PendingPredecessors> predecessors_;
    std::vector<PendingCall> calls_;
    std::vector<PendingDeref> derefs_;
    std::vector<Place> places_; // of all instructions, as they were read
    std::size_t num_values_ = 0;
    std::uint32_t highest_value_ = 0;
    bool stopped_ = false;
    std::uint64_t num_items_ = 0;
    std::uint64_t num_registers_ = 0; // their scalars
};

} // namespace jacquard::nir
