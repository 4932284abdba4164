#include <jacquard/draw/pictures/png_file.h>
#include <jacquard/glsl/child_program.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/platform/files.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/tool/doctor/doctor_parts.h>
#include <jacquard/tool/frame/gzip_file.h>

#include <algorithm>
#include <array>

namespace jacquard::driver {

namespace {

using enum PartUser;
using enum PartKind;

constexpr OptionalPart kParts[] = {
    {"glslang", tool, program, "glslangValidator", "shaders in GLSL and HLSL", "glslang-tools"},
    {"libglslang", tool, compiled_in, "", "GLSL many times as fast; found when built",
     "glslang-dev"},
    {"llvm-spirv", tool, program, "llvm-spirv-14 llvm-spirv-15", "kernels in OpenCL C",
     "clang-14 llvm-spirv-14"},
    {"libpng", tool, compiled_in, "", "pictures of 'draw'; found when built", "libpng-dev"},
    {"zlib", tool, compiled_in, "", "cases in .jsonl.gz; found when built", "zlib1g-dev"},
    {"graphviz", tool, program, "dot", "drawing the graphs of 'compile --dot'", "graphviz"},
    {"spirv-val", tool, program, "spirv-val", "another opinion on a module", "spirv-tools"},
    {"man", tool, program, "man", "reading the manual pages", "man-db"},
    {"c++", build, program, "c++ g++ clang++", "compiling", "g++"},
    {"cmake", build, program, "cmake", "configuring", "cmake"},
    {"ninja", build, program, "ninja make", "building", "ninja-build"},
    {"python3", build, program, "python3", "the generator", "python3"},
    {"yaml", build, python_module, "yaml", "reading the tables", "python3-yaml"},
    {"jinja2", build, python_module, "jinja2", "the generator's templates", "python3-jinja2"},
    {"ccache", build, program, "ccache", "building again sooner", "ccache"},
    {"libvulkan", build, file, "/usr/include/vulkan/vk_layer.h",
     "the layer that captures pipelines", "libvulkan-dev"},
    {"catch2", tests, file, "/usr/include/catch2 /usr/local/include/catch2", "every test in C++",
     "catch2"},
    {"z3", tests, python_module, "z3", "proofs of rules and lowerings", "python3-z3"},
    {"spirv-dis", tests, program, "spirv-dis", "texts of modules compared", "spirv-tools"},
    {"vulkan", tests, file, "/usr/share/vulkan/icd.d /etc/vulkan/icd.d",
     "random shaders on a device", "mesa-vulkan-drivers libvulkan-dev spirv-headers"},
    {"vkcube", tests, program, "vkcube", "pipelines of programs captured",
     "vulkan-tools vkd3d-demos mesa-utils xvfb xauth mesa-vulkan-drivers"},
    {"pocl", tests, file, "/etc/OpenCL/vendors/pocl.icd", "kernels against another compiler",
     "pocl-opencl-icd ocl-icd-opencl-dev"},
    {"clang", tests, program, "clang++", "fuzzers, a second compiler", "clang"},
    {"clang-format", tests, program, "clang-format", "the style of C++", "clang-format"},
    {"mypy", tests, program, "mypy", "types of the generator", "mypy"},
    {"pyflakes", tests, program, "pyflakes3", "faults of the generator", "pyflakes3"},
    {"pycodestyle", tests, program, "pycodestyle", "the style of the generator", "pycodestyle"},
    {"jsonschema", tests, python_module, "jsonschema", "the schemas of the tables",
     "python3-jsonschema"},
    {"pkg-config", tests, program, "pkg-config", "the library, as pkg-config has it", "pkg-config"},
    {"pip", tests, python_module, "pip", "the package for Python",
     "python3-pip python3-setuptools python3-wheel"},
    {"build", tests, python_module, "build", "a wheel for Python", "python3-build python3-venv"},
    {"pre-commit", tests, program, "pre-commit", "hooks before commits", "pre-commit"},
    {"cargo", tests, program, "cargo", "a crate made of the tables", "cargo rustc"},
    {"binutils", tests, program, "readelf", "the names that the library shows", "binutils"},
    {"chromium", tests, program, "chromium chromium-browser google-chrome", "clicks on pages",
     "chromium"},
    {"node", tests, program, "node nodejs", "servers under clients of others", "nodejs npm"},
    {"parallel", tests, program, "parallel", "batches dealt out by GNU parallel", "parallel"},
    {"slurm", tests, program, "sbatch", "batches dealt out by Slurm", "slurm-wlm munge"},
    {"distributed", tests, python_module, "distributed", "batches dealt out by Dask",
     "python3-distributed"},
    {"valgrind", tests, program, "valgrind", "instruction counts of benchmarks", "valgrind"},
    {"zsh", tests, program, "zsh", "completion in zsh", "zsh"},
    {"fish", tests, program, "fish", "completion in fish", "fish"},
    {"git", tests, program, "git", "what changed in tables since a revision", "git"},
    {"mandoc", tests, program, "mandoc", "the form of the manual pages", "mandoc"},
};

// Calls visit(word) for each word of a text until one is taken. Whether one was.
template <typename Visitor>
bool any_word(std::string_view text, Visitor visit) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0 && visit(std::string(text.substr(0, end)))) {
            return true;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

FoundPart find_program(const OptionalPart& part) {
    FoundPart found{&part, false, {}};
    found.is_there = any_word(part.probes, [&](const std::string& name) {
        const std::optional<std::string> program = platform::find_program(name);
        found.where = program.value_or("");
        return program.has_value();
    });
    return found;
}

FoundPart find_file(const OptionalPart& part) {
    FoundPart found{&part, false, {}};
    found.is_there = any_word(part.probes, [&](const std::string& path) {
        found.where = path;
        return platform::is_readable(path);
    });
    return found;
}

// The build takes the first Python of these that has the packages it needs.
constexpr std::array<std::string_view, 3> kPythons = {"python3", "/usr/bin/python3",
                                                      "/usr/local/bin/python3"};

// The names of the modules that a Python has, a line each.
std::string modules_of(std::string_view python, const ScratchFolder& scratch) {
    std::string script = "import importlib.util\nfor name in '''";
    for (const OptionalPart& part : kParts) {
        script += part.kind == python_module ? std::string(part.probes) + ' ' : std::string();
    }
    script += "'''.split():\n    if importlib.util.find_spec(name): print(name)\n";
    const std::string output = scratch.file("modules");
    const ChildResult result =
        run_child({std::string(python), "-c", script}, {output, true, std::chrono::seconds(20)});
    return result.end == ChildEnd::ran && result.code == 0
               ? '\n' + read_plain_file(output).value_or("")
               : "";
}

bool is_compiled_in(const OptionalPart& part, const Streams& streams) {
    if (part.name == "libglslang") {
        return streams.high_level != nullptr && !streams.high_level->identity().empty();
    }
    return part.name == "libpng" ? draw::has_png() : has_gzip();
}

FoundPart find_module(const OptionalPart& part, const std::array<std::string, 3>& modules) {
    for (std::size_t i = 0; i < modules.size(); ++i) {
        if (modules[i].find('\n' + std::string(part.probes) + '\n') != std::string::npos) {
            return {&part, true, std::string(kPythons[i])};
        }
    }
    return {&part, false, {}};
}

} // namespace

std::span<const OptionalPart> optional_parts() {
    return kParts;
}

std::vector<FoundPart> find_parts(const Streams& streams) {
    std::array<std::string, kPythons.size()> modules;
    if (const ScratchFolder scratch; scratch.exists()) {
        for (std::size_t i = 0; i < kPythons.size(); ++i) {
            modules[i] = modules_of(kPythons[i], scratch);
        }
    }
    std::vector<FoundPart> found;
    for (const OptionalPart& part : kParts) {
        switch (part.kind) {
        case compiled_in:
            found.push_back({&part, is_compiled_in(part, streams), "built in"});
            break;
        case program: found.push_back(find_program(part)); break;
        case python_module: found.push_back(find_module(part, modules)); break;
        case file: found.push_back(find_file(part)); break;
        }
        if (part.name == "glslang" && streams.high_level != nullptr &&
            !streams.high_level->identity().empty()) {
            found.back().is_there = true;
            found.back().where = "built in";
        }
        if (!found.back().is_there) {
            found.back().where.clear();
        }
    }
    return found;
}

} // namespace jacquard::driver
