#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/process.h>

int main(int argc, char* argv[]) {
    return jacquard::driver::run_process(argc, argv, "jacquard", jacquard::driver::run_command);
}
