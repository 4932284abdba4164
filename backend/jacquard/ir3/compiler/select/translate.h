#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/select_memory.h>
#include <jacquard/generated/ir3/select_texture.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/compiler/select/array_constants.h>
#include <jacquard/ir3/compiler/select/memory_order.h>
#include <jacquard/ir3/compiler/select/selection.h>
#include <jacquard/support/text/diagnostics.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jacquard::ir3 {

// The length of an array that fits into no file of registers.
inline constexpr std::uint32_t kAnyArray = ~0U;

// Makes the machine graph of a shader. Arrays of more components than `longest_array` are in
// private memory where there is one. False after a diagnostic.
[[nodiscard]] bool translate(const nir::Shader& shader, const CompileOptions& options,
                             const MachineFacts& machine, std::uint32_t longest_array, Graph& graph,
                             Diagnostics& diagnostics);

// The state of a translation, shared by the files that translate one kind of instruction each.
class Translator {
  public:
    Translator(const nir::Shader& shader, const CompileOptions& options,
               const MachineFacts& machine, std::uint32_t longest_array, Graph& graph,
               Diagnostics& diagnostics)
        : shader_(shader), machine_(machine), options_(options), longest_array_(longest_array),
          graph_(graph), diagnostics_(diagnostics), observer_(options.observer),
          selection_(graph, machine, options.precise, options.rule_counts) {}

    bool run();

  private:
    // Says what cannot be done yet, once for each reason.
    bool check_float_controls();
    void refuse(std::string_view what);
    [[nodiscard]] bool is_fragment() const { return graph_.stage == ShaderStage::fragment; }

    void translate_block(const nir::Block& block);
    void resize_byte(const nir::AluInstruction& alu);
    void translate_alu(const nir::AluInstruction& alu);
    void finish();
    // Where new nodes go.
    void set_block(Block& block);

    // translate_flow.cpp
    bool translate_function(const nir::Function& function);
    [[nodiscard]] static bool goes_on(const nir::Block& block);
    void translate_jump(const nir::JumpInstruction& jump);
    void translate_phi(const nir::PhiInstruction& phi);
    void connect_blocks(const nir::Function& function);
    void fill_phis(const nir::Block& block);
    Node* predicate_of(Node* truth);
    Node* branch_on(Node* predicate);
    void leave_when_killed(Node* predicate);

    // translate_uniform.cpp
    void map_constants();
    void map_declared_buffers();
    void map_uniform_buffers();
    void map_push_constants();
    [[nodiscard]] std::uint32_t end_of_parameters();
    void map_driver_parameters(std::uint32_t words);
    [[nodiscard]] std::uint32_t end_of_parameter(const nir::IntrinsicInstruction& load);
    // In words, from the first of the driver.
    [[nodiscard]] int parameter_of(const SlotInfo& slot) const;
    // The first constant of a value that the driver puts into the constant file.
    std::uint32_t driver_parameter(Slot slot, unsigned num_components);
    void map_range(std::uint32_t block, std::uint32_t first_vec4, std::uint32_t end_vec4);
    // The part of a buffer in the constant file that a load of a known buffer reads; null where it
    // is not there.
    [[nodiscard]] const MappedConstantBuffer*
    mapped_part(const nir::IntrinsicInstruction& load) const;
    void load_constant(const nir::IntrinsicInstruction& load);
    void load_push_constant(const nir::IntrinsicInstruction& load);
    void load_uniform(const nir::IntrinsicInstruction& load);
    void set_constants(const nir::SsaDef& def, std::int64_t first, std::int64_t end);
    [[nodiscard]] bool reaches_constant(std::int64_t offset) const;
    void set_relative_constants(const nir::SsaDef& def, std::int64_t first,
                                const nir::SsaDef& index, unsigned scale);
    [[nodiscard]] const Resource* array_of(const ScalarValue& number, ResourceKind kind) const;
    // `view` is 1 for the descriptor of a storage buffer's bytes, else 0.
    Node* chosen_descriptor(const ScalarValue& number, ResourceKind kind, unsigned view,
                            std::uint32_t& set);
    bool name_buffer(const nir::SsaDef& buffer, ResourceKind kind, Node& access, std::size_t source,
                     unsigned view = 0);
    // The descriptor of element `number`, where that of element 0 would be the `first`.
    Node* descriptor_at(Node* number, std::uint32_t stride, std::uint32_t first);

    // translate_memory.cpp
    // What an access names in NIR; null what it does not have.
    struct AccessParts {
        const nir::SsaDef* offset = nullptr;
        const nir::SsaDef* address = nullptr;
        const nir::SsaDef* coordinate = nullptr;
        const nir::SsaDef* resource = nullptr;
        const nir::SsaDef* value = nullptr;
        const nir::SsaDef* data = nullptr;
        const nir::SsaDef* compare = nullptr;
        ResourceKind kind{};
    };
    bool refuse_access(const nir::IntrinsicInstruction& access, const AccessParts& parts);
    // False where no instruction does it.
    bool translate_access(const nir::IntrinsicInstruction& access);
    // The registers that coordinates of an image stand in; faces and layers of cubes are one
    // number.
    [[nodiscard]] static unsigned num_coordinates(const nir::IntrinsicInstruction& access);
    Node* make_access(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                      const AccessParts& parts, unsigned first, Node* value);
    Node* offset_node(const nir::SsaDef& offset, unsigned unit, unsigned first, unsigned bytes,
                      const nir::IntrinsicInstruction& access);
    Node* displaced_node(const nir::SsaDef& offset, unsigned bits, unsigned more,
                         const nir::IntrinsicInstruction& access, std::int16_t& displacement);
    Node* index_node(Opcode opcode, const nir::SsaDef& elements, unsigned first, unsigned bits);
    Node* element_of(const ScalarValue& bytes, unsigned unit);
    Node* absent_component(const nir::IntrinsicInstruction& load, unsigned component);
    void load_parts(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                    const AccessParts& parts);
    void store_parts(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                     const AccessParts& parts);
    void emit_atomic(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                     const AccessParts& parts);

    // translate_order.cpp
    MemoryOrder& order_of_block();
    void order(Node& node, ResourceKind kind, const nir::IntrinsicInstruction& access,
               bool changes);
    void order_kill(Node& kill);
    void translate_barrier(const nir::IntrinsicInstruction& barrier);
    void translate_fence(const nir::IntrinsicInstruction& barrier);
    void add_in_order(Node* node); // what all accesses before and behind it keep their side of

    // translate_slots.cpp
    void map_slots();
    bool name_slot(const ScalarValue& number, ResourceKind kind, Node& access, std::size_t source);
    std::uint32_t slot_layout(std::uint32_t slot);
    Node* place_in_slot(const nir::IntrinsicInstruction& access, const AccessParts& parts,
                        unsigned first, const Register& slot);

    // translate_numbered.cpp
    void map_sample_bits();
    Node* sample_bits_of(std::uint32_t texture);
    void map_buffer_addresses();
    void load_uniform_by_address(const nir::IntrinsicInstruction& load);

    // translate_stages.cpp
    [[nodiscard]] bool check_stage();
    void describe_stored_outputs();
    void describe_level_inputs();
    Node* stage_header();
    Node* header_part(Slot slot);
    void load_location(const nir::IntrinsicInstruction& load);
    std::uint32_t location_parameter(std::uint32_t input);

    // translate_io.cpp
    void translate_intrinsic(const nir::IntrinsicInstruction& intrinsic);
    void refuse_slot(const nir::IoSlot& io, bool is_input);
    void load_vertex_input(const nir::IntrinsicInstruction& load);
    Node* system_value(Slot slot, unsigned num_components);
    void load_system_value(const nir::IntrinsicInstruction& load, Slot slot);
    void load_vertex_id(const nir::IntrinsicInstruction& load);
    void load_clip_plane(const nir::IntrinsicInstruction& load);
    void load_workgroup_id(const nir::IntrinsicInstruction& load);
    void load_frag_coord(const nir::IntrinsicInstruction& load);
    void load_front_face(const nir::IntrinsicInstruction& load);
    void store_output(const nir::IntrinsicInstruction& store);
    void store_vertex_flags(const nir::IntrinsicInstruction& store);
    void terminate(const nir::IntrinsicInstruction& intrinsic);

    // translate_varyings.cpp
    void load_varying(const nir::IntrinsicInstruction& load, bool flat);
    // What of a varying is read: components from `first` on, with the weights in a slot.
    struct Varying {
        std::uint32_t input;
        const SlotInfo* slot;
        bool flat;
        unsigned first;
        Slot weights = Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL;
        Node* computed = nullptr; // weights that the program computes instead
    };
    void read_varying(const Varying& varying, const nir::SsaDef& result);
    static Slot barycentric_slot(const nir::IntrinsicInstruction& load);
    Node* interpolate(unsigned location, Node* weights);
    Node* read_flat(unsigned location);
    std::uint8_t varying_location(std::uint32_t input, const SlotInfo& slot, bool flat);
    void load_point_coord(const nir::IntrinsicInstruction& load);
    void load_undeclared(const nir::IntrinsicInstruction& load, Slot slot);
    void load_primitive_id(const nir::IntrinsicInstruction& load);
    void load_view_index(const nir::IntrinsicInstruction& load);

    // translate_array.cpp
    void declare_array(const nir::IntrinsicInstruction& declaration);
    void load_array(const nir::IntrinsicInstruction& load, const nir::Source* index);
    void store_array(const nir::IntrinsicInstruction& store, const nir::Source* index);
    struct ArrayState;
    struct PrivatePlace {
        Node* base = nullptr;
        std::uint32_t offset = 0;
        std::uint32_t byte = 0; // of the element, from which an index counts on
    };
    bool place_in_constants(const nir::IntrinsicInstruction& declaration, std::int64_t elements,
                            std::int64_t components, ArrayState& state);
    ArrayState* array_of(const nir::SsaDef& declaration, std::int64_t element, unsigned components);
    void order_access(Node& node, ArrayState& state, bool writes);
    void load_private(const nir::IntrinsicInstruction& load, const nir::Source* index,
                      ArrayState& array);
    void store_private(const nir::IntrinsicInstruction& store, const nir::Source* index,
                       ArrayState& array);
    bool widen_store(ArrayState& array, const PrivatePlace& place, Node* value);
    PrivatePlace private_place(const ArrayState& array, std::int64_t element,
                               const nir::Source* index);
    Node* private_access(Opcode opcode, std::size_t num_sources, const ArrayState& array,
                         const PrivatePlace& place, unsigned first, unsigned count);
    // The instruction that writes a0.x with `scale` times the value plus `bias`.
    Node* address_of(Node* index, unsigned scale, std::int64_t bias);
    Node* make_address(Node* index, unsigned scale, std::int64_t bias);

    // translate_subgroups.cpp
    bool translate_among_lanes(const nir::IntrinsicInstruction& op);
    Node* write_shared(const Register& source, unsigned place);
    Node* read_shared(unsigned place);
    void order_shared(Node& node, bool writes);
    Block& begin_skip(Node* predicate);
    void end_skip(Block& skipped);
    Node* read_lane(Node* value, Node* condition);
    void ballot(const nir::IntrinsicInstruction& op);

    // translate_texture.cpp
    void translate_texture(const nir::TextureInstruction& texture);
    void load_sample_position(const nir::IntrinsicInstruction& load);
    void translate_derivative(const nir::SsaDef& result, const nir::SsaDef& value, Opcode opcode);
    void add_texture_operand(const nir::TextureInstruction& texture, const TextureLookup& asked,
                             const TextureForm& form, TextureOperand wanted, NodeVector& nodes,
                             TextureFields& fields);
    // The slots or descriptors of a lookup: its fields, registers that choose them, what is to be
    // in a1.x. False when they cannot be named.
    struct TextureChoice {
        Node* pair = nullptr;
        std::optional<std::uint32_t> address;
    };
    bool choose_texture(const nir::TextureInstruction& texture, TextureFields& fields,
                        TextureChoice& choice);
    Node* set_descriptors(std::uint32_t value);
    Node* descriptor_of(const nir::Source* offset, std::uint32_t unit, std::uint32_t stride);
    Node* emit_texture(Opcode opcode, const TextureFields& fields, Node* first, Node* second,
                       DataType type, unsigned num_components, const TextureChoice& choice);
    void set_components(const nir::SsaDef& def, Node* vector);

    Node* component(const nir::SsaDef& def, unsigned index) {
        return selection_.node(Selection::resolve({&def, index}));
    }
    // A vector of the nodes, or the node itself if it is the only one.
    Node* collect(std::span<Node* const> nodes);
    Node* split(Node* vector, unsigned index);
    Node* make_input(unsigned num_components, ProgramInput input);

    struct ArrayState {
        explicit ArrayState(MemoryPool& pool) : reads(pool), stored(pool) {}

        std::uint32_t id = 0; // in the graph
        std::uint32_t length = 0;
        unsigned num_components = 0;
        unsigned bytes = 4;                          // of a component
        std::optional<std::uint32_t> first_constant; // where it stands in the constant file
        bool is_private = false;
        std::uint32_t first_byte = 0; // in private memory
        [[nodiscard]] std::uint32_t stride() const { return num_components * bytes; }
        Node* last_write = nullptr;
        NodeVector reads; // since then
        // What the last write to a known place of private memory stores, and where.
        NodeVector stored;
        std::uint32_t stored_byte = 0;
    };

    const nir::Shader& shader_;
    const MachineFacts& machine_;
    const CompileOptions& options_;
    const std::uint32_t longest_array_;
    Graph& graph_;
    Diagnostics& diagnostics_;
    PassObserver* observer_;
    Selection selection_;
    Block* block_ = nullptr;
    Node* header_ = nullptr; // what the hardware gives in the first registers
    // The machine blocks of a block, by its index.
    struct BlockRange {
        Block* first = nullptr;
        Block* last = nullptr;
    };
    PoolVector<BlockRange> ranges_{graph_.pool()};
    PoolVector<std::size_t> positions_{
        graph_.pool()}; // among the predecessors of a block, by block
    // A block behind which the lanes for which a predicate holds leave the program.
    struct Exit {
        Block* block;
        Node* predicate;
    };
    PoolVector<Exit> exits_{graph_.pool()};
    // Blocks that are followed by one for the lanes for which a predicate holds.
    PoolVector<Exit> skips_{graph_.pool()};
    std::uint32_t end_of_unbounded_loops_ = 0; // of blocks of NIR
    bool lanes_answer_ = false;                // each other: there are operations among them
    Node* last_shared_write_ = nullptr;        // of shared registers
    NodeVector shared_reads_{graph_.pool()};   // since then
    NodeVector input_vectors_{graph_.pool()};  // by input of the shader
    PoolVector<int> varying_locations_{graph_.pool()}; // by input of the shader, -1: not read
    PoolVector<Slot> undeclared_{
        graph_.pool()}; // varyings that shaders need not declare, as they are read
    PoolVector<std::pair<Slot, Node*>> system_values_{graph_.pool()};
    std::unordered_map<const nir::SsaDef*, ArrayState> arrays_; // by declaration
    std::optional<ArrayConstants> array_constants_;             // once one is asked for
    // An instruction that writes a0.x, and what of.
    struct MadeAddress {
        const Block* block;
        const Node* index;
        unsigned scale;
        std::int64_t bias;
        Node* address;
    };
    std::array<MadeAddress, 4> addresses_{}; // made last
    std::size_t next_address_ = 0;           // the place of the oldest
    NodeVector effects_{graph_.pool()};      // instructions that must come before the end
    // Components that one instruction moves to or from memory.
    static constexpr unsigned kMostMoved = 4;
    MemoryOrder memory_order_{graph_.pool()};
    const Block* ordered_block_ = nullptr; // the one that it is of
    std::vector<std::string> refusals_;
    std::uint32_t next_varying_ = 0;
    std::uint32_t next_constant_vec4_ = 0;
    std::uint32_t first_image_slot_ = 0;   // behind those of buffers
    std::uint32_t image_layouts_vec4_ = 0; // where the driver says how images lie
    PoolVector<std::uint32_t> textures_of_samples_{
        graph_.pool()};                  // of which the driver says how many they have
    std::uint32_t sample_bits_vec4_ = 0; // where it does
    PoolVector<std::uint32_t> addressed_buffers_{
        graph_.pool()};                 // uniform ones, which are read by address
    std::uint32_t addresses_vec4_ = 0;  // where the driver says where they begin
    bool computes_buffer_ = false;      // which buffer is accessed
    std::uint32_t uniform_room_ = 0;    // vec4 that uniforms may take from the beginning
    bool planes_make_way_ = false;      // clip planes stand at their second place
    std::uint32_t parameters_vec4_ = 0; // where those of the driver begin
};

} // namespace jacquard::ir3
