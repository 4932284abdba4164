// Measures the compilation of shaders to machine words, for compile_cost.py, which counts the
// instructions of measured_compilation() under callgrind.
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/support/memory/kept_memory.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <algorithm>
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <malloc.h>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

// Bytes of the heap in use, and the most there were, while somebody wants to know.
bool counts_memory = false;
std::ptrdiff_t bytes_in_use = 0;
std::ptrdiff_t most_bytes = 0;

void* counted(void* memory) {
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    if (counts_memory) {
        bytes_in_use += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
        most_bytes = std::max(most_bytes, bytes_in_use);
    }
    return memory;
}

void give_back(void* memory) {
    if (counts_memory) {
        bytes_in_use -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
    }
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size) {
    return counted(std::malloc(std::max(size, std::size_t{1})));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void* memory) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    give_back(memory);
}

namespace {

using namespace jacquard;

// A shader before the part that is measured: what the parser of TGSI read, or the bytes of a
// module.
struct Input {
    std::optional<tgsi::Program> program;
    std::string module;
};

driver::CompileResult compile(const Input& input, const driver::VariantKey& key,
                              const Limits& limits) {
    Diagnostics diagnostics("shader", "");
    if (!input.program) {
        return driver::compile_spirv(input.module, {}, key, diagnostics, nullptr, limits).compiled;
    }
    const auto make = [&]() -> std::unique_ptr<nir::Shader> {
        std::unique_ptr<nir::Shader> shader =
            tgsi::translate_to_nir(*input.program, {key.precise, limits}, diagnostics).shader;
        const bool is_made = shader != nullptr && driver::run_pipeline(shader, {}).empty();
        return is_made ? std::move(shader) : nullptr;
    };
    std::unique_ptr<nir::Shader> shader = make();
    return shader != nullptr ? driver::compile_prepared(std::move(shader), std::cref(make), key,
                                                        diagnostics, nullptr, limits)
                             : driver::CompileResult();
}

} // namespace

// Compiles to words like driver::compile_tgsi and driver::compile_spirv. The function has a plain
// name, so that callgrind can count it alone.
extern "C" __attribute__((noinline)) jacquard::driver::CompileStatus
measured_compilation(const Input& input, const jacquard::driver::VariantKey& key,
                     const jacquard::Limits& limits, std::vector<std::uint64_t>& words) {
    const jacquard::driver::CompileResult result = compile(input, key, limits);
    words.assign(result.program.words.begin(), result.program.words.end());
    return result.status;
}

namespace {

constexpr char kUsage[] =
    "usage: jacquard_compile_cost [--gpu N] [--once | --rounds N] FILE...\n"
    "Compiles shaders in TGSI and modules of SPIR-V, and prints for each: its name, instructions\n"
    "(0 for a module), what became of it, words, a hash of them, the most bytes of the heap at a\n"
    "time, and the least processor time in microseconds. With --once each is compiled a first\n"
    "time, and then once in measured_compilation() for callgrind.\n";

// A shader that takes this long is compiled a few times only.
constexpr double kLongSeconds = 0.5;
constexpr unsigned kFewRounds = 5;

double seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Settings {
    driver::VariantKey key{.gpu = 630};
    bool once = false;
    unsigned rounds = 9;
};

// FNV-1a, a word at a time.
std::uint64_t hash_of(const std::vector<std::uint64_t>& words) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::uint64_t word : words) {
        hash = (hash ^ word) * 0x100000001b3u;
    }
    return hash;
}

// False when the shader does not parse.
bool measure(const char* path, const Settings& settings) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    Limits limits;
    limits.memory = std::uint64_t{8} << 30;
    limits.instructions = std::uint64_t{1} << 20;
    Diagnostics diagnostics(path, text);
    Input input;
    if (driver::detect_form(text) == driver::InputForm::spirv) {
        input.module = text;
    } else {
        input.program = tgsi::parse(text, diagnostics, limits);
        if (!input.program) {
            std::fputs(diagnostics.render().c_str(), stderr);
            return false;
        }
    }
    std::vector<std::uint64_t> words;
    release_kept_memory();
    bytes_in_use = 0;
    most_bytes = 0;
    counts_memory = true;
    // The first one also sets up what lasts, so another tells the memory.
    measured_compilation(input, settings.key, limits, words);
    counts_memory = false;
    double least = std::numeric_limits<double>::infinity();
    driver::CompileStatus status{};
    for (unsigned round = 0; round < (settings.once ? 1 : settings.rounds); ++round) {
        const double start = seconds();
        status = measured_compilation(input, settings.key, limits, words);
        least = std::min(least, seconds() - start);
        if (least > kLongSeconds && round + 1 >= kFewRounds) {
            break;
        }
    }
    std::printf("%s\t%zu\t%s\t%zu\t%016" PRIx64 "\t%td\t%.1f\n", path,
                input.program ? input.program->instructions.size() : 0,
                std::string(driver::to_string(status)).c_str(), words.size(), hash_of(words),
                most_bytes, least * 1e6);
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char* argv[]) {
    Settings settings;
    int failures = 0;
    const std::span<char*> arguments(argv + 1, argv + argc);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        const bool has_value = i + 1 < arguments.size();
        if (argument == "--once") {
            settings.once = true;
        } else if (argument == "--gpu" && has_value) {
            settings.key.gpu =
                static_cast<std::uint32_t>(std::strtoul(arguments[++i], nullptr, 10));
        } else if (argument == "--rounds" && has_value) {
            settings.rounds = static_cast<unsigned>(std::strtoul(arguments[++i], nullptr, 10));
        } else if (argument.starts_with("-")) {
            std::fputs(kUsage, stderr);
            return argument == "--help" ? 0 : 2;
        } else if (!measure(arguments[i], settings)) {
            ++failures;
        }
    }
    return failures == 0 ? 0 : 1;
}
