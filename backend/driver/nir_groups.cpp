#include <jacquard/driver/nir_groups.h>
#include <jacquard/ir3/workgroup_waves.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace jacquard::driver {

namespace {

using nir::IntrinsicOp;
using nir::interpreter::Environment;
using nir::interpreter::Interpreter;

constexpr std::uint32_t kMostInvocations = 4096;
constexpr std::uint32_t kMostShared = 1U << 20;

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
    static constexpr std::array<std::string_view, 3> kSizes = {
        "CS_FIXED_BLOCK_WIDTH", "CS_FIXED_BLOCK_HEIGHT", "CS_FIXED_BLOCK_DEPTH"};
    std::array<std::uint32_t, 3> size{};
    for (std::size_t i = 0; i < size.size(); ++i) {
        const nir::ShaderProperty* property = shader.info.property(kSizes[i]);
        size[i] = property != nullptr && !property->values.empty()
                      ? std::clamp(property->values[0], 1U, 1024U)
                      : 1;
    }
    return size;
}

std::optional<nir::interpreter::RunResult>
run_groups(const nir::interpreter::Program& program, const nir::Shader& shader,
           const std::array<std::uint32_t, 3>& groups, std::uint32_t wave_size,
           const Environment& environment, const nir::interpreter::RunOptions& options,
           std::string& fault) {
    const Dispatch dispatch{workgroup_size(shader), groups};
    const std::uint64_t invocations = ir3::product_of(dispatch.size);
    if (invocations > kMostInvocations) {
        fault = "work groups of " + std::to_string(invocations) + " invocations are too large";
        return std::nullopt;
    }
    const ir3::WorkgroupWaves waves(static_cast<std::uint32_t>(invocations), wave_size);
    std::vector<unsigned> lanes;
    for (std::uint32_t wave = 0; wave < waves.count(); ++wave) {
        lanes.push_back(waves.lanes(wave));
    }
    const nir::ShaderProperty* shared_size = shader.info.property("shared_size");
    std::vector<std::byte> shared(shared_size != nullptr && !shared_size->values.empty()
                                      ? std::min(shared_size->values[0], kMostShared)
                                      : 0);
    nir::interpreter::RunResult outcome;
    Interpreter interpreter(program, lanes);
    const std::uint64_t num_groups = ir3::product_of(groups);
    for (std::uint64_t g = 0; g < num_groups; ++g) {
        std::fill(shared.begin(), shared.end(), std::byte{0});
        const std::array<std::uint32_t, 3> group = ir3::place_of(g, groups);
        std::vector<GroupValues> values;
        values.reserve(waves.count());
        std::vector<Environment> environments;
        for (std::uint32_t wave = 0; wave < waves.count(); ++wave) {
            values.emplace_back(dispatch, group, waves.first(wave), environment.system_values);
            environments.push_back(environment);
            environments.back().system_values = &values.back();
            environments.back().subgroup_size = waves.size();
            if (environment.shared.empty()) {
                environments.back().shared = shared;
            }
        }
        outcome = interpreter.run(environments, options);
        if (outcome.fault) {
            break;
        }
    }
    return outcome;
}

} // namespace jacquard::driver
