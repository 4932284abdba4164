#pragma once

#include <jacquard/platform/worker_process.h>
#include <jacquard/tool/worker/batch_item.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::driver {

// Turns a shader into its result; runs in the worker's process.
using WorkFunction = std::function<std::string(const BatchItem& item)>;

// Returns true in a process that was started as a worker and is no copy; it has then done all work
// that it was given.
[[nodiscard]] bool serve_as_worker(const WorkFunction& work);

// One piece of a pool's work.
struct WorkTicket {
    BatchItem item;
    bool was_tried = false;            // and its worker was killed from outside
    std::optional<std::string> result; // when there is one
};

// A process that does one piece of work after the other, seen from the process that gives them. It
// dies with that process.
class Worker {
  public:
    using Clock = std::chrono::steady_clock;

    Worker() = default;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Makes the process. Where it is no copy of this one, the words are its command line, which
    // leads it to the same function, with which it calls serve_as_worker(). `memory` bounds what it
    // may take in address space beyond what it has in the beginning, 0: nothing does. `others` are
    // channels that it must not keep. False when there can be no process, which errno tells.
    [[nodiscard]] bool start(const WorkFunction& work, const std::vector<std::string>& words,
                             std::uint64_t memory,
                             const std::vector<const platform::Channel*>& others);
    // Kills the process, if there is one; what it was given is forgotten.
    platform::ProcessEnd end();

    [[nodiscard]] bool is_running() const { return process_.is_running(); }
    [[nodiscard]] const platform::Channel& channel() const { return process_.channel(); }
    [[nodiscard]] bool wants_to_send() const { return sent_ < outgoing_.size(); }

    // The pieces that the worker was given and has not answered, in order. It works on the first.
    [[nodiscard]] const std::deque<WorkTicket*>& tickets() const { return tickets_; }
    // With the first of them. Time in which it could not work does not count.
    [[nodiscard]] Clock::time_point began() const { return began_; }
    void forgive(Clock::duration time) { began_ += time; }

    void give(WorkTicket& ticket);
    // Both move what can be moved without waiting. receive() sets the results of tickets. False
    // when the process is gone.
    [[nodiscard]] bool send();
    [[nodiscard]] bool receive();

  private:
    platform::WorkerProcess process_;
    std::string outgoing_;
    std::size_t sent_ = 0; // of outgoing_
    std::string incoming_;
    std::deque<WorkTicket*> tickets_;
    Clock::time_point began_{};
};

} // namespace jacquard::driver
