#include <jacquard/platform/terminal.h>

#include <unistd.h>

namespace jacquard::platform {

void prepare_standard_streams() {}

bool output_is_terminal() {
    return isatty(STDOUT_FILENO) == 1;
}

bool errors_are_terminal() {
    return isatty(STDERR_FILENO) == 1;
}

bool errors_may_have_colour() {
    return errors_are_terminal();
}

} // namespace jacquard::platform
