#include <jacquard/platform/terminal.h>
#include <jacquard/platform/windows/wide.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>

namespace jacquard::platform {

namespace {

bool is_console(DWORD stream) {
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(stream), &mode) != 0;
}

// The encodings of the console belong to all its processes, and come back when this one ends.
UINT output_encoding = 0;
UINT input_encoding = 0;

void give_encodings_back() {
    SetConsoleOutputCP(output_encoding);
    SetConsoleCP(input_encoding);
}

} // namespace

void prepare_standard_streams() {
    for (const int stream : {0, 1, 2}) {
        _setmode(stream, _O_BINARY);
    }
    if (is_console(STD_OUTPUT_HANDLE) || is_console(STD_ERROR_HANDLE) ||
        is_console(STD_INPUT_HANDLE)) {
        output_encoding = GetConsoleOutputCP();
        input_encoding = GetConsoleCP();
        std::atexit(give_encodings_back);
        SetConsoleOutputCP(CP_UTF8);
        SetConsoleCP(CP_UTF8);
    }
}

bool output_is_terminal() {
    return is_console(STD_OUTPUT_HANDLE);
}

bool errors_are_terminal() {
    return is_console(STD_ERROR_HANDLE);
}

// Consoles of old releases show the sequences of colours as they are.
bool errors_may_have_colour() {
    DWORD mode = 0;
    HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    return GetConsoleMode(console, &mode) != 0 &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

} // namespace jacquard::platform
