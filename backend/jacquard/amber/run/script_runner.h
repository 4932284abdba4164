#pragma once

#include <jacquard/amber/run/compute_run.h>
#include <jacquard/amber/run/draw_run.h>
#include <jacquard/amber/run/run_options.h>
#include <jacquard/amber/script/script.h>

#include <map>
#include <memory>
#include <string>

namespace jacquard::driver::amber {

// Runs the commands of a script in order, until a shader faults. Its buffers change.
class ScriptRunner {
  public:
    // All must outlive the runner.
    ScriptRunner(Script& script, const RunOptions& options, Diagnostics& diagnostics)
        : script_(script), options_(options), diagnostics_(diagnostics) {}

    void run();

  private:
    // Each is false after a fault.
    bool run(const std::vector<Command>& commands);
    bool run(const Command& command, const RunCommand& run);
    bool run(const Command& command, const ClearCommand& clear);
    bool run(const Command& command, const ClearColourCommand& clear);
    bool run(const Command& command, const ClearDepthCommand& clear);
    bool run(const Command& command, const ClearStencilCommand& clear);
    bool run(const Command& command, const CopyCommand& copy);
    bool run(const Command& command, const ExpectCommand& expect);
    bool run(const Command& command, const WriteCommand& write);
    bool run(const Command& command, const DrawStateCommand& state);
    bool run(const Command& command, const EntryCommand& entry);
    bool run(const Command& command, const RepeatCommand& repeat);
    bool compute(const Command& command, std::size_t pipeline, const RunCompute& run);
    bool fail(const Command& command, const std::string& fault);
    void check_idle_shaders();
    // The entry point that is asked of a shader.
    [[nodiscard]] std::string entry_of(std::size_t shader) const;

    Script& script_;
    const RunOptions& options_;
    Diagnostics& diagnostics_;
    std::map<std::size_t, std::unique_ptr<ComputeRun>> computes_; // by pipeline
    std::map<std::size_t, std::unique_ptr<DrawRun>> draws_;
};

} // namespace jacquard::driver::amber
