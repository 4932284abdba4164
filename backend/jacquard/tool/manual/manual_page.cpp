#include <jacquard/generated/version.h>
#include <jacquard/tool/cost/aoc_front.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>
#include <jacquard/tool/manual/completion.h>
#include <jacquard/tool/manual/manual_page.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

// Text in which nothing is a request or an escape, on lines of its own.
std::string escaped(std::string_view text) {
    std::string result;
    bool is_line_start = true;
    for (const char c : text) {
        if (is_line_start && (c == '.' || c == '\'')) {
            result += "\\&";
        }
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else {
            result += c;
        }
        is_line_start = c == '\n';
    }
    return result;
}

std::string upper_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return result;
}

// A sentence for the list of pages: no capital, no full stop.
std::string as_title(std::string_view doc) {
    std::string text(first_sentence(doc));
    if (!text.empty() && text.back() == '.') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') {
        text[0] = static_cast<char>(text[0] + 32);
    }
    return text;
}

std::string header(std::string_view name, std::string_view doc) {
    return ".\\\" Made by 'jacquard manual'.\n.TH " + upper_case(escaped(name)) +
           " 1 \"\" \"jacquard " JACQUARD_VERSION_STRING "\" \"User Commands\"\n.SH NAME\n" +
           escaped(name) + " \\- " + escaped(as_title(doc)) + '\n';
}

std::string option_entry(const OptionSpec& option) {
    std::string text = ".TP\n\\fB" + escaped(option.name) + "\\fR";
    if (!option.value_name.empty()) {
        text += " \\fI" + escaped(option.value_name) + "\\fR";
    }
    text += '\n' + escaped(option.doc) + '\n';
    if (option.words != nullptr) {
        text += ".br\nOne of: " + escaped(joined(option.words)) + ".\n";
    }
    return text;
}

std::string exit_status() {
    std::string text = ".SH EXIT STATUS\n";
    for (std::size_t code = 0; code < kExitCodeDocs.size(); ++code) {
        text += ".TP\n\\fB" + std::to_string(code) + "\\fR\n" + escaped(kExitCodeDocs[code]) + '\n';
    }
    return text;
}

} // namespace

std::string manual_page(const CommandSpec& command) {
    const std::string name = "jacquard-" + std::string(command.name);
    std::string text = header(name, command.doc) + ".SH SYNOPSIS\n\\fBjacquard " +
                       escaped(command.name) + "\\fR " + escaped(command.operands) +
                       " [options]\n.SH DESCRIPTION\n" + escaped(command.doc) + '\n';
    text += ".SH OPTIONS\n";
    for (const OptionSpec& option : command.options) {
        text += option_entry(option);
    }
    for (const OptionSpec& option : kHelpOptions) {
        text += option_entry(option);
    }
    if (!command.examples.empty()) {
        text += ".SH EXAMPLES\n.nf\n" + escaped(command.examples) + "\n.fi\n";
    }
    return text + exit_status() + ".SH SEE ALSO\n\\fBjacquard\\fR(1)\n";
}

std::string manual_page_of_tool() {
    std::string text = header("jacquard", kToolDoc) +
                       ".SH SYNOPSIS\n\\fBjacquard\\fR \\fICOMMAND\\fR ...\n.SH DESCRIPTION\n" +
                       escaped(kToolDoc) +
                       "\nA file '\\-' is the standard input. Each command has a page of its own, "
                       "such as\n\\fBjacquard\\-compile\\fR(1).\n.SH COMMANDS\n";
    std::string pages;
    for (const CommandSpec* command : all_commands()) {
        text += ".TP\n\\fB" + escaped(command->name) + "\\fR\n" +
                escaped(first_sentence(command->doc)) + '\n';
        pages +=
            (pages.empty() ? "" : ",\n") + ("\\fBjacquard\\-" + escaped(command->name)) + "\\fR(1)";
    }
    return text +
           ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nif it is set and not empty, messages have no "
           "colour\n" +
           exit_status() + ".SH SEE ALSO\n" + pages + '\n';
}

std::string manual_page_of_aoc() {
    return header("jacquard-aoc", "Compiles shaders with the options of another offline compiler") +
           ".SH DESCRIPTION\n.nf\n" + escaped(aoc_help()) + ".fi\n" + exit_status() +
           ".SH SEE ALSO\n\\fBjacquard\\-cost\\fR(1)\n";
}

} // namespace jacquard::driver
