#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/dead_control_flow.h>
#include <jacquard/generated/passes/dead_functions.h>
#include <jacquard/generated/passes/flatten_ifs.h>
#include <jacquard/generated/passes/inline_calls.h>
#include <jacquard/generated/passes/keep_loop_exits.h>
#include <jacquard/generated/passes/lower_constant_initialisers.h>
#include <jacquard/generated/passes/lower_continues.h>
#include <jacquard/generated/passes/lower_returns.h>
#include <jacquard/generated/passes/optimise_ifs.h>
#include <jacquard/generated/passes/optimise_loops.h>
#include <jacquard/generated/passes/registers_to_ssa.h>
#include <jacquard/generated/passes/remove_phis.h>
#include <jacquard/generated/passes/simplify.h>
#include <jacquard/generated/passes/split_variables.h>
#include <jacquard/generated/passes/unroll_loops.h>
#include <jacquard/generated/passes/variables_to_ssa.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/nir/build/compact.h>
#include <jacquard/passes/registry/pass_runner.h>

namespace jacquard::driver {

namespace {

// Simplifying opens the way for more of it; real shaders come to rest after two or three rounds.
constexpr unsigned kMaxRounds = 4;

bool has_control_flow(const nir::Shader& shader) {
    for (const nir::Function& function : shader.functions()) {
        if (function.body.first != function.body.last) {
            return true;
        }
    }
    return false;
}

bool has_variables(const nir::Shader& shader) {
    for (const nir::Function& function : shader.functions()) {
        if (!function.variables().empty()) {
            return true;
        }
    }
    return false;
}

// Around a loop that stays there is little to gain.
constexpr nir::UnrollLoopsOptions kInnerLoops = {.around_loops = false};

class Pipeline {
  public:
    Pipeline(nir::Shader& shader, const PassListener& listener) : shader_(shader), runner_(shader) {
        runner_.tell(listener);
    }

    std::string run() {
        run_pass("registers_to_ssa", nir::registers_to_ssa);
        if (shader_.first_function != shader_.last_function) {
            become_one_function();
        }
        if (has_variables(shader_)) {
            run_pass("variables_to_ssa", nir::variables_to_ssa);
        }
        if (has_control_flow(shader_)) {
            run_pass("keep_loop_exits", nir::keep_loop_exits);
        }
        run_until_steady();
        return runner_.report();
    }

  private:
    void become_one_function() {
        run_pass("lower_returns", nir::lower_returns);
        run_pass("registers_to_ssa", nir::registers_to_ssa);
        run_pass("lower_constant_initialisers", nir::lower_constant_initialisers, {});
        run_pass("inline_calls", nir::inline_calls, {});
        run_pass("dead_functions", nir::dead_functions);
    }

    // Each step leaves nothing for itself to do, so the shader is at rest when as many in a row as
    // there are, less the last that changed it, found nothing.
    void run_until_steady() {
        constexpr unsigned kSteps = 3;
        unsigned at_rest = 0;
        for (unsigned step = 0; step < kMaxRounds * kSteps && at_rest < kSteps; ++step) {
            const bool changed = run_step(step % kSteps);
            at_rest = changed ? 1 : at_rest + 1;
        }
    }

    bool run_step(unsigned step) {
        switch (step) {
        case 0: return runner_.settle("simplify", nir::simplify);
        case 1: return has_control_flow(shader_) && simplify_control_flow();
        default: return runner_.settle("dead_code", nir::dead_code);
        }
    }

    bool simplify_control_flow() {
        bool changed = runner_.repeat("dead_control_flow", nir::dead_control_flow);
        changed = runner_.settle("remove_phis", nir::remove_phis) || changed;
        changed = run_pass("lower_continues", nir::lower_continues, {}) || changed;
        if (run_pass("unroll_loops", nir::unroll_loops, kInnerLoops)) {
            changed = true;
            split_arrays();
        }
        changed = run_pass("optimise_loops", nir::optimise_loops, {}) || changed;
        changed = run_pass("optimise_ifs", nir::optimise_ifs, {}) || changed;
        return run_pass("flatten_ifs", nir::flatten_ifs, {}) || changed;
    }

    // Arrays whose elements loops went through have known indices now and may be values.
    void split_arrays() {
        if (has_variables(shader_)) {
            runner_.settle("simplify", nir::simplify);
            run_pass("split_variables", nir::split_variables);
            run_pass("variables_to_ssa", nir::variables_to_ssa);
        }
    }

    bool run_pass(std::string_view name, bool (*pass)(nir::Shader&)) {
        return runner_.run(name, pass);
    }

    template <typename Options>
    bool run_pass(std::string_view name, bool (*pass)(nir::Shader&, const Options&),
                  const std::type_identity_t<Options>& options) {
        return runner_.run(name, pass, options);
    }

    nir::Shader& shader_;
    nir::PassRunner runner_;
};

} // namespace

std::string run_pipeline(nir::Shader& shader, const PassListener& listener) {
    return Pipeline(shader, listener).run();
}

std::string run_pipeline(std::unique_ptr<nir::Shader>& shader, const PassListener& listener) {
    std::string report = run_pipeline(*shader, listener);
    if (report.empty()) {
        nir::compact(shader);
    }
    return report;
}

} // namespace jacquard::driver
