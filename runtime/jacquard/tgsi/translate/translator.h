#pragma once

#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/support/memory/arena_allocator.h>
#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/tgsi/translate/branch_regions.h>
#include <jacquard/tgsi/translate/control_flow_map.h>
#include <jacquard/tgsi/translate/declared_registers.h>
#include <jacquard/tgsi/translate/flow_scope.h>
#include <jacquard/tgsi/translate/formula.h>
#include <jacquard/tgsi/translate/recently_made.h>
#include <jacquard/tgsi/translate/register_storage.h>
#include <jacquard/tgsi/translate/translate.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::tgsi {

// Makes the NIR of one program. The entry block begins with the declared registers; then come
// inputs, constants and system values, each loaded once; then the program.
class Translator final : SourceReader {
  public:
    Translator(const Program& program, const TranslateOptions& options, Diagnostics& diagnostics)
        : program_(program), options_(options), diagnostics_(diagnostics), map_(program),
          regions_(program), declared_(program) {}

    TranslateResult run();

  private:
    // translate.cpp
    bool declare();
    void declare_slots(RegisterFile file, PoolVector<const Declaration*>& by_number,
                       std::vector<nir::IoSlot>& slots);
    void declare_constant_buffers();
    void declare_properties();
    void plan_storage();
    void plan_arrays(RegisterFile file, RegisterStorage& storage);
    bool has_free_relative(RegisterFile file) const;
    void translate_instruction(const Instruction& instruction);
    void translate_formula();
    void translate_intrinsic(nir::IntrinsicOp intrinsic);
    void wrong_stage(const OpcodeTranslation& translation);
    [[nodiscard]] static std::string stages_text(std::uint8_t mask);
    void translate_action(const OpcodeTranslation& translation);
    void discard_if_negative();
    void write_results(const Formula& formula);
    void plan_outputs();
    void finish_outputs();
    void store_outputs(std::optional<std::uint8_t> stream = std::nullopt);

    // translate_operands.cpp
    nir::Operand read_source(unsigned source, unsigned component) override;
    nir::Operand read_pair(unsigned source, unsigned pair) override;
    nir::Operand read(const Source& source, unsigned component, OperandType type);
    nir::Operand modified(const Source& source, nir::Operand value, OperandType type);
    nir::Operand read_register(const Register& reg, unsigned component);
    nir::Operand read_input(std::int32_t index, unsigned component);
    nir::Operand load_input(std::int32_t index, unsigned component);
    nir::Operand load_system_value(Semantic semantic, unsigned component);
    // As an operand, which the stage may not have.
    nir::Operand load_system_value(const Register& reg, Semantic semantic, unsigned component);
    nir::Operand read_constant(const Register& reg, unsigned component);
    nir::Operand read_immediate(std::int32_t index, unsigned component);
    nir::Operand read_relative(const Register& reg, unsigned component);
    nir::SsaDef* index_value(const Index& index);
    void write(const Destination& destination, unsigned component, nir::SsaDef* value);
    RegisterStorage* storage_of(RegisterFile file);
    bool check_vertex(const Register& reg);
    std::int32_t register_in_array(const Register& reg) const;
    nir::SsaDef* hoisted_constant(std::uint32_t bits);
    nir::SsaDef* barycentric(const Declaration& input);

    // translate_flow.cpp
    void translate_instructions();
    static bool is_label(const Instruction& instruction);
    StoragePlace place();
    FlowScope& push_scope(BlockKind kind);
    void note_scope(const FlowScope& scope, int change);
    nir::SsaDef* condition();
    using Scalar = nir::SsaScalars::Scalar;
    Scalar* add_scalar(nir::SsaDef* initial);
    void set(Scalar& scalar, nir::SsaDef* value);
    nir::SsaDef* get(Scalar& scalar);
    Scalar* add_flag();
    void set_flag(Scalar& flag, bool value) { set(flag, b().imm_bool(value)); }
    Scalar& continue_flag();
    nir::SsaDef* hoisted_truth(bool value);
    void translate_block();
    void close_block(bool has_else);
    void go_on_leaving(const FlowScope& closed);
    FlowScope* innermost_loop();
    void open_repeat();
    void open_counting();
    void break_if(nir::SsaDef* leaves);
    void open_switch();
    bool compares_in_turn();
    std::vector<nir::SsaDef*> compare_labels(const FlowScope& scope);
    nir::SsaDef* no_match(nir::SsaDef* any);
    nir::SsaDef* match_of_label(FlowScope& scope);
    void translate_label();
    void close_group(FlowScope& scope);
    void close_switch(FlowScope& scope);
    bool is_called(std::uint32_t subroutine) const;
    void translate_call();
    void close_call();
    void translate_jump(Jump jump);
    void plan_stack();
    void push_register();
    void pop_register();
    void translate_continue();
    void translate_return();

    // translate_branches.cpp
    void meet_regions();
    void open_region(const BranchRegion& region);
    void set_next_part(const FlowScope& scope, std::uint32_t part);
    void open_part(FlowScope& scope, std::uint32_t part);
    void go_on_in_region(std::uint32_t part);
    void close_region();
    void translate_branch();
    void leave_to(PendingLeave leave);
    void go_on_with(const std::vector<PendingLeave>& pending);
    void translate_break();

    // translate_memory.cpp
    struct ImageFacts {
        TextureTarget target;
        nir::AluType type;
        nir::Access access;
        unsigned texel_bytes = 1; // of a raw image, whose first coordinate counts bytes
        std::uint32_t format = 0; // where texels are one word; 0: they may be anything
    };
    const Declaration* declaration_of(const Register& reg) const;
    nir::SsaDef* resource_number(const Register& reg);
    nir::SsaDef* counter_offset(const Register& reg);
    nir::SsaDef* global_address(const nir::Operand& address);
    ImageFacts image_facts(const Register& image);
    nir::SsaDef* image_coordinates(unsigned source, const ImageFacts& facts);
    nir::SsaDef* image_sample(unsigned source, TextureTarget target);
    template <typename Instruction>
    Instruction* with_image(Instruction* instruction, const ImageFacts& facts);
    void not_for_resource(const Register& reg);
    void write_value(nir::SsaDef* value);
    void write_everywhere(nir::SsaDef* scalar);
    void load_memory();
    void store_memory();
    void change_memory(const OpcodeTranslation& translation);
    void query_memory();
    void order_memory();
    void order_resource();
    void fence(nir::VariableMode modes, nir::Scope scope);
    void wait_for_workgroup();

    // translate_stages.cpp
    struct SlotChoice {
        std::size_t base;
        std::size_t count;
        nir::SsaDef* offset;
        nir::SsaDef* in_range; // null: it is
    };
    std::optional<std::uint32_t> immediate_value(const Source& source) const;
    static nir::IoSemantics slot_meaning(const std::vector<nir::IoSlot>& slots, std::size_t number,
                                         std::size_t count);
    SlotChoice choose_slot(const Index& index, std::size_t count);
    nir::SsaDef* vertex_number(const Index& dimension);
    bool has_vertices(RegisterFile file) const;
    nir::Operand or_zero(const SlotChoice& slot, nir::SsaDef* value);
    nir::Operand read_vertex_register(const Register& reg, unsigned component);
    nir::Operand read_patch_output(const Register& reg, unsigned component);
    void write_patch_output(const Register& reg, unsigned component, nir::SsaDef* value);
    std::optional<std::uint32_t> stream();
    void emit_vertex();
    void end_primitive();
    void interpolate(Action action);
    nir::SsaDef* mask_of_truth(nir::SsaDef* truth);
    void write_truth(nir::SsaDef* truth);
    void vote(nir::IntrinsicOp intrinsic);

    // translate_texture.cpp
    void translate_texture(const TextureForm& form);
    struct TextureChoice {
        std::uint32_t texture = 0;
        std::uint32_t sampler = 0;
        nir::SsaDef* texture_offset = nullptr; // where a register chooses
        nir::SsaDef* sampler_offset = nullptr;
        std::int32_t first = 0; // of the units it may be
        std::int32_t last = 0;
    };
    TextureChoice choose_texture(const TextureForm& form);
    std::optional<TextureTarget> texture_target(std::int32_t unit);
    bool check_texture_components(const TextureForm& form, const TextureTargetInfo& target);
    void fetch_framebuffer();
    nir::TextureInstruction* begin_texture(nir::TextureOp op, const TextureChoice& choice,
                                           TextureTarget target);
    void add_coordinates(nir::TextureInstruction* texture, const TextureForm& form,
                         const TextureTargetInfo& target);
    void add_level(nir::TextureInstruction* texture, const TextureForm& form,
                   const TextureTargetInfo& target);
    bool add_gather(nir::TextureInstruction* texture, const TextureForm& form);
    bool add_offsets(nir::TextureInstruction* texture, const TextureTargetInfo& target);
    void translate_size_query(const TextureForm& form, const TextureChoice& choice,
                              TextureTarget target);
    void finish_texture(nir::TextureInstruction* texture);
    void add_vector(nir::TextureInstruction* texture, nir::TextureSourceType type, unsigned source,
                    unsigned count);
    void note_texture_unit(std::int32_t unit, TextureTarget target);
    nir::Operand read_packed(std::int8_t packed);

    void not_supported(SourcePosition position, std::string_view what);
    void reached(Limit limit);
    [[nodiscard]] bool has_stopped() const {
        return has_ended_ || is_too_large_ || diagnostics_.is_full();
    }
    void malformed(SourcePosition position, std::string message);
    template <typename Emit>
    auto hoist(Emit emit);

    nir::CoreBuilder& b() { return *builder_; }

    using ValuesByKey =
        std::unordered_map<std::uint64_t, nir::SsaDef*, std::hash<std::uint64_t>, std::equal_to<>,
                           ArenaAllocator<std::pair<const std::uint64_t, nir::SsaDef*>>>;

    Arena arena_; // what tables and lists consist of
    MemoryPool pool_{arena_};
    const Program& program_;
    const TranslateOptions& options_;
    Diagnostics& diagnostics_;
    std::unique_ptr<nir::Shader> shader_;
    std::optional<nir::CoreBuilder> builder_; // where the program is
    std::optional<nir::CoreBuilder> declare_; // where registers are declared
    std::optional<nir::CoreBuilder> entry_;   // where values that never change are loaded
    nir::SsaDef* anchor_ = nullptr;           // the constant 0, between declarations and loads
    nir::Instruction* last_hoisted_ = nullptr;
    const Instruction* current_ = nullptr;
    bool has_ended_ = false;

    const ControlFlowMap map_;
    const BranchRegions regions_;
    const DeclaredRegisters declared_;
    std::uint32_t position_ = 0;     // of the instruction at hand
    std::vector<FlowScope> scopes_;  // from the outside in
    std::vector<std::size_t> calls_; // those scopes that are subroutines
    std::uint32_t called_instructions_ = 0;
    int num_conditional_ = 0; // open scopes that control may go past
    int num_repeated_ = 0;    // and those it comes to again
    bool is_dead_ = false;    // control does not come here
    std::array<nir::SsaDef*, 2> truths_{};

    bool is_malformed_ = false;
    bool is_refused_ = false;
    bool is_too_large_ = false;
    std::vector<std::string> refused_; // what was reported as not supported

    PoolVector<const Declaration*> inputs_{pool_}; // by number; null: not declared
    PoolVector<const Declaration*> outputs_{pool_};
    PoolVector<std::uint8_t> output_masks_{pool_}; // components that the program writes
    PoolVector<std::array<nir::Operand, 4>> input_values_{pool_};
    PoolVector<std::array<nir::SsaDef*, 4>> immediate_values_{pool_};
    PoolVector<std::int32_t> constant_counts_{pool_}; // vec4s of each buffer
    nir::SsaScalars scalars_{pool_};
    RegisterStorage temporaries_{pool_};
    RegisterStorage addresses_{pool_};
    RegisterStorage loop_counters_{pool_};
    RegisterStorage predicates_{pool_};
    RegisterStorage stack_{pool_};
    RegisterStorage stack_depth_{pool_};
    RegisterStorage output_registers_{pool_};
    RegisterStorage input_array_{pool_};     // copies, where a register chooses the input
    RegisterStorage immediate_array_{pool_}; // copies, where a register chooses the immediate
    std::uint8_t copied_inputs_ = 0;         // components that are in input_array_
    std::uint8_t copied_immediates_ = 0;
    ValuesByKey constants_{ValuesByKey::allocator_type(arena_)};
    ValuesByKey constant_buffer_values_{ValuesByKey::allocator_type(arena_)};
    ValuesByKey vertex_inputs_{ValuesByKey::allocator_type(arena_)};
    std::array<nir::SsaDef*, kNumSemantic> system_values_{};
    // Numbers of registers that a register chose, a distance from one on.
    RecentlyMade<nir::SsaDef*> chosen_numbers_;
    // Of a buffer of so many vec4s.
    struct ChosenVec4 {
        nir::SsaDef* is_in_range = nullptr;
        nir::SsaDef* nearest = nullptr;
    };
    RecentlyMade<ChosenVec4> chosen_vec4s_;
    std::array<nir::SsaDef*, 16> barycentrics_{};
};

// Builds something that holds in the whole program, behind what was hoisted before.
template <typename Emit>
auto Translator::hoist(Emit emit) {
    entry_->cursor = nir::Cursor::after_instruction(last_hoisted_);
    const auto result = emit(*entry_);
    nir::Instruction* next = entry_->cursor.before;
    last_hoisted_ = next != nullptr ? next->previous : entry_->cursor.block->last;
    return result;
}

} // namespace jacquard::tgsi
