#pragma once

#include <jacquard/nir/build/builder.h>

#include <cstdint>
#include <functional>
#include <initializer_list>

namespace jacquard::ir3 {

// Makes what lanes tell each other, and what is asked of masks of them. Masks have four words.
class LaneBuilder {
  protected:
    using IntrinsicInstruction = nir::IntrinsicInstruction;
    using IntrinsicOp = nir::IntrinsicOp;
    using SsaDef = nir::SsaDef;
    using Each = std::function<SsaDef*(SsaDef*)>;
    static constexpr unsigned kWords = 4; // of a mask

    explicit LaneBuilder(nir::Shader& shader) : shader_(shader), b_(shader, nir::Cursor()) {}

    [[nodiscard]] bool is_compute() const;
    SsaDef* plain(IntrinsicOp op, unsigned num_components = 1);
    SsaDef* size();
    SsaDef* size_shift();
    SsaDef* workgroup_size(unsigned axis);
    // The number of the invocation in its workgroup.
    SsaDef* local_index();
    // The lane's number.
    SsaDef* lane();
    SsaDef* part(SsaDef* value, unsigned i);
    // A value of any width in words of 32 bits, each of which goes its way.
    SsaDef* by_word(SsaDef* value, const Each& each);
    SsaDef* made(IntrinsicOp op, std::initializer_list<SsaDef*> sources);
    SsaDef* read_first(SsaDef* value);
    SsaDef* read_where(SsaDef* value, SsaDef* condition);
    SsaDef* ballot(SsaDef* condition);
    SsaDef* active();
    SsaDef* is_any(SsaDef* condition);
    SsaDef* is_all(SsaDef* condition);
    SsaDef* is_same(SsaDef* value, bool floats);
    // The word of a mask in which a lane's bit stands.
    SsaDef* word_of(SsaDef* mask, SsaDef* number);
    SsaDef* is_set(SsaDef* mask, SsaDef* number);
    // The bits of word `i` below bit `number` of the mask.
    SsaDef* bits_below(SsaDef* number, unsigned i);
    SsaDef* masked(SsaDef* mask, SsaDef* end);
    SsaDef* count(SsaDef* mask, SsaDef* end);
    SsaDef* lowest(SsaDef* mask);
    SsaDef* highest(SsaDef* mask);
    SsaDef* found_in(SsaDef* mask, unsigned i, SsaDef* before, SsaDef* bit);

    nir::Shader& shader_;
    nir::Builder b_;
};

} // namespace jacquard::ir3
