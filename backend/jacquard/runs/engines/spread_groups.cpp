// Work groups on several threads, with the result of one group after the other.

#include <jacquard/runs/engines/environment_copy.h>
#include <jacquard/runs/engines/workgroup_runner.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>

namespace jacquard::driver {

namespace {

// Fewer invocations are done before a thread has begun.
constexpr std::uint64_t kFewestInvocations = 4096;
// Copies of all memory together have no more bytes.
constexpr std::uint64_t kMostCopied = std::uint64_t{1} << 29;

// One thread has a runner and a copy of the memory.
struct Worker {
    Worker(const WorkgroupRunner& runner_, const ir3::Environment& from, LockedSampler& textures)
        : runner(runner_), copy(from, textures) {}

    WorkgroupRunner runner;
    EnvironmentCopy copy;
    bool is_done = false;
};

} // namespace

WorkgroupRunner::WorkgroupRunner(const WorkgroupRunner& other)
    : program_(other.program_), executable_(other.executable_), revision_(other.revision_),
      machine_(other.machine_), needs_(other.needs_), layout_(other.layout_) {}

bool WorkgroupRunner::run_spread(const Share& all, const ir3::Environment& environment,
                                 const ir3::RunOptions& options) {
    const std::uint64_t count = all.end - all.first;
    const std::uint64_t threads = std::min<std::uint64_t>(threads_, count);
    if (threads < 2 || observer_ != nullptr || count < kFewestInvocations / layout_.invocations() ||
        !environment.local.bytes.empty() || !executable_.has_local_atomics_alone()) {
        return false;
    }
    const std::optional<std::uint64_t> bytes = EnvironmentCopy::bytes_of(environment);
    if (!bytes || *bytes > kMostCopied / threads) {
        return false;
    }
    LockedSampler textures(environment.textures);
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::uint64_t i = 0; i < threads; ++i) {
        workers.push_back(std::make_unique<Worker>(*this, environment, textures));
    }
    const auto work = [&](std::uint64_t number) {
        Worker& worker = *workers[number];
        const std::uint64_t first = count / threads * number + std::min(number, count % threads);
        const std::uint64_t own = count / threads + (number < count % threads ? 1 : 0);
        try {
            ir3::Fault fault;
            worker.is_done =
                worker.runner.run_in_turn({all.groups, all.first + first, all.first + first + own},
                                          worker.copy.environment(), options, fault);
        } catch (const std::exception&) { // there is too little memory for all at once
            worker.is_done = false;
        }
    };
    std::vector<std::thread> helpers;
    std::uint64_t begun = 1;
    for (; begun < threads; ++begun) {
        try {
            helpers.emplace_back(work, begun);
        } catch (const std::system_error&) {
            break; // this thread does what is left
        }
    }
    work(0);
    for (std::uint64_t i = begun; i < threads; ++i) {
        work(i);
    }
    for (std::thread& helper : helpers) {
        helper.join();
    }
    std::uint64_t steps = 0;
    EnvironmentCopy& sum = workers[0]->copy;
    for (std::uint64_t i = 0; i < threads; ++i) {
        const Worker& worker = *workers[i];
        steps += worker.runner.steps();
        if (!worker.is_done || steps > options.maximum_steps ||
            (i != 0 && sum.depends_on(worker.copy))) {
            return false;
        }
        if (i != 0) {
            sum.add_accesses(worker.copy);
        }
    }
    sum.give_back();
    const std::span<const std::uint32_t> constants = workers.back()->copy.environment().constants;
    std::copy(constants.begin(), constants.end(), environment.constants.begin());
    steps_ = steps;
    shared_ = std::move(workers.back()->runner.shared_);
    return true;
}

} // namespace jacquard::driver
