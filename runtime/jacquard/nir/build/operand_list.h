#pragma once

#include <jacquard/nir/build/operand.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

namespace jacquard::nir {

// Has room for as many operands as an instruction may have; only those that were added are
// constructed. An array of all of them would be cleared for each new instruction, which takes
// longer than making one.
class OperandList {
  public:
    OperandList() = default;
    OperandList(const OperandList&) = delete;
    OperandList& operator=(const OperandList&) = delete;

    void add(const Operand& operand) {
        assert(size_ < kMaxComponents);
        new (storage_.data() + sizeof(Operand) * size_) Operand(operand);
        ++size_;
    }

    [[nodiscard]] Operand& operator[](std::size_t i) {
        assert(i < size_);
        return *(first() + i);
    }
    [[nodiscard]] std::span<const Operand> all() const {
        return {const_cast<OperandList*>(this)->first(), size_};
    }

  private:
    static_assert(std::is_trivially_destructible_v<Operand>);

    [[nodiscard]] Operand* first() {
        return std::launder(reinterpret_cast<Operand*>(storage_.data()));
    }

    alignas(Operand) std::array<std::byte, sizeof(Operand) * kMaxComponents> storage_;
    std::size_t size_ = 0;
};

} // namespace jacquard::nir
