// The main function of all test programs. A test that cannot be done here says so by
// WARN("skipped: REASON (Debian: PACKAGE)"); the program then ends with a code of its own, by which
// ctest counts the test as skipped instead of passed.

// Messages are read by programs, too, and lines that are wrapped cut names into two.
#define CATCH_CONFIG_CONSOLE_WIDTH 300
#define CATCH_CONFIG_RUNNER
#include "catch.h"

namespace {

constexpr int kExitFailed = 1;
constexpr int kExitSkipped = 77; // as SKIP_RETURN_CODE has it

int cases_run = 0;
int cases_skipped = 0;
bool is_skipped = false;

bool says_skipped(const Catch::AssertionStats& stats) {
    const Catch::AssertionResult& result = stats.assertionResult;
    return result.getResultType() == Catch::ResultWas::Warning &&
           std::string(result.getMessage()).rfind("skipped: ", 0) == 0;
}

#if __has_include(<catch2/catch_all.hpp>)
using ListenerBase = Catch::EventListenerBase;
using Answer = void;
#else
using ListenerBase = Catch::TestEventListenerBase;
using Answer = bool;
#endif

class SkipListener : public ListenerBase {
  public:
    using ListenerBase::ListenerBase;

    void testCaseStarting(const Catch::TestCaseInfo& info) override {
        is_skipped = false;
        ListenerBase::testCaseStarting(info);
    }
    Answer assertionEnded(const Catch::AssertionStats& stats) override {
        is_skipped = is_skipped || says_skipped(stats);
        return Answer(true);
    }
    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        ++cases_run;
        cases_skipped += is_skipped ? 1 : 0;
        ListenerBase::testCaseEnded(stats);
    }
};

CATCH_REGISTER_LISTENER(SkipListener)

} // namespace

int main(int argc, char* argv[]) {
    // The number of failed assertions, or of listed tests, is not one of our exit codes.
    if (Catch::Session().run(argc, argv) != 0) {
        return kExitFailed;
    }
    return cases_run != 0 && cases_run == cases_skipped ? kExitSkipped : 0;
}
