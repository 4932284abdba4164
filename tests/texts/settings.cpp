#include "settings.h"

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

namespace jacquard::texts {

namespace {

bool has_key(const std::vector<Setting>& settings, std::string_view key) {
    return std::any_of(settings.begin(), settings.end(),
                       [key](const Setting& setting) { return setting.key == key; });
}

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

} // namespace

void SettingFaults::add(std::size_t line, const std::string& message) {
    ++times_;
    const LineFault fault{line, message};
    if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) {
        faults_.push_back(fault);
    }
}

void SettingFaults::add_idle(std::size_t line, const std::string& message) {
    const auto found = std::find_if(idle_.begin(), idle_.end(),
                                    [line](const Idle& each) { return each.fault.line == line; });
    if (found == idle_.end()) {
        idle_.push_back({{line, message}, 1});
    } else {
        ++found->count;
    }
}

void SettingFaults::take_idle(std::size_t num_inputs) {
    for (const Idle& each : idle_) {
        if (each.count == num_inputs) {
            add(each.fault.line, each.fault.message);
        }
    }
    idle_.clear();
}

void Settings::idle(const Setting& setting, const std::string& message) const {
    faults_.add_idle(setting.line, message);
}

void Settings::fault(const Setting& setting, const std::string& message) const {
    fault(setting.line, message);
}

void Settings::unknown(const Setting& setting, std::string_view what, std::string_view written,
                       std::span<const std::string_view> words) const {
    fault(setting, unknown_word(what, written, words));
}

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
    for (std::size_t i = 1; i < found.size(); ++i) {
        fault(*found[i],
              quoted(key) + " is set in line " + std::to_string(found[0]->line) + ", too");
    }
    return found.empty() ? nullptr : found[0];
}

std::vector<std::string> Settings::list(std::string_view key) const {
    const Setting* setting = find(key);
    if (setting == nullptr) {
        return {};
    }
    std::vector<std::string> words = words_of(setting->value);
    if (const std::string twice = doubled_word(words); !twice.empty()) {
        fault(*setting, quoted(key) + " names " + quoted(twice) + " twice");
    }
    return words;
}

std::vector<std::uint32_t> Settings::parts() const {
    const std::vector<std::string> words = list("gpu");
    std::vector<std::string> names;
    for (const ir3::PartInfo& info : ir3::part_infos()) {
        names.push_back(std::to_string(info.part));
    }
    std::vector<std::uint32_t> parts;
    for (const std::string& word : words) {
        const auto number = driver::parse_number<std::uint32_t>(word);
        if (number && ir3::revision_of_part(*number)) {
            parts.push_back(*number);
        } else {
            const std::vector<std::string_view> known(names.begin(), names.end());
            unknown(*find("gpu"), "part", word, known);
        }
    }
    return parts;
}

std::optional<bool> Settings::flag(std::string_view key) const {
    static constexpr std::array<std::string_view, 2> kWords = {"no", "yes"};
    const std::optional<std::size_t> word = choice(key, kWords);
    return word ? std::optional(*word == 1) : std::nullopt;
}

std::optional<std::uint64_t> Settings::number(std::string_view key, std::uint64_t low,
                                              std::uint64_t high) const {
    const Setting* setting = find(key);
    return setting != nullptr ? number_of(*setting, setting->value, low, high) : std::nullopt;
}

std::optional<std::size_t> Settings::choice(std::string_view key,
                                            std::span<const std::string_view> words) const {
    const Setting* setting = find(key);
    if (setting == nullptr) {
        return std::nullopt;
    }
    const auto found = std::find(words.begin(), words.end(), setting->value);
    if (found == words.end()) {
        unknown(*setting, "value of " + quoted(key), setting->value, words);
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - words.begin());
}

std::optional<std::uint64_t> Settings::number_of(const Setting& setting, std::string_view text,
                                                 std::uint64_t low, std::uint64_t high) const {
    const bool is_hex = text.starts_with("0x");
    const auto number =
        driver::parse_number<std::uint64_t>(text.substr(is_hex ? 2 : 0), is_hex ? 16 : 10);
    if (!number || *number < low || *number > high) {
        fault(setting, quoted(setting.key) + " takes a decimal or 0x number from " +
                           std::to_string(low) + " to " + std::to_string(high) + ", not " +
                           quoted(text));
        return std::nullopt;
    }
    return number;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    return words;
}

std::string doubled_word(const std::vector<std::string>& words) {
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (std::find(words.begin(), word, *word) != word) {
            return *word;
        }
    }
    return "";
}

std::string listed(std::span<const std::string_view> words) {
    std::string text = words.empty()       ? "there is none"
                       : words.size() == 1 ? "there is"
                                           : "there are";
    std::string_view separator = " ";
    for (const std::string_view word : words) {
        text += std::string(separator) + quoted(word);
        separator = ", ";
    }
    return text;
}

std::string unknown_word(std::string_view what, std::string_view written,
                         std::span<const std::string_view> words) {
    const std::string_view near = near_name(written, words);
    return quoted(written) + " is no " + std::string(what) + "; " + listed(words) +
           (near.empty() ? "" : "; did you mean " + quoted(near) + "?");
}

} // namespace jacquard::texts
