#include "campaign.h"

#include <jacquard/nir/builder.h>
#include <jacquard/nir/clone.h>
#include <jacquard/nir/parser.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/validator.h>

#include "equivalence/equivalence.h"

#include <algorithm>
#include <vector>

namespace jacquard::nir {

std::string check_forms(const Shader& shader) {
    const std::unique_ptr<Shader> copy = clone(shader);
    std::string report = validation_report(*copy, "as it was made");
    if (!report.empty()) {
        return report;
    }
    const std::string text = print(*copy);
    if (text != print(shader)) {
        return "a copy prints otherwise";
    }
    Diagnostics diagnostics("random.nir", text);
    const std::unique_ptr<Shader> read = parse(text, diagnostics);
    if (read == nullptr) {
        return "the text does not read back:\n" + diagnostics.render();
    }
    return print(*read) == text ? std::string() : "the text reads back to another text";
}

std::string check_pass(const Shader& shader, const PassCall& pass, double tolerance,
                       std::uint64_t seed) {
    const std::unique_ptr<Shader> after = clone(shader);
    pass.run(*after);
    std::string report = validation_report(*after, pass.pass->name);
    if (!report.empty()) {
        return report;
    }
    if (print(*after) == print(shader)) {
        return {};
    }
    EquivalenceOptions options;
    options.seed = seed;
    options.tolerance = tolerance;
    options.runs = 6;
    return difference(shader, *after, options);
}

namespace {

// What reduce() may try on one instruction.
bool can_go(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::texture:
    case InstructionKind::phi: return true;
    case InstructionKind::intrinsic: {
        const auto op = instruction.as<IntrinsicInstruction>()->op;
        return op != IntrinsicOp::decl_reg;
    }
    default: return false;
    }
}

// Takes out the instructions whose number `goes` names; their values become zeros.
void take_out(Shader& shader, const std::vector<bool>& goes) {
    std::size_t number = 0;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (!can_go(instruction)) {
                    continue;
                }
                if (number++ >= goes.size() || !goes[number - 1]) {
                    continue;
                }
                if (SsaDef* value = instruction.def(); value != nullptr && value->has_uses()) {
                    ConstantInstruction* zero =
                        shader.make_constant(value->num_components, value->bit_size);
                    block.insert_before(instruction.kind == InstructionKind::phi
                                            ? block.first_after_phis()
                                            : &instruction,
                                        zero);
                    value->rewrite_uses(&zero->value);
                }
                instruction.remove();
            }
        }
    }
}

std::size_t count_candidates(const Shader& shader) {
    std::size_t count = 0;
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                count += can_go(instruction) ? 1 : 0;
            }
        }
    }
    return count;
}

bool still_fails(Shader& shader, const std::function<bool(const Shader&)>& fails) {
    for (Function& function : shader.functions()) {
        function.link_blocks();
    }
    return validate(shader, 1).empty() && fails(shader);
}

} // namespace

std::unique_ptr<Shader> reduce(const Shader& shader,
                               const std::function<bool(const Shader&)>& fails) {
    std::unique_ptr<Shader> best = clone(shader);
    const auto try_pass = [&](std::string_view name) {
        const PassInfo* pass = find_pass(name);
        std::unique_ptr<Shader> candidate = clone(*best);
        if (pass != nullptr && pass->run(*candidate, {}) && still_fails(*candidate, fails)) {
            best = std::move(candidate);
        }
    };
    for (unsigned round = 0; round < 4; ++round) {
        const std::size_t count = count_candidates(*best);
        for (std::size_t chunk = std::max<std::size_t>(count / 2, 1); chunk > 0; chunk /= 2) {
            for (std::size_t first = 0; first < count_candidates(*best);) {
                std::vector<bool> goes(first + chunk, false);
                std::fill(goes.begin() + static_cast<std::ptrdiff_t>(first), goes.end(), true);
                std::unique_ptr<Shader> candidate = clone(*best);
                take_out(*candidate, goes);
                if (still_fails(*candidate, fails)) {
                    best = std::move(candidate);
                } else {
                    first += chunk;
                }
            }
        }
        for (const char* pass :
             {"dead_code", "dead_control_flow", "dead_variables", "remove_dead_derefs"}) {
            try_pass(pass);
        }
        if (count_candidates(*best) == count) {
            break;
        }
    }
    best->number_values();
    return best;
}

} // namespace jacquard::nir
