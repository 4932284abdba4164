#include <jacquard/platform/windows/channel_state.h>

#include "catch.h"

using namespace jacquard::platform;

namespace {

struct Pipe {
    Handle reading;
    Handle writing;

    Pipe() {
        HANDLE from = nullptr;
        HANDLE to = nullptr;
        REQUIRE(CreatePipe(&from, &to, nullptr, 1 << 12) != 0);
        reading = Handle(from);
        writing = Handle(to);
    }
};

} // namespace

TEST_CASE("bytes go through a channel in both directions") {
    Pipe in;
    Pipe out;
    const Channel channel(
        std::make_unique<Channel::State>(std::move(in.reading), std::move(out.writing)));
    CHECK(channel.send("question") == 8);
    std::string question(8, ' ');
    DWORD moved = 0;
    CHECK(ReadFile(out.reading.get(), question.data(), 8, &moved, nullptr) != 0);
    CHECK(question.substr(0, moved) == "question");

    CHECK(WriteFile(in.writing.get(), "answer", 6, &moved, nullptr) != 0);
    AwaitedChannel awaited{&channel};
    wait_for_channels({&awaited, 1}, nullptr, 10'000);
    CHECK(awaited.is_ready);
    std::string answer(6, ' ');
    CHECK(channel.receive(answer.data(), answer.size()) == 6);
    CHECK(answer == "answer");

    in.writing.close();
    wait_for_channels({&awaited, 1}, nullptr, 10'000);
    CHECK(channel.receive(answer.data(), answer.size()) < 0);
}

TEST_CASE("a channel is closed while its threads wait for an end that stays open") {
    Pipe in;
    Pipe out;
    {
        const Channel channel(
            std::make_unique<Channel::State>(std::move(in.reading), std::move(out.writing)));
        CHECK(channel.send(std::string(1 << 20, 'x')) > 0); // more than a pipe holds
        wait_for_channels({}, nullptr, 50);
    }
    CHECK(in.writing.is_open());
    CHECK(out.reading.is_open());
}

TEST_CASE("who wants to send does not wait for what the other end has to say") {
    Pipe in;
    Pipe out;
    const Channel channel(
        std::make_unique<Channel::State>(std::move(in.reading), std::move(out.writing)));
    AwaitedChannel awaited{&channel, true};
    wait_for_channels({&awaited, 1}, nullptr, -1);
    CHECK(awaited.is_ready);
    awaited.wants_to_send = false;
    wait_for_channels({&awaited, 1}, nullptr, 1);
    CHECK_FALSE(awaited.is_ready);
}
