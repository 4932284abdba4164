// Launches a product of matrices in halves for so many rows, on one thread, for launch_cost.py, and
// prints how many instructions the waves issued.
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/runs/launch/program_launch.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char* argv[]) {
    using namespace jacquard;
    if (argc != 3) {
        std::fputs("usage: jacquard_launch_cost PROGRAM.asm ROWS\n", stderr);
        return 2;
    }
    constexpr std::int32_t kSide = 256;
    constexpr std::uint32_t kGroup = 64;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    Diagnostics diagnostics(argv[1], text);
    const auto program = driver::read_assembly(text, std::nullopt, diagnostics);
    if (!program) {
        std::fputs(diagnostics.render().c_str(), stderr);
        return 1;
    }
    constexpr std::uint16_t kHalf = 0x3800;
    std::array<std::vector<std::uint16_t>, 3> matrices;
    const std::int32_t side = kSide;
    driver::ProgramLaunch launch;
    launch.grid = {kSide, static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)), 1};
    launch.group = {kGroup, 1, 1};
    launch.threads = 1;
    for (std::vector<std::uint16_t>& matrix : matrices) {
        matrix.assign(std::size_t{kSide} * kSide, kHalf);
        driver::GivenArgument& given = launch.arguments.emplace_back();
        given.kind = driver::GivenArgument::Kind::buffer;
        given.buffer = std::as_writable_bytes(std::span(matrix));
    }
    launch.arguments.emplace_back().value = std::as_bytes(std::span(&side, 1));
    std::vector<driver::LaunchFault> faults;
    const auto done = driver::launch(*program, launch, {}, faults);
    for (const driver::LaunchFault& fault : faults) {
        std::fprintf(stderr, "%s: %s\n", fault.code.c_str(), fault.message.c_str());
    }
    if (done) {
        std::printf("%llu\n", static_cast<unsigned long long>(done->steps));
    }
    return done ? 0 : 1;
}
