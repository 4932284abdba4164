#include <jacquard/support/text/near_name.h>
#include <jacquard/support/text/printable.h>
#include <jacquard/tool/frame/command_line.h>

#include <algorithm>
#include <ostream>

namespace jacquard::driver {

namespace {

const OptionSpec* find_option(const CommandSpec& command, std::string_view name) {
    for (const OptionSpec& option : command.options) {
        if (option.name == name) {
            return &option;
        }
    }
    return nullptr;
}

// The option whose name ends with a dash and that the word begins with.
const OptionSpec* find_prefix(const CommandSpec& command, std::string_view word) {
    for (const OptionSpec& option : command.options) {
        if (option.name.ends_with('-') && option.name.size() < word.size() &&
            word.starts_with(option.name)) {
            return &option;
        }
    }
    return nullptr;
}

std::string unknown_option(const CommandSpec& command, std::string_view name) {
    std::vector<std::string_view> names = {"--help", "--help-all"};
    for (const OptionSpec& option : command.options) {
        names.push_back(option.name);
    }
    return "unknown option '" + std::string(name) + "' of '" + std::string(command.name) + '\'' +
           suggestion(name, names);
}

// Says what is wrong with the value of an option that takes certain words alone; empty if nothing
// is.
std::string wrong_word(const OptionSpec& option, std::string_view value) {
    const std::vector<std::string> words = option.words();
    if (std::find(words.begin(), words.end(), value) != words.end()) {
        return {};
    }
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() ? "" : ", ") + word;
    }
    const std::vector<std::string_view> views(words.begin(), words.end());
    return "option '" + std::string(option.name) + "' does not take '" + std::string(value) + '\'' +
           suggestion(value, views) + "; it takes one of " + all;
}

} // namespace

std::string suggestion(std::string_view written, std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    return near.empty() ? std::string() : ", did you mean '" + std::string(near) + "'?";
}

int usage_error(const Streams& streams, std::string_view message) {
    streams.err << "jacquard: " << printable(message) << '\n';
    return exit_usage;
}

std::vector<std::string> Arguments::command_line() const {
    std::vector<std::string> line = {std::string(command_)};
    line.insert(line.end(), words_.begin(), words_.end());
    return line;
}

std::optional<Arguments> Arguments::parse(const CommandSpec& command,
                                          std::span<const std::string_view> words,
                                          std::ostream& err) {
    Arguments result;
    result.command_ = command.name;
    result.words_ = words;
    const auto fail = [&](const std::string& message) {
        err << "jacquard: " << printable(message) << "\nusage: jacquard " << command.name << ' '
            << command.operands << " [options]; 'jacquard " << command.name
            << " --help' lists them\n";
        return std::nullopt;
    };
    bool options_ended = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (options_ended || word.size() < 2 || word[0] != '-') {
            result.operands_.push_back(word);
            continue;
        }
        if (word == "--") {
            options_ended = true;
            continue;
        }
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string_view::npos;
        const std::string_view name = word.substr(0, equals);
        const OptionSpec* option = find_option(command, name);
        // The value of an option of one letter may stand at it: -DNAME. That of one whose name ends
        // with a dash always does.
        const OptionSpec* const prefix = option == nullptr ? find_prefix(command, word) : nullptr;
        const bool is_at_it =
            option == nullptr && word.size() > 2 && (word[1] != '-' || prefix != nullptr);
        if (is_at_it) {
            option = prefix != nullptr ? prefix : find_option(command, word.substr(0, 2));
        }
        if (option == nullptr || (is_at_it && option->value_name.empty())) {
            return fail(unknown_option(command, name));
        }
        std::string_view value;
        if (is_at_it) {
            value = word.substr(prefix != nullptr ? prefix->name.size() : 2);
        } else if (option->value_name.empty()) {
            if (equals != std::string_view::npos) {
                return fail("option '" + std::string(name) + "' takes no value");
            }
        } else if (equals != std::string_view::npos) {
            value = word.substr(equals + 1);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        } else {
            return fail("option '" + std::string(name) + "' needs a value, " +
                        std::string(option->value_name));
        }
        if (option->is_closed) {
            const std::string fault = wrong_word(*option, value);
            if (!fault.empty()) {
                return fail(fault);
            }
        }
        result.options_.emplace_back(option->name, value);
    }
    if (result.operands_.size() < command.min_operands) {
        return fail("'" + std::string(command.name) + "' needs " + std::string(command.operands));
    }
    if (result.operands_.size() > command.max_operands) {
        return fail("unexpected argument '" + std::string(result.operands_[command.max_operands]) +
                    "'");
    }
    return result;
}

std::optional<std::string_view> Arguments::value(std::string_view option) const {
    for (auto it = options_.rbegin(); it != options_.rend(); ++it) {
        if (it->first == option) {
            return it->second;
        }
    }
    return std::nullopt;
}

std::vector<std::string_view> Arguments::values(std::string_view option) const {
    std::vector<std::string_view> values;
    for (const auto& [name, value] : options_) {
        if (name == option) {
            values.push_back(value);
        }
    }
    return values;
}

} // namespace jacquard::driver
