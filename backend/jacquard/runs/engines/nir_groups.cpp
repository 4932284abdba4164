#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/workgroup_limits.h>
#include <jacquard/ir3/target/workgroup_waves.h>
#include <jacquard/runs/engines/nir_groups.h>
#include <jacquard/support/concurrency/weak_memory.h>

#include <algorithm>
#include <span>
#include <vector>

namespace jacquard::driver {

namespace {

using nir::IntrinsicOp;
using nir::interpreter::Environment;
using nir::interpreter::Interpreter;

struct Dispatch {
    std::array<std::uint32_t, 3> size;
    std::array<std::uint32_t, 3> groups;
};

// Numbers of an invocation of a work group.
class GroupValues final : public nir::interpreter::SystemValues {
  public:
    GroupValues(const Dispatch& dispatch, std::array<std::uint32_t, 3> group, std::uint32_t first,
                nir::interpreter::SystemValues* others)
        : dispatch_(dispatch), group_(group), first_(first), others_(others) {}

    std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                       unsigned component, unsigned lane,
                                       std::uint64_t argument) override {
        const std::array<std::uint32_t, 3>& size = dispatch_.size;
        const std::uint32_t number = first_ + lane;
        const std::array<std::uint32_t, 3> local = ir3::place_of(number, size);
        const unsigned c = std::min(component, 2U);
        switch (instruction.op) {
        case IntrinsicOp::load_local_invocation_id: return local[c];
        case IntrinsicOp::load_local_invocation_index: return number;
        case IntrinsicOp::load_workgroup_id: return group_[c];
        case IntrinsicOp::load_num_workgroups: return dispatch_.groups[c];
        case IntrinsicOp::load_workgroup_size: return size[c];
        case IntrinsicOp::load_global_invocation_id: return group_[c] * size[c] + local[c];
        case IntrinsicOp::load_subgroup_invocation: return std::nullopt; // known from the lane
        default: break;
        }
        return others_ != nullptr ? others_->value(instruction, component, lane, argument)
                                  : std::nullopt;
    }

  private:
    const Dispatch& dispatch_;
    std::array<std::uint32_t, 3> group_;
    std::uint32_t first_;
    nir::interpreter::SystemValues* others_;
};

} // namespace

std::array<std::uint32_t, 3> workgroup_size(const nir::Shader& shader) {
    return ir3::fixed_workgroup_size(shader).value_or(std::array<std::uint32_t, 3>{1, 1, 1});
}

namespace {

// Runs the groups of a dispatch, so many at the same time.
class GroupRuns {
  public:
    GroupRuns(const nir::interpreter::Program& program, const Dispatch& dispatch,
              const ir3::WorkgroupWaves& waves, std::size_t shared_bytes,
              const Environment& environment, std::size_t most_groups)
        : dispatch_(dispatch), waves_(waves), environment_(environment),
          shared_bytes_(environment.shared.empty() ? shared_bytes : environment.shared.size()),
          interpreter_(program, lanes_of(waves, most_groups)),
          shared_(shared_bytes_ * most_groups) {}

    // Groups `first` … `first + count - 1` of the dispatch; each begins with what `environment`
    // gives of shared memory, or with such bytes.
    void set_up(std::uint64_t first, std::size_t count, std::byte unset) {
        std::fill(shared_.begin(), shared_.end(), unset);
        values_.clear();
        values_.reserve(count * waves_.count());
        environments_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const std::span<std::byte> shared =
                std::span(shared_).subspan(i * shared_bytes_, shared_bytes_);
            std::copy(environment_.shared.begin(), environment_.shared.end(), shared.begin());
            const std::array<std::uint32_t, 3> group = ir3::place_of(first + i, dispatch_.groups);
            for (std::uint32_t wave = 0; wave < waves_.count(); ++wave) {
                values_.emplace_back(dispatch_, group, waves_.first(wave),
                                     environment_.system_values);
                environments_.push_back(environment_);
                environments_.back().system_values = &values_.back();
                environments_.back().subgroup_size = waves_.size();
                environments_.back().shared = shared;
            }
        }
    }
    // Gives back what the last of `count` groups left of shared memory, be it given or its own.
    void keep_shared(std::size_t count, std::vector<std::byte>& own) {
        const auto last = std::span(shared_).subspan((count - 1) * shared_bytes_, shared_bytes_);
        if (environment_.shared.empty()) {
            own.assign(last.begin(), last.end());
        } else {
            std::copy(last.begin(), last.end(), environment_.shared.begin());
        }
    }

    [[nodiscard]] Interpreter& interpreter() { return interpreter_; }
    [[nodiscard]] std::span<const Environment> environments() const { return environments_; }
    [[nodiscard]] std::span<std::byte> shared() { return shared_; }

  private:
    static std::vector<unsigned> lanes_of(const ir3::WorkgroupWaves& waves, std::size_t groups) {
        std::vector<unsigned> lanes;
        for (std::size_t i = 0; i < groups * waves.count(); ++i) {
            lanes.push_back(waves.lanes(static_cast<std::uint32_t>(i % waves.count())));
        }
        return lanes;
    }

    const Dispatch& dispatch_;
    const ir3::WorkgroupWaves& waves_;
    const Environment& environment_;
    std::size_t shared_bytes_;
    Interpreter interpreter_;
    std::vector<std::byte> shared_;
    std::vector<GroupValues> values_;
    std::vector<Environment> environments_;
};

} // namespace

std::optional<nir::interpreter::RunResult>
run_groups(const nir::interpreter::Program& program, const nir::Shader& shader,
           const std::array<std::uint32_t, 3>& groups, const GroupPart& part,
           const Environment& environment, const nir::interpreter::RunOptions& options,
           std::string& fault, std::vector<std::byte>& left_in_shared) {
    const Dispatch dispatch{workgroup_size(shader), groups};
    const nir::ShaderProperty* property = shader.info.property("shared_size");
    const std::uint32_t shared_bytes =
        property != nullptr && !property->values.empty() ? property->values[0] : 0;
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(part.gpu);
    if (!revision) {
        fault = "there is no part " + std::to_string(part.gpu);
        return std::nullopt;
    }
    const std::optional<ir3::WorkgroupWaves> waves =
        ir3::waves_of({{dispatch.size, shared_bytes}, groups, part.wave_size},
                      ir3::machine_facts(*revision, part.gpu), part.gpu, fault);
    if (!waves) {
        return std::nullopt;
    }
    const std::uint64_t num_groups = ir3::product_of(groups);
    const std::size_t most_groups =
        options.seed
            ? static_cast<std::size_t>(std::min<std::uint64_t>(num_groups, waves->resident()))
            : 1;
    GroupRuns runs(program, dispatch, *waves, shared_bytes, environment, most_groups);
    ConcurrentRun order(options.seed.value_or(0));
    nir::interpreter::RunResult outcome;
    nir::interpreter::RunOptions left = options;
    for (std::uint64_t first = 0; first < num_groups && !outcome.fault; first += most_groups) {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(most_groups, num_groups - first));
        order.memory.forget(runs.shared());
        runs.set_up(first, count, options.seed ? kUnsetByte : std::byte{0});
        const std::uint64_t before = outcome.steps;
        outcome = options.seed ? runs.interpreter().run_concurrently(runs.environments(),
                                                                     waves->count(), order, left)
                               : runs.interpreter().run(runs.environments(), left);
        left.maximum_steps -= outcome.steps;
        outcome.steps += before;
        if (options.seed && environment.shared.empty()) {
            order.memory.clear_untouched(runs.shared());
        }
        runs.keep_shared(count, left_in_shared);
    }
    return outcome;
}

} // namespace jacquard::driver
