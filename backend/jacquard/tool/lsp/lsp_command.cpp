#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/lsp/language_server.h>
#include <jacquard/tool/lsp/setting_options.h>

#include <ostream>

namespace jacquard::driver {

namespace {

constexpr OptionSpec kPrintSettings = {
    "--print-settings", "",
    "print the settings that an editor may send, as a JSON schema, and end"};
constexpr auto kOptions =
    join_options(std::array<OptionSpec, 1>{kPrintSettings}, lsp::kSettingOptions);

int run_language_server(const Arguments& arguments, const Streams& streams) {
    if (arguments.has(kPrintSettings.name)) {
        streams.out << lsp::ServerSettings::schema();
        return exit_fine;
    }
    CostOptions options;
    int code = exit_usage;
    if (!read_cost_options(arguments, streams, options, code)) {
        return code;
    }
    rpc::HeaderChannel channel(streams.in, streams.out, options.limits.input_bytes);
    rpc::Connection connection(channel);
    lsp::LanguageServer server(connection, lsp::ServerSettings(arguments),
                               streams.high_level != nullptr ? *streams.high_level
                                                             : glslang_program());
    rpc::serve(channel, server, options.limits);
    return server.ended_in_order() ? exit_fine : exit_findings;
}

} // namespace

const CommandSpec kLanguageServerCommand = {
    "lsp",
    "",
    0,
    0,
    "Serves an editor: a language server on standard input and output. It tells faults of shaders "
    "in any language that 'compile' takes, and of assembly, while they are typed, and what lines "
    "and shaders cost. The options are defaults for what the editor's settings do not say.",
    kOptions,
    run_language_server,
    nullptr,
    "jacquard lsp --print-settings"};

} // namespace jacquard::driver
