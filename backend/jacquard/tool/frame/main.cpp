#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/process.h>

int main(int argc, char* argv[]) {
    return jacquard::driver::run_process(argc, argv, "jacquard", jacquard::driver::run_command);
}
