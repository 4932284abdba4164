#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/nir/ir/type.h>
#include <jacquard/nir/ir/types.h>
#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct Function;

// Named storage: of the whole shader, or of one function (mode function_temp). Variables live in
// the arena of their shader and are read and written through dereferences, or by load_var,
// store_var and copy_var.
struct Variable {
    std::string_view name; // no other variable of the shader has it; Shader gives it
    const Type* type = nullptr;
    VariableMode mode = VariableMode::function_temp; // exactly one
    std::int32_t location = -1;                      // place in the interface; -1: none given
    std::uint32_t driver_location = 0;
    std::uint32_t component = 0; // first component of the slot
    std::uint32_t descriptor_set = 0;
    std::uint32_t binding = 0;
    std::uint32_t offset = 0;              // of what is laid out by bytes
    Semantic semantic = Semantic::generic; // of inputs and outputs, with the number below
    std::uint32_t semantic_index = 0;
    Interpolation interpolation = Interpolation::none;
    InterpolationLocation interpolation_location = InterpolationLocation::center;
    Access access = Access::nothing;
    bool per_vertex = false; // an array over the vertices of a primitive or patch
    bool patch = false;      // one for all vertices of a patch
    bool invariant = false;
    bool precise = false; // computed as written
    bool compact = false; // scalars of an array share slots
    bool bindless = false;
    bool read_only = false; // nothing but the initializer writes it
    bool placed = false;    // the offset counts, also where it is 0

    // The scalars of the type one after the other; empty: none is given.
    std::span<const ConstantValue> initializer;

    Function* function = nullptr; // null: of the shader
    Variable* previous = nullptr;
    Variable* next = nullptr;
    std::uint32_t index = 0;     // unique in the shader, in the order they were made
    std::uint8_t pass_flags = 0; // free for passes
};

// Variables in the order they were added. The one at hand may be removed while iterating.
class VariableList {
  public:
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Variable;
        using difference_type = std::ptrdiff_t;
        using pointer = Variable*;
        using reference = Variable&;

        Iterator() = default;
        explicit Iterator(Variable* at) : at_(at), next_(at != nullptr ? at->next : nullptr) {}
        Variable& operator*() const { return *at_; }
        Variable* operator->() const { return at_; }
        Iterator& operator++() {
            at_ = next_;
            next_ = at_ != nullptr ? at_->next : nullptr;
            return *this;
        }
        Iterator operator++(int) {
            Iterator old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

      private:
        Variable* at_ = nullptr;
        Variable* next_ = nullptr;
    };

    [[nodiscard]] Iterator begin() const { return Iterator(first_); }
    [[nodiscard]] Iterator end() const { return Iterator(); }
    [[nodiscard]] bool empty() const { return first_ == nullptr; }
    [[nodiscard]] Variable* first() const { return first_; }

    void append(Variable* variable);
    void remove(Variable* variable);

  private:
    Variable* first_ = nullptr;
    Variable* last_ = nullptr;
};

} // namespace jacquard::nir

JACQUARD_END_API
