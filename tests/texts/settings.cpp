#include "settings.h"

#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace jacquard::texts {

namespace {

bool has_key(const std::vector<Setting>& settings, std::string_view key) {
    return std::any_of(settings.begin(), settings.end(),
                       [key](const Setting& setting) { return setting.key == key; });
}

} // namespace

Settings::Settings(const File& file, const Case& each) : file_(file), case_(each) {}

std::vector<const Setting*> Settings::all(std::string_view key) const {
    std::vector<const Setting*> found;
    const auto& settings = has_key(case_.settings, key) ? case_.settings : file_.settings;
    for (const Setting& setting : settings) {
        if (setting.key == key) {
            found.push_back(&setting);
        }
    }
    return found;
}

const Setting* Settings::find(std::string_view key) const {
    const auto found = all(key);
    if (found.size() > 1) {
        throw SettingFault{found[1]->line, "'" + std::string(key) + "' is set twice"};
    }
    return found.empty() ? nullptr : found[0];
}

std::string Settings::text(std::string_view key, std::string_view otherwise) const {
    const Setting* setting = find(key);
    return setting != nullptr ? setting->value : std::string(otherwise);
}

std::vector<std::uint32_t> Settings::parts() const {
    std::vector<std::uint32_t> parts;
    const Setting* setting = find("gpu");
    for (const std::string& word : words_of(setting != nullptr ? setting->value : "")) {
        parts.push_back(static_cast<std::uint32_t>(number_of(*setting, word)));
    }
    return parts;
}

bool Settings::flag(std::string_view key) const {
    static constexpr std::array<std::string_view, 2> kWords = {"no", "yes"};
    return choice(key, kWords) == 1;
}

std::uint64_t Settings::number(std::string_view key, std::uint64_t otherwise) const {
    const Setting* setting = find(key);
    return setting != nullptr ? number_of(*setting, setting->value) : otherwise;
}

std::size_t Settings::choice(std::string_view key, std::span<const std::string_view> words) const {
    const Setting* setting = find(key);
    if (setting == nullptr) {
        return 0;
    }
    const auto found = std::find(words.begin(), words.end(), setting->value);
    if (found == words.end()) {
        throw SettingFault{setting->line, unknown_word("value of '" + std::string(key) + "'",
                                                       setting->value, words)};
    }
    return static_cast<std::size_t>(found - words.begin());
}

void Settings::require_keys(std::string_view kind, std::span<const std::string_view> keys,
                            std::span<const std::string_view> file_keys) const {
    const auto require = [kind](const Setting& setting, std::span<const std::string_view> known) {
        if (std::find(known.begin(), known.end(), setting.key) == known.end()) {
            throw SettingFault{
                setting.line,
                unknown_word("key of cases '" + std::string(kind) + "'", setting.key, known)};
        }
    };
    std::vector<std::string_view> known(keys.begin(), keys.end());
    for (const Setting& setting : case_.settings) {
        require(setting, known);
    }
    known.insert(known.end(), file_keys.begin(), file_keys.end());
    for (const Setting& setting : file_.settings) {
        require(setting, known);
    }
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    return words;
}

std::string unknown_word(std::string_view what, std::string_view written,
                         std::span<const std::string_view> words) {
    std::string message = "'" + std::string(written) + "' is no " + std::string(what);
    const std::string_view near = near_name(written, words);
    if (!near.empty()) {
        return message + "; did you mean '" + std::string(near) + "'?";
    }
    message += "; there are";
    std::string_view separator = " ";
    for (const std::string_view word : words) {
        message += std::string(separator) + "'" + std::string(word) + "'";
        separator = ", ";
    }
    return message;
}

std::uint64_t number_of(const Setting& setting, std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    const std::string_view digits = text.substr(is_hex ? 2 : 0);
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        throw SettingFault{setting.line,
                           "'" + setting.key + "' takes a number, not '" + std::string(text) + "'"};
    }
    return number;
}

} // namespace jacquard::texts
