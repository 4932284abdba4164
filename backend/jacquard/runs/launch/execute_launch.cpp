#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/runs/engines/workgroup_runner.h>
#include <jacquard/runs/launch/launch_surroundings.h>
#include <jacquard/runs/launch/program_launch.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include <algorithm>
#include <new>
#include <thread>

namespace jacquard::driver {

namespace {

using Extent = std::array<std::uint32_t, 3>;

constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
constexpr std::string_view kOfArguments = "D215";
constexpr std::string_view kOfGrid = "D216";
constexpr std::string_view kOfMemory = "D218";
constexpr std::string_view kOfProgram = "D203";
constexpr std::string_view kOfRun = "D204";

std::string text_of(const Extent& extent) {
    return std::to_string(extent[0]) + 'x' + std::to_string(extent[1]) + 'x' +
           std::to_string(extent[2]);
}

// Collects what waves do for a trace.
class TraceObserver final : public GroupObserver {
  public:
    TraceObserver(LaunchTrace& trace, const LaunchSurroundings& surroundings)
        : trace_(trace), surroundings_(surroundings) {}

    void begin_group(const Extent& group, std::span<const ir3::Emulator> waves) override {
        group_ = group;
        waves_ = waves;
    }

    void accessed(const ir3::ObservedAccess& access) override {
        if (!trace_.lanes.test(access.lane)) {
            return;
        }
        std::uint64_t address = 0;
        const std::string_view memory = surroundings_.name_of(access.area, address);
        accesses_.push_back({memory, address + access.first, access.word,
                             static_cast<std::uint8_t>(access.bytes),
                             static_cast<std::uint8_t>(access.lane), access.is_store});
    }

    void executed(std::uint32_t instruction, LaneMask lanes, const ir3::Wave& wave) override {
        const bool is_wanted =
            instruction >= trace_.first_word && instruction < trace_.end_word &&
            (lanes & trace_.lanes).any() &&
            (trace_.memory.empty() ||
             std::any_of(accesses_.begin(), accesses_.end(), [this](const TracedAccess& each) {
                 return each.memory == trace_.memory;
             }));
        if (is_wanted) {
            const auto found =
                std::find_if(waves_.begin(), waves_.end(),
                             [&](const ir3::Emulator& each) { return &each.wave() == &wave; });
            trace_.executed({instruction, group_,
                             static_cast<std::uint32_t>(found - waves_.begin()), lanes, accesses_});
        }
        accesses_.clear();
    }

  private:
    LaunchTrace& trace_;
    const LaunchSurroundings& surroundings_;
    Extent group_{};
    std::span<const ir3::Emulator> waves_;
    std::vector<TracedAccess> accesses_;
};

class Launching {
  public:
    Launching(const ir3::Program& program, const ProgramLaunch& given, const Limits& limits,
              std::vector<LaunchFault>& faults)
        : program_(program), given_(given), limits_(limits), faults_(faults) {}

    std::optional<LaunchResult> run() {
        LaunchResult result;
        const std::optional<ir3::Revision> revision = ir3::revision_of_part(program_.gpu);
        if (!revision || program_.stage != ir3::ShaderStage::compute) {
            say(kOfProgram, revision ? "a launch takes a compute program, and this is none"
                                     : "there is no such part");
            return std::nullopt;
        }
        size_groups(result);
        BoundArguments arguments = bind();
        if (!faults_.empty()) {
            return std::nullopt;
        }
        program_.workgroup_size = result.group;
        program_.shared_bytes = arguments.shared_bytes;
        std::vector<std::string> wrong;
        const LaunchSurroundings surroundings(program_, given_, arguments, result.groups, wrong);
        say_all(kOfMemory, wrong);
        ir3::Fault fault;
        const auto executable =
            ir3::Executable::prepare(program_.words, *revision, fault, limits_, program_.gpu);
        if (!executable) {
            say_fault(kOfProgram, fault);
        }
        if (!faults_.empty()) {
            return std::nullopt;
        }
        return execute(*executable, *revision, surroundings, result)
                   ? std::optional(std::move(result))
                   : std::nullopt;
    }

  private:
    void say(std::string_view code, std::string message) {
        faults_.push_back({std::string(code), std::move(message), {}, {}});
    }

    void say_all(std::string_view code, const std::vector<std::string>& messages) {
        for (const std::string& message : messages) {
            say(code, message);
        }
    }

    void say_fault(std::string_view code, const ir3::Fault& fault) {
        const std::string_view own = fault.limit ? info(*fault.limit).code : code;
        SourceLine line;
        if (fault.instruction < program_.lines.size()) {
            line = program_.lines[fault.instruction];
        }
        faults_.push_back({std::string(own), fault.message, fault.instruction, line});
    }

    // A kernel that names no size may run in groups of any.
    void size_groups(LaunchResult& result) {
        const Extent& own = program_.workgroup_size;
        const bool is_free =
            own == Extent{} || (own == Extent{1, 1, 1} && !program_.arguments.empty());
        const bool is_given = given_.group != Extent{};
        result.group = is_given ? given_.group : own;
        for (std::uint32_t& size : result.group) {
            size = std::max(size, 1U);
        }
        if (is_given && !is_free && result.group != own) {
            say(kOfGrid, "the group of " + text_of(given_.group) +
                             " is not that of the program, which is compiled for groups of " +
                             text_of(own));
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::uint32_t items = given_.grid[axis];
            if (items == 0 || items % result.group[axis] != 0) {
                say(kOfGrid,
                    "the grid of " + text_of(given_.grid) + " has " + std::to_string(items) +
                        " work items along " + std::string(kAxes[axis]) +
                        (items == 0 ? ""
                                    : ", which are no multiple of the " +
                                          std::to_string(result.group[axis]) + " of a group"));
            }
            result.groups[axis] = items / result.group[axis];
        }
    }

    BoundArguments bind() {
        std::vector<std::string> wrong;
        BoundArguments bound = bind_arguments(program_, given_, wrong);
        say_all(kOfArguments, wrong);
        wrong.clear();
        check_ranges(bound.ranges, wrong);
        say_all(kOfMemory, wrong);
        return bound;
    }

    bool execute(const ir3::Executable& executable, ir3::Revision revision,
                 const LaunchSurroundings& surroundings, LaunchResult& result) {
        WorkgroupRunner runner(program_, executable, revision);
        ir3::RunOptions options;
        options.check_hazards = options.check_memory_range = given_.check_hazards;
        options.check_reconvergence = options.check_errata = given_.check_hazards;
        options.maximum_steps = limits_.steps != Limits{}.steps ? limits_.steps : kMostModuleSteps;
        std::optional<TraceObserver> observer;
        if (given_.trace != nullptr) {
            runner.set_observer(&observer.emplace(*given_.trace, surroundings));
        }
        runner.set_threads(given_.threads != 0 ? given_.threads
                                               : std::thread::hardware_concurrency());
        ir3::Fault fault;
        if (!runner.run(result.groups, surroundings.environment(), options, fault)) {
            const bool is_of_grid = fault.kind == ir3::FaultKind::too_large && !fault.limit;
            if (is_of_grid) {
                say(kOfGrid, std::move(fault.message));
            } else {
                say_fault(kOfRun, fault);
            }
            return false;
        }
        result.steps = runner.steps();
        return true;
    }

    ir3::Program program_; // with the groups of this launch
    const ProgramLaunch& given_;
    const Limits& limits_;
    std::vector<LaunchFault>& faults_;
};

} // namespace

std::optional<LaunchResult> launch(const ir3::Program& program, const ProgramLaunch& given,
                                   const Limits& limits, std::vector<LaunchFault>& faults) {
    try {
        return Launching(program, given, limits, faults).run();
    } catch (const std::bad_alloc&) {
        faults.push_back(
            {std::string(info(Limit::memory).code), "the system has no more memory", {}, {}});
        return std::nullopt;
    }
}

} // namespace jacquard::driver
