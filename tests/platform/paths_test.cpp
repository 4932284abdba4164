#include <jacquard/platform/environment.h>
#include <jacquard/platform/paths.h>

#include "catch.h"

#include <filesystem>

using namespace jacquard::platform;

TEST_CASE("a path of letters of many languages comes back as it was") {
    const std::string name = "caf\u00e9/\u7e54\u308a.frag";
    CHECK(text_of_path(plain_path(name)) == name);
    CHECK(text_of_path(plain_path(name).filename()) == "\u7e54\u308a.frag");
}

TEST_CASE("bytes that are no text make a path all the same") {
    CHECK_NOTHROW(plain_path("bad\xff\xfe.frag"));
    CHECK_NOTHROW(native_path("bad\xff\xfe.frag"));
}

TEST_CASE("the last name of a path starts behind its folders") {
    CHECK(start_of_name("a.frag") == 0);
    CHECK(start_of_name("shaders/a.frag") == 8);
    CHECK(path_of_address("/tmp/a") == "/tmp/a");
}

TEST_CASE("the program knows its own file") {
    CHECK(std::filesystem::exists(native_path(own_program())));
    CHECK(std::filesystem::equivalent(native_path(own_program()), native_path(own_code_file())));
    CHECK(environment_variable("PATH"));
    CHECK_FALSE(environment_variable("JACQUARD_NOBODY_SETS_THIS"));
    CHECK(process_number() != 0);
    CHECK_FALSE(find_program("jacquard-no-such-program"));
}
