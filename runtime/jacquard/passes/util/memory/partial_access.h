#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/build/core_builder.h>

namespace jacquard::nir {

// The part of an access that becomes an access of its own.
struct PartialAccess {
    unsigned first_byte = 0; // from where the whole begins
    unsigned num_components = 1;
    unsigned bit_size = 32;
    SsaDef* stored = nullptr; // null: it is a load
};

// Returns true if an access is to bytes from an offset or address that can be moved, with nothing
// else that says where.
[[nodiscard]] bool has_movable_place(const IntrinsicInstruction& access);

// A load or store like `whole`, of a part of what it moves.
IntrinsicInstruction* make_partial_access(CoreBuilder& b, IntrinsicInstruction& whole,
                                          const PartialAccess& part);

} // namespace jacquard::nir
