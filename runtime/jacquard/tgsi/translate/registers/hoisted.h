#pragma once

#include <jacquard/support/memory/arena_allocator.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

namespace jacquard::tgsi {

using ValuesByKey =
    std::unordered_map<std::uint64_t, nir::SsaDef*, std::hash<std::uint64_t>, std::equal_to<>,
                       ArenaAllocator<std::pair<const std::uint64_t, nir::SsaDef*>>>;

// Makes the values that are available in the whole program. The entry block begins with the
// declared registers; then come inputs, constants and system values, each once; then the program.
class Hoisted : Concern {
  public:
    explicit Hoisted(Context& context);

    // Lets `emit` build a value after those that were hoisted before.
    template <typename Emit>
    auto make(Emit emit) {
        entry_.cursor = nir::Cursor::after_instruction(last_);
        const auto result = emit(entry_);
        nir::Instruction* next = entry_.cursor.before;
        last_ = next != nullptr ? next->previous : entry_.cursor.block->last;
        return result;
    }
    [[nodiscard]] nir::SsaDef* constant(std::uint32_t bits);
    [[nodiscard]] nir::SsaDef* truth(bool value);

    // Returns the constant 0, which is between the declarations and all other values.
    [[nodiscard]] nir::SsaDef* zero() const { return zero_; }
    // Returns the builder that declares registers.
    [[nodiscard]] nir::CoreBuilder& declare() { return declare_; }

  private:
    nir::SsaDef* zero_;
    nir::Instruction* last_;
    nir::CoreBuilder declare_;
    nir::CoreBuilder entry_;
    ValuesByKey constants_{ValuesByKey::allocator_type(arena())};
    std::array<nir::SsaDef*, 2> truths_{};
};

} // namespace jacquard::tgsi
