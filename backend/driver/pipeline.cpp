#include <jacquard/driver/pipeline.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/registry.h>

namespace jacquard::driver {

namespace {

// Simplifying opens the way for more of it; real shaders come to rest after two or three rounds.
constexpr unsigned kMaxRounds = 4;

class Pipeline {
  public:
    Pipeline(nir::Shader& shader, const PassListener& listener)
        : shader_(shader), listener_(listener) {}

    std::string run() {
        run_pass("registers_to_ssa");
        for (unsigned round = 0; round < kMaxRounds; ++round) {
            bool changed = run_pass("copy_propagation");
            changed = run_pass("fold_constants") || changed;
            changed = run_pass("algebraic") || changed;
            changed = run_pass("common_subexpressions") || changed;
            changed = run_pass("dead_code") || changed;
            if (!changed) {
                break;
            }
        }
        return std::move(report_);
    }

  private:
    bool run_pass(std::string_view name) {
        if (!report_.empty()) {
            return false;
        }
        const bool changed = nir::find_pass(name)->run(shader_, {});
#ifndef NDEBUG
        report_ = nir::validation_report(shader_, name);
#endif
        if (changed && listener_) {
            listener_(name, shader_);
        }
        return changed;
    }

    nir::Shader& shader_;
    const PassListener& listener_;
    std::string report_;
};

} // namespace

std::string run_pipeline(nir::Shader& shader, const PassListener& listener) {
    return Pipeline(shader, listener).run();
}

} // namespace jacquard::driver
