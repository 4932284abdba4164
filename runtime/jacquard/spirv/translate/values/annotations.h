#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace jacquard::spirv {

// Answers what a module says of ids besides their definitions: names and kinds of access. Knows the
// capabilities, too.
class Annotations : Concern {
  public:
    explicit Annotations(Context& context);

    std::string name_of(std::uint32_t id) const;
    nir::Access access_of(std::uint32_t id, std::uint32_t member) const;
    bool declares(Capability capability) const;

  private:
    std::unordered_set<std::uint32_t> capabilities_; // that the module declares
    // Ids and the instructions that name them, in this order.
    std::vector<std::pair<std::uint32_t, const Instruction*>> names_;
};

} // namespace jacquard::spirv
