#include <jacquard/ir3/compiler/build_program.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/lower/lower_nir.h>
#include <jacquard/ir3/compiler/options/internal_fault.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/nir/ir/shader.h>

#include <string>
#include <utility>
#include <variant>

namespace jacquard::ir3 {

namespace {

// Components of an array that is better in memory where registers are scarce.
constexpr std::uint32_t kLongArray = 64;

// The limits of an attempt that keeps values in memory. It always makes room for a workgroup.
struct MemoryLimits {
    bool hoists;
    std::uint32_t longest_array;
    unsigned percent;
};

// In the order in which the attempts follow each other: each keeps more in memory.
constexpr MemoryLimits kLimitsWithMemory[] = {
    {true, kLongArray, 95},  {true, kLongArray, 85},  {false, kLongArray, 75},
    {false, kLongArray, 60}, {false, kLongArray, 45}, {false, 0, 60},
    {false, 0, 30},
};

std::optional<Program> program_of(Attempt&& attempt) {
    if (Program* program = std::get_if<Program>(&attempt)) {
        return std::move(*program);
    }
    return std::nullopt;
}

// Reports an unknown part.
std::optional<Target> target_for(const nir::Shader& shader, const CompileOptions& options,
                                 Diagnostics& diagnostics) {
    std::optional<Target> target = find_target(options);
    if (target) {
        widen_waves(shader, *target);
    } else {
        diagnostics.error("I102", {}, "there is no part " + std::to_string(options.gpu));
    }
    return target;
}

// Compiles shaders for one target, in attempts that go on until registers suffice.
class Compiler {
  public:
    // All of these outlive the compiler.
    Compiler(const CompileOptions& options, const Target& target, Diagnostics& diagnostics)
        : options_(options), target_(target), diagnostics_(diagnostics) {}

    [[nodiscard]] std::optional<Program> compile(nir::Shader& shader) {
        std::string fault;
        const std::unique_ptr<nir::Shader> lowered =
            lower_nir(shader, options_, target_, SecondForm::kept, fault);
        if (is_broken(fault)) {
            return std::nullopt;
        }
        if (lowered == nullptr) {
            return compile_lowered(shader);
        }
        Attempt attempt = compile_into_registers(*lowered);
        if (!std::holds_alternative<Shortage>(attempt)) {
            return program_of(std::move(attempt));
        }
        // If-conversion and unrolling keep more values live at once, which may be all that was too
        // much.
        finish_branches(shader, options_, target_, fault);
        return is_broken(fault) ? std::nullopt : compile_lowered(shader);
    }

    // Frees the shader, once the machine graph has been made of it.
    [[nodiscard]] std::optional<Program> compile(std::unique_ptr<nir::Shader> shader,
                                                 const RemakeShader& remake) {
        std::string fault;
        if (std::unique_ptr<nir::Shader> lowered =
                lower_nir(*shader, options_, target_, SecondForm::given_up, fault)) {
            shader = std::move(lowered);
        }
        if (is_broken(fault)) {
            return std::nullopt;
        }
        Attempt attempt = build(SourceShader(std::move(shader)), {});
        if (!std::holds_alternative<Shortage>(attempt)) {
            return program_of(std::move(attempt));
        }
        shader = remake();
        if (shader == nullptr) {
            internal_fault("I906", "the shader cannot be made again", diagnostics_);
            return std::nullopt;
        }
        return compile(*shader);
    }

    [[nodiscard]] std::optional<Program> compile_lowered(const nir::Shader& shader) {
        Attempt attempt = compile_into_registers(shader);
        if (const Shortage* shortage = std::get_if<Shortage>(&attempt)) {
            return compile_with_memory(shader, !shortage->of_preamble);
        }
        return program_of(std::move(attempt));
    }

  private:
    Attempt build(SourceShader shader, const AttemptLimits& limits) {
        return build_program(std::move(shader), options_, target_, limits, diagnostics_);
    }

    // Attempts a program whose values all have registers.
    Attempt compile_into_registers(const nir::Shader& shader) {
        AttemptLimits limits;
        Attempt attempt = build(SourceShader(shader), limits);
        const Shortage* shortage = std::get_if<Shortage>(&attempt);
        if (shortage != nullptr && shortage->of_group) {
            limits.holds_group = true;
            attempt = build(SourceShader(shader), limits);
            shortage = std::get_if<Shortage>(&attempt);
        }
        if (shortage != nullptr && shortage->has_preamble) {
            // All that the preamble computes at once may be what does not fit.
            const bool of_preamble = shortage->of_preamble;
            limits.hoists = false;
            attempt = build(SourceShader(shader), limits);
            if (Shortage* without = std::get_if<Shortage>(&attempt)) {
                without->of_preamble = of_preamble;
            }
        }
        return attempt;
    }

    // Makes a program that keeps values in memory, as few as will do.
    std::optional<Program> compile_with_memory(const nir::Shader& shader, bool may_hoist) {
        if (target_.machine.private_memory) {
            for (const MemoryLimits& limits : kLimitsWithMemory) {
                if (limits.hoists && !may_hoist) {
                    continue;
                }
                Attempt attempt =
                    build(SourceShader(shader), {.hoists = limits.hoists,
                                                 .longest_array = limits.longest_array,
                                                 .percent = limits.percent,
                                                 .holds_group = true});
                if (!std::holds_alternative<Shortage>(attempt)) {
                    return program_of(std::move(attempt));
                }
            }
        }
        explain_shortage(shader, options_, target_, diagnostics_);
        return std::nullopt;
    }

    // Reports what lowering broke.
    bool is_broken(const std::string& fault) {
        if (!fault.empty()) {
            internal_fault("I905", fault, diagnostics_);
        }
        return !fault.empty();
    }

    const CompileOptions& options_;
    const Target& target_;
    Diagnostics& diagnostics_;
};

} // namespace

std::optional<Program> compile(nir::Shader& shader, const CompileOptions& options,
                               Diagnostics& diagnostics) {
    const std::optional<Target> target = target_for(shader, options, diagnostics);
    return target ? Compiler(options, *target, diagnostics).compile(shader) : std::nullopt;
}

std::optional<Program> compile(std::unique_ptr<nir::Shader> shader, const RemakeShader& remake,
                               const CompileOptions& options, Diagnostics& diagnostics) {
    const std::optional<Target> target = target_for(*shader, options, diagnostics);
    if (!target) {
        return std::nullopt;
    }
    Compiler compiler(options, *target, diagnostics);
    if (shader->arena.reserved_bytes() < options.bytes_worth_freeing ||
        options.observer != nullptr) {
        return compiler.compile(*shader);
    }
    return compiler.compile(std::move(shader), remake);
}

std::optional<Program> compile_lowered(const nir::Shader& shader, const CompileOptions& options,
                                       Diagnostics& diagnostics) {
    const std::optional<Target> target = target_for(shader, options, diagnostics);
    return target ? Compiler(options, *target, diagnostics).compile_lowered(shader) : std::nullopt;
}

} // namespace jacquard::ir3
