#pragma once

#include <jacquard/nir/ir/types.h>
#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <iterator>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct Instruction;
struct IfNode;
struct Source;

// A value, written once by its instruction. Its uses form a doubly linked list through the sources
// themselves, so that adding and removing one takes constant time and no memory.
struct SsaDef {
    Instruction* instruction = nullptr;
    Source* first_use = nullptr;
    std::uint32_t index = 0; // number in the text form, unique within the function
    std::uint8_t num_components = 0;
    std::uint8_t bit_size = 0;
    bool divergent = true;
    // 32 bits of which 16 would do, as long as they hold a number of the same kind: the
    // RelaxedPrecision of SPIR-V. What computes the value may round it and what it reads; nothing
    // has to. Copies, constants and dereferences say nothing of it.
    bool relaxed = false;

    [[nodiscard]] bool has_uses() const { return first_use != nullptr; }
    [[nodiscard]] inline bool has_one_use() const;

    // Makes every use of this value a use of `replacement`. Time is the number of uses.
    void rewrite_uses(SsaDef* replacement);

    class UseIterator;
    class UseRange;
    // The use at hand may be changed or removed while iterating; others may not.
    [[nodiscard]] inline UseRange uses() const;
};

// One read of a value: by an instruction or as the condition of an if.
//
// A source is part of its parent and never moves; copying one would break the list it is in.
// Indices of 64 bits may stand behind it.
struct alignas(std::int64_t) Source {
    SsaDef* ssa = nullptr;
    Source* next_use = nullptr;
    Source** previous_link = nullptr; // what points at this source: first_use or a next_use

    Source() = default;
    // One that reads a value from the beginning.
    Source(Instruction* parent, SsaDef* value)
        : ssa(value), next_use(value->first_use), previous_link(&value->first_use),
          parent_(reinterpret_cast<std::uintptr_t>(parent)) {
        become_first_use();
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    // Null for the condition of an if.
    [[nodiscard]] Instruction* instruction() const {
        return is_condition() ? nullptr : reinterpret_cast<Instruction*>(parent_);
    }
    [[nodiscard]] IfNode* if_node() const {
        return is_condition() ? reinterpret_cast<IfNode*>(parent_ & ~std::uintptr_t{1}) : nullptr;
    }
    [[nodiscard]] bool is_condition() const { return (parent_ & 1) != 0; }
    void set_parent(Instruction* parent) { parent_ = reinterpret_cast<std::uintptr_t>(parent); }
    void set_parent(IfNode* parent) { parent_ = reinterpret_cast<std::uintptr_t>(parent) | 1; }

    // Changes what is read and keeps the use lists right. Null detaches the source.
    void set(SsaDef* value) {
        unlink();
        ssa = value;
        if (value != nullptr) {
            link();
        }
    }
    // The same for a source that reads nothing yet, and a value.
    void begin(SsaDef* value) {
        ssa = value;
        link();
    }

  private:
    void link() {
        next_use = ssa->first_use;
        previous_link = &ssa->first_use;
        become_first_use();
    }
    void become_first_use() {
        if (next_use != nullptr) {
            next_use->previous_link = &next_use;
        }
        ssa->first_use = this;
    }
    void unlink() {
        if (ssa != nullptr) {
            *previous_link = next_use;
            if (next_use != nullptr) {
                next_use->previous_link = previous_link;
            }
            next_use = nullptr;
            previous_link = nullptr;
        }
    }

    std::uintptr_t parent_ = 0; // lowest bit set: an IfNode
};

class SsaDef::UseIterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Source;
    using difference_type = std::ptrdiff_t;
    using pointer = Source*;
    using reference = Source&;

    UseIterator() = default;
    explicit UseIterator(Source* source)
        : source_(source), next_(source != nullptr ? source->next_use : nullptr) {}
    Source& operator*() const { return *source_; }
    Source* operator->() const { return source_; }
    UseIterator& operator++() {
        source_ = next_;
        next_ = source_ != nullptr ? source_->next_use : nullptr;
        return *this;
    }
    UseIterator operator++(int) {
        UseIterator old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(UseIterator a, UseIterator b) { return a.source_ == b.source_; }

  private:
    Source* source_ = nullptr;
    Source* next_ = nullptr;
};

class SsaDef::UseRange {
  public:
    explicit UseRange(Source* first) : first_(first) {}
    [[nodiscard]] UseIterator begin() const { return UseIterator(first_); }
    [[nodiscard]] UseIterator end() const { return UseIterator(); }

  private:
    Source* first_;
};

inline bool SsaDef::has_one_use() const {
    return first_use != nullptr && first_use->next_use == nullptr;
}

inline SsaDef::UseRange SsaDef::uses() const {
    return UseRange(first_use);
}

} // namespace jacquard::nir

JACQUARD_END_API
