#include <jacquard/passes/registry.h>
#include <jacquard/support/near_name.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace jacquard::nir {

namespace {

// Takes what stands before the separator off the front of `text`.
std::string_view take_part(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

std::string suggestion(std::string_view written, std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    return near.empty() ? "" : "; did you mean '" + std::string(near) + "'?";
}

std::optional<std::uint32_t> parse_number(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    text.remove_prefix(is_hex ? 2 : 0);
    std::uint32_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, is_hex ? 16 : 10);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

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

void parse_argument(std::string_view text, PassCall& call, std::vector<std::string>& errors) {
    const bool has_value = text.find('=') != std::string_view::npos;
    const std::string_view name = take_part(text, '=');
    const PassParameter* parameter = find_parameter(*call.pass, name, errors);
    if (parameter == nullptr) {
        return;
    }
    if (has_value != parameter->has_value) {
        errors.push_back(
            "parameter '" + std::string(name) +
            (has_value ? "' takes no value" : "' needs a value: " + std::string(name) + "=NUMBER"));
        return;
    }
    const std::optional<std::uint32_t> value = has_value ? parse_number(text) : 1;
    if (!value) {
        errors.push_back("parameter '" + std::string(name) + "' needs a number, not '" +
                         std::string(text) + '\'');
        return;
    }
    call.arguments.push_back({parameter->name, *value});
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
