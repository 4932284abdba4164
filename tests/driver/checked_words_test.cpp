// Commands let the compiler check the words that it makes, unless they are told not to.

#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/settings.h>

#include "catch.h"

#include <sstream>
#include <string_view>
#include <vector>

using namespace jacquard::driver;

namespace {

// Returns true if the command with these words asks for the check.
bool asks_for_check(const CommandSpec& command, const std::vector<std::string_view>& words) {
    std::istringstream in;
    std::ostringstream out;
    const auto arguments = Arguments::parse(command, words, out);
    INFO(out.str());
    REQUIRE(arguments.has_value());
    VariantKey key;
    REQUIRE(read_settings(*arguments, Streams{in, out, out}, key));
    return key.check;
}

} // namespace

TEST_CASE("what a command compiles it checks, but with --no-check") {
    for (const CommandSpec* command :
         {&kCompileCommand, &kRunCommand, &kViewCommand, &kCostCommand}) {
        INFO(command->name);
        CHECK(asks_for_check(*command, {"shader.tgsi"}));
        CHECK_FALSE(asks_for_check(*command, {"shader.tgsi", "--no-check"}));
    }
    CHECK_FALSE(VariantKey{}.check); // who links the library chooses
}
