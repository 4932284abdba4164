#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/control_flow.h>
#include <jacquard/support/memory/memory_pool.h>

#include <cstdint>

namespace jacquard::nir {

// Scalars that a program keeps, as values from the moment it is built, without loads and stores.
//
// The program is built from its first place to its last. What a scalar was read or written last
// is known further on in that list of the tree and inside of the ifs there, as long as no loop
// begins in between. At other places a phi is read, which is left without sources: finish() gives
// it those where it is one, and puts the value in its place where only one comes there.
class SsaScalars {
  public:
    // A scalar must not be copied: the builder updates it, and a copy would be out of date.
    struct Scalar {
        Block* block = nullptr;  // the block in which it was read or written last
        SsaDef* value = nullptr; // the value it held after that
        std::uint32_t number = kNone;
        std::uint32_t last_write = kNone; // in that block

        static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    };

    explicit SsaScalars(MemoryPool& pool) : scalars_(pool), stand_ins_(pool), writes_(pool) {}

    // Before it is read or written: what it holds when the function begins, a scalar of the first
    // block. Does nothing where that was said.
    void declare(Scalar& scalar, SsaDef* initial) {
        if (scalar.number == Scalar::kNone) {
            scalar = {initial->instruction->block, initial,
                      static_cast<std::uint32_t>(scalars_.size())};
            scalars_.push_back({initial});
        }
    }

    // Returns the value that it holds in a block that is being built, or null if that is unknown.
    [[nodiscard]] static SsaDef* known(const Scalar& scalar, const Block* block) {
        return scalar.block == block || (scalar.block != nullptr && is_kept(scalar, *block))
                   ? scalar.value
                   : nullptr;
    }

    // In a block that is being built, in which nothing follows yet.
    SsaDef* read(Shader& shader, Block* block, Scalar& scalar);
    void write(Block* block, Scalar& scalar, SsaDef* value);

    // Must be called once, when the function is built and its links are right. Values that were
    // read may be replaced.
    void finish(Function& function);

  private:
    struct Known {
        SsaDef* initial;
        bool is_read = false; // where it was not known
    };
    // A phi that is read before it is known what comes there.
    struct StandIn {
        PhiInstruction* phi;
        std::uint32_t scalar;
        SsaDef* value; // the value that replaces it, once that is known
    };
    // The last one in a block.
    struct Write {
        Block* block;
        std::uint32_t scalar;
        SsaDef* value;
    };

    static bool is_kept(const Scalar& scalar, const Block& block);
    [[nodiscard]] SsaDef* without_stand_in(SsaDef* value) const;

    PoolVector<Known> scalars_; // by number
    // Both in the order of the blocks.
    PoolVector<StandIn> stand_ins_;
    PoolVector<Write> writes_;
};

} // namespace jacquard::nir
