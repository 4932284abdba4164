#pragma once

#include <jacquard/nir/control_flow.h>
#include <jacquard/nir/enums.h>
#include <jacquard/nir/instruction.h>
#include <jacquard/support/arena.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

struct ShaderInfo {
    Stage stage = Stage::vertex;
    std::string name;
    std::vector<IoSlot> inputs;
    std::vector<IoSlot> outputs;
    std::vector<ConstantBuffer> constant_buffers;
    std::vector<TextureUnit> textures;
    std::vector<ShaderProperty> properties;
    FloatControls float_controls;

    [[nodiscard]] const ShaderProperty* property(std::string_view property_name) const;
    [[nodiscard]] const TextureUnit* texture(std::uint32_t unit) const;
};

// A whole program and the memory it lives in. It does not move, since its functions point at it.
struct Shader {
    ShaderInfo info;
    Function* first_function = nullptr;
    Function* last_function = nullptr;
    Function* entry = nullptr;
    std::uint32_t next_ssa_index = 0; // above the number of every value
    Arena arena;

    explicit Shader(Stage stage) { info.stage = stage; }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    // Makes an empty function of one block. The first one made with is_entry is `entry`.
    Function* add_function(std::string_view name, bool is_entry = false);
    [[nodiscard]] Function* find_function(std::string_view name) const;

    // Gives the values of each function the numbers 0, 1, … in order of appearance.
    void number_values();

    [[nodiscard]] Block* make_block();
    [[nodiscard]] IfNode* make_if();     // both lists hold one empty block
    [[nodiscard]] LoopNode* make_loop(); // the body holds one empty block

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
};

} // namespace jacquard::nir
