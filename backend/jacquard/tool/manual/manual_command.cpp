#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/manual/manual_page.h>

#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 1> kOptions = {{
    {"-o", "DIR", "write all pages into this existing folder: jacquard.1, ..."},
}};

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const CommandSpec* command : all_commands()) {
        names.emplace_back(command->name);
    }
    return names;
}

int write_pages(const std::string& folder, const Streams& streams) {
    bool is_good = write_output(folder + "/jacquard.1", manual_page_of_tool(), streams) &&
                   write_output(folder + "/jacquard-aoc.1", manual_page_of_aoc(), streams);
    for (const CommandSpec* command : all_commands()) {
        const std::string path = folder + "/jacquard-" + std::string(command->name) + ".1";
        is_good = is_good && write_output(path, manual_page(*command), streams);
    }
    return is_good ? exit_fine : exit_usage;
}

int run_manual(const Arguments& arguments, const Streams& streams) {
    if (const std::optional<std::string_view> folder = arguments.value("-o")) {
        return write_pages(std::string(*folder), streams);
    }
    if (arguments.operands().empty()) {
        streams.out << manual_page_of_tool();
        return exit_fine;
    }
    const std::string_view name = arguments.operands()[0];
    std::vector<std::string_view> names;
    for (const CommandSpec* command : all_commands()) {
        if (command->name == name) {
            streams.out << manual_page(*command);
            return exit_fine;
        }
        names.push_back(command->name);
    }
    return usage_error(streams, "there is no command '" + std::string(name) + '\'' +
                                    suggestion(name, names));
}

} // namespace

const CommandSpec kManualCommand = {"manual",
                                    "[COMMAND]",
                                    0,
                                    1,
                                    "Prints the manual page of a command, or of the tool. An "
                                    "installation puts them where 'man' looks.",
                                    kOptions,
                                    run_manual,
                                    nullptr,
                                    "jacquard manual compile | man -l -",
                                    command_names};

} // namespace jacquard::driver
