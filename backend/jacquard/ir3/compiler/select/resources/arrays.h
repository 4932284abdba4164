#pragma once

#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/addresses.h>
#include <jacquard/ir3/compiler/select/resources/array_constants.h>
#include <jacquard/ir3/compiler/select/resources/uniforms.h>

#include <optional>
#include <unordered_map>

namespace jacquard::ir3 {

// Arrays of the shader, in registers, in private memory, or among the constants.
class Arrays : TranslationPart {
  public:
    Arrays(Context& context, Addresses& addresses, Uniforms& uniforms)
        : TranslationPart(context), addresses_(addresses), uniforms_(uniforms) {}

    void declare(const nir::IntrinsicInstruction& declaration);
    // The index is null where the element is known.
    void load(const nir::IntrinsicInstruction& load, const nir::Source* index);
    void store(const nir::IntrinsicInstruction& store, const nir::Source* index);

  private:
    struct State {
        explicit State(MemoryPool& pool) : reads(pool), stored(pool) {}

        std::uint32_t id = 0; // in the graph
        std::uint32_t length = 0;
        unsigned num_components = 0;
        unsigned bytes = 4;                          // of a component
        std::optional<std::uint32_t> first_constant; // of an array in the constant file
        bool is_private = false;
        std::uint32_t first_byte = 0; // in private memory
        [[nodiscard]] std::uint32_t stride() const { return num_components * bytes; }
        Node* last_write = nullptr;
        NodeVector reads; // since then
        // The values that the last write to a known address of private memory stores, and that
        // address.
        NodeVector stored;
        std::uint32_t stored_byte = 0;
    };
    struct PrivatePlace {
        Node* base = nullptr;
        std::uint32_t offset = 0;
        std::uint32_t byte = 0; // of the element, from which an index counts on
    };

    bool place_in_constants(const nir::IntrinsicInstruction& declaration, std::int64_t elements,
                            std::int64_t components, State& state);
    State* find(const nir::SsaDef& declaration, std::int64_t element, unsigned components);
    void order_access(Node& node, State& state, bool writes);
    void load_private(const nir::IntrinsicInstruction& load, const nir::Source* index,
                      State& array);
    void store_private(const nir::IntrinsicInstruction& store, const nir::Source* index,
                       State& array);
    bool widen_store(State& array, const PrivatePlace& place, Node* value);
    PrivatePlace private_place(const State& array, std::int64_t element, const nir::Source* index);
    Node* private_access(Opcode opcode, std::size_t num_sources, const State& array,
                         const PrivatePlace& place, unsigned first, unsigned count);

    Addresses& addresses_;
    Uniforms& uniforms_;
    std::unordered_map<const nir::SsaDef*, State> arrays_; // by declaration
    std::optional<ArrayConstants> constants_;              // made when first asked for
};

} // namespace jacquard::ir3
