#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/tool/advice/site.h>

#include <optional>
#include <span>

namespace jacquard::driver::advice {

// Holds the outcome of a change. There is no report where it could not be made, or what it left
// does not compile.
struct Trial {
    bool was_made = false;
    std::optional<ir3::CostReport> report;
};

// Compiles changed copies of a shader.
class Trials {
  public:
    // All must outlive the object; `key` is what the shader was compiled with.
    Trials(const nir::Shader& shader, std::span<const Resource> resources, const VariantKey& key,
           const Limits& limits)
        : shader_(shader), resources_(resources), key_(key), limits_(limits) {}

    // Makes the change, at the site where it is about one.
    [[nodiscard]] Trial run(Change change, const Site& site) const;

  private:
    const nir::Shader& shader_;
    std::span<const Resource> resources_;
    const VariantKey& key_;
    const Limits& limits_;
};

} // namespace jacquard::driver::advice
