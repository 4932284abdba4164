#include <jacquard/passes/registry/registry.h>

#include <algorithm>

namespace jacquard::nir {

const PassInfo* find_pass(std::string_view name) {
    const std::span<const PassInfo> passes = all_passes();
    const auto found = std::lower_bound(
        passes.begin(), passes.end(), name,
        [](const PassInfo& pass, std::string_view wanted) { return pass.name < wanted; });
    return found != passes.end() && found->name == name ? &*found : nullptr;
}

Invariants PassCall::gives() const {
    Invariants given = pass->gives;
    for (const PassArgument& argument : arguments) {
        for (const PassParameter& parameter : pass->parameters) {
            given &= parameter.name == argument.name ? ~parameter.voids : ~Invariants{0};
        }
    }
    return given;
}

std::string usage_of(const PassParameter& parameter) {
    std::string text = ':' + std::string(parameter.name);
    switch (parameter.type) {
    case ParameterType::toggle:
    case ParameterType::part: break;
    case ParameterType::number: return text + "=NUMBER";
    case ParameterType::mask: return text + "=MASK";
    case ParameterType::modes: return text + "=MODE+MODE";
    case ParameterType::choice:
        for (const PassWord& word : parameter.words) {
            text += (&word == parameter.words.data() ? '=' : '|') + std::string(word.word);
        }
        break;
    }
    return text;
}

void prepare_for(Shader& shader, const PassInfo& pass) {
    for (std::size_t i = 0; i < kNumInvariants; ++i) {
        const InvariantInfo& need = kInvariants[i];
        const PassInfo* maker = (pass.needs >> i & 1) != 0 ? find_pass(need.by) : nullptr;
        if (maker != nullptr && !need.holds(shader)) {
            prepare_for(shader, *maker);
            maker->run(shader, {});
        }
    }
}

} // namespace jacquard::nir
