#include <jacquard/platform/child_program.h>
#include <jacquard/platform/interruption.h>
#include <jacquard/platform/worker_process.h>

#include "catch.h"

#include <cerrno>

using namespace jacquard::platform;

TEST_CASE("who waits sees an event that has happened before or meanwhile") {
    const Event event;
    CHECK_FALSE(event.has_happened());
    wait_for_channels({}, &event, 1); // it comes back
    event.happen();
    event.happen();
    CHECK(event.has_happened());
    wait_for_channels({}, &event, -1);
}

TEST_CASE("nothing interrupts where no signal comes") {
    const InterruptionScope scope;
    CHECK_FALSE(scope.event().has_happened());
    CHECK(interrupting_signal() == 0);
}

TEST_CASE("a program that is not there is told as such") {
    const ChildResult result = run_child({"jacquard-no-such-program"}, {});
    CHECK(result.end == ChildEnd::not_started);
    CHECK(result.fault == ENOENT);
}

TEST_CASE("a worker answers through its channel, where it can begin as a copy") {
    if (workers_are_copies()) {
        WorkerProcess worker;
        REQUIRE(worker.start({[](WorkerEnd& end) {
                                  char letter = 0;
                                  (void)(end.read(&letter, 1) && end.write({&letter, 1}));
                              },
                              {},
                              0,
                              {}}));
        AwaitedChannel awaited{&worker.channel(), true};
        wait_for_channels({&awaited, 1}, nullptr, 10'000);
        CHECK(awaited.is_ready);
        CHECK(worker.channel().send("x") == 1);
        awaited.wants_to_send = false;
        wait_for_channels({&awaited, 1}, nullptr, 10'000);
        CHECK(awaited.is_ready);
        char letter = 0;
        CHECK(worker.channel().receive(&letter, 1) == 1);
        CHECK(letter == 'x');
        CHECK_FALSE(worker.end().text.empty());
        return;
    }
    WorkerProcess worker;
    CHECK_FALSE(worker.start({[](WorkerEnd&) {}, {}, 0, {}}));
    CHECK(errno == ENOSYS);
    CHECK(own_worker_end() == nullptr);
}
