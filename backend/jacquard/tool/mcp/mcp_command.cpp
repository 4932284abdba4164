#include <jacquard/glsl/high_level.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/mcp/assistant_server.h>
#include <jacquard/tool/options/limit_options.h>

#include <filesystem>

namespace jacquard::driver {

namespace {

constexpr OptionSpec kRoot = {"--root", "DIR", "let files in this folder, and below it, be read"};
constexpr auto kOptions = join_options(std::array<OptionSpec, 1>{kRoot}, kShaderLimits);

int run_assistant_server(const Arguments& arguments, const Streams& streams) {
    const std::optional<Limits> limits = limits_of(arguments, streams);
    if (!limits) {
        return exit_usage;
    }
    const std::string folder(arguments.value(kRoot.name).value_or(""));
    std::error_code ignored;
    if (arguments.has(kRoot.name) &&
        !std::filesystem::is_directory(platform::native_path(folder), ignored)) {
        return usage_error(streams, "there is no folder '" + folder + '\'');
    }
    mcp::Surroundings surroundings{folder,
                                   {},
                                   *limits,
                                   streams.high_level != nullptr ? *streams.high_level
                                                                 : glslang_program()};
    for (const OptionSpec& option : kShaderLimits) {
        if (const auto value = arguments.value(option.name)) {
            surroundings.limits.emplace_back(option.name);
            surroundings.limits.emplace_back(*value);
        }
    }
    rpc::LineChannel channel(streams.in, streams.out, limits->input_bytes);
    rpc::Connection connection(channel);
    mcp::AssistantServer server(connection, surroundings);
    rpc::serve(channel, server, *limits);
    return exit_fine;
}

} // namespace

const CommandSpec kAssistantServerCommand = {
    "mcp",
    "",
    0,
    0,
    "Serves assistants that speak the Model Context Protocol. The server is on standard input and "
    "output, and its tools are commands of this program. It writes no file, and reads none without "
    "--root.",
    kOptions,
    run_assistant_server,
    nullptr,
    R"(echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | jacquard mcp)"};

} // namespace jacquard::driver
