#pragma once

#include <jacquard/spirv/translate/values/value.h>

#include <cstdint>

namespace jacquard::spirv {

// Reads the constants of a module for what constants themselves are made with: types, whose arrays
// have a constant length, and values.
class ConstantReader {
  public:
    virtual const Constant& constant(std::uint32_t id) const = 0;
    virtual std::uint64_t constant_number(std::uint32_t id) const = 0;
    // Makes the value of a constant; null where the id is none.
    virtual const Value* constant_value(std::uint32_t id) = 0;

  protected:
    ~ConstantReader() = default;
};

} // namespace jacquard::spirv
