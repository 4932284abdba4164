#pragma once

#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/nir/ir/shader.h>

#include "catch.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::ir3::testing {

// Calls a function after one of the passes.
class AfterPass : public PassObserver {
  public:
    AfterPass(std::string_view pass, std::function<void(const Graph&)> call)
        : pass_(pass), call_(std::move(call)) {}
    void after_pass(std::string_view pass, const Graph& graph) override {
        if (pass == pass_) {
            call_(graph);
        }
    }

  private:
    std::string_view pass_;
    std::function<void(const Graph&)> call_;
};

// Both fail the test when the text is faulty.
std::unique_ptr<nir::Shader> parse_nir(std::string_view text);
std::unique_ptr<nir::Shader> translate_tgsi(std::string_view text, bool precise = false);

// The compiler checks its work in both.
std::optional<Program> compile_nir(std::string_view text, CompileOptions options = {});
std::optional<Program> compile_tgsi(std::string_view text, CompileOptions options = {});

// The program as text.
std::string assembly_of(const Program& program);

} // namespace jacquard::ir3::testing
