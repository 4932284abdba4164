#pragma once

#include <jacquard/platform/channel.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

// Processes that work for this one.
namespace jacquard::platform {

// The end of a worker: it waits. False when the other end is gone.
class WorkerEnd {
  public:
    virtual ~WorkerEnd() = default;
    [[nodiscard]] virtual bool read(char* to, std::size_t size) = 0;
    [[nodiscard]] virtual bool write(std::string_view bytes) = 0;
};

// Whether a worker begins as a copy of the process that starts it, with all that it has. Elsewhere
// it begins as a new process of the same program, which is told what to do by words.
[[nodiscard]] bool workers_are_copies();

struct WorkerStart {
    // The life of a worker that is a copy; the process ends when it returns.
    std::function<void(WorkerEnd& end)> serve;
    // A new process is told these; without any there is none.
    std::vector<std::string> words;
    // Bounds what it may take in address space beyond what it has in the beginning, 0: nothing
    // does.
    std::uint64_t memory = 0;
    // Channels that it must not keep.
    std::vector<const Channel*> others;
};

// How a process ended.
struct ProcessEnd {
    std::string text;              // "its process ended with exit code 3"
    bool by_somebody_else = false; // it was killed, perhaps for memory that others took
};

// It dies with this process. What other processes are told to do by signals of a terminal or a
// scheduler it ignores, and with what it starts it is killed as one.
class WorkerProcess {
  public:
    struct State; // the system's form of it

    WorkerProcess();
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    // False when there can be no process, which errno tells.
    [[nodiscard]] bool start(const WorkerStart& start);
    [[nodiscard]] bool is_running() const { return state_ != nullptr; }
    [[nodiscard]] const Channel& channel() const { return channel_; }
    // Kills it, if it still runs.
    ProcessEnd end();

  private:
    std::unique_ptr<State> state_;
    Channel channel_;
};

// Returns true if a worker's memory can be bounded: a sanitizer maps far more than a program uses.
[[nodiscard]] bool bounds_worker_memory();

// The words of a main(), without the program's name, in UTF-8. For a process that was started as a
// worker they are those of WorkerStart, and own_worker_end() is not null.
[[nodiscard]] std::vector<std::string> program_words(int argc, char* argv[]);
[[nodiscard]] WorkerEnd* own_worker_end();

} // namespace jacquard::platform
