#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/options/option_readers.h>

#include <algorithm>
#include <bit>
#include <string>

namespace jacquard::driver {

namespace {

// "quads, triangles or isolines"
std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

} // namespace

bool read_word(const Arguments& arguments, std::string_view option,
               std::span<const std::string_view> names, std::span<const std::string_view> words,
               const Streams& streams, std::size_t& value) {
    const std::optional<std::string_view> text = arguments.value(option);
    if (!text) {
        return true;
    }
    const auto found = std::find(names.begin(), names.end(), *text);
    if (found == names.end() || text->empty()) {
        usage_error(streams, std::string(option) + " does not know '" + std::string(*text) + '\'' +
                                 suggestion(*text, words) + "; it takes " + listed(words));
        return false;
    }
    value = static_cast<std::size_t>(found - names.begin());
    return true;
}

bool read_number(const Arguments& arguments, std::string_view option, const NumberRange& range,
                 const Streams& streams, std::uint32_t& value) {
    const std::optional<std::string_view> text = arguments.value(option);
    if (!text) {
        return true;
    }
    const std::optional<std::uint32_t> number = parse_number<std::uint32_t>(*text);
    if (!number || *number == 0 || *number > range.most ||
        (range.is_power_of_two && !std::has_single_bit(*number))) {
        usage_error(streams, std::string(option) + " takes " + std::string(range.takes) +
                                 ", not '" + std::string(*text) + '\'');
        return false;
    }
    value = *number;
    return true;
}

bool read_state(const Arguments& arguments, std::string_view option, const Streams& streams,
                nir::ShaderState& state) {
    const std::optional<std::string_view> text = arguments.value(option);
    if (!text) {
        return true;
    }
    const nir::StateText given = nir::parse_state(*text);
    for (const std::string& error : given.errors) {
        usage_error(streams, error);
    }
    if (given.errors.empty()) {
        state = given.state;
    }
    return given.errors.empty();
}

} // namespace jacquard::driver
