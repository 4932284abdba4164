#include "campaign.h"

#include <jacquard/generated/nir/lowerings.h>
#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/pass_runner.h>

#include "equivalence/equivalence.h"
#include "equivalence/lowering_facts.h"
#include "equivalence/pass_policy.h"
#include "freedom.h"

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

// Returns true if the sign or the payload of a NaN shows in what the shader computes, as where its
// bits are read as an integer. Nobody promises those: of two NaNs a sum may have either's.
bool shows_nan_bits(const Shader& shader, const EquivalenceOptions& options) {
    constexpr std::uint64_t kWays = 16;
    EquivalenceOptions uncounted = options;
    uncounted.num_compared = nullptr;
    for (std::uint64_t way = 0; way < kWays; ++way) {
        const std::unique_ptr<Shader> other = with_freedom(shader, Freedom::nan_bits, way);
        if (!difference(shader, *other, uncounted).empty()) {
            return true;
        }
    }
    return false;
}

// Returns true if a pass of lowerings put others, which round otherwise, in the place of
// instructions. How far those may differ the tests of passes try, with each such opcode alone.
bool lowered_inexactly(const PassCall& call, unsigned num_before, const Shader& after) {
    const bool lowers =
        std::any_of(kLoweringPasses.begin(), kLoweringPasses.end(),
                    [&](const LoweringPassInfo& info) { return info.name == call.pass->name; });
    return lowers && num_lowered_inexactly(after) < num_before;
}

// Returns how two shaders differ in what they compute; empty also when bits of NaNs alone may be to
// blame. Those are compared again on small numbers, which make few NaNs.
std::string promised_difference(const Shader& before, const Shader& after,
                                EquivalenceOptions options) {
    std::string found = difference(before, after, options);
    if (found.empty() || !shows_nan_bits(before, options)) {
        return found;
    }
    options.has_edges = false;
    options.num_compared = nullptr;
    found = difference(before, after, options);
    return !found.empty() && shows_nan_bits(before, options) ? std::string() : found;
}

// The value of an argument as lists of passes take it: a number, or the words whose bits it has.
std::string value_text(const PassParameter& parameter, std::uint32_t value) {
    if (parameter.words.empty()) {
        return std::to_string(value);
    }
    std::string text;
    for (const PassWord& word : parameter.words) {
        const bool has = parameter.type == ParameterType::choice
                             ? word.value == value
                             : word.value != 0 && (word.value & ~value) == 0;
        text += has ? (text.empty() ? "" : "+") + std::string(word.word) : "";
    }
    return text;
}

bool needs_places(const PassCall& call) {
    for (std::size_t i = 0; i < kNumInvariants; ++i) {
        if ((call.pass->needs >> i & 1) != 0 && kInvariants[i].by == "assign_io_locations") {
            return true;
        }
    }
    return false;
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
    prepare(*before, call);
    const std::unique_ptr<Shader> after = clone(*before);
    PassRunner runner(*after, PassRunner::Checks::always);
    check.has_changed = runner.run(call);
    check.wrong = runner.report();
    if (check.wrong.empty() && call.pass->settles) {
        check.wrong = settling_report(*after, call);
    }
    if (check.wrong.empty()) {
        check.wrong = loss_report(*before, *after, *call.pass);
    }
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
    check.is_inexact =
        !policy.approximates && lowered_inexactly(call, num_lowered_inexactly(*before), *after);
    if (policy.changes_meaning || check.is_inexact) {
        return check;
    }
    EquivalenceOptions options;
    options.seed = seed;
    options.tolerance = tolerance;
    options.has_edges = !policy.approximates;
    options.inputs_are_interpolated = policy.inputs_are_interpolated;
    options.runs = 4;
    options.num_compared = &check.runs_compared;
    check.wrong = promised_difference(*before, *after, options);
    return check;
}

ChainCheck check_chain(const Shader& shader, std::span<const PassCall> chain, std::uint64_t seed) {
    // Outputs are compared by their places, so both shaders have them before the chain begins where
    // a pass of it needs them.
    const std::unique_ptr<Shader> before = clone(shader);
    if (std::any_of(chain.begin(), chain.end(), needs_places)) {
        find_pass("assign_io_locations")->run(*before, {});
    }
    const std::unique_ptr<Shader> after = clone(*before);
    ChainCheck check;
    for (const PassCall& call : chain) {
        prepare(*after, call);
        const unsigned num_before = num_lowered_inexactly(*after);
        PassRunner runner(*after, PassRunner::Checks::always);
        runner.run(call);
        if (!runner.report().empty()) {
            check.wrong = name_of(call) + ": " + runner.report();
            return check;
        }
        check.is_inexact = check.is_inexact || lowered_inexactly(call, num_before, *after);
    }
    EquivalenceOptions options;
    options.seed = seed;
    options.runs = 4;
    if (!check.is_inexact) {
        check.wrong = promised_difference(*before, *after, options);
    }
    return check;
}

RandomShaderKind kind_for(const PassCall& call) {
    return !policy_of(call).approximates    ? RandomShaderKind::anything
           : call.pass->name == "lower_tex" ? RandomShaderKind::textures
                                            : RandomShaderKind::smooth;
}

std::string name_of(const PassCall& call) {
    std::string name(call.pass->name);
    for (const PassArgument& argument : call.arguments) {
        name += ':' + std::string(argument.name);
        for (const PassParameter& parameter : call.pass->parameters) {
            if (parameter.name == argument.name && parameter.has_value()) {
                name += '=' + value_text(parameter, argument.value);
            }
        }
    }
    return name;
}

} // namespace jacquard::nir
