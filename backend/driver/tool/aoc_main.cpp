#include <jacquard/driver/tool/aoc_front.h>
#include <jacquard/driver/tool/process.h>

int main(int argc, char* argv[]) {
    return jacquard::driver::run_process(argc, argv, "jacquard-aoc", jacquard::driver::run_aoc);
}
