#include <jacquard/nir/build/clone.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/passes/registry/list_words.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace jacquard::nir {

namespace {

PassCall call_of(const StateInfo& info, std::uint32_t value) {
    PassCall call{find_pass(info.pass), {}};
    if (!info.is_switch()) {
        call.arguments.push_back({info.parameter, value});
    }
    return call;
}

bool is_for(const StateInfo& info, const Shader& shader, const StateUse& use) {
    return info.is_of(shader.info.stage) && (use.feeds_rasteriser || !info.before_rasteriser);
}

bool changes(const Shader& shader, const StateInfo& info, std::uint32_t value) {
    return call_of(info, value).run(*clone(shader));
}

// Makes all ALU instructions but copies exact; in a shader that is to be precise, all but those of
// the state are exact already.
void make_exact(Shader& shader) {
    change_instructions<AluInstruction>(shader, [](AluInstruction& alu) {
        alu.exact = !alu.info().is_copy;
        return false;
    });
}

const StateInfo* find_state(std::string_view name) {
    for (const StateInfo& info : kStates) {
        if (info.name == name) {
            return &info;
        }
    }
    return nullptr;
}

std::string unknown_state(std::string_view name) {
    std::array<std::string_view, kStates.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = kStates[i].name;
    }
    return "there is no state '" + std::string(name) + '\'' + suggestion(name, names);
}

std::string expected_value(const StateInfo& info, std::string_view given) {
    if (info.is_switch()) {
        return '\'' + std::string(info.name) + "' takes no value";
    }
    std::array<char, 16> most{};
    std::snprintf(most.data(), most.size(), "0x%x", info.most);
    return '\'' + std::string(info.name) + "' takes a mask from 0 to " + most.data() + ", not '" +
           std::string(given) + '\'';
}

} // namespace

bool apply_state(PassRunner& passes, const ShaderState& state, const StateUse& use) {
    bool changed = false;
    for (const StateInfo& info : kStates) {
        const std::uint32_t value = info.get(state);
        if (value != 0 && is_for(info, passes.shader(), use)) {
            changed = passes.run(call_of(info, value)) || changed;
        }
    }
    if (changed && use.precise) {
        make_exact(passes.shader());
    }
    return changed;
}

std::string apply_state(Shader& shader, const ShaderState& state, const StateUse& use) {
    PassRunner passes(shader);
    apply_state(passes, state, use);
    return passes.report();
}

ShaderState state_that_matters(const Shader& shader, const ShaderState& state,
                               const StateUse& use) {
    ShaderState made;
    for (const StateInfo& info : kStates) {
        std::uint32_t matters = 0;
        for (std::uint32_t left = info.get(state); left != 0; left &= left - 1) {
            const std::uint32_t bit = left & ~(left - 1);
            if (is_for(info, shader, use) && changes(shader, info, bit)) {
                matters |= bit;
            }
        }
        info.set(made, matters);
    }
    return made;
}

bool is_part_of(const ShaderState& state, const ShaderState& other) {
    return std::all_of(kStates.begin(), kStates.end(), [&](const StateInfo& info) {
        return (info.get(state) & ~info.get(other)) == 0;
    });
}

std::string to_string(const ShaderState& state) {
    std::string text;
    for (const StateInfo& info : kStates) {
        const std::uint32_t value = info.get(state);
        if (value == 0) {
            continue;
        }
        text += text.empty() ? "" : "+";
        text += info.name;
        if (!info.is_switch()) {
            std::array<char, 16> number{};
            std::snprintf(number.data(), number.size(), "=0x%x", value);
            text += number.data();
        }
    }
    return text;
}

StateText parse_state(std::string_view text) {
    StateText made;
    while (!text.empty()) {
        std::string_view word = take_part(text, '+');
        const bool has_value = word.find('=') != std::string_view::npos;
        const std::string_view name = take_part(word, '=');
        const StateInfo* info = find_state(name);
        if (info == nullptr) {
            made.errors.push_back(unknown_state(name));
            continue;
        }
        const std::optional<std::uint32_t> value =
            has_value ? parse_number(word) : std::optional<std::uint32_t>(1);
        if (has_value == info->is_switch() || !value || *value > info->most) {
            made.errors.push_back(expected_value(*info, word));
            continue;
        }
        info->set(made.state, *value);
    }
    return made;
}

} // namespace jacquard::nir
