#pragma once

#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <memory>
#include <string_view>

namespace jacquard::driver {

// Finds what to advise about the forms of one file. The shader is loaded when that is first asked
// for.
class CostAdvice {
  public:
    // All must outlive the object.
    CostAdvice(std::string_view content, InputForm form, const CostOptions& options);
    ~CostAdvice();
    CostAdvice(const CostAdvice&) = delete;
    CostAdvice& operator=(const CostAdvice&) = delete;

    // Adds the findings and the changes that the options ask for to a form that was compiled for
    // the key.
    void add_to(CostedShader& shader, const VariantKey& key);

  private:
    struct Loaded;

    [[nodiscard]] SpirvResult load(std::string_view content, bool keeps_loops) const;
    [[nodiscard]] bool asks_for_loops() const;

    std::string_view content_;
    InputForm form_;
    const CostOptions& options_;
    std::unique_ptr<Loaded> loaded_;
};

} // namespace jacquard::driver
