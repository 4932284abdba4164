#include <jacquard/generated/version.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>

#include <array>
#include <exception>
#include <new>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr auto kCommands = std::to_array<const CommandSpec*>({&kCompileCommand,
                                                              &kDisassembleCommand,
                                                              &kAssembleCommand,
                                                              &kCheckCommand,
                                                              &kRunCommand,
                                                              &kDrawCommand,
                                                              &kCostCommand,
                                                              &kViewCommand,
                                                              &kBatchCommand,
                                                              &kMergeCommand,
                                                              &kFoldCommand,
                                                              &kOptimiseCommand,
                                                              &kReduceCommand,
                                                              &kExplainCommand,
                                                              &kIsaCommand,
                                                              &kLanguageServerCommand,
                                                              &kAssistantServerCommand,
                                                              &kDoctorCommand,
                                                              &kCompletionCommand,
                                                              &kManualCommand});

const CommandSpec* find_command(std::string_view name) {
    for (const CommandSpec* command : kCommands) {
        if (command->name == name) {
            return command;
        }
    }
    return nullptr;
}

std::string overview() {
    std::string text = "usage: jacquard COMMAND ...\n\n" + std::string(kToolDoc) +
                       "\n\n"
                       "example:\n"
                       "  jacquard compile examples/transform.vert.tgsi --gpu 630 --stats\n\n"
                       "commands:\n";
    for (const CommandSpec* command : kCommands) {
        std::string line = "  " + std::string(command->name);
        line.resize(14, ' ');
        text += line + paragraph(first_sentence(command->doc), line.size());
    }
    text += "\n'jacquard COMMAND --help' describes a command, '--version' prints the version.\n"
            "'jacquard explain CODE' explains an error code, such as T102.\n"
            "A file '-' stands for standard input. Exit codes:\n";
    for (std::size_t code = 0; code < kExitCodeDocs.size(); ++code) {
        text += "  " + std::to_string(code) + "  " + paragraph(kExitCodeDocs[code], 5);
    }
    return text;
}

int unknown_command(std::string_view name, const Streams& streams) {
    std::vector<std::string_view> names;
    names.reserve(kCommands.size());
    for (const CommandSpec* command : kCommands) {
        names.push_back(command->name);
    }
    return usage_error(streams, "unknown command '" + std::string(name) + '\'' +
                                    suggestion(name, names) +
                                    "\n'jacquard --help' lists the commands");
}

std::optional<HelpDepth> asked_help(std::span<const std::string_view> words) {
    std::optional<HelpDepth> depth;
    for (const std::string_view word : words) {
        if (word == "--") {
            break;
        }
        if (word == "--help-all") {
            return HelpDepth::all;
        }
        if (word == "--help" || word == "-h") {
            depth = HelpDepth::screen;
        }
    }
    return depth;
}

} // namespace

std::span<const CommandSpec* const> all_commands() {
    return kCommands;
}

static int run_named(std::span<const std::string_view> words, const Streams& streams) {
    if (words.empty()) {
        streams.err << overview();
        return exit_usage;
    }
    std::string_view name = words[0];
    std::span<const std::string_view> rest = words.subspan(1);
    if (name == "--version") {
        streams.out << "jacquard " JACQUARD_VERSION_STRING "\n";
        return exit_fine;
    }
    std::optional<HelpDepth> help = asked_help(rest);
    if (name == "help" && !rest.empty()) {
        name = rest[0];
        help = help.value_or(HelpDepth::screen);
    } else if (name == "help" || name == "--help" || name == "-h") {
        streams.out << overview();
        return exit_fine;
    }
    const CommandSpec* command = find_command(name);
    if (command == nullptr) {
        return unknown_command(name, streams);
    }
    if (help) {
        streams.out << help_text(*command, *help);
        return exit_fine;
    }
    const std::optional<Arguments> arguments = Arguments::parse(*command, rest, streams.err);
    return arguments ? command->run(*arguments, streams) : exit_usage;
}

int run_command(std::span<const std::string_view> words, const Streams& streams) {
    try {
        return run_named(words, streams);
    } catch (const std::bad_alloc& reason) {
        Diagnostics diagnostics("jacquard", {});
        report_out_of_memory(diagnostics, reason, {});
        streams.err << diagnostics.render();
    } catch (const std::exception& fault) {
        streams.err << "jacquard: error[D102]: this is a bug in the tool: " << fault.what() << '\n';
    }
    return exit_findings;
}

} // namespace jacquard::driver
