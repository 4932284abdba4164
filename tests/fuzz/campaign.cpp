#include "campaign.h"

#include <jacquard/nir/builder.h>
#include <jacquard/nir/clone.h>
#include <jacquard/nir/deserialise.h>
#include <jacquard/nir/hash.h>
#include <jacquard/nir/parser.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/serialise.h>
#include <jacquard/nir/validator.h>

#include "equivalence/equivalence.h"
#include "equivalence/pass_policy.h"

#include <algorithm>
#include <vector>

namespace jacquard::nir {

namespace {

std::string check_text(const Shader& shader, const std::string& text) {
    Diagnostics diagnostics("random.nir", text);
    const std::unique_ptr<Shader> read = parse(text, diagnostics);
    if (read == nullptr) {
        return "the text does not read back:\n" + diagnostics.render();
    }
    if (print(*read) != text) {
        return "the text reads back to another text";
    }
    return hash(*read) == hash(shader) ? std::string() : "the text reads back to another hash";
}

std::string check_bytes(const Shader& shader, const std::string& text) {
    const std::vector<std::uint8_t> bytes = serialise(shader);
    Diagnostics diagnostics("random.bin", "");
    const std::unique_ptr<Shader> read = deserialise(bytes, diagnostics);
    if (read == nullptr) {
        return "the bytes do not read back:\n" + diagnostics.render();
    }
    if (print(*read) != text) {
        return "the bytes read back to another text";
    }
    if (hash(*read) != hash(shader)) {
        return "the bytes read back to another hash";
    }
    EquivalenceOptions options;
    options.runs = 2;
    options.quads_only = true;
    const std::string found = difference(shader, *read, options);
    return found.empty() ? found : "the bytes read back compute something else: " + found;
}

} // namespace

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
    report = check_text(*copy, text);
    return report.empty() ? check_bytes(*copy, text) : report;
}

PassCheck check_pass(const Shader& shader, const PassCall& call, double tolerance,
                     std::uint64_t seed) {
    PassCheck check;
    const PassPolicy policy = policy_of(call);
    const std::unique_ptr<Shader> before = clone(shader);
    prepare(*before, policy);
    const std::unique_ptr<Shader> after = clone(*before);
    check.has_changed = call.run(*after);
    check.wrong = validation_report(*after, call.pass->name);
    if (!check.wrong.empty()) {
        return check;
    }
    if (!check.has_changed) {
        before->number_values();
        after->number_values();
        if (print(*before) != print(*after)) {
            check.wrong = "changes the shader without saying so";
        }
        return check;
    }
    EquivalenceOptions options;
    options.seed = seed;
    options.tolerance = tolerance;
    options.has_edges = !policy.approximates;
    options.inputs_are_interpolated = policy.inputs_are_interpolated;
    options.runs = 4;
    options.num_compared = &check.runs_compared;
    check.wrong = difference(*before, *after, options);
    return check;
}

std::string check_chain(const Shader& shader, std::span<const PassCall> chain, std::uint64_t seed) {
    const std::unique_ptr<Shader> after = clone(shader);
    for (const PassCall& call : chain) {
        prepare(*after, policy_of(call));
        call.run(*after);
        std::string wrong = validation_report(*after, name_of(call));
        if (!wrong.empty()) {
            return wrong;
        }
    }
    EquivalenceOptions options;
    options.seed = seed;
    options.runs = 4;
    return difference(shader, *after, options);
}

RandomShaderKind kind_for(const PassCall& call) {
    return !policy_of(call).approximates    ? RandomShaderKind::anything
           : call.pass->name == "lower_tex" ? RandomShaderKind::textures
                                            : RandomShaderKind::smooth;
}

std::string name_of(const PassCall& call) {
    std::string name(call.pass->name);
    for (const PassArgument& argument : call.arguments) {
        name += ':' + std::string(argument.name) + '=' + std::to_string(argument.value);
    }
    return name;
}

namespace {

// What reduce() may try on one instruction.
bool can_go(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::texture:
    case InstructionKind::parallel_copy:
    case InstructionKind::call:
    case InstructionKind::phi: return true;
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::deref: return !instruction.def()->has_uses();
    case InstructionKind::intrinsic: {
        const auto op = instruction.as<IntrinsicInstruction>()->op;
        const bool is_unused = instruction.def() == nullptr || !instruction.def()->has_uses();
        return op != IntrinsicOp::decl_reg || is_unused;
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
                instruction.for_each_def([&](SsaDef& value) {
                    if (!value.has_uses()) {
                        return;
                    }
                    ConstantInstruction* zero =
                        shader.make_constant(value.num_components, value.bit_size);
                    block.insert_before(instruction.kind == InstructionKind::phi
                                            ? block.first_after_phis()
                                            : &instruction,
                                        zero);
                    value.rewrite_uses(&zero->value);
                });
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
        for (const char* pass : {"dead_code", "dead_control_flow", "dead_variables",
                                 "remove_dead_derefs", "dead_functions"}) {
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
