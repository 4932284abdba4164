#pragma once

#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/runs/engines/nir_groups.h>
#include <jacquard/runs/recorded/nir_resources.h>
#include <jacquard/runs/recorded/recorded_case.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::driver {

// The default limit of one run of a module: instructions of all lanes' waves.
inline constexpr std::uint64_t kMostModuleSteps = 200'000'000;

// The results of a module for a recorded case.
struct RecordedResult {
    std::uint8_t live_mask = 0xf;
    ByKey<LaneWordLists> outputs; // for the keys that the case has
    ByKey<Words> storage_buffers;
    ByKey<Words> images;
    Words shared; // as the last work group left it
};

// Executes a module for recorded cases in the interpreter. One thread at a time.
class RecordedRunner {
  public:
    // Null when the shader cannot be executed; `fault` then says why. The shader must outlive it.
    [[nodiscard]] static std::unique_ptr<RecordedRunner>
    prepare(const SpirvResult& shader, std::string& fault,
            std::uint64_t maximum_steps = kMostModuleSteps);

    // From now on, work groups run on this part.
    void set_part(const GroupPart& part) { part_ = part; }

    // From now on work groups run together, in the order that the seed chooses; nothing: in turn.
    void set_seed(std::optional<std::uint64_t> seed) { seed_ = seed; }

    // False when the shader faults, which `fault` explains.
    [[nodiscard]] bool run(const RecordedCase& recorded, RecordedResult& result,
                           std::string& fault);

    // The limit that ended the last run; nothing when none did.
    [[nodiscard]] std::optional<Limit> reached() const { return reached_; }

    // The outputs of the last run, in the layout of Environment::outputs.
    [[nodiscard]] const std::vector<std::uint32_t>& output_words() const { return outputs_; }

  private:
    RecordedRunner(const SpirvResult& shader, nir::interpreter::Program program,
                   std::uint64_t maximum_steps)
        : shader_(shader), program_(std::move(program)), maximum_steps_(maximum_steps) {}
    void set_inputs(const RecordedCase& recorded);
    bool run_lanes(const RecordedCase& recorded, RecordedResult& result, std::string& fault);
    bool run_workgroups(const RecordedCase& recorded, std::string& fault);
    void collect(const RecordedCase& recorded, RecordedResult& result) const;
    [[nodiscard]] nir::interpreter::RunOptions options() const;

    const SpirvResult& shader_;
    nir::interpreter::Program program_;
    std::optional<std::uint64_t> seed_;
    GroupPart part_;
    std::uint64_t maximum_steps_;
    std::optional<Limit> reached_;
    nir::interpreter::Environment environment_;
    NirResources resources_;
    std::vector<std::uint32_t> inputs_;
    std::array<float, kCaseLanes> reciprocal_w_{};
    std::vector<std::uint32_t> outputs_;
    std::vector<std::byte> left_in_shared_;
};

} // namespace jacquard::driver
