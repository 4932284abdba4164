// WebAssembly has no processes, and Emscripten's C library declares a function to start one that it
// does not have. What asks for it says that the program is not there.
#include <cerrno>
#include <spawn.h>

int posix_spawnp(pid_t* /*process*/, const char* /*file*/,
                 const posix_spawn_file_actions_t* /*actions*/,
                 const posix_spawnattr_t* /*attributes*/, char* const* /*arguments*/,
                 char* const* /*environment*/) {
    return ENOENT;
}
