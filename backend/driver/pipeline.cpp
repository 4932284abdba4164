#include <jacquard/driver/pipeline.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/algebraic.h>
#include <jacquard/passes/common_subexpressions.h>
#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/lower_bit_operations.h>
#include <jacquard/passes/lower_float_division.h>
#include <jacquard/passes/lower_integer_division.h>
#include <jacquard/passes/lower_ldexp.h>
#include <jacquard/passes/lower_multiply_high.h>
#include <jacquard/passes/lower_pow.h>
#include <jacquard/passes/registers_to_ssa.h>

#include <array>

namespace jacquard::driver {

namespace {

constexpr PassInfo kRegistersToSsa = {"registers_to_ssa", nir::registers_to_ssa};
constexpr PassInfo kCopies = {"copy_propagation", nir::copy_propagation};
constexpr PassInfo kFold = {"fold_constants", nir::fold_constants};
constexpr PassInfo kAlgebraic = {"algebraic", nir::algebraic};
constexpr PassInfo kCommon = {"common_subexpressions", nir::common_subexpressions};
constexpr PassInfo kDeadCode = {"dead_code", nir::dead_code};

constexpr std::array<PassInfo, 14> kPasses = {{
    kAlgebraic,
    kCommon,
    kCopies,
    kDeadCode,
    kFold,
    {"fuse_multiply_add", nir::fuse_multiply_add},
    {"lower_alu_to_scalar", nir::lower_alu_to_scalar},
    {"lower_bit_operations", nir::lower_bit_operations},
    {"lower_float_division", nir::lower_float_division},
    {"lower_integer_division", nir::lower_integer_division},
    {"lower_ldexp", nir::lower_ldexp},
    {"lower_multiply_high", nir::lower_multiply_high},
    {"lower_pow", nir::lower_pow},
    kRegistersToSsa,
}};

// Simplifying opens the way for more of it; real shaders come to rest after two or three rounds.
constexpr unsigned kMaxRounds = 4;

class Pipeline {
  public:
    Pipeline(nir::Shader& shader, const PassListener& listener)
        : shader_(shader), listener_(listener) {}

    std::string run() {
        run_pass(kRegistersToSsa);
        for (unsigned round = 0; round < kMaxRounds; ++round) {
            bool changed = run_pass(kCopies);
            changed = run_pass(kFold) || changed;
            changed = run_pass(kAlgebraic) || changed;
            changed = run_pass(kCommon) || changed;
            changed = run_pass(kDeadCode) || changed;
            if (!changed) {
                break;
            }
        }
        return std::move(report_);
    }

  private:
    bool run_pass(const PassInfo& pass) {
        if (!report_.empty()) {
            return false;
        }
        const bool changed = pass.run(shader_);
#ifndef NDEBUG
        report_ = nir::validation_report(shader_, pass.name);
#endif
        if (changed && listener_) {
            listener_(pass.name, shader_);
        }
        return changed;
    }

    nir::Shader& shader_;
    const PassListener& listener_;
    std::string report_;
};

} // namespace

std::span<const PassInfo> all_passes() {
    return kPasses;
}

const PassInfo* find_pass(std::string_view name) {
    for (const PassInfo& pass : kPasses) {
        if (pass.name == name) {
            return &pass;
        }
    }
    return nullptr;
}

std::string run_pipeline(nir::Shader& shader, const PassListener& listener) {
    return Pipeline(shader, listener).run();
}

} // namespace jacquard::driver
