#include <jacquard/ir3/compiler/build_program.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/contract/group_room.h>
#include <jacquard/ir3/compiler/lower/lower_nir.h>
#include <jacquard/ir3/compiler/options/internal_fault.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/nir/ir/shader.h>

#include <algorithm>
#include <utility>

namespace jacquard::ir3 {

namespace {

// Components of an array that is better in memory where registers are scarce.
constexpr std::uint32_t kLongArray = 64;

// An attempt without a program tells which part of the shader has too few registers.
struct Shortage {
    bool of_program = false;
    bool of_preamble = false; // which then has to go
};

std::optional<Program> make_program(const nir::Shader& shader, const CompileOptions& options,
                                    Diagnostics& diagnostics, Attempt& attempt,
                                    const std::function<void()>& let_go = {}) {
    std::optional<Program> program(std::in_place);
    if (!build_program(shader, options, diagnostics, attempt, let_go, *program)) {
        program.reset();
    }
    return program;
}

// A program whose values all have registers.
std::optional<Program> compile_into_registers(const nir::Shader& shader,
                                              const CompileOptions& options,
                                              Diagnostics& diagnostics, Shortage& shortage) {
    Attempt attempt;
    std::optional<Program> program = make_program(shader, options, diagnostics, attempt);
    const bool lacks_room = attempt.lacks_room;
    if (lacks_room) {
        attempt = {};
        attempt.holds_group = true;
        program = make_program(shader, options, diagnostics, attempt);
    }
    shortage.of_preamble = attempt.preamble_lacks;
    if (!program && attempt.lacks_registers && attempt.has_preamble) {
        // All that the preamble computes at once may be what does not fit.
        attempt = {};
        attempt.hoists = false;
        attempt.holds_group = lacks_room;
        program = make_program(shader, options, diagnostics, attempt);
    }
    shortage.of_program = !program && attempt.lacks_registers;
    return program;
}

// A program that keeps values in memory, as few as will do.
std::optional<Program> compile_with_memory(const nir::Shader& shader, const CompileOptions& options,
                                           Diagnostics& diagnostics, bool may_hoist) {
    static constexpr Attempt kAttempts[] = {
        {true, kLongArray, 95},  {true, kLongArray, 85},  {false, kLongArray, 75},
        {false, kLongArray, 60}, {false, kLongArray, 45}, {false, 0, 60},
        {false, 0, 30},          {false, 0, kExplains},
    };
    const bool has_memory = machine_of(options).private_memory;
    for (Attempt attempt : kAttempts) {
        if (attempt.percent != kExplains && (!has_memory || (attempt.hoists && !may_hoist))) {
            continue;
        }
        attempt.holds_group = true;
        std::optional<Program> program = make_program(shader, options, diagnostics, attempt);
        if (program || !attempt.lacks_registers) {
            return program;
        }
    }
    return std::nullopt;
}

// Says what lowering broke.
bool is_broken(const std::string& fault, Diagnostics& diagnostics) {
    if (!fault.empty()) {
        internal_fault("I905", fault, diagnostics);
    }
    return !fault.empty();
}

} // namespace

std::optional<Program> compile(nir::Shader& shader, const CompileOptions& options,
                               Diagnostics& diagnostics) {
    if (const std::optional<CompileOptions> wider = with_needed_waves(shader, options)) {
        return compile(shader, *wider, diagnostics);
    }
    if (!revision_of_part(options.gpu)) {
        diagnostics.error("I102", {}, "there is no part " + std::to_string(options.gpu));
        return std::nullopt;
    }
    std::string fault;
    const std::unique_ptr<nir::Shader> lowered =
        lower_nir(shader, options, SecondForm::kept, fault);
    if (is_broken(fault, diagnostics)) {
        return std::nullopt;
    }
    if (lowered == nullptr) {
        return compile_lowered(shader, options, diagnostics);
    }
    Shortage shortage;
    std::optional<Program> program =
        compile_into_registers(*lowered, options, diagnostics, shortage);
    if (shortage.of_program) {
        // If-conversion and unrolling keep more values live at once, which may be all that was too
        // much.
        finish_branches(shader, options, fault);
        if (is_broken(fault, diagnostics)) {
            return std::nullopt;
        }
        program = compile_lowered(shader, options, diagnostics);
    }
    return program;
}

std::optional<Program> compile(std::unique_ptr<nir::Shader> shader, const RemakeShader& remake,
                               const CompileOptions& options, Diagnostics& diagnostics) {
    if (const std::optional<CompileOptions> wider = with_needed_waves(*shader, options)) {
        return compile(std::move(shader), remake, *wider, diagnostics);
    }
    if (shader->arena.reserved_bytes() < options.let_go_from || options.observer != nullptr ||
        !revision_of_part(options.gpu)) {
        return compile(*shader, options, diagnostics);
    }
    std::string fault;
    if (std::unique_ptr<nir::Shader> lowered =
            lower_nir(*shader, options, SecondForm::given_up, fault)) {
        shader = std::move(lowered);
    }
    if (is_broken(fault, diagnostics)) {
        return std::nullopt;
    }
    Attempt attempt;
    std::optional<Program> program =
        make_program(*shader, options, diagnostics, attempt, [&shader] { shader = nullptr; });
    if (program || !attempt.lacks_registers) {
        return program;
    }
    shader = remake();
    if (shader == nullptr) {
        internal_fault("I906", "the shader cannot be made again", diagnostics);
        return std::nullopt;
    }
    return compile(*shader, options, diagnostics);
}

std::optional<Program> compile_lowered(const nir::Shader& shader, const CompileOptions& options,
                                       Diagnostics& diagnostics) {
    if (const std::optional<CompileOptions> wider = with_needed_waves(shader, options)) {
        return compile_lowered(shader, *wider, diagnostics);
    }
    Shortage shortage;
    std::optional<Program> program = compile_into_registers(shader, options, diagnostics, shortage);
    if (shortage.of_program) {
        return compile_with_memory(shader, options, diagnostics, !shortage.of_preamble);
    }
    return program;
}

} // namespace jacquard::ir3
