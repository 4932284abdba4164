#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace jacquard::ir3 {

// Arrays that hold the same constants wherever they are read: the first block fills them before it
// reads any of them, and no other writes them. Made once for all arrays of a shader.
class ArrayConstants {
  public:
    explicit ArrayConstants(const nir::Block& first_block);

    // Components of one element after the other, zero where nothing is stored; nothing where the
    // array is written elsewhere, at a computed place, or with anything but constants.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>>
    values_of(const nir::SsaDef& declaration, std::size_t elements, std::size_t components) const;

  private:
    struct Fill {
        std::vector<const nir::IntrinsicInstruction*> stores; // in order
        bool is_read = false;
        bool is_stored_after_read = false;
    };

    [[nodiscard]] bool is_filled_first(const nir::SsaDef& declaration) const;

    const nir::Block& first_block_;
    std::unordered_map<const nir::SsaDef*, Fill> fills_; // by the declaration
};

} // namespace jacquard::ir3
