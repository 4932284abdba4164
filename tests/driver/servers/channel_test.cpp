#include <jacquard/tool/rpc/channel.h>

#include "catch.h"

#include <sstream>
#include <string>
#include <vector>

using jacquard::driver::rpc::Channel;
using jacquard::driver::rpc::HeaderChannel;
using jacquard::driver::rpc::LineChannel;
using jacquard::driver::rpc::Received;

namespace {

// Returns all that is read, each text in brackets and each fault in braces.
template <typename Kind>
std::string read_all(const std::string& bytes, std::uint64_t most = 100) {
    std::istringstream in(bytes);
    std::ostringstream out;
    Kind channel(in, out, most);
    std::string all;
    while (const std::optional<Received> received = channel.read()) {
        all += received->fault.empty() ? '[' + received->text + ']' : '{' + received->fault + '}';
    }
    return all;
}

} // namespace

TEST_CASE("Messages stand behind headers with their lengths") {
    CHECK(read_all<HeaderChannel>("Content-Length: 2\r\n\r\nhiContent-Length: 0\r\n\r\n") ==
          "[hi][]");
    CHECK(read_all<HeaderChannel>("Content-Type: text\r\ncontent-length:3\r\n\r\nabc") == "[abc]");
    CHECK(read_all<HeaderChannel>("Content-Length: 2\n\nok") == "[ok]");
}

TEST_CASE("Headers without a length are faults, and what follows is read") {
    CHECK(read_all<HeaderChannel>("Length: 2\r\n\r\nContent-Length: 1\r\n\r\nx") ==
          "{the header has no Content-Length}[x]");
    CHECK(read_all<HeaderChannel>("Content-Length: -2\r\n\r\nContent-Length: 1\r\n\r\nx") ==
          "{Content-Length is a number of bytes}[x]");
    CHECK(read_all<HeaderChannel>(std::string(9000, 'x') + "\r\n\r\n") ==
          "{the header has no Content-Length}");
}

TEST_CASE("Messages that are too large are skipped") {
    CHECK(read_all<HeaderChannel>("Content-Length: 5\r\n\r\nhelloContent-Length: 2\r\n\r\nhi", 4) ==
          "{the message has more than 4 bytes}[hi]");
    CHECK(read_all<LineChannel>("hello\nhi\n", 4) == "{the message has more than 4 bytes}[hi]");
}

TEST_CASE("A message that is cut off is lost, however much its header promises") {
    CHECK(read_all<HeaderChannel>("Content-Length: 5\r\n\r\nhe").empty());
    CHECK(read_all<HeaderChannel>("Content-Length: 99999999999999\r\n\r\nhe").empty());
    CHECK(read_all<HeaderChannel>("Content-Len").empty());
}

TEST_CASE("Messages are lines, and blank ones none") {
    CHECK(read_all<LineChannel>("{}\n\n \r\n{1}\r\nlast") == "[{}][{1}][last]");
}

TEST_CASE("What is written is what the other side reads") {
    std::istringstream in;
    std::ostringstream out;
    HeaderChannel(in, out, 9).write("\xc3\xa4");
    CHECK(out.str() == "Content-Length: 2\r\n\r\n\xc3\xa4");
    out.str({});
    LineChannel(in, out, 9).write("{}");
    CHECK(out.str() == "{}\n");
}
