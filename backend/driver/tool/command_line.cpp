#include <jacquard/driver/tool/command_line.h>
#include <jacquard/support/near_name.h>

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

std::string unknown_option(const CommandSpec& command, std::string_view name) {
    std::vector<std::string_view> names = {"--help"};
    for (const OptionSpec& option : command.options) {
        names.push_back(option.name);
    }
    return "unknown option '" + std::string(name) + "' of '" + std::string(command.name) + '\'' +
           suggestion(name, names);
}

std::string left_column(const OptionSpec& option) {
    std::string text = "  " + std::string(option.name);
    if (!option.value_name.empty()) {
        text += ' ' + std::string(option.value_name);
    }
    return text;
}

} // namespace

std::string paragraph(std::string_view text, std::size_t indent) {
    constexpr std::size_t kWidth = 100;
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t blank = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, blank);
        text.remove_prefix(std::min(blank + 1, text.size()));
        if (word.empty()) {
            continue;
        }
        if (!result.empty()) {
            const bool fits = column + 1 + word.size() <= kWidth;
            result += fits ? " " : '\n' + std::string(indent, ' ');
            column = fits ? column + 1 : indent;
        }
        result += word;
        column += word.size();
    }
    return result + '\n';
}

std::string suggestion(std::string_view written, std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    return near.empty() ? std::string() : ", did you mean '" + std::string(near) + "'?";
}

int usage_error(const Streams& streams, std::string_view message) {
    streams.err << "jacquard: " << message << '\n';
    return exit_usage;
}

std::optional<Arguments> Arguments::parse(const CommandSpec& command,
                                          std::span<const std::string_view> words,
                                          std::ostream& err) {
    Arguments result;
    const auto fail = [&](const std::string& message) {
        err << "jacquard: " << message << "\nusage: jacquard " << command.name << ' '
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
        // The value of an option of one letter may stand at it: -DNAME.
        const bool is_at_it = option == nullptr && word.size() > 2 && word[1] != '-';
        if (is_at_it) {
            option = find_option(command, word.substr(0, 2));
        }
        if (option == nullptr || (is_at_it && option->value_name.empty())) {
            return fail(unknown_option(command, name));
        }
        std::string_view value;
        if (is_at_it) {
            value = word.substr(2);
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

std::string help_text(const CommandSpec& command) {
    std::string text = "usage: jacquard " + std::string(command.name) + ' ' +
                       std::string(command.operands) + " [options]\n\n" + paragraph(command.doc, 0);
    std::size_t width = 0;
    for (const OptionSpec& option : command.options) {
        width = std::max(width, left_column(option).size());
    }
    if (!command.options.empty()) {
        text += "\noptions:\n";
    }
    for (const OptionSpec& option : command.options) {
        std::string line = left_column(option);
        line.resize(width + 2, ' ');
        text += line + paragraph(option.doc, line.size());
    }
    if (command.more_help != nullptr) {
        text += '\n' + command.more_help();
    }
    return text;
}

} // namespace jacquard::driver
