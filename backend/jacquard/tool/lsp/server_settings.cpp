#include <jacquard/glsl/high_level.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/lsp/server_settings.h>
#include <jacquard/tool/lsp/setting_options.h>
#include <jacquard/tool/rpc/option_members.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

namespace jacquard::driver::lsp {

namespace {

constexpr auto& kOptions = kSettingOptions;
constexpr std::string_view kStage = "--stage";

// The words of each option by itself: its name, and its value where it has one.
std::vector<std::vector<std::string>> by_option(const std::vector<std::string>& words) {
    std::vector<std::vector<std::string>> groups;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::vector<std::string>& group = groups.emplace_back();
        group.push_back(words[i]);
        const bool has_value = std::any_of(kOptions.begin(), kOptions.end(), [&](const auto& each) {
            return each.name == words[i] && !each.value_name.empty();
        });
        if (has_value && i + 1 < words.size()) {
            group.push_back(words[++i]);
        }
    }
    return groups;
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

// Returns a message about wrong usage without the program's name and the hint at its help.
std::string sentence_of(std::string text) {
    constexpr std::string_view kProgram = "jacquard: ";
    text = text.substr(0, text.find('\n'));
    return text.starts_with(kProgram) ? text.substr(kProgram.size()) : text;
}

} // namespace

ServerSettings::ServerSettings(const Arguments& arguments) {
    for (const OptionSpec& option : kOptions) {
        for (const std::string_view value : arguments.values(option.name)) {
            given_.emplace_back(option.name);
            if (!option.value_name.empty()) {
                given_.emplace_back(value);
            }
        }
    }
    remake();
}

void ServerSettings::parse(ShaderSettings& settings, std::vector<std::string> words,
                           std::string& fault) const {
    settings.words = std::move(words);
    for (std::size_t i = 1; i < settings.words.size(); ++i) {
        const bool is_relative = settings.words[i - 1] == kIncludeOption.name &&
                                 platform::plain_path(settings.words[i]).is_relative();
        if (is_relative && !root_.empty()) {
            settings.words[i] = platform::text_of_path(platform::plain_path(root_) /
                                                       platform::plain_path(settings.words[i]));
        }
    }
    const std::vector<std::string_view> views(settings.words.begin(), settings.words.end());
    std::istringstream none;
    std::ostringstream said;
    const Streams streams{none, said, said};
    settings.arguments = Arguments::parse(kLanguageServerCommand, views, said);
    settings.options = {};
    int code = exit_fine;
    if (!settings.arguments ||
        !read_cost_options(*settings.arguments, streams, settings.options, code)) {
        fault = sentence_of(said.str());
    }
}

std::vector<std::string> ServerSettings::accepted(std::vector<std::string> words,
                                                  std::vector<std::string>& faults) const {
    ShaderSettings tried;
    std::string fault;
    std::vector<std::string> all = given_;
    append(all, words);
    parse(tried, all, fault);
    if (fault.empty()) {
        return words;
    }
    // One is wrong: those that are right by themselves still count.
    std::vector<std::string> kept;
    for (const std::vector<std::string>& group : by_option(words)) {
        fault.clear();
        parse(tried, group, fault);
        if (fault.empty()) {
            append(kept, group);
        } else {
            faults.push_back(fault);
        }
    }
    return kept;
}

std::vector<std::string> ServerSettings::read(json::Value settings) {
    std::vector<std::string> faults;
    edited_ = accepted(rpc::words_of_members(settings, kOptions, {}, faults), faults);
    remake();
    return faults;
}

void ServerSettings::remake() {
    std::vector<std::string> all = given_;
    append(all, edited_);
    std::vector<std::string> others;
    for (const std::vector<std::string>& group : by_option(all)) {
        if (group.front() != kStage) {
            append(others, group);
        }
    }
    std::string fault;
    parse(with_stage_, std::move(all), fault);
    if (!fault.empty()) { // they are right one by one, and not together
        parse(with_stage_, given_, fault);
        others.clear();
    }
    parse(without_stage_, std::move(others), fault);
}

const ShaderSettings& ServerSettings::of(std::string_view name) const {
    return stage_of_name(name).empty() || high_level_stage(stage_of_name(name)).empty()
               ? with_stage_
               : without_stage_;
}

std::string ServerSettings::schema() {
    std::string text;
    json::Writer json(text, 2);
    json.begin_object().member("type", "object").name("properties").begin_object();
    rpc::append_properties(json, kOptions);
    json.end_object().end_object();
    return text + '\n';
}

} // namespace jacquard::driver::lsp
