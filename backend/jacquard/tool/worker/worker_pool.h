#pragma once

#include <jacquard/tool/worker/worker.h>

#include <cstdint>
#include <string>

namespace jacquard::driver {

// The client of a pool supplies its work and receives the results.
class PoolClient {
  public:
    virtual ~PoolClient() = default;

    // The next piece; nothing at the end.
    [[nodiscard]] virtual std::optional<BatchItem> next() = 0;
    // Takes a result as soon as it and all before it are there, so in the order of the pieces
    // whatever the number of workers. False ends the work.
    [[nodiscard]] virtual bool take(const BatchItem& item, const std::string& result) = 0;
    // Returns the result for a piece at which workers die or hang.
    [[nodiscard]] virtual std::string lost(const BatchItem& item, const std::string& why) = 0;
};

struct PoolOptions {
    unsigned workers = 1;
    std::uint64_t seconds = 60;            // that one piece may take; 0: any number
    std::uint64_t memory = 0;              // bytes that a worker may take; 0: any number
    const platform::Event* stop = nullptr; // the work stops when it happens
    // The command line of a worker that is no copy of this process, see Worker::start().
    std::vector<std::string> words = {};
};

enum class PoolEnd : std::uint8_t {
    finished,
    stopped,     // by the client
    interrupted, // by the event
    no_worker    // no process can be made, as errno tells
};

// Does all pieces in processes of their own, so that one that crashes, never ends or takes all
// memory costs nothing but itself: its process is replaced and what else it was given is done by
// another. What is held at a time does not depend on how many pieces there are. The calling process
// must have no other threads.
[[nodiscard]] PoolEnd run_pool(const WorkFunction& work, const PoolOptions& options,
                               PoolClient& client);

} // namespace jacquard::driver
