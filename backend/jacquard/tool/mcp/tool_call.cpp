#include <jacquard/explain/explain.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/mcp/no_includes.h>
#include <jacquard/tool/mcp/tool_call.h>
#include <jacquard/tool/rpc/option_members.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

namespace jacquard::driver::mcp {

namespace {

constexpr std::size_t kMostText = std::size_t{256} << 10; // bytes of a result
constexpr std::size_t kMostNames = 200;                   // of a search

// The text on the input stream of a command.
struct GivenInput {
    std::string text;
    std::string name;
};

// The first line of a text.
std::string_view first_line(std::string_view text) {
    return text.substr(0, text.find('\n'));
}

class Call {
  public:
    Call(const Tool& tool, json::Value arguments, const Surroundings& surroundings)
        : tool_(tool), arguments_(arguments), surroundings_(surroundings) {}

    CallResult run() {
        if (arguments_.exists() && !arguments_.is(json::Kind::object)) {
            faults_.emplace_back("the arguments are an object");
        } else {
            words_ = rpc::words_of_members(arguments_, tool_.options, own_members(), faults_);
            check_texts();
        }
        if (faults_.empty() && tool_.input == ToolInput::search) {
            return {search(), false};
        }
        if (faults_.empty()) {
            read_input();
        }
        if (!faults_.empty()) {
            CallResult result{{}, true};
            for (const std::string& fault : faults_) {
                result.text += fault + '\n';
            }
            return result;
        }
        return run_words();
    }

  private:
    // The members that a call of this kind may have.
    [[nodiscard]] std::vector<std::string_view> own_members() const {
        switch (tool_.input) {
        case ToolInput::nothing: break;
        case ToolInput::shader:
            return {member::kShader, member::kName, member::kLanguage, member::kFile};
        case ToolInput::text: return {member::kText, member::kFile};
        case ToolInput::names: return {member::kNames};
        case ToolInput::search: return {member::kPart};
        }
        return {};
    }

    void check_texts() {
        for (const std::string_view name : own_members()) {
            const json::Value value = arguments_[name];
            if (name != member::kNames && value.exists() && !value.is(json::Kind::string)) {
                faults_.push_back('\'' + std::string(name) + "' is a string");
            }
        }
        const json::Value language = arguments_[member::kLanguage];
        const std::string_view written = language.string();
        if (!written.empty() && std::find(kLanguageNames.begin(), kLanguageNames.end(), written) ==
                                    kLanguageNames.end()) {
            faults_.push_back("there is no language '" + std::string(written) + '\'' +
                              suggestion(written, kLanguageNames));
        }
    }

    void read_input() {
        switch (tool_.input) {
        case ToolInput::nothing:
        case ToolInput::search: break;
        case ToolInput::shader: read_text(member::kShader); break;
        case ToolInput::text: read_text(member::kText); break;
        case ToolInput::names: read_names(); break;
        }
    }

    void read_names() {
        operands_.emplace_back("--"); // what follows is no option
        const json::Value names = arguments_[member::kNames];
        if (!names.is(json::Kind::array)) {
            faults_.emplace_back("'names' is an array of strings");
        }
        for (const json::Value name : names) {
            operands_.emplace_back(name.string());
        }
    }

    void read_text(std::string_view member) {
        operands_.emplace_back("-");
        const json::Value text = arguments_[member];
        const json::Value file = arguments_[member::kFile];
        if (text.exists() == file.exists()) {
            faults_.push_back("either '" + std::string(member) + "' or 'file' is given");
        } else if (file.exists()) {
            read_file_of_folder(file.string());
        } else {
            const std::string name(arguments_[member::kName].string());
            input_.text = text.string();
            input_.name = name.substr(platform::start_of_name(name));
            if (input_.name.empty()) {
                input_.name = member;
            }
            const std::string ending = '.' + std::string(arguments_[member::kLanguage].string());
            input_.name += ending.size() > 1 && !input_.name.ends_with(ending) ? ending : "";
        }
    }

    // Links are followed before it is seen whether the file lies below the folder.
    void read_file_of_folder(std::string_view path) {
        std::error_code error;
        const std::filesystem::path folder =
            std::filesystem::canonical(platform::native_path(surroundings_.folder), error);
        if (surroundings_.folder.empty() || error) {
            faults_.emplace_back("no folder is served; '--root' of 'jacquard mcp' names one");
            return;
        }
        const std::filesystem::path file =
            std::filesystem::canonical(folder / platform::plain_path(path), error);
        const auto [end, rest] =
            std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
        if (error || end != folder.end() || !std::filesystem::is_regular_file(file, error)) {
            faults_.push_back("the folder that is served has no file '" + std::string(path) + '\'');
            return;
        }
        std::istringstream none;
        std::ostringstream ignored;
        ReadFault fault;
        const std::string whole = file.string();
        std::optional<InputFile> read =
            read_file(whole, {none, ignored, ignored}, surroundings_.input, fault);
        if (!read) {
            faults_.push_back(fault.message);
            return;
        }
        input_.text = std::move(read->content);
        input_.name = file.filename().string();
    }

    [[nodiscard]] CallResult run_words() const {
        std::vector<std::string_view> words = {tool_.command->name};
        words.insert(words.end(), tool_.always.begin(), tool_.always.end());
        words.insert(words.end(), words_.begin(), words_.end());
        add_limits(words);
        words.insert(words.end(), operands_.begin(), operands_.end());
        std::istringstream in(input_.text);
        std::ostringstream out;
        std::ostringstream err;
        const NoIncludes high_level(surroundings_.high_level);
        Streams streams{in, out, err, false, &high_level};
        streams.in_name = input_.name;
        const int code = run_command(words, streams);
        return {cut(out.str() + err.str()), code != exit_fine};
    }

    void add_limits(std::vector<std::string_view>& words) const {
        for (std::size_t i = 0; i + 1 < surroundings_.limits.size(); i += 2) {
            const std::string& name = surroundings_.limits[i];
            const std::span<const OptionSpec> options = tool_.command->options;
            if (std::any_of(options.begin(), options.end(),
                            [&](const OptionSpec& option) { return option.name == name; })) {
                words.push_back(name);
                words.push_back(surroundings_.limits[i + 1]);
            }
        }
    }

    // An assistant reads all of an answer, and pays for it.
    static std::string cut(std::string text) {
        if (text.size() > kMostText) {
            const std::size_t end = text.rfind('\n', kMostText);
            const std::size_t kept = end == std::string::npos ? kMostText : end + 1;
            const std::size_t left = text.size() - kept;
            text.resize(kept);
            text += "... and " + std::to_string(left) + " bytes more\n";
        }
        return text;
    }

    [[nodiscard]] std::string search() const {
        const std::string part(arguments_[member::kPart].string());
        const std::vector<ExplainedName> found = explanations_with(part);
        std::string text;
        for (std::size_t i = 0; i < found.size() && i < kMostNames; ++i) {
            text += std::string(first_line(found[i].text)) + '\n';
        }
        if (found.size() > kMostNames) {
            text += "... and " + std::to_string(found.size() - kMostNames) + " names more\n";
        }
        return text.empty() ? "no table has such a name" + explain_suggestion(part) + '\n' : text;
    }

    const Tool& tool_;
    json::Value arguments_;
    const Surroundings& surroundings_;
    std::vector<std::string> faults_;
    std::vector<std::string> words_;
    std::vector<std::string> operands_;
    GivenInput input_;
};

} // namespace

CallResult call_tool(const Tool& tool, json::Value arguments, const Surroundings& surroundings) {
    return Call(tool, arguments, surroundings).run();
}

} // namespace jacquard::driver::mcp
