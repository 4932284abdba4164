#include <jacquard/tool/worker/worker_pool.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using Clock = Worker::Clock;

// Pieces that are done, being done or given, from the first one whose result is missing.
constexpr std::size_t kWindow = 1024;
// A worker holds this many pieces at a time, so that it need not wait for the next one.
constexpr std::size_t kDepth = 2;
// Workers that die one after the other without having been given anything.
constexpr unsigned kMostIdleDeaths = 16;

class Pool {
  public:
    Pool(const WorkFunction& work, const PoolOptions& options, PoolClient& client)
        : work_(work), options_(options), client_(client), workers_(options.workers) {}

    PoolEnd run() {
        for (;;) {
            while (!window_.empty() && window_.front().result) {
                if (!client_.take(window_.front().item, *window_.front().result)) {
                    return PoolEnd::stopped;
                }
                window_.pop_front();
            }
            // Before anything is given: the source may take its time.
            if (is_interrupted()) {
                return PoolEnd::interrupted;
            }
            if (!give_work()) {
                return PoolEnd::no_worker;
            }
            if (window_.empty()) {
                return PoolEnd::finished;
            }
            if (!window_.front().result) {
                wait();
            }
        }
    }

  private:
    [[nodiscard]] bool is_interrupted() const {
        return options_.stop != nullptr && options_.stop->has_happened();
    }

    // The next piece that no worker has; null when there is none, or no room for its result.
    WorkTicket* next_ticket() {
        if (!again_.empty()) {
            WorkTicket* ticket = again_.front();
            again_.pop_front();
            return ticket;
        }
        if (is_exhausted_ || window_.size() >= kWindow) {
            return nullptr;
        }
        std::optional<BatchItem> item = client_.next();
        is_exhausted_ = !item;
        return item ? &window_.emplace_back(WorkTicket{std::move(*item), false, {}}) : nullptr;
    }

    // Gives each worker something before it gives one more. False when there is no worker.
    bool give_work() {
        for (std::size_t depth = 1; depth <= kDepth; ++depth) {
            for (Worker& worker : workers_) {
                if (worker.tickets().size() >= depth) {
                    continue;
                }
                WorkTicket* ticket = next_ticket();
                if (ticket == nullptr) {
                    return true;
                }
                if (!worker.is_running() && !start(worker)) {
                    again_.push_front(ticket);
                    if (!has_worker()) {
                        return false;
                    }
                    continue;
                }
                worker.give(*ticket);
                if (!worker.send()) {
                    replace(worker, {});
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool has_worker() const {
        return std::any_of(workers_.begin(), workers_.end(),
                           [](const Worker& worker) { return worker.is_running(); });
    }

    bool start(Worker& worker) {
        std::vector<const platform::Channel*> others;
        for (const Worker& other : workers_) {
            if (other.is_running()) {
                others.push_back(&other.channel());
            }
        }
        return idle_deaths_ < kMostIdleDeaths &&
               worker.start(work_, options_.words, options_.memory, others);
    }

    // Ends a worker that is dead or has to be. The piece it was at is lost, the others are given to
    // another one. `why` is empty when it died by itself.
    void replace(Worker& worker, std::string why) {
        if (why.empty()) {
            (void)worker.receive(); // what it answered before it died
        }
        std::deque<WorkTicket*> tickets = worker.tickets();
        const platform::ProcessEnd end = worker.end();
        if (tickets.empty()) {
            ++idle_deaths_;
            return;
        }
        WorkTicket& first = *tickets.front();
        // Somebody else's memory may have been what was too much.
        const bool from_outside = why.empty() && end.by_somebody_else && !first.was_tried;
        if (from_outside) {
            first.was_tried = true;
        } else {
            first.result = client_.lost(first.item, why.empty() ? end.text : why);
            tickets.pop_front();
        }
        again_.insert(again_.begin(), tickets.begin(), tickets.end());
    }

    // Until something can be moved, a piece took too long, or the work is to stop.
    void wait() {
        std::vector<platform::AwaitedChannel> requests;
        int milliseconds = -1;
        const Clock::time_point now = Clock::now();
        for (const Worker& worker : workers_) {
            if (worker.is_running()) {
                requests.push_back({&worker.channel(), worker.wants_to_send()});
            }
            if (options_.seconds != 0 && !worker.tickets().empty()) {
                const int left = milliseconds_left(worker, now);
                milliseconds = milliseconds < 0 ? left : std::min(milliseconds, left);
            }
        }
        platform::wait_for_channels(requests, options_.stop, milliseconds);
        forgive_pause(now, milliseconds);
        std::size_t at = 0;
        for (Worker& worker : workers_) {
            if (!worker.is_running()) {
                continue;
            }
            const bool is_ready = requests[at++].is_ready;
            if (is_ready && (!worker.send() || !worker.receive())) {
                replace(worker, {});
            } else if (!worker.tickets().empty() && options_.seconds != 0 &&
                       milliseconds_left(worker, Clock::now()) == 0) {
                replace(worker, "it takes longer than " + std::to_string(options_.seconds) +
                                    (options_.seconds == 1 ? " second" : " seconds"));
            }
        }
    }

    // All processes may have been stopped for a while, as schedulers do. Nobody is to blame for it.
    void forgive_pause(Clock::time_point before, int milliseconds) {
        constexpr std::chrono::seconds kGrace(1);
        const Clock::duration over =
            Clock::now() - before - std::chrono::milliseconds(std::max(milliseconds, 0));
        for (Worker& worker : workers_) {
            if (milliseconds >= 0 && over > kGrace) {
                worker.forgive(over);
            }
        }
    }

    [[nodiscard]] int milliseconds_left(const Worker& worker, Clock::time_point now) const {
        constexpr std::int64_t kLongest = 1'000'000;
        const auto passed =
            std::chrono::duration_cast<std::chrono::milliseconds>(now - worker.began()).count();
        const auto allowed = static_cast<std::int64_t>(
            std::min<std::uint64_t>(options_.seconds, std::uint64_t{1} << 40) * 1000);
        return static_cast<int>(std::clamp<std::int64_t>(allowed - passed, 0, kLongest));
    }

    const WorkFunction& work_;
    const PoolOptions& options_;
    PoolClient& client_;
    std::deque<WorkTicket> window_; // its elements never move
    std::deque<WorkTicket*> again_; // those that dead workers had not begun
    std::deque<Worker> workers_;
    bool is_exhausted_ = false;
    unsigned idle_deaths_ = 0;
};

} // namespace

PoolEnd run_pool(const WorkFunction& work, const PoolOptions& options, PoolClient& client) {
    return Pool(work, options, client).run();
}

} // namespace jacquard::driver
