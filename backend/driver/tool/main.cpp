#include <jacquard/driver/tool/commands.h>

#include <cstdlib>
#include <iostream>
#include <string_view>
#include <unistd.h>
#include <vector>

int main(int argc, char* argv[]) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const char* no_colour = std::getenv("NO_COLOR");
    const bool colour = (no_colour == nullptr || *no_colour == '\0') && isatty(STDERR_FILENO) == 1;
    const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    const int code = jacquard::driver::run_command(words, {std::cin, std::cout, std::cerr, colour});
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "jacquard: cannot write the answer\n";
        return code == jacquard::driver::exit_fine ? 1 : code;
    }
    return code;
}
