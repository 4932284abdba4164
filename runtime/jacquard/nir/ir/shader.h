#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/nir/ir/control_flow.h>
#include <jacquard/nir/ir/instruction.h>
#include <jacquard/nir/ir/made_instructions.h>
#include <jacquard/nir/ir/type_table.h>
#include <jacquard/nir/ir/variable_names.h>
#include <jacquard/support/api.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/arena_strip.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// An input or output, one vec4. Its place in the list is the `base` of the intrinsics.
struct IoSlot {
    Semantic semantic = Semantic::generic;
    std::uint32_t semantic_index = 0;
    Interpolation interpolation = Interpolation::none; // inputs of fragment shaders
    InterpolationLocation location = InterpolationLocation::center;
    std::uint8_t mask = 0xf; // components that are read or written
    bool invariant = false;

    friend bool operator==(const IoSlot&, const IoSlot&) = default;
};

struct TextureUnit {
    std::uint32_t unit = 0;
    TextureDim dim = TextureDim::dim_2d;
    bool is_array = false;
    bool is_shadow = false;
    BaseType type = BaseType::float_type;

    friend bool operator==(const TextureUnit&, const TextureUnit&) = default;
};

struct ConstantBuffer {
    std::uint32_t index = 0;
    std::uint32_t num_vec4 = 0;

    friend bool operator==(const ConstantBuffer&, const ConstantBuffer&) = default;
};

// A fact about the shader as a whole that the language it came from states by name and number.
struct ShaderProperty {
    std::string name;
    std::vector<std::uint32_t> values;

    friend bool operator==(const ShaderProperty&, const ShaderProperty&) = default;
};

// A shader has this property if a buffer may be named by a value that chooses among all buffers of
// its kind, as a pointer that is a value does, and not only by the index of an array.
inline constexpr std::string_view kChosenBuffersProperty = "CHOSEN_BUFFERS";

struct ShaderInfo {
    Stage stage = Stage::vertex;
    std::string name;
    std::vector<IoSlot> inputs;
    std::vector<IoSlot> outputs;
    std::vector<ConstantBuffer> constant_buffers;
    std::vector<TextureUnit> textures;
    std::vector<ShaderProperty> properties;
    // The texts that instructions come from, by SourceLine::file; none: there is one without a
    // name.
    std::vector<std::string> source_files;
    SourceContext source_context; // of these origins
    FloatControls float_controls;

    [[nodiscard]] const ShaderProperty* property(std::string_view property_name) const;
    // Gives a property these values, in place of those that it has.
    void set_property(std::string_view property_name, std::vector<std::uint32_t> values);
    [[nodiscard]] const TextureUnit* texture(std::uint32_t unit) const;
};

// A whole program and the memory it lives in. It does not move, since its functions point at it.
struct Shader {
    ShaderInfo info;
    Function* first_function = nullptr;
    Function* last_function = nullptr;
    Function* entry = nullptr;
    std::uint32_t next_ssa_index = 0; // above the number of every value
    VariableList globals;             // variables of every mode but function_temp
    MadeInstructions made;            // the functions below add to it
    Arena arena;
    TypeTable types{arena}; // what a type is made of stands before it
    // Parts of the arena for nodes of the tree, instructions, and what instructions read.
    ArenaStrip node_memory{arena};
    ArenaStrip instruction_memory{arena};
    ArenaStrip source_memory{arena};

    explicit Shader(Stage stage) : variable_names_(arena) { info.stage = stage; }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    // Makes an empty function of one block. The first one made with is_entry is `entry`.
    Function* add_function(std::string_view name, bool is_entry = false);
    [[nodiscard]] Function* find_function(std::string_view name) const;

    // Types. Each of these gives the same object whenever it is asked for the same; null when types
    // would nest deeper than kMaxTypeDepth.
    const Type* void_type();
    const Type* vector_type(AluType scalar, unsigned num_components);
    const Type* scalar_type(AluType scalar) { return vector_type(scalar, 1); }
    const Type* matrix_type(AluType scalar, unsigned rows, unsigned columns,
                            std::uint32_t stride = 0);
    const Type* array_type(const Type* element, std::uint32_t length, std::uint32_t stride = 0);
    const Type* structure_type(std::string_view name, std::span<const StructMember> members);
    const Type* texture_type(TextureDim dim, bool is_array, bool is_shadow, AluType texel);
    const Type* sampler_type(bool is_shadow);
    const Type* image_type(TextureDim dim, bool is_array, AluType texel);

    // Variables. A name that another variable of the shader has, or had, gets a number behind it.
    Variable* add_variable(VariableMode mode, const Type* type, std::string_view name);
    Variable* add_local(Function* function, const Type* type, std::string_view name);
    // Removes a variable that no instruction names any more.
    void remove_variable(Variable* variable);
    [[nodiscard]] const VariableList& variables() const { return globals; }
    [[nodiscard]] std::uint32_t num_variables() const { return next_variable_index_; }
    [[nodiscard]] bool has_locals() const;

    // Gives the values of each function the numbers 0, 1, … in order of appearance.
    void number_values();

    [[nodiscard]] Block* make_block();
    [[nodiscard]] IfNode* make_if();     // both lists hold one empty block
    [[nodiscard]] LoopNode* make_loop(); // the body holds one empty block

    // Returns true if there may be such an instruction, a What being an Opcode, IntrinsicOp,
    // DerefKind or JumpKind; see MadeInstructions.
    template <typename What>
    [[nodiscard]] bool may_have(What what) const {
        return made.has(what);
    }
    [[nodiscard]] bool may_have_calls() const { return made.has_calls(); }
    // Returns true if there may be an intrinsic of which is_wanted(IntrinsicOp) is true.
    template <typename IsWanted>
    [[nodiscard]] bool may_have_intrinsic(const IsWanted& is_wanted) const {
        return made.intrinsics().has_any(is_wanted);
    }
    // The same of an ALU instruction and is_wanted(Opcode).
    template <typename IsWanted>
    [[nodiscard]] bool may_have_opcode(const IsWanted& is_wanted) const {
        return made.opcodes().has_any(is_wanted);
    }
    // Changes the width of an existing value.
    void set_bit_size(SsaDef& value, unsigned bit_size) {
        value.bit_size = static_cast<std::uint8_t>(bit_size);
        made.add_value(bit_size);
    }

    // All of these come back without a block, with sources unset and the result's shape as given.
    [[nodiscard]] AluInstruction* make_alu(Opcode opcode, unsigned num_components,
                                           unsigned bit_size);
    [[nodiscard]] IntrinsicInstruction* make_intrinsic(IntrinsicOp op, unsigned num_components,
                                                       unsigned bit_size);
    [[nodiscard]] ConstantInstruction* make_constant(unsigned num_components, unsigned bit_size);
    [[nodiscard]] UndefInstruction* make_undef(unsigned num_components, unsigned bit_size);
    [[nodiscard]] PhiInstruction* make_phi(unsigned num_components, unsigned bit_size);
    PhiSource* add_phi_source(PhiInstruction* phi, Block* predecessor, SsaDef* value);
    [[nodiscard]] TextureInstruction* make_texture(TextureOp op, unsigned num_sources);
    // Sizes the result from the fields of the instruction; call it when they are set.
    void finish_texture(TextureInstruction* texture, unsigned bit_size);
    void add_texture_source(TextureInstruction* texture, TextureSourceType type, SsaDef* value);
    void remove_texture_source(TextureInstruction* texture, unsigned i);
    [[nodiscard]] JumpInstruction* make_jump(JumpKind kind);
    [[nodiscard]] CallInstruction* make_call(Function* callee, unsigned num_sources);
    [[nodiscard]] ParallelCopyInstruction* make_parallel_copy(unsigned num_entries);
    // Parent and index are to be set, and type and modes where they do not follow from a variable;
    // a CoreBuilder does all of it.
    [[nodiscard]] DerefInstruction* make_deref(DerefKind kind, unsigned bit_size = 32);

    class FunctionIterator {
      public:
        explicit FunctionIterator(Function* at) : at_(at) {}
        Function& operator*() const { return *at_; }
        FunctionIterator& operator++() {
            at_ = at_->next_function;
            return *this;
        }
        friend bool operator==(const FunctionIterator&, const FunctionIterator&) = default;

      private:
        Function* at_;
    };
    struct FunctionRange {
        Function* first;
        [[nodiscard]] FunctionIterator begin() const { return FunctionIterator(first); }
        [[nodiscard]] FunctionIterator end() const { return FunctionIterator(nullptr); }
    };
    [[nodiscard]] FunctionRange functions() const { return {first_function}; }
    [[nodiscard]] bool has_one_function() const { return first_function == last_function; }

  private:
    Variable* make_variable(const Type* type, std::string_view name);

    std::uint32_t next_variable_index_ = 0;
    VariableNames variable_names_;
};

// Makes the types of one shader in another; what comes back is found by Type::index of the first.
[[nodiscard]] std::vector<const Type*> import_types(Shader& into, const Shader& from);

} // namespace jacquard::nir

JACQUARD_END_API
