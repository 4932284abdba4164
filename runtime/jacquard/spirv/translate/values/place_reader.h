#pragma once

#include <jacquard/spirv/translate/values/value.h>

namespace jacquard::spirv {

// Makes values of pointers that name memory, for whoever reads values.
class PlaceReader {
  public:
    virtual const Value& placed(const Value& pointer) = 0;

  protected:
    ~PlaceReader() = default;
};

} // namespace jacquard::spirv
