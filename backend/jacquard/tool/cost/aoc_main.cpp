#include <jacquard/tool/cost/aoc_front.h>
#include <jacquard/tool/frame/process.h>

int main(int argc, char* argv[]) {
    return jacquard::driver::run_process(argc, argv, "jacquard-aoc", jacquard::driver::run_aoc);
}
