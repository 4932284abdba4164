// Gives a fuzz target a file, or the files of a folder, for builds without a fuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
    if (argc != 2 || !std::filesystem::exists(argv[1])) {
        std::fputs("usage: an input or a folder of inputs\n", stderr);
        return 2;
    }
    unsigned count = 0;
    const auto give = [&](const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        ++count;
    };
    if (!std::filesystem::is_directory(argv[1])) {
        give(argv[1]);
    } else {
        for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
            give(entry.path());
        }
    }
    std::printf("%u inputs\n", count);
    return count != 0 ? 0 : 1;
}
