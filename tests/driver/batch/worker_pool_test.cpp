#include <jacquard/tool/worker/worker_pool.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace jacquard::driver;

namespace {

// Gives numbers from 0 on and collects what comes of them.
class Numbers final : public PoolClient {
  public:
    explicit Numbers(std::size_t count) : count_(count) {}
    std::optional<BatchItem> next() override {
        return next_ < count_
                   ? std::optional(BatchItem{std::to_string(next_++), "path", {"A", "B"}})
                   : std::nullopt;
    }
    bool take(const BatchItem& item, const std::string& result) override {
        names.push_back(item.name);
        results.push_back(result);
        return results.size() != stop_after;
    }
    std::string lost(const BatchItem& /*item*/, const std::string& why) override {
        return "lost: " + why;
    }

    std::vector<std::string> names;
    std::vector<std::string> results;
    std::size_t stop_after = 0;

  private:
    std::size_t count_;
    std::size_t next_ = 0;
};

int number_of(const BatchItem& item) {
    return std::stoi(item.name);
}

// The number itself, but for what a test does with some numbers before.
WorkFunction echo(std::function<void(int)> before) {
    return [before](const BatchItem& item) {
        before(number_of(item));
        return item.name;
    };
}

void die_by(int signal) {
    std::signal(signal, SIG_DFL); // Catch2's handlers report to whoever runs the tests
    std::raise(signal);
}

} // namespace

TEST_CASE("results come in the order of the pieces whatever the number of workers") {
    for (const unsigned workers : {1U, 2U, 7U}) {
        Numbers numbers(3000);
        const auto work = echo([](int i) { usleep(i % 50 == 0 ? 1000 : 0); });
        CHECK(run_pool(work, {workers}, numbers) == PoolEnd::finished);
        REQUIRE(numbers.results.size() == 3000);
        CHECK(numbers.results == numbers.names);
        CHECK(numbers.results[2999] == "2999");
    }
}

TEST_CASE("pieces and results of any size and content arrive") {
    class Large final : public PoolClient {
      public:
        std::optional<BatchItem> next() override {
            return given++ < 20
                       ? std::optional(BatchItem{std::string(300'000, 'n'), "p\n", {"", "x"}})
                       : std::nullopt;
        }
        bool take(const BatchItem& /*item*/, const std::string& result) override {
            right += result == std::string(3'000'000, '\0') + "p\n2x" ? 1 : 0;
            return true;
        }
        std::string lost(const BatchItem& /*item*/, const std::string& why) override { return why; }
        int given = 0;
        int right = 0;
    };
    Large large;
    const auto work = [](const BatchItem& item) {
        return std::string(item.name.size() * 10, '\0') + item.path +
               std::to_string(item.defines.size()) + item.defines[1];
    };
    CHECK(run_pool(work, {3}, large) == PoolEnd::finished);
    CHECK(large.right == 20);
}

TEST_CASE("a piece that crashes costs only itself") {
    Numbers numbers(200);
    const auto work = echo([](int i) {
        switch (i) {
        case 0: die_by(SIGSEGV); break;
        case 50: die_by(SIGABRT); break;
        case 51: _exit(3);
        case 199: die_by(SIGBUS); break;
        default: break;
        }
    });
    CHECK(run_pool(work, {2}, numbers) == PoolEnd::finished);
    REQUIRE(numbers.results.size() == 200);
    CHECK(numbers.results[0] == "lost: its process was ended by signal 11 (Segmentation fault)");
    CHECK(numbers.results[50] == "lost: its process was ended by signal 6 (Aborted)");
    CHECK(numbers.results[51] == "lost: its process ended with exit code 3");
    CHECK(numbers.results[199] == "lost: its process was ended by signal 7 (Bus error)");
    int right = 0;
    for (const std::string& result : numbers.results) {
        right += result.starts_with("lost") ? 0 : 1;
    }
    CHECK(right == 196);
}

TEST_CASE("every piece may crash") {
    Numbers numbers(40);
    CHECK(run_pool(echo([](int) { _exit(1); }), {3}, numbers) == PoolEnd::finished);
    CHECK(numbers.results ==
          std::vector<std::string>(40, "lost: its process ended with exit code 1"));
}

TEST_CASE("a piece at which something kills the process is tried once more") {
    const TemporaryFolder folder("killed_once");
    Numbers numbers(3);
    const auto work = echo([&](int i) {
        const std::string mark = folder / "tried";
        if (i == 1 && !std::filesystem::exists(mark)) {
            std::ofstream(mark) << i;
            std::raise(SIGKILL);
        }
        if (i == 2) {
            std::raise(SIGKILL);
        }
    });
    CHECK(run_pool(work, {1}, numbers) == PoolEnd::finished);
    CHECK(numbers.results ==
          std::vector<std::string>{"0", "1", "lost: its process was ended by signal 9 (Killed)"});
}

TEST_CASE("a piece that does not end costs only itself and its time") {
    Numbers numbers(20);
    PoolOptions options;
    options.workers = 2;
    options.seconds = 1;
    const auto work = echo([](int i) {
        while (i == 3) {
            usleep(1000);
        }
    });
    CHECK(run_pool(work, options, numbers) == PoolEnd::finished);
    REQUIRE(numbers.results.size() == 20);
    CHECK(numbers.results[3] == "lost: it takes longer than 1 second");
    CHECK(numbers.results[4] == "4");
    CHECK(numbers.results[19] == "19");
}

TEST_CASE("a piece gets no more memory than a worker may take") {
    if (!jacquard::platform::bounds_worker_memory()) {
        WARN("a sanitizer is at work; the memory of workers is not bounded");
        return;
    }
    Numbers numbers(2);
    PoolOptions options;
    options.memory = std::uint64_t{64} << 20;
    const auto work = [](const BatchItem& item) -> std::string {
        try {
            const std::vector<char> much(number_of(item) == 0 ? std::size_t{1} << 30 : 1000, 'x');
            return std::to_string(much.size());
        } catch (const std::bad_alloc&) {
            return "too much";
        }
    };
    CHECK(run_pool(work, options, numbers) == PoolEnd::finished);
    CHECK(numbers.results == std::vector<std::string>{"too much", "1000"});
}

TEST_CASE("the client can stop the work, and so can an event") {
    Numbers numbers(1000);
    numbers.stop_after = 10;
    CHECK(run_pool(echo([](int) {}), {2}, numbers) == PoolEnd::stopped);
    CHECK(numbers.results.size() == 10);

    const jacquard::platform::Event stop;
    stop.happen();
    PoolOptions options;
    options.stop = &stop;
    Numbers others(1000);
    CHECK(run_pool(echo([](int) {}), options, others) == PoolEnd::interrupted);
    CHECK(others.results.size() < 1000);
}
