#pragma once

#include <jacquard/generated/nir/builder_methods.h>
#include <jacquard/support/api.h>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// A CoreBuilder that has a method for every ALU opcode.
class Builder : public BuilderMethods {
  public:
    using BuilderMethods::BuilderMethods;

    // One that goes on where another is; what both make stands in the order in which it is made, as
    // long as neither moves its cursor.
    explicit Builder(const CoreBuilder& other) : BuilderMethods(other) {}
};

} // namespace jacquard::nir

JACQUARD_END_API
