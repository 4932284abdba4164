#include <jacquard/opencl/clang_program.h>
#include <jacquard/opencl/kernel_names.h>
#include <jacquard/runs/launch/launch.h>

#include "../catch.h"

#include <cstring>

using namespace jacquard;
using driver::Launch;
using nir::ArgumentKind;
using nir::KernelArgument;

namespace {

KernelArgument argument(const char* name, ArgumentKind kind, std::uint32_t offset,
                        std::uint32_t size, std::uint32_t scalar = 0, bool is_float = false) {
    return {.name = name,
            .kind = kind,
            .offset = offset,
            .size = size,
            .scalar = scalar,
            .is_float = is_float};
}

const std::vector<KernelArgument> kTakes = {argument("x", ArgumentKind::address, 0, 8),
                                            argument("n", ArgumentKind::value, 8, 4, 4),
                                            argument("f", ArgumentKind::value, 16, 16, 4, true),
                                            argument("kept", ArgumentKind::local, 32, 4)};

std::optional<std::string> no_file(std::string_view path, std::string& fault) {
    fault = "cannot read '" + std::string(path) + '\'';
    return std::nullopt;
}

std::vector<std::string> faults_of(const std::vector<std::string_view>& given) {
    std::vector<std::string> faults;
    static_cast<void>(Launch::prepare("sum", kTakes, given, no_file, faults));
    return faults;
}

} // namespace

TEST_CASE("arguments become a block and memory by address", "[launch]") {
    std::vector<std::string> faults;
    std::optional<Launch> launch =
        Launch::prepare("sum", kTakes, {"ints:1,-1", "0x10", "1,2,3", "local:12"}, no_file, faults);
    REQUIRE(launch);
    CHECK(launch->place_local(100) == 128 + 12);
    const driver::RecordedCase recorded = launch->recorded({2, 1, 1});
    const driver::Words& block = recorded.uniform_buffers.at(0).second;
    CHECK(recorded.uniform_buffers[0].first == "0.0");
    const std::uint64_t address = *launch->arguments()[0].at;
    CHECK(block[0] == static_cast<std::uint32_t>(address));
    CHECK(block[2] == 16);
    CHECK(block[4] == 0x3f800000);
    CHECK(block[7] == 0); // a vector of three components takes as much as one of four
    CHECK(block[8] == 128);
    const driver::Words& memory = recorded.storage_buffers.at(0).second;
    CHECK(memory[(address - driver::kGlobalAddress) / 4 + 1] == 0xffffffff);
}

TEST_CASE("what is written between buffers is noticed", "[launch]") {
    std::vector<std::string> faults;
    std::optional<Launch> launch =
        Launch::prepare("sum", kTakes, {"zeros:6", "1", "1,2,3,4", "local:4"}, no_file, faults);
    REQUIRE(launch);
    static_cast<void>(launch->place_local(0));
    driver::Words memory = launch->recorded({1, 1, 1}).storage_buffers.at(0).second;
    const std::size_t first = (*launch->arguments()[0].at - driver::kGlobalAddress) / 4;
    memory[first] = 7;
    CHECK(launch->is_outside_intact(memory));
    CHECK(Launch::buffer_of(launch->arguments()[0], memory).at(0) == std::byte{7});
    memory[first + 1] = 0; // of which two bytes are behind the buffer
    CHECK_FALSE(launch->is_outside_intact(memory));
}

TEST_CASE("an argument that the kernel does not take is named", "[launch]") {
    CHECK(faults_of({"zeros:4"})
              .at(0)
              .starts_with("'sum' takes 4 arguments, and 1 are given: x, a "
                           "buffer"));
    const std::vector<std::string> faults = faults_of({"5", "1.5", "1,2", "local:x"});
    REQUIRE(faults.size() == 4);
    CHECK(faults[0].starts_with("argument 0 (x): '5' is not a buffer"));
    CHECK(faults[1] == "argument 1 (n): '1.5' is not an integer of 32 bits");
    CHECK(faults[2] == "argument 2 (f): its value has 16 bytes, and 8 are given");
    CHECK(faults[3] ==
          "argument 3 (kept): 'local:x' is not memory of the work group (local:BYTES)");
    CHECK(faults_of({"file:none", "4294967296", "hex:00", "local:1"}) ==
          std::vector<std::string>{"argument 0 (x): cannot read 'none'",
                                   "argument 1 (n): '4294967296' is not an integer of 32 bits",
                                   "argument 2 (f): its value has 16 bytes, and 1 are given"});
}

TEST_CASE("an image has a format and sizes, of which no product is too large", "[launch]") {
    KernelArgument volume = argument("v", ArgumentKind::texture, 1, 0);
    volume.dim = nir::TextureDim::dim_3d;
    const auto fault_of = [&volume](std::string_view given) {
        std::vector<std::string> faults;
        const bool is_launched =
            Launch::prepare("blur", {volume}, {given}, no_file, faults).has_value();
        return is_launched ? std::string() : faults.at(0);
    };
    CHECK(fault_of("image:rgba8:4x2x3").empty());
    CHECK(fault_of("image:rgba9:4x2x3").ends_with("did you mean 'rgba8'?"));
    CHECK(fault_of("image:rgba8:4x2").find("'4x2' is no WIDTHxHEIGHTxDEPTH") != std::string::npos);
    // The product of these is 0 in 64 bits.
    CHECK(fault_of("image:rgba8:134217728x134217728x134217728")
              .find("is larger than 1073741824 bytes") != std::string::npos);
}

TEST_CASE("samplers of the module are no parameters, wherever they stand", "[launch]") {
    KernelArgument volume = argument("v", ArgumentKind::texture, 1, 0);
    volume.dim = nir::TextureDim::dim_cube;
    const std::vector<KernelArgument> takes = {argument("s", ArgumentKind::literal, 0, 0), volume,
                                               argument("n", ArgumentKind::value, 0, 4, 4)};
    std::vector<std::string> faults;
    CHECK_FALSE(Launch::prepare("blur", takes, {"image:rgba8:4x4", "x"}, no_file, faults));
    REQUIRE(faults.size() == 2);
    CHECK(faults[0] == "argument 0 (v): images of the shape cube are not launched");
    CHECK(faults[1].starts_with("argument 1 (n): "));
}

TEST_CASE("an extent has up to three directions", "[launch]") {
    using Extent = std::array<std::uint32_t, 3>;
    CHECK(driver::read_extent("64") == Extent{64, 1, 1});
    CHECK(driver::read_extent("4x5x6") == Extent{4, 5, 6});
    for (const char* wrong : {"", "0", "4x", "4x0", "1x2x3x4", "4 x 5", "-1"}) {
        CHECK_FALSE(driver::read_extent(wrong));
    }
}

TEST_CASE("arguments of kernels are words and back", "[launch]") {
    const std::vector<std::uint32_t> words = nir::argument_words(kTakes);
    CHECK(nir::arguments_of(words) == kTakes);
    CHECK(nir::arguments_of(std::span(words).first(words.size() - 1)).empty());
    CHECK(nir::arguments_of(std::vector<std::uint32_t>{9, 0, 0, 0, 0, 0}).empty());
}

TEST_CASE("messages of clang have lines and columns", "[opencl]") {
    const auto messages = driver::read_clang_log("/tmp/a:b.cl:2:10: error: use of 'y'\n"
                                                 "/tmp/a:b.cl:3:1: warning: odd\n"
                                                 "/tmp/a:b.cl:1:1: note: here\n"
                                                 "clang: error: no such file\n"
                                                 "2 errors generated.\n");
    REQUIRE(messages.size() == 3);
    CHECK(messages[0].file == "/tmp/a:b.cl");
    CHECK(messages[0].line == 2);
    CHECK(messages[0].column == 10);
    CHECK(messages[0].text == "use of 'y'");
    CHECK_FALSE(messages[1].is_error);
    CHECK(messages[2].file.empty());
    CHECK(messages[2].text == "no such file");
}

TEST_CASE("a kernel is chosen by its name, or is the only one", "[opencl]") {
    CHECK(driver::fault_of_choice("", {"one"}).empty());
    CHECK(driver::fault_of_choice("two", {"one", "two"}).empty());
    CHECK(driver::fault_of_choice("", {"one", "two"}) ==
          "there are several kernels, of which --entry chooses one: one, two");
    CHECK(driver::fault_of_choice("twoo", {"one", "two"}) ==
          "there is no kernel 'twoo' among one, two, did you mean 'two'?");
    CHECK_FALSE(driver::kernel_names("no module"));
}
