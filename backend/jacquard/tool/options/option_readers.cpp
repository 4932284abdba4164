#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/listed.h>
#include <jacquard/tool/options/option_readers.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>

namespace jacquard::driver {

namespace {

// The value of a constant as it is written: 0x... are its bits, and other numbers its value.
std::optional<spirv::Specialisation> specialisation_of(std::uint32_t id, std::string_view text) {
    using enum spirv::SpecialisedAs;
    if (text == "true" || text == "false") {
        return spirv::Specialisation{id, text == "true" ? 1U : 0U, integer};
    }
    if (text.starts_with("0x")) {
        const auto given = parse_number<std::uint64_t>(text.substr(2), 16);
        return given ? std::optional(spirv::Specialisation{id, *given, bits}) : std::nullopt;
    }
    const auto negative = parse_number<std::int64_t>(text);
    const auto whole = negative ? std::optional(static_cast<std::uint64_t>(*negative))
                                : parse_number<std::uint64_t>(text);
    if (whole) {
        return spirv::Specialisation{id, *whole, integer};
    }
    double value = 0.0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc() || stop != end) {
        return std::nullopt;
    }
    return spirv::Specialisation{id, std::bit_cast<std::uint64_t>(value), number};
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
                                 suggestion(*text, words) + "; it takes " + listed(words, " or "));
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

bool read_specialisations(const Arguments& arguments, std::string_view option,
                          const Streams& streams, std::vector<spirv::Specialisation>& values) {
    const std::string_view list = arguments.value(option).value_or("");
    for (std::size_t start = 0; start < list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view each = list.substr(start, end - start);
        start = end + 1;
        const std::size_t equals = each.find('=');
        const auto id = parse_number<std::uint32_t>(each.substr(0, equals));
        const auto value = id && equals != std::string_view::npos
                               ? specialisation_of(*id, each.substr(equals + 1))
                               : std::nullopt;
        if (!value) {
            usage_error(streams, std::string(option) + " takes ID=VALUE, as in 3=1.5, not '" +
                                     std::string(each) + '\'');
            return false;
        }
        values.push_back(*value);
    }
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
