#include "components.h"

#include <jacquard/support/hex.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace jacquard::texts {

namespace {

constexpr std::string_view kFloat = ":float";
constexpr std::uint64_t kMostWord = std::numeric_limits<std::uint32_t>::max();

// Returns nothing, and adds a fault, where the word names no component.
std::optional<Component> component_of(const Settings& settings, const Setting& setting,
                                      std::string_view word, bool may_be_float) {
    Component component;
    component.setting = &setting;
    component.is_float = may_be_float && word.ends_with(kFloat);
    const std::string_view name =
        word.substr(0, word.size() - (component.is_float ? kFloat.size() : 0));
    const std::size_t dot = name.find('.');
    const std::size_t letter = dot == std::string_view::npos || dot == 0 || dot + 2 != name.size()
                                   ? std::string_view::npos
                                   : std::string_view("xyzw").find(name[dot + 1]);
    if (letter == std::string_view::npos) {
        settings.fault(setting,
                       "'" + std::string(word) + "' is no component of a slot, as '0.x' is" +
                           (may_be_float ? " and, for outputs that are floats, '1.w:float'" : ""));
        return std::nullopt;
    }
    component.slot = name.substr(0, dot);
    component.component = static_cast<unsigned>(letter);
    return component;
}

// Returns a number of 32 bits, with or without a sign, or the bits of a float. Returns nothing, and
// adds a fault, where the text is neither.
std::optional<std::uint32_t> word_of(const Settings& settings, const Setting& setting,
                                     std::string_view text) {
    if (text.find('.') != std::string_view::npos) {
        float value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc() || stop != end) {
            settings.fault(setting, "'" + std::string(text) + "' is no float of 32 bits");
            return std::nullopt;
        }
        return std::bit_cast<std::uint32_t>(value);
    }
    const bool is_negative = text.starts_with('-');
    const auto number = settings.number_of(setting, text.substr(is_negative ? 1 : 0), 0,
                                           is_negative ? (kMostWord >> 1) + 1 : kMostWord);
    if (!number) {
        return std::nullopt;
    }
    const auto word = static_cast<std::uint32_t>(*number);
    return is_negative ? 0 - word : word;
}

bool has_component(const std::vector<Component>& all, const Component& component) {
    return std::any_of(all.begin(), all.end(), [&component](const Component& other) {
        return other.name() == component.name();
    });
}

// Small numbers are decimal, others hexadecimal, since they are floats or masks.
std::string text_of(std::uint32_t word, bool is_float) {
    if (!is_float) {
        constexpr std::uint32_t kSmall = 0x10000;
        const std::string digits = driver::hex(word, 8);
        return word < kSmall ? std::to_string(word)
                             : "0x" + digits.substr(digits.find_first_not_of('0'));
    }
    std::array<char, 40> text{};
    const char* end = std::to_chars(text.begin(), text.end(), std::bit_cast<float>(word)).ptr;
    const std::string number(std::as_const(text).data(), end);
    const bool is_plain = number.find_first_not_of("-0123456789") == std::string::npos;
    return is_plain ? number + ".0" : number;
}

} // namespace

std::vector<Component> inputs_of(const Settings& settings, unsigned lanes) {
    std::vector<Component> inputs;
    for (const Setting* setting : settings.all("input")) {
        const std::size_t colon = setting->value.find(": ");
        const std::vector<std::string> words =
            words_of(colon == std::string::npos ? "" : setting->value.substr(colon + 2));
        if (words.empty()) {
            settings.fault(*setting, "an input is written 'input: SLOT.C: VALUE…'");
            continue;
        }
        auto input = component_of(settings, *setting, setting->value.substr(0, colon), false);
        std::vector<std::uint32_t> values;
        for (const std::string& word : words) {
            values.push_back(word_of(settings, *setting, word).value_or(0));
        }
        if (!input) {
            continue;
        }
        if (values.size() > lanes) {
            settings.fault(*setting, std::to_string(values.size()) + " values are given for " +
                                         std::to_string(lanes) + " lanes");
        }
        if (has_component(inputs, *input)) {
            settings.fault(*setting, "the input " + input->name() + " has values already");
        }
        for (unsigned lane = 0; lane < lanes; ++lane) {
            input->values.push_back(values[lane % values.size()]);
        }
        inputs.push_back(std::move(*input));
    }
    return inputs;
}

std::vector<Component> outputs_of(const Settings& settings) {
    std::vector<Component> outputs;
    for (const std::string& word : settings.list("outputs")) {
        if (auto output = component_of(settings, *settings.find("outputs"), word, true)) {
            if (has_component(outputs, *output)) {
                settings.fault(*output->setting, "'outputs' names " + output->name() + " twice");
            }
            outputs.push_back(std::move(*output));
        }
    }
    return outputs;
}

std::string line_of(const Component& component, std::span<const std::uint32_t> values) {
    std::string line = component.name() + ":";
    for (const std::uint32_t value : values) {
        line += " " + text_of(value, component.is_float);
    }
    return line + "\n";
}

std::string live_text(const LaneMask& live, unsigned lanes) {
    std::string text;
    bool are_all = true;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        text += live.test(lane) ? " " + std::to_string(lane) : "";
        are_all = are_all && live.test(lane);
    }
    return are_all ? "" : "live:" + (text.empty() ? " none" : text) + "\n";
}

} // namespace jacquard::texts
