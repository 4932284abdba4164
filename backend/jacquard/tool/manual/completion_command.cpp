#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/manual/completion.h>

#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh", "fish"};

int run_completion(const Arguments& arguments, const Streams& streams) {
    const std::string_view shell = arguments.operands()[0];
    if (shell == kShells[0]) {
        streams.out << bash_completion();
    } else if (shell == kShells[1]) {
        streams.out << zsh_completion();
    } else if (shell == kShells[2]) {
        streams.out << fish_completion();
    } else {
        return usage_error(streams, "'completion' does not know the shell '" + std::string(shell) +
                                        '\'' + suggestion(shell, kShells) +
                                        "; there are bash, zsh and fish");
    }
    return exit_fine;
}

} // namespace

const CommandSpec kCompletionCommand = {
    "completion",
    "bash|zsh|fish",
    1,
    1,
    "Prints a script by which a shell completes commands and options. An "
    "installation puts it where the shell looks; from a build tree, load it as the example shows.",
    {},
    run_completion,
    nullptr,
    "source <(jacquard completion bash)",
    words_of<kShells>};

} // namespace jacquard::driver
