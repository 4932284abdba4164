#pragma once

#include <jacquard/ir3/compiler/select/context.h>

#include <array>

namespace jacquard::ir3 {

// Values of the address register a0.x. Accesses to the components of a vector share one.
class Addresses : TranslationPart {
  public:
    explicit Addresses(Context& context) : TranslationPart(context) {}

    // The instruction that writes a0.x with `scale` times the value plus `bias`.
    Node* address_of(Node* index, unsigned scale, std::int64_t bias);

  private:
    // An instruction that writes a0.x, and the value that it writes.
    struct MadeAddress {
        const Block* block;
        const Node* index;
        unsigned scale;
        std::int64_t bias;
        Node* address;
    };

    Node* make_address(Node* index, unsigned scale, std::int64_t bias);

    std::array<MadeAddress, 4> made_{}; // the last ones
    std::size_t oldest_ = 0;
};

} // namespace jacquard::ir3
