#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/rpc/option_members.h>

#include "catch.h"
#include "contains.h"
#include "driver/servers/served.h"

#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// The words that the members stand for, and then the faults, each in brackets.
std::string read(const std::string& object) {
    json::ParseError error;
    const auto document = json::Document::parse(object, error);
    REQUIRE(document);
    std::vector<std::string> faults;
    std::string all;
    for (const std::string& word : rpc::words_of_members(document->root(), lsp::kSettingOptions,
                                                         std::vector<std::string_view>(), faults)) {
        all += (all.empty() ? "" : " ") + word;
    }
    for (const std::string& fault : faults) {
        all += '[' + fault + ']';
    }
    return all;
}

} // namespace

TEST_CASE("Members of an object become the words of options") {
    CHECK(read(R"({"gpus":["630","740"],"precise":true,"defines":["A","B=2"]})") ==
          "--gpu 630,740 --precise -D A -D B=2");
    CHECK(read(R"({"gpus":"630","include":"a","targetEnv":"opengl","waveSize":64})") ==
          "--gpu 630 -I a --target-env opengl --wave-size 64");
    CHECK(read(R"({"precise":false,"stage":null,"gpus":[]})").empty());
}

TEST_CASE(
    "An option whose value stands at its name has it there, whether the name is given or not") {
    CHECK(read(R"({"cl":["fast-relaxed-math","-cl-std=CL2.0"]})") ==
          "-cl-fast-relaxed-math -cl-std=CL2.0");
}

TEST_CASE("Options that say so may be repeated, and are arrays") {
    unsigned count = 0;
    for (const CommandSpec* command : all_commands()) {
        for (const OptionSpec& option : command->options) {
            const std::string doc(option.doc);
            const bool says_so = contains(doc, "may be repeated") ||
                                 contains(doc, "may\nbe repeated") ||
                                 contains(doc, "may be given several times");
            INFO(command->name << ' ' << option.name);
            CHECK((!says_so || option.is_repeated));
            count += says_so ? 1 : 0;
        }
    }
    CHECK(count > 10);
}

TEST_CASE("Members that are no options, or of another kind, are faults") {
    CHECK(read(R"({"precison":"full"})") == "[there is no 'precison', did you mean 'precision'?]");
    CHECK(read(R"({"precise":"yes"})") == "['precise' is true or false]");
    CHECK(read(R"({"gpus":[true]})") == "['gpus' is an array of strings]");
    CHECK(read(R"({"stage":["a"]})") == "['stage' is a string]");
    CHECK(read(R"({"waveSize":1.5})") == "['waveSize' is a whole number or a string]");
}

TEST_CASE("A value of several lines would be more than a value") {
    CHECK(read(R"({"defines":["A=1\n#include \"b\""]})") == "['defines' is an array of strings]");
}

TEST_CASE("The schema has each option once, with its words") {
    const std::string schema = lsp::ServerSettings::schema();
    json::ParseError error;
    const auto document = json::Document::parse(schema, error);
    REQUIRE(document);
    const json::Value properties = document->root()["properties"];
    CHECK(properties.size() == lsp::kSettingOptions.size());
    CHECK(properties["precision"]["enum"].at(0).string() == "relaxed");
    CHECK(properties["gpus"]["type"].string() == "array");
    CHECK(properties["precise"]["type"].string() == "boolean");
    CHECK(properties["state"]["type"].string() == "string");
}
