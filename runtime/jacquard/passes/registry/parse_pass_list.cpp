#include <jacquard/passes/registry/list_words.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/support/text/listed.h>

#include <algorithm>
#include <optional>

namespace jacquard::nir {

namespace {

const PassParameter* find_parameter(const PassInfo& pass, std::string_view name,
                                    std::vector<std::string>& errors) {
    std::vector<std::string_view> names;
    for (const PassParameter& parameter : pass.parameters) {
        if (parameter.name == name) {
            return &parameter;
        }
        names.push_back(parameter.name);
    }
    errors.push_back("pass '" + std::string(pass.name) + "' has no parameter '" +
                     std::string(name) + '\'' + suggestion(name, names));
    return nullptr;
}

std::vector<std::string_view> words_of(const PassParameter& parameter) {
    std::vector<std::string_view> words;
    for (const PassWord& word : parameter.words) {
        words.push_back(word.word);
    }
    return words;
}

std::string quoted(std::string_view text) {
    return '\'' + std::string(text) + '\'';
}

// Describes the values that the parameter accepts: "a number from 1 to 16".
std::string wanted(const PassParameter& parameter) {
    switch (parameter.type) {
    case ParameterType::toggle:
    case ParameterType::part: return "no value";
    case ParameterType::modes:
        return "all, or modes joined by '+': " + listed(words_of(parameter), " and ");
    case ParameterType::choice: return listed(words_of(parameter), " or ");
    case ParameterType::number:
    case ParameterType::mask: break;
    }
    if (parameter.low == 0 && parameter.high == ~std::uint32_t{0}) {
        return "a number";
    }
    return "a number from " + std::to_string(parameter.low) + " to " +
           std::to_string(parameter.high);
}

// The values of words that are joined by '+'; errors name those that there are none for.
std::optional<std::uint32_t> parse_words(const PassParameter& parameter, std::string_view text,
                                         std::vector<std::string>& errors) {
    if (parameter.type == ParameterType::modes && text == "all") {
        std::uint32_t all = 0;
        for (const PassWord& word : parameter.words) {
            all |= word.value;
        }
        return all;
    }
    const char separator = parameter.type == ParameterType::modes ? '+' : '\0';
    std::optional<std::uint32_t> value = 0;
    do {
        const std::string_view written = take_part(text, separator);
        const auto found =
            std::find_if(parameter.words.begin(), parameter.words.end(),
                         [written](const PassWord& word) { return word.word == written; });
        if (found == parameter.words.end()) {
            errors.push_back("parameter " + quoted(parameter.name) + " takes " + wanted(parameter) +
                             ", not " + quoted(written) + suggestion(written, words_of(parameter)));
            value.reset();
        } else if (value) {
            value = *value | found->value;
        }
    } while (!text.empty());
    return value;
}

std::optional<std::uint32_t> parse_value(const PassParameter& parameter, std::string_view text,
                                         std::vector<std::string>& errors) {
    if (!parameter.has_value()) {
        return 1;
    }
    if (!parameter.words.empty()) {
        return parse_words(parameter, text, errors);
    }
    const std::optional<std::uint32_t> value = parse_number(text);
    if (!value || *value < parameter.low || *value > parameter.high) {
        errors.push_back("parameter " + quoted(parameter.name) + " takes " + wanted(parameter) +
                         ", not " + quoted(text));
        return std::nullopt;
    }
    return value;
}

void parse_argument(std::string_view text, PassCall& call, std::vector<std::string>& errors) {
    const bool has_value = text.find('=') != std::string_view::npos;
    const std::string_view name = take_part(text, '=');
    const PassParameter* parameter = find_parameter(*call.pass, name, errors);
    if (parameter == nullptr) {
        return;
    }
    if (has_value != parameter->has_value()) {
        errors.push_back(
            "parameter " + quoted(name) +
            (has_value ? " takes no value" : " needs a value: " + usage_of(*parameter).substr(1)));
        return;
    }
    if (std::any_of(call.arguments.begin(), call.arguments.end(),
                    [&](const PassArgument& given) { return given.name == parameter->name; })) {
        errors.push_back("parameter " + quoted(name) + " of pass " + quoted(call.pass->name) +
                         " is given twice");
        return;
    }
    if (const std::optional<std::uint32_t> value = parse_value(*parameter, text, errors)) {
        call.arguments.push_back({parameter->name, *value});
    }
}

} // namespace

PassList parse_pass_list(std::string_view text) {
    PassList list;
    while (!text.empty()) {
        std::string_view part = take_part(text, ',');
        const std::string_view name = take_part(part, ':');
        PassCall call{find_pass(name), {}};
        if (call.pass == nullptr) {
            std::vector<std::string_view> names;
            for (const PassInfo& known : all_passes()) {
                names.push_back(known.name);
            }
            list.errors.push_back("unknown pass '" + std::string(name) + '\'' +
                                  suggestion(name, names));
            continue;
        }
        while (!part.empty()) {
            parse_argument(take_part(part, ':'), call, list.errors);
        }
        list.calls.push_back(std::move(call));
    }
    return list;
}

} // namespace jacquard::nir
