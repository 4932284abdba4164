#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/engines/nir_groups.h>
#include <jacquard/runs/launch/launch.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/shaders/run_launch.h>

#include <algorithm>
#include <ostream>
#include <thread>

namespace jacquard::driver {

namespace {

constexpr std::size_t kLineBytes = 16;
constexpr std::string_view kShared = "shared_size";
constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};

using Extent = std::array<std::uint32_t, 3>;

// Reads an extent of an option; false after a fault, which was said.
bool read_extent_of(const Arguments& arguments, std::string_view option, const Streams& streams,
                    std::optional<Extent>& extent) {
    const std::optional<std::string_view> text = arguments.value(option);
    if (!text) {
        return true;
    }
    extent = read_extent(*text);
    if (!extent) {
        usage_error(streams, "option '" + std::string(option) +
                                 "' takes up to three numbers, as 64 or 64x2x1, not '" +
                                 std::string(*text) + '\'');
    }
    return extent.has_value();
}

std::string name_of(const Launch& launch, std::size_t number) {
    const std::string& name = launch.arguments()[number].facts.name;
    return name.empty() ? std::to_string(number) : name;
}

bool is_image(const LaunchArgument& argument) {
    return argument.facts.kind == nir::ArgumentKind::image;
}

// Returns what a run left of a buffer or image.
std::vector<std::byte> left_of(const LaunchArgument& argument, const Words& memory,
                               const RecordedResult& result) {
    return is_image(argument) ? Launch::image_of(argument, result.images)
                              : Launch::buffer_of(argument, memory);
}

// The argument whose buffer or image is to be written.
std::optional<std::size_t> find_buffer(const Launch& launch, std::string_view name) {
    for (std::size_t i = 0; i < launch.arguments().size(); ++i) {
        const LaunchArgument& argument = launch.arguments()[i];
        if ((argument.facts.kind == nir::ArgumentKind::address || is_image(argument)) &&
            (name_of(launch, i) == name || std::to_string(i) == name)) {
            return i;
        }
    }
    return std::nullopt;
}

// The rows of a buffer or image that a run changed.
void append_changes(std::string& text, const std::string& head,
                    const std::vector<std::byte>& before, const std::vector<std::byte>& after) {
    for (std::size_t first = 0; first < after.size(); first += kLineBytes) {
        const std::size_t end = std::min(first + kLineBytes, after.size());
        const auto at = [](const std::vector<std::byte>& bytes, std::size_t i) {
            return bytes.begin() + static_cast<std::ptrdiff_t>(i);
        };
        if (std::equal(at(after, first), at(after, end), at(before, first))) {
            continue;
        }
        text += head + ' ' + std::to_string(first);
        for (std::size_t i = first; i < end; i += 4) {
            std::uint32_t word = 0;
            for (std::size_t k = i; k < std::min(i + 4, end); ++k) {
                word |= std::to_integer<std::uint32_t>(after[k]) << (k - i) * 8;
            }
            text += ' ';
            append_hex(text, word, 8);
        }
        text += '\n';
    }
}

// One launch of one kernel, whatever executes it.
class Launcher {
  public:
    Launcher(const InputFile& file, const Arguments& arguments, const Limits& limits,
             const Streams& streams)
        : file_(file), arguments_(arguments), limits_(limits), streams_(streams) {}

    int say(std::string_view code, const std::string& fault) const {
        streams_.err << file_.name << ": error[" << code << "]: " << fault << '\n';
        return exit_findings;
    }

    // The groups of the grid; nothing after a fault, which was said.
    [[nodiscard]] std::optional<Extent> groups_of(const Extent& grid, const Extent& local) const {
        Extent groups{};
        for (std::size_t axis = 0; axis < groups.size(); ++axis) {
            if (grid[axis] % local[axis] != 0) {
                static_cast<void>(
                    say("D216", "the " + std::to_string(grid[axis]) + " work items along " +
                                    std::string(kAxes[axis]) + " are no multiple of the " +
                                    std::to_string(local[axis]) + " of a work group"));
                return std::nullopt;
            }
            groups[axis] = grid[axis] / local[axis];
        }
        return groups;
    }

    [[nodiscard]] std::optional<Launch> prepare(const SpirvResult& module,
                                                std::string_view kernel) const {
        const nir::ShaderProperty* property =
            module.nir.shader->info.property(nir::kArgumentsProperty);
        const std::vector<nir::KernelArgument> takes = property != nullptr
                                                           ? nir::arguments_of(property->values)
                                                           : std::vector<nir::KernelArgument>();
        std::vector<std::string> faults;
        const auto read = [this](std::string_view path, std::string& fault) {
            ReadFault why;
            std::optional<InputFile> content = read_file(path, streams_, limits_, why);
            fault = why.message;
            return content ? std::optional(std::move(content->content)) : std::nullopt;
        };
        std::optional<Launch> launch =
            Launch::prepare(kernel, takes, arguments_.values("--arg"), read, faults);
        for (const std::string& fault : faults) {
            static_cast<void>(say("D215", fault));
        }
        return launch;
    }

    // Prints and writes what the run left; false after a fault.
    bool tell(const Launch& launch, const RecordedResult& result, std::string& text,
              std::string& fault) const {
        const Words* memory = find_key(result.storage_buffers, kGlobalKey);
        if (memory == nullptr) {
            return true;
        }
        if (!launch.is_outside_intact(*memory)) {
            fault = "the kernel wrote outside of its buffers";
            return false;
        }
        for (std::size_t i = 0; i < launch.arguments().size(); ++i) {
            const LaunchArgument& argument = launch.arguments()[i];
            if (is_image(argument) || (argument.at && *argument.at != 0)) {
                append_changes(text,
                               (is_image(argument) ? "IMAGE " : "BUFFER ") + name_of(launch, i),
                               argument.bytes, left_of(argument, *memory, result));
            }
        }
        for (const std::string_view given : arguments_.values("--out")) {
            const std::size_t equals = given.find('=');
            const auto number = find_buffer(launch, given.substr(0, equals));
            const std::vector<std::byte> bytes =
                left_of(launch.arguments()[*number], *memory, result);
            std::string content;
            for (const std::byte each : bytes) {
                content += static_cast<char>(each);
            }
            if (!write_output(given.substr(equals + 1), content, streams_)) {
                return false;
            }
        }
        return true;
    }

    // Says what --out names that is no buffer.
    [[nodiscard]] bool are_outputs_buffers(const Launch& launch) const {
        for (const std::string_view given : arguments_.values("--out")) {
            const std::size_t equals = given.find('=');
            if (equals == std::string_view::npos || !find_buffer(launch, given.substr(0, equals))) {
                static_cast<void>(say("D215", "--out takes the name or number of a buffer or "
                                              "image and a path, as c=c.bin, not '" +
                                                  std::string(given) + '\''));
                return false;
            }
        }
        return true;
    }

    // Runs it in the orders that the arguments ask for. A runner is a RecordedRunner or a
    // RecordedProgramRunner; null after `fault`.
    template <typename Runner>
    int run(Runner* runner, const Launch& launch, const Extent& groups, std::string& fault,
            const Schedules& schedules) const {
        if (runner == nullptr) {
            return say("D203", fault);
        }
        const RecordedCase recorded = launch.recorded(groups);
        return run_schedules(
            schedules, streams_, exit_findings,
            [&](std::optional<std::uint64_t> seed, std::string& text) {
                runner->set_seed(seed);
                RecordedResult result;
                std::string_view code = "D217";
                if (!runner->run(recorded, result, fault)) {
                    code = runner->reached() ? info(*runner->reached()).code : "D204";
                } else if (tell(launch, result, text, fault)) {
                    return true;
                }
                text = file_.name + ": error[" + std::string(code) + "]: " + fault + '\n';
                return false;
            });
    }

  private:
    const InputFile& file_;
    const Arguments& arguments_;
    const Limits& limits_;
    const Streams& streams_;
};

} // namespace

int run_launch(const InputFile& file, const Arguments& arguments, Engine engine, std::uint32_t gpu,
               const Schedules& schedules, const Limits& limits, const Streams& streams) {
    std::optional<Extent> grid;
    std::optional<Extent> local;
    VariantKey key = ir3::settings_as_written();
    if (!read_extent_of(arguments, kLaunchOption.name, streams, grid) ||
        !read_extent_of(arguments, "--local", streams, local) ||
        !read_settings(arguments, streams, key)) {
        return exit_usage;
    }
    std::optional<spirv::TranslateOptions> options =
        read_translation(arguments, key, limits, streams);
    if (!options) {
        return exit_usage;
    }
    const Launcher launcher(file, arguments, limits, streams);
    options->workgroup_size = local.value_or(Extent{1, 1, 1});
    Diagnostics diagnostics(file.name, shown_text(file), limits.errors);
    SpirvResult module = load_spirv(file.content, *options, diagnostics);
    if (module.nir.status != CompileStatus::compiled) {
        streams.err << diagnostics.render(streams.colour_errors);
        return exit_findings;
    }
    const Extent size = workgroup_size(*module.nir.shader);
    if (local && *local != size) {
        streams.err << diagnostics.render(streams.colour_errors);
        return launcher.say("D216", "the kernel asks for work groups of " +
                                        std::to_string(size[0]) + 'x' + std::to_string(size[1]) +
                                        'x' + std::to_string(size[2]));
    }
    const std::optional<Extent> groups = launcher.groups_of(*grid, size);
    std::optional<Launch> launch = launcher.prepare(module, options->entry);
    if (!groups || !launch || !launcher.are_outputs_buffers(*launch)) {
        streams.err << diagnostics.render(streams.colour_errors);
        return exit_findings;
    }
    nir::ShaderInfo& info = module.nir.shader->info;
    const nir::ShaderProperty* shared = info.property(kShared);
    const std::uint32_t shared_bytes =
        launch->place_local(shared != nullptr && !shared->values.empty() ? shared->values[0] : 0);
    std::string fault;
    const std::uint64_t steps =
        arguments.has(jacquard::info(Limit::steps).option) ? limits.steps : kMostModuleSteps;
    if (engine == Engine::ir3) {
        key.gpu = gpu;
        CompileResult compiled = compile_loaded(module, key, diagnostics, nullptr, limits);
        streams.err << diagnostics.render(streams.colour_errors);
        if (compiled.status != CompileStatus::compiled) {
            return exit_findings;
        }
        compiled.program.shared_bytes = std::max(compiled.program.shared_bytes, shared_bytes);
        const auto runner = RecordedProgramRunner::prepare(compiled.program, module, fault, steps);
        if (runner != nullptr) {
            runner->set_threads(std::thread::hardware_concurrency());
        }
        return launcher.run(runner.get(), *launch, *groups, fault, schedules);
    }
    apply_state(module.nir, key, diagnostics);
    streams.err << diagnostics.render(streams.colour_errors);
    if (module.nir.status != CompileStatus::compiled) {
        return exit_findings;
    }
    info.set_property(kShared, {shared_bytes});
    const auto runner = RecordedRunner::prepare(module, fault, steps);
    if (runner != nullptr) {
        runner->set_part({gpu, key.wave_size});
    }
    return launcher.run(runner.get(), *launch, *groups, fault, schedules);
}

} // namespace jacquard::driver
