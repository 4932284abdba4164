#include <jacquard/support/concurrency/weak_memory.h>

#include "catch.h"
#include "wave_test.h"

#include <array>
#include <set>

using namespace jacquard;
using namespace jacquard::nir::interpreter;

namespace {

constexpr std::uint64_t kSeeds = 200;

// Numbers of the waves, one lane each.
class WaveNumber final : public SystemValues {
  public:
    explicit WaveNumber(std::uint64_t number) : number_(number) {}
    std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction, unsigned,
                                       unsigned, std::uint64_t) override {
        return instruction.op == nir::IntrinsicOp::load_local_invocation_index
                   ? std::optional(number_)
                   : std::nullopt;
    }

  private:
    std::uint64_t number_;
};

// Returns the values that two waves leave in a word of a buffer, over many seeds; or the message of
// a fault.
std::set<std::string> outcomes_of(const std::string& body, std::size_t word,
                                  unsigned waves_per_group = 2, std::uint64_t steps = 1000) {
    const auto shader = parsed("shader compute\nfunction \"main\" entry {\n" + body + "}\n");
    Fault fault;
    const auto program = Program::prepare(*shader, fault);
    REQUIRE(program.has_value());
    Interpreter interpreter(*program, 1, 2);
    std::set<std::string> outcomes;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        std::array<std::uint32_t, 4> words{};
        const std::array<std::span<std::byte>, 1> buffers = {
            std::as_writable_bytes(std::span(words))};
        std::array<WaveNumber, 2> numbers = {WaveNumber(0), WaveNumber(1)};
        std::array<Environment, 2> environments;
        for (std::size_t i = 0; i < environments.size(); ++i) {
            environments[i].storage_buffers = buffers;
            environments[i].system_values = &numbers[i];
        }
        ConcurrentRun run(seed);
        RunOptions options;
        options.maximum_steps = steps;
        const RunResult result =
            interpreter.run_concurrently(environments, waves_per_group, run, options);
        outcomes.insert(result.fault ? result.fault.message : std::to_string(words[word]));
    }
    return outcomes;
}

using Outcomes = std::set<std::string>;

} // namespace

TEST_CASE("together: what waves load and store in two steps is lost, what they add is not") {
    CHECK(outcomes_of(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = load_ssbo %0, %0 {align_mul=4}
        %3:32 = iadd %2, %1
        store_ssbo %3, %0, %0 {write_mask=x, align_mul=4}
)",
                      0) == Outcomes{"1", "2"});
    CHECK(outcomes_of(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = ssbo_atomic %0, %0, %1 {atomic_op=iadd}
)",
                      0) == Outcomes{"2"});
}

TEST_CASE("together: a wave that waits lets the other go on") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = const 4
        %3:32 = load_local_invocation_index
        %4:1 = ieq %3, %0
    if %4 {
        b1 from b0:
        loop {
            b2 from b1 b5:
                %5:32 = load_ssbo %0, %0 {align_mul=4}
                %6:1 = ieq %5, %1
            if %6 {
                b3 from b2:
                    break
            } else {
                b4 from b2:
            }
            b5 from b4:
        }
        b6 from b3:
            store_ssbo %5, %0, %2 {write_mask=x, align_mul=4}
    } else {
        b7 from b0:
            store_ssbo %1, %0, %0 {write_mask=x, align_mul=4}
    }
    b8 from b6 b7:
)";
    CHECK(outcomes_of(body, 1) == Outcomes{"1"});
    CHECK(outcomes_of(body, 1, 1) == Outcomes{"1"});
}

TEST_CASE("together: barriers that do not meet are faults") {
    const auto with_sides = [](const std::string& one, const std::string& other) {
        return R"(
    b0:
        %0:32 = const 0
        %1:32 = load_local_invocation_index
        %2:1 = ieq %1, %0
    if %2 {
        b1 from b0:
)" + one + R"(
    } else {
        b2 from b0:
)" + other + R"(
    }
    b3 from b1 b2:
)";
    };
    const std::string barrier = "            barrier {execution_scope=workgroup}\n";
    CHECK(outcomes_of(with_sides(barrier, barrier), 0) ==
          Outcomes{"waves of a work group wait at different barriers"});
    CHECK(outcomes_of(with_sides(barrier, ""), 0) ==
          Outcomes{"some waves wait at a barrier that others never reach"});
    // Each work group waits for itself alone.
    CHECK(outcomes_of(with_sides(barrier, ""), 0, 1) == Outcomes{"0"});
}

TEST_CASE("together: a barrier that only some lanes of a wave reach is a fault") {
    const auto shader = parsed(R"(shader compute
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_subgroup_invocation
        %2:1 = ieq %1, %0
    if %2 {
        b1 from b0:
            barrier {execution_scope=workgroup}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
}
)");
    Fault fault;
    const auto program = Program::prepare(*shader, fault);
    REQUIRE(program.has_value());
    Interpreter interpreter(*program, 4, 1);
    ConcurrentRun run(0);
    const RunResult result = interpreter.run_concurrently(std::array<Environment, 1>{}, 1, run, {});
    CHECK(result.fault.kind == FaultKind::barrier);
    CHECK(result.fault.message.find("some lanes reach it while others wait elsewhere") !=
          std::string::npos);
}

TEST_CASE("together: the steps of all waves are limited") {
    const Outcomes outcomes = outcomes_of(R"(
    b0:
    loop {
        b1 from b0 b1:
    }
    b2:
)",
                                          0, 2, 100);
    CHECK(outcomes.size() == 1);
    CHECK(outcomes.begin()->find("100") != std::string::npos);
}
