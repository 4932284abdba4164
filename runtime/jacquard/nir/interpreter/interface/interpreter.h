#pragma once

#include <jacquard/nir/interpreter/interface/environment.h>
#include <jacquard/nir/interpreter/interface/lane_mask.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard {
struct ConcurrentRun;
} // namespace jacquard

// Executes NIR for waves of lanes.
//
//     auto program = Program::prepare(shader, fault);     // once; reports what is not supported
//     Interpreter interpreter(*program, 4);               // a quad; keep it for many runs
//     RunResult result = interpreter.run(environment);    // allocates nothing
//
// Lanes of a wave go together and part where control flow does; four in a row are a quad: top left,
// top right, bottom left, bottom right.
namespace jacquard::nir::interpreter {

enum class FaultKind : std::uint8_t {
    none,
    not_supported, // an instruction that the interpreter does not execute
    malformed,     // a shader that the validator would refuse, or a function that calls itself
    out_of_range,  // memory outside of what there is (with RunOptions::fault_out_of_range)
    barrier,       // a barrier that not all waves reach
    too_many_steps,
    too_large, // values or variables that take more than the limits allow
};

// Why a shader cannot be prepared or a run stopped; `message` names the instruction.
struct Fault {
    FaultKind kind = FaultKind::none;
    std::string message;
    std::optional<Limit> limit = {}; // when one was reached

    explicit operator bool() const { return kind != FaultKind::none; }
};

struct ProgramData;

// A shader made ready to run: dense slots for its values and a flat list of steps. Independent of
// the number of lanes; several interpreters may use it at once. The shader must outlive it and stay
// as it is.
class Program {
  public:
    // Returns nothing when the shader has no entry function, one of its functions calls itself, its
    // registers are beyond `limits.registers`, or a wave of 128 lanes would need more than
    // `limits.memory`. Instructions that are not supported fault when they are executed.
    [[nodiscard]] static std::optional<Program> prepare(const Shader& shader, Fault& fault,
                                                        const Limits& limits = {});
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    ~Program();

    [[nodiscard]] std::size_t num_steps() const;
    // Bytes that all values of one lane take.
    [[nodiscard]] std::size_t bytes_per_lane() const;

  private:
    friend class Interpreter;
    explicit Program(std::unique_ptr<ProgramData> data);
    std::unique_ptr<ProgramData> data_;
};

struct RunOptions {
    // Most steps over all waves, so that no shader runs for ever. A copy takes one for each scalar.
    std::uint64_t maximum_steps = Limits{}.steps;
    // The value of each component of an undef, cut to its width.
    std::uint64_t undef_value = 0x5bad'c0de'5bad'c0deU;
    // Accesses outside of memory that the environment gives are faults. Else reads give 0 and
    // writes are dropped.
    bool fault_out_of_range = false;
    // For who runs work groups: several are there at the same time, and a ConcurrentRun of this
    // seed says in which order their waves go on. Nothing: one group after the other.
    std::optional<std::uint64_t> seed = {};
};

struct RunResult {
    Fault fault;
    LaneMask live;           // of the first wave: neither terminated nor made helpers
    std::uint64_t steps = 0; // over all waves
};

// The state of one wave, or of the waves of a work group. One thread at a time.
class Interpreter {
  public:
    // `lanes` is 1 to 128. Waves share nothing but what their environments do.
    Interpreter(const Program& program, unsigned lanes, unsigned num_waves = 1);
    // A wave of so many lanes for each of the numbers; there is at least one.
    Interpreter(const Program& program, std::span<const unsigned> lanes_of_waves);
    Interpreter(Interpreter&&) noexcept;
    Interpreter& operator=(Interpreter&&) noexcept;
    ~Interpreter();

    // Runs the first wave to its end.
    [[nodiscard]] RunResult run(const Environment& environment, const RunOptions& options = {});
    // Runs all waves, one environment each: in order, each to its next barrier or end.
    [[nodiscard]] RunResult run(std::span<const Environment> environments,
                                const RunOptions& options = {});
    // Runs the waves of several work groups at the same time, `waves_per_group` neighbours each, in
    // the order that `run` chooses and with memory as weak as the shader allows. Faults, too, where
    // waves wait for each other at different barriers, or a barrier that only some lanes reach.
    [[nodiscard]] RunResult run_concurrently(std::span<const Environment> environments,
                                             unsigned waves_per_group, ConcurrentRun& run,
                                             const RunOptions& options = {});

    [[nodiscard]] unsigned lanes(unsigned wave = 0) const;
    // After a run: lanes that are neither terminated nor helpers.
    [[nodiscard]] LaneMask live(unsigned wave = 0) const;
    // After a run: the bits that a value of the entry function last had.
    [[nodiscard]] std::uint64_t value(const SsaDef& value, unsigned component, unsigned lane,
                                      unsigned wave = 0) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace jacquard::nir::interpreter

JACQUARD_END_API
