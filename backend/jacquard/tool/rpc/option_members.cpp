#include <jacquard/tool/rpc/option_members.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace jacquard::driver::rpc {

namespace {

// Names that say too little outside a command line.
struct NamedOption {
    std::string_view option;
    std::string_view name;
};
constexpr std::array<NamedOption, 2> kNamed = {{{"-D", "defines"}, {"-I", "include"}}};

// Its elements are joined by commas.
constexpr std::string_view kList = "LIST";
constexpr std::string_view kNumber = "N";
constexpr NamedOption kParts = {"--gpu", "gpus"};

bool is_array(const OptionSpec& option) {
    // Lists of other words have separators of their own, and are one string.
    return option.is_repeated || (option.value_name == kList && option.words != nullptr);
}

// A value that would be several lines is a way to say more than an option may.
bool is_one_line(std::string_view text) {
    return std::none_of(text.begin(), text.end(),
                        [](unsigned char letter) { return letter < ' ' && letter != '\t'; });
}

// The text of a string or a whole number.
std::optional<std::string> scalar_text(json::Value value) {
    if (value.is(json::Kind::string)) {
        return std::string(value.string());
    }
    const bool is_integer = value.is(json::Kind::number) && value.integer(0) == value.integer(1);
    return is_integer ? std::optional(std::to_string(value.integer())) : std::nullopt;
}

std::string_view kind_of(const OptionSpec& option) {
    return option.value_name.empty()      ? "true or false"
           : is_array(option)             ? "an array of strings"
           : option.value_name == kNumber ? "a whole number or a string"
                                          : "a string";
}

// The texts of a member: one, or one for each element. Nothing where the value is of another kind.
std::optional<std::vector<std::string>> texts_of(const OptionSpec& option, json::Value value) {
    std::vector<std::string> texts;
    const auto add = [&](json::Value each) {
        std::optional<std::string> text = scalar_text(each);
        if (text && is_one_line(*text)) {
            texts.push_back(std::move(*text));
            return true;
        }
        return false;
    };
    if (!is_array(option) || !value.is(json::Kind::array)) {
        return add(value) ? std::optional(texts) : std::nullopt;
    }
    for (const json::Value each : value) {
        if (!add(each)) {
            return std::nullopt;
        }
    }
    return texts;
}

void add_words(const OptionSpec& option, json::Value value, std::vector<std::string>& words,
               std::vector<std::string>& faults) {
    if (value.is(json::Kind::null)) {
        return;
    }
    if (option.value_name.empty() && value.is(json::Kind::boolean)) {
        if (value.boolean()) {
            words.emplace_back(option.name);
        }
        return;
    }
    const auto texts = option.value_name.empty() ? std::nullopt : texts_of(option, value);
    if (!texts) {
        faults.push_back('\'' + member_name(option) + "' is " + std::string(kind_of(option)));
        return;
    }
    std::string joined;
    for (const std::string& text : *texts) {
        if (option.name.ends_with('-')) {
            // The value stands at the name, which may be written with it.
            words.push_back(text.starts_with(option.name) ? text : std::string(option.name) + text);
        } else if (option.is_repeated) {
            words.emplace_back(option.name);
            words.push_back(text);
        } else {
            joined += (joined.empty() ? "" : ",") + text;
        }
    }
    if (!joined.empty()) {
        words.emplace_back(option.name);
        words.push_back(joined);
    }
}

// Parts have more names than are listed.
void append_words(json::Writer& json, std::string_view keyword, const OptionSpec& option) {
    if (option.words == nullptr || option.name == kParts.option) {
        return;
    }
    json.name(keyword).begin_array();
    for (const std::string& word : option.words()) {
        json.string(word);
    }
    json.end_array();
}

} // namespace

std::string member_name(const OptionSpec& option) {
    for (const NamedOption& each : kNamed) {
        if (each.option == option.name) {
            return std::string(each.name);
        }
    }
    if (option.name == kParts.option && option.value_name == kList) {
        return std::string(kParts.name);
    }
    std::string name;
    bool is_first_of_word = false;
    for (const char letter : option.name) {
        if (letter == '-') {
            is_first_of_word = !name.empty();
        } else {
            const auto byte = static_cast<unsigned char>(letter);
            name += is_first_of_word ? static_cast<char>(std::toupper(byte)) : letter;
            is_first_of_word = false;
        }
    }
    return name;
}

std::vector<std::string> words_of_members(json::Value object, std::span<const OptionSpec> options,
                                          std::span<const std::string_view> others,
                                          std::vector<std::string>& faults) {
    std::vector<std::string> names;
    for (const OptionSpec& option : options) {
        names.push_back(member_name(option));
    }
    std::vector<std::string> words;
    for (const json::Value member : object) {
        const std::string_view name = member.name();
        if (std::find(others.begin(), others.end(), name) != others.end()) {
            continue;
        }
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            std::vector<std::string_view> known(names.begin(), names.end());
            known.insert(known.end(), others.begin(), others.end());
            faults.push_back("there is no '" + std::string(name) + '\'' + suggestion(name, known));
            continue;
        }
        add_words(options[static_cast<std::size_t>(found - names.begin())], member, words, faults);
    }
    return words;
}

void append_properties(json::Writer& json, std::span<const OptionSpec> options) {
    for (const OptionSpec& option : options) {
        json.name(member_name(option)).begin_object();
        json.member("description", option.doc);
        if (option.value_name.empty()) {
            json.member("type", "boolean");
        } else if (is_array(option)) {
            json.member("type", "array").name("items").begin_object().member("type", "string");
            append_words(json, "examples", option); // an element may have parameters
            json.end_object();
        } else if (option.value_name == kNumber) {
            json.name("type").begin_array().string("integer").string("string").end_array();
        } else {
            json.member("type", "string");
            append_words(json, "enum", option);
        }
        json.end_object();
    }
}

} // namespace jacquard::driver::rpc
