#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/feedback.h>
#include <jacquard/spirv/module/decorations.h>
#include <jacquard/spirv/module/source_lines.h>
#include <jacquard/spirv/translate/named_places.h>
#include <jacquard/spirv/translate/translate.h>
#include <jacquard/spirv/translate/value.h>
#include <jacquard/support/memory/arena_allocator.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace jacquard::spirv {

// Why an instruction cannot be translated. Thrown where it is found and caught where the
// instruction was taken up; never leaves the translator.
struct TranslationFault {
    std::string message;
    bool is_unsupported = false;
    bool is_told = false; // it follows from another one
    std::optional<Limit> limit = {};
    const Instruction* origin = nullptr; // null: the one at hand
};
[[noreturn]] void malformed(std::string message);
[[noreturn]] void unsupported(std::string message); // "… not supported yet" is added
[[noreturn]] void beyond(Limit limit);

// The instruction that is translated: one of the module, an extended one, or one of constants.
struct Current {
    const InstructionInfo* info = nullptr;
    const Type* type = nullptr; // of the result
    std::uint32_t result = 0;
    std::span<const std::uint32_t> words; // operands

    [[nodiscard]] Op op() const { return static_cast<Op>(info->number); }
};

// How a type lies in memory.
struct LayoutFacts {
    bool is_explicit = false; // strides and offsets of the module hold
    bool is_row_major = false;
    std::uint32_t matrix_stride = 0;

    friend auto operator<=>(const LayoutFacts&, const LayoutFacts&) = default;
};

// What an atomic orders beside itself.
struct AtomicOrder {
    nir::Scope scope = nir::Scope::none;
    std::uint32_t semantics = 0;
    nir::Access access = nir::Access::coherent; // its own
};

// What an access says of itself, in the words from `first` to `end`.
struct MemoryOperands {
    nir::Access access = nir::Access::nothing;
    std::uint32_t alignment = 0; // 0: not said
    std::size_t end = 0;
};

// Blocks of one function and how control flows between them.
struct FlowBlock {
    std::uint32_t first = 0;            // index of the first instruction behind the label
    std::uint32_t last = 0;             // index of the one that leaves the block
    std::uint32_t merge = 0;            // label where control meets again; 0: none
    std::uint32_t continues = 0;        // label of the continue target, of a loop's header
    std::uint32_t num_predecessors = 0; // branches by which control can come
    bool is_reachable = false;
    bool is_translated = false;
};

// A loop of NIR that jumps may leave.
struct FlowFrame {
    std::uint32_t break_label = 0;    // 0: none
    std::uint32_t continue_label = 0; // 0: none
    std::uint32_t header = 0;         // of a loop whose continue target only branches to it
    nir::LoopNode* loop = nullptr;
    // Set where a loop further in was left to break or continue this one.
    nir::Variable* break_flag = nullptr;
    nir::Variable* continue_flag = nullptr;
    bool break_was_asked = false; // by something within the loop just closed
    bool continue_was_asked = false;
};

struct LocationRange {
    std::uint32_t first = 0xffffffff;
    std::uint32_t end = 0;
};

// What is known of inputs or outputs from around the part at hand, and where the next one stands.
struct InterfacePlace {
    std::uint32_t id = 0; // of the variable
    bool is_input = false;
    const Type* vertices = nullptr; // the array of vertices that all parts stand in; null: none
    std::uint32_t location = 0;
    std::uint32_t component = 0;
    std::uint32_t before = 0; // locations of the elements of arrays before those at hand
    LocationRange taken;      // by the element at hand
    // Structures and the members of them that lead to the part.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
    // What transform feedback does with it.
    std::optional<std::uint32_t> feedback_offset;
    std::optional<std::uint32_t> feedback_buffer;
    std::uint32_t feedback_stride = 0;
    std::uint32_t stream = 0;
    bool holds_halves = false; // the part at hand
};

class Translator {
  public:
    Translator(const Module& module, const TranslateOptions& options, Diagnostics& diagnostics);
    TranslateResult run();

  private:
    using SsaDef = nir::SsaDef;
    using Words = std::span<const std::uint32_t>;

    // refused_names.cpp
    void refuse_name(const RefusedName& refused);
    void refuse_names_of_module();
    void refuse_decorations();
    void refuse_names_of_function(std::uint32_t first, std::uint32_t last);

    // translate.cpp
    const Instruction* choose_entry();
    void take_mode(const Instruction& mode);
    bool translate_mode(const Instruction& mode);
    void declare_workgroup_size();
    void guard(const Instruction& instruction, bool (Translator::*step)(const Instruction&));
    void recover(const Instruction& instruction);
    void report_fault(const Instruction& instruction, const TranslationFault& fault);
    bool translate_global(const Instruction& instruction);
    void postpone_unsupported(const Instruction& instruction,
                              bool (Translator::*step)(const Instruction&));
    void tell_postponed(std::uint32_t id) const;
    void finish_clip_distances();

    // translate_types.cpp
    bool make_type(const Instruction& instruction);
    void make_image_type(Type& type, Words words);
    void make_structure(Type& type, Words words);
    Type& begin_type(const Instruction& instruction);
    const Type& type(std::uint32_t id) const;
    const Type& value_type(std::uint32_t id) const; // of a value
    const nir::Type* nir_type(const Type& type, LayoutFacts layout = {});
    const nir::Type* make_nir_type(const Type& type, LayoutFacts layout);
    bool has_places(StorageClass storage) const;
    bool declares(Capability capability) const;
    nir::VariableMode mode_of(StorageClass storage, const Type& pointee) const;
    LayoutFacts layout_of(StorageClass storage) const;

    // translate_constants.cpp
    bool make_constant(const Instruction& instruction);
    const Constant& constant(std::uint32_t id) const;
    std::uint64_t constant_number(std::uint32_t id) const;
    const Constant* specialised(const Instruction& instruction, std::uint64_t bits);
    const Constant* null_constant(const Type& type);
    const Constant* part_of(const Constant& constant, std::uint32_t i);
    const Constant* operate(const Instruction& instruction);
    const Constant*
    evaluated(const Value& value,
              const std::unordered_map<const SsaDef*, std::vector<nir::ConstantValue>>& known);
    const Value& materialise(const Constant& constant);
    void flatten(const Constant& constant, std::vector<nir::ConstantValue>& scalars);

    // translate_variables.cpp
    const Type& variable_type(const Type& pointer) const;
    bool declare_variable(const Instruction& instruction);
    void declare_interface(const Instruction& instruction, const Type& pointee, bool is_input);
    void count_own_memory(const Type& pointee);
    void declare_resource(const Instruction& instruction, const Type& pointee);
    void declare_built_in(std::uint32_t id, std::uint32_t number, Pointer& made);
    nir::Variable* interface_variable(const Type& type, bool is_input, bool per_vertex,
                                      std::string_view name);
    void place_varying(nir::Variable& variable, std::uint32_t location, std::uint32_t component);
    void check_overlap(const nir::Variable& variable);
    const Interface* declare_part(const Type& type, InterfacePlace& place);
    const Interface* declare_structure(const Type& type, InterfacePlace& place);
    const Interface* declare_elements(const Type& type, InterfacePlace& place);
    nir::Variable* declare_member_variable(const Type& type, InterfacePlace& place);
    const Type& over_vertices(const Type& vertices, const Type& inner);
    const Type& in_words(const Type& type);
    SsaDef* in_width(SsaDef* value, nir::AluType wanted);
    void take_second_colour(InterfacePlace& place) const;
    void take_feedback_facts(std::uint32_t id, std::uint32_t member, InterfacePlace& place);
    void note_feedback(const nir::Variable& variable, InterfacePlace& place);
    void note_feedback(const nir::Type& type, nir::FeedbackWords& words);
    void finish_feedback();
    void place_built_in(nir::Variable& variable, const BuiltInFacts& facts);
    void take_interpolation(nir::Variable& variable, std::uint32_t id, std::uint32_t member);
    bool is_per_vertex(std::uint32_t id, bool is_input) const;
    void load_built_ins();
    nir::Access access_of(std::uint32_t id, std::uint32_t member) const;
    std::string name_of(std::uint32_t id) const;
    bool declare_local(const Instruction& instruction);
    nir::Variable* shared_block(const nir::Type& type);
    bool are_blocks_one_memory() const;

    // translate_initialisers.cpp
    void initialise_globals();
    void initialise(const Pointer& pointer, std::uint32_t constant_id);
    void initialise_shared(const Pointer& pointer, std::uint32_t constant_id);
    void store_in_loop(SsaDef* own, std::uint64_t count,
                       const std::function<void(SsaDef*)>& store_element);
    Pointer element_at(const Pointer& arrays, const Type& element, SsaDef* index);
    std::uint64_t workgroup_invocations() const;

    // translate_memory.cpp
    const Pointer& pointer(std::uint32_t id);
    nir::DerefInstruction* deref(const Pointer& pointer);
    nir::DerefInstruction* step(nir::DerefInstruction* from, const Step& step);
    nir::DerefInstruction* follow(nir::DerefInstruction* from, const Step* path, bool& is_named);
    void append(Pointer& pointer, const Step& step);
    static nir::Access access_to(const Pointer& pointer, nir::Access access);
    const Value& load(const Pointer& pointer, nir::Access access);
    const Value& load_row_major(const Pointer& pointer, nir::Access access);
    static void check_writable(const Pointer& to);
    void store(const Pointer& pointer, const Value& value, nir::Access access);
    void store_row_major(const Pointer& pointer, const Value& value, nir::Access access);
    Pointer part(const Pointer& pointer, std::uint32_t number);
    Pointer past_end(const Pointer& pointer, std::uint64_t number);
    Pointer element(const Pointer& pointer, std::uint32_t id);
    Pointer chosen(const Pointer& pointer, const Step& step);
    Pointer chosen_variable(const Pointer& pointer, const Step& step);
    Pointer chosen_of_each(const Pointer& pointer, const Step& step);
    const Value& load_choice(const Choice& choice, nir::Access access);
    void store_choice(const Choice& choice, const Value& value, nir::Access access);
    SsaDef* index_value(std::uint32_t id, unsigned most_bits = 32);
    void translate_load();
    void translate_store();
    void translate_copy_memory();
    void translate_access_chain();
    void translate_array_length();
    MemoryOperands memory_operands(std::size_t word) const;
    SsaDef* load_vector(nir::DerefInstruction* from, nir::Access access);
    void store_vector(nir::DerefInstruction* to, SsaDef* value, nir::Access access);

    // translate_addresses.cpp
    const Pointer& at_address(const Value& address);
    const Value& placed(const Value& pointer);
    nir::Access access_to_places() const;
    SsaDef* step_over(const Value& base, const Pointer& first);
    std::uint64_t stride_of(const Type& pointer);
    void translate_compare_pointers();
    void translate_pointer_difference();
    const Pointer& aligned(const Pointer& pointer, std::uint32_t alignment);
    const Pointer& naturally_aligned(const Pointer& pointer);
    void define_pointer(const Pointer& pointer);
    void translate_pointer_access_chain();
    void translate_address_to_integer();
    void translate_integer_to_address();

    // translate_values.cpp
    const Value& known_value(std::uint32_t id);
    const Value& value(std::uint32_t id);
    const Value& operand(std::size_t i);
    SsaDef* def(std::uint32_t id);
    SsaDef* operand_def(std::size_t i) { return def(word(i)); }
    std::uint32_t word(std::size_t i) const;
    const Value& made(const Type& type, SsaDef* def);
    const Value& made(const Type& type, std::span<const Value*> parts);
    const Value& undefined(const Type& type);
    void define(const Value& value);
    void define(SsaDef* def);
    // Its result, which must have a width that the intrinsic can have.
    void define(nir::IntrinsicInstruction& made);
    void set_value(std::uint32_t id, const Value& value);
    Value& new_value(const Type& type);
    // An operand that is one integer, made 32 bits wide.
    SsaDef* scalar_integer(std::size_t i);
    SsaDef* as_width(SsaDef* integer, unsigned bits, bool is_signed = false);
    nir::CoreBuilder& b() { return *builder_; }
    // What is made from here on comes from instruction `index`.
    void take_origin(std::uint32_t index) { b().origin = source_lines_.of(index); }

    // translate_instruction.cpp
    bool translate_instruction(const Instruction& instruction);
    void translate_current();
    void translate_arithmetic();
    void translate_conversion();
    bool translate_composite();
    bool translate_matrix();
    bool translate_memory();
    bool translate_image();
    bool translate_group();
    void translate_plain();
    void translate_extended(const Instruction& instruction);

    // translate_alu.cpp
    void translate_formula();
    SsaDef* formula_source(ValueType wanted, std::uint32_t id, unsigned& width);
    void translate_convert();
    void translate_bitcast();
    SsaDef* joined(SsaDef* narrow, unsigned first, unsigned bits);
    void append_parts(const nir::Operand& wide, unsigned bits, std::vector<nir::Operand>& parts);
    void translate_select();
    const Value& select(SsaDef* condition, const Value& yes, const Value& no);
    void define_pair(SsaDef* first, SsaDef* second);
    SsaDef* limited(SsaDef* integer);
    SsaDef* resized(SsaDef* integer, unsigned bits, bool is_signed);
    void translate_carry();
    void translate_mul_extended();
    void translate_bit_count();
    void translate_pack();
    void translate_unpack_halves();
    void translate_truths();

    // translate_composites.cpp
    void translate_vector_extract();
    void translate_vector_insert();
    void translate_shuffle();
    void translate_construct();
    void translate_extract();
    void translate_insert();
    const Value& insert(const Value& whole, const Value& part, Words path);
    const Value& copied(const Value& value, const Type& type);

    // translate_matrices.cpp
    void define_columns(const std::vector<SsaDef*>& columns);
    SsaDef* times_vector(const std::vector<SsaDef*>& columns, SsaDef* vector);
    void translate_transpose();
    void translate_matrix_times_scalar();
    void translate_vector_times_matrix();
    void translate_matrix_times_vector();
    void translate_matrix_times_matrix();
    void translate_outer_product();
    SsaDef* minor_determinant(const std::vector<SsaDef*>& columns,
                              const std::vector<unsigned>& rows, unsigned first);
    void translate_determinant();
    void translate_inverse();
    std::vector<SsaDef*> columns_of(const Value& matrix) const;

    // translate_geometric.cpp
    SsaDef* float_operand(std::size_t i);
    SsaDef* dot(SsaDef* x, SsaDef* y);
    SsaDef* length(SsaDef* x);
    void translate_geometric();
    void translate_refract();
    void translate_modf(bool is_structure);
    void translate_frexp(bool is_structure);
    void translate_interpolate();

    // translate_images.cpp
    void translate_sampled_image();
    void translate_image_of();
    void translate_sample();
    void translate_image_query();
    void translate_image_read();
    void translate_image_write();
    void translate_texel_pointer();
    void translate_resident();
    nir::TextureInstruction* begin_texture(nir::TextureOp op, const Value& image);
    void add_image_operands(nir::TextureInstruction* texture, std::size_t first);
    static std::uint32_t missing_sources(nir::TextureInstruction& texture);
    void query_storage_image(const Value& image, const Type& type, nir::TextureOp op);
    void add_gather_offsets(nir::TextureInstruction* texture, std::uint32_t id);
    void define_texture(nir::TextureInstruction* texture, bool is_sparse);
    void describe_image(nir::IntrinsicInstruction& access, const Pointer& image, const Type& type,
                        nir::Access more = nir::Access::nothing);
    nir::Access image_access(std::size_t first) const;
    SsaDef* image_coordinate(const Type& image, SsaDef* coordinate);
    void read_subpass(const Value& image, const Type& type);
    SsaDef* image_sample(std::size_t first);
    void check_storage_operands(std::size_t first) const;
    nir::AluType texel_type(nir::AluType type, std::size_t first) const;
    const Type& image_type(const Value& image) const;
    bool is_non_uniform(std::uint32_t id) const;

    // translate_atomics.cpp
    void translate_atomic();
    void translate_atomic_load();
    void translate_atomic_store();
    void translate_atomic_swap();
    SsaDef* atomic(const Pointer& pointer, nir::AtomicOp op, SsaDef* data, SsaDef* compare,
                   nir::Access access);
    AtomicOrder order_of(std::size_t scope, std::size_t num_semantics = 1) const;
    void release_before(const AtomicOrder& order);
    void acquire_behind(const AtomicOrder& order);
    void translate_barrier(bool is_control);
    nir::Scope scope_of(std::uint32_t id) const;
    std::uint32_t semantics_of(std::uint32_t id) const;
    void add_barrier(nir::Scope execution, nir::Scope memory, std::uint32_t semantics);
    static nir::VariableMode ordered_modes(std::uint32_t semantics);

    // translate_subgroups.cpp
    void check_scope();
    void translate_subgroup();
    void translate_vote_equal();
    void translate_ballot_count();
    void translate_quad_swap();
    void translate_reduce();
    void translate_derivative(bool is_width);

    // translate_functions.cpp
    bool find_functions(const Instruction& entry);
    bool make_function(const Instruction& definition);
    bool translate_function(const Instruction& definition);
    void leave_function();
    void take_parameters(std::uint32_t& index);
    const Value& take_parameter(const Type& type, nir::Access access, unsigned& next);
    void list_parameters(const Type& type, std::vector<nir::Parameter>& list);
    void translate_call();
    void hand_over(const Value& value, std::vector<SsaDef*>& arguments);
    void return_value(std::uint32_t id);

    // translate_flow.cpp
    // Counts a level of ifs and loops while it lives.
    class Nesting {
      public:
        explicit Nesting(Translator& translator);
        ~Nesting() { --depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

      private:
        unsigned& depth_;
    };
    void find_blocks(std::uint32_t index);
    void find_predecessors();
    FlowBlock& flow_block(std::uint32_t label);
    Words terminator(const FlowBlock& block) const;
    void add_targets(const FlowBlock& block, std::vector<std::uint32_t>& targets) const;
    std::uint32_t literal_words(std::uint32_t selector) const;
    bool translate_region(std::uint32_t label, std::uint32_t stop);
    std::uint32_t translate_block(std::uint32_t label, std::uint32_t stop);
    std::uint32_t leave(const FlowBlock& block, std::uint32_t label, std::uint32_t stop);
    std::uint32_t branch(std::uint32_t from, std::uint32_t to, std::uint32_t stop);
    std::uint32_t go_to(std::uint32_t to, std::uint32_t stop);
    std::uint32_t meet_at(std::uint32_t merge, std::uint32_t stop);
    SsaDef* branch_condition(const FlowBlock& block);
    std::uint32_t translate_conditional(const FlowBlock& block, std::uint32_t label,
                                        std::uint32_t stop);
    bool translate_sides(const FlowBlock& block, std::uint32_t label, std::uint32_t meet);
    std::uint32_t translate_selection(const FlowBlock& block, std::uint32_t label,
                                      std::uint32_t stop);
    bool is_plain_step(std::uint32_t label);
    std::uint32_t translate_loop(std::uint32_t header, std::uint32_t stop);
    unsigned plain_exits(std::uint32_t label, std::uint32_t target);
    void load_phis(const FlowBlock& block);
    bool load_phi(const Instruction& phi);
    const Pointer& phi_memory(const Instruction& phi);
    void store_phis(std::uint32_t from, std::uint32_t to);

    // translate_jumps.cpp
    nir::Variable* truth_variable(std::string_view name);
    void set_truth(nir::Variable* variable, bool value);
    void push_frame(std::uint32_t break_label, std::uint32_t continue_label);
    void pop_frame();
    bool is_jump_target(std::uint32_t label) const;
    bool jump_to(std::uint32_t label);
    void jump_from(std::size_t i, bool is_continue);

    // translate_switch.cpp
    struct Case {
        std::uint32_t label = 0; // 0: where control meets again
        std::vector<std::uint64_t> literals;
        bool is_default = false;
        bool falls_in = false; // from the case before
    };
    std::vector<Case> cases_of(Words words, std::uint32_t merge) const;
    void find_fall_through(std::vector<Case>& cases, std::uint32_t merge);
    SsaDef* is_chosen(SsaDef* selector, const Case& wanted, const std::vector<Case>& all);
    void translate_plain_cases(SsaDef* selector, const std::vector<Case>& cases,
                               std::uint32_t label, std::uint32_t merge);
    void translate_cases(SsaDef* selector, const std::vector<Case>& cases, std::uint32_t label,
                         std::uint32_t merge);
    std::uint32_t translate_switch(const FlowBlock& block, std::uint32_t label, std::uint32_t stop);

    const Module& module_;
    const TranslateOptions& options_;
    Diagnostics& diagnostics_;
    Decorations decorations_;
    // All values are: whoever translates asks for that, or outputs come out alike in all shaders.
    const bool is_precise_;
    const bool has_exact_values_; // some are decorated so
    std::unique_ptr<nir::Shader> shader_;
    std::optional<nir::CoreBuilder> builder_;
    SourceLines source_lines_;
    Current now_;
    bool is_malformed_ = false;
    bool is_refused_ = false;
    std::uint32_t extended_id_ = 0; // of the set that an instruction was last looked up in
    std::span<const InstructionInfo> extended_set_;
    std::unordered_set<std::uint32_t> failed_ids_; // whose uses are no faults of their own
    // By the id that is not supported, which is told where something uses it.
    std::unordered_map<std::uint32_t, TranslationFault> postponed_;
    std::unordered_set<std::string> refused_;        // reasons told already
    std::unordered_set<std::uint32_t> capabilities_; // that the module declares

    Arena arena_;                    // of types, values, constants and pointers
    std::uint64_t own_scalars_ = 0;  // of variables that the shader has the memory for
    std::uint64_t num_parts_ = 0;    // of all composites made
    std::vector<const Type*> types_; // by id
    std::unordered_map<std::uint32_t, Type*> forward_types_; // of pointers, by id
    std::vector<const Constant*> constants_;                 // by id
    std::vector<const Value*> values_;                       // by id
    std::vector<std::uint32_t> local_ids_; // with values that are of the function at hand
    // Ids and the instructions that name them, in this order.
    std::vector<std::pair<std::uint32_t, const Instruction*>> names_;
    using LaidOut = std::tuple<const Type*, LayoutFacts>;
    using NirTypes = std::map<LaidOut, const nir::Type*, std::less<>,
                              ArenaAllocator<std::pair<const LaidOut, const nir::Type*>>>;
    NirTypes nir_types_{NirTypes::allocator_type(arena_)};
    std::unordered_map<std::uint32_t, std::uint64_t> specialisations_;

    struct BuiltInInput {
        const BuiltInFacts* facts;
        const Type* type;
        Pointer pointer;
    };
    std::vector<BuiltInInput> built_in_inputs_;
    std::vector<std::pair<Pointer, std::uint32_t>> initialisers_; // of globals, by constant
    nir::Variable* shared_block_ = nullptr; // the memory of all blocks of the work group
    std::unordered_map<std::uint32_t, const nir::Variable*> input_places_; // by component
    std::unordered_set<std::uint32_t> interface_ids_;                      // of the entry point
    bool feeds_back_ = false;
    std::vector<nir::FeedbackWords> feedback_; // of all outputs, which count if it does
    std::uint32_t entry_function_ = 0;
    std::array<std::uint32_t, 3> local_size_{1, 1, 1};
    std::array<nir::Variable*, 2> clip_distances_{}; // outputs, inputs
    std::array<nir::Variable*, 2> cull_distances_{};
    std::array<bool, 2> are_clip_distances_used_{};

    std::unordered_map<std::uint32_t, nir::Function*> functions_; // by id
    std::vector<std::uint32_t> function_order_;                   // indices of OpFunction
    nir::Function* function_ = nullptr;
    const Type* return_type_ = nullptr;
    nir::Instruction* anchor_ = nullptr;              // constants stand in front of it
    bool is_scratch_ = false;                         // constants are operated on
    NamedPlaces places_{arena_};                      // of the function at hand
    std::vector<FlowBlock> blocks_;                   // in order of appearance
    std::unordered_map<std::uint32_t, Pointer> phis_; // by id
    std::vector<FlowFrame> frames_;
    unsigned nesting_ = 0;
};

} // namespace jacquard::spirv
