#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/ir3/compiler/select/selection.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::ir3 {

// One instruction moves at most this many components to or from memory.
inline constexpr unsigned kMostMoved = 4;

// The state that all parts of a translation share: the shader, the graph that is made of it, the
// block that is being filled, and the diagnostics.
class Context {
  public:
    Context(const nir::Shader& shader, const CompileOptions& options, const Target& target,
            std::uint32_t longest_array, Graph& graph, Diagnostics& diagnostics)
        : shader_(shader), target_(target), options_(options), longest_array_(longest_array),
          graph_(graph), diagnostics_(diagnostics),
          selection_(graph, target.machine, options.precise, options.rule_counts) {}

    [[nodiscard]] const nir::Shader& shader() const { return shader_; }
    [[nodiscard]] const Target& target() const { return target_; }
    [[nodiscard]] const MachineFacts& machine() const { return target_.machine; }
    [[nodiscard]] const CompileOptions& options() const { return options_; }
    // Arrays of more components than this are in private memory where there is one.
    [[nodiscard]] std::uint32_t longest_array() const { return longest_array_; }
    [[nodiscard]] Graph& graph() { return graph_; }
    [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
    [[nodiscard]] Selection& selection() { return selection_; }
    [[nodiscard]] bool is_fragment() const { return graph_.stage == ShaderStage::fragment; }

    // Reports that something is not supported yet, once for each reason.
    void refuse(std::string_view what);
    // Reports an input or output that no slot stands for, and the limit where it has a location.
    void refuse_slot(const nir::IoSlot& io, bool is_input);
    [[nodiscard]] bool has_refusals() const { return !refusals_.empty(); }

    // New nodes go into this block.
    [[nodiscard]] Block& block() { return *block_; }
    void set_block(Block& block);

    // The program ends after this instruction, which nothing reads.
    void add_effect(Node* node) { effects_.push_back(node); }
    [[nodiscard]] std::span<Node* const> effects() const { return effects_; }

    Node* component(const nir::SsaDef& def, unsigned index) {
        return selection_.node(Selection::resolve({&def, index}));
    }
    // A vector of the nodes, or the node itself if it is the only one.
    Node* collect(std::span<Node* const> nodes);
    Node* split(Node* vector, unsigned index);
    void set_components(const nir::SsaDef& def, Node* vector);
    Node* make_input(unsigned num_components, ProgramInput input);

  private:
    const nir::Shader& shader_;
    const Target& target_;
    const CompileOptions& options_;
    const std::uint32_t longest_array_;
    Graph& graph_;
    Diagnostics& diagnostics_;
    Selection selection_;
    Block* block_ = nullptr;
    NodeVector effects_{graph_.pool()};
    std::vector<std::string> refusals_;
};

// The base of the classes that translate one concern each: the context under short names.
class TranslationPart {
  public:
    TranslationPart(const TranslationPart&) = delete;
    TranslationPart& operator=(const TranslationPart&) = delete;

  protected:
    explicit TranslationPart(Context& context)
        : context_(context), shader_(context.shader()), machine_(context.machine()),
          graph_(context.graph()), selection_(context.selection()) {}
    ~TranslationPart() = default;

    void refuse(std::string_view what) { context_.refuse(what); }
    [[nodiscard]] bool is_fragment() const { return context_.is_fragment(); }
    [[nodiscard]] Block& block() { return context_.block(); }
    void set_block(Block& block) { context_.set_block(block); }
    Node* component(const nir::SsaDef& def, unsigned index) {
        return context_.component(def, index);
    }
    Node* collect(std::span<Node* const> nodes) { return context_.collect(nodes); }
    Node* split(Node* vector, unsigned index) { return context_.split(vector, index); }
    void set_components(const nir::SsaDef& def, Node* vector) {
        context_.set_components(def, vector);
    }

    Context& context_;
    const nir::Shader& shader_;
    const MachineFacts& machine_;
    Graph& graph_;
    Selection& selection_;
};

} // namespace jacquard::ir3
