#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/frame/help.h>

#include "catch.h"

#include <array>
#include <sstream>

using namespace jacquard::driver;

namespace {

std::vector<std::string> shapes() {
    return {"round", "square"};
}

constexpr OptionSpec kShape = {"--shape", "SHAPE", "its shape", false, shapes, false, true};

constexpr std::array<OptionSpec, 4> kOptions = {{
    {"-o", "FILE", "where to write"},
    {"--gpu", "PART", "the part"},
    {"--json", "", "JSON, in one line"},
    {"--max-of-something", "N", "how many", true},
}};

const CommandSpec kCommand = {"make",
                              "FILE",
                              1,
                              2,
                              "Makes it. Twice.",
                              kOptions,
                              [](const Arguments&, const Streams&) -> int { return exit_fine; },
                              [] { return std::string("and more\n"); },
                              "jacquard make a\njacquard make b"};

std::string parse_error(std::vector<std::string_view> words) {
    std::ostringstream err;
    CHECK_FALSE(Arguments::parse(kCommand, words, err).has_value());
    const std::string text = err.str();
    return text.substr(0, text.find('\n'));
}

} // namespace

TEST_CASE("options and operands may be mixed") {
    std::ostringstream err;
    const std::vector<std::string_view> words = {"a", "--gpu", "630",       "--json",
                                                 "-", "-o=x",  "--gpu=a6xx"};
    const auto arguments = Arguments::parse(kCommand, std::span(words).first(5), err);
    REQUIRE(arguments.has_value());
    CHECK(arguments->operands().size() == 2);
    CHECK(arguments->operands()[1] == "-");
    CHECK(arguments->value("--gpu") == "630");
    CHECK(arguments->has("--json"));
    CHECK_FALSE(arguments->has("-o"));

    const std::vector<std::string_view> repeated = {"--gpu", "1", "--gpu=2", "--", "--json"};
    const auto last = Arguments::parse(kCommand, repeated, err);
    REQUIRE(last.has_value());
    CHECK(last->value("--gpu") == "2");
    CHECK(last->operands()[0] == "--json");
}

TEST_CASE("wrong usage says what is wrong") {
    CHECK(parse_error({"a", "--gpo", "1"}) ==
          "jacquard: unknown option '--gpo' of 'make', did you mean '--gpu'?");
    CHECK(parse_error({"a", "--gpu"}) == "jacquard: option '--gpu' needs a value, PART");
    CHECK(parse_error({"a", "--json=1"}) == "jacquard: option '--json' takes no value");
    CHECK(parse_error({}) == "jacquard: 'make' needs FILE");
    CHECK(parse_error({"a", "b", "c"}) == "jacquard: unexpected argument 'c'");
}

TEST_CASE("an option that takes certain words alone takes no other") {
    static constexpr std::array<OptionSpec, 1> kShapes = {{kShape}};
    CommandSpec command = kCommand;
    command.options = kShapes;
    const auto parse = [&](std::vector<std::string_view> words) {
        std::ostringstream err;
        const auto arguments = Arguments::parse(command, words, err);
        return arguments ? std::string(arguments->value("--shape").value_or("")) : err.str();
    };
    CHECK(parse({"a", "--shape", "square"}) == "square");
    CHECK(parse({"a", "--shape=rounder"})
              .starts_with("jacquard: option '--shape' does not take 'rounder', did you mean "
                           "'round'?; it takes one of round, square\n"));
    CHECK(parse({"a", "--shape="})
              .starts_with("jacquard: option '--shape' does not take ''; it takes one of"));
}

TEST_CASE("a text too long for a line goes on below where it began") {
    const std::string words(70, 'x');
    CHECK(paragraph("one two", 4) == "one two\n");
    CHECK(paragraph("one " + words + " two\nthree", 4) == "one " + words + "\n    two three\n");
    CHECK(paragraph(words + words, 4) == words + words + '\n');
}

TEST_CASE("help shows examples and explains what is not rare") {
    CHECK(help_text(kCommand, HelpDepth::screen) ==
          "usage: jacquard make FILE [options]\n\n"
          "Makes it. Twice.\n\n"
          "example:\n"
          "  jacquard make a\n"
          "  jacquard make b\n\n"
          "options:\n"
          "  -o FILE     where to write\n"
          "  --gpu PART  the part\n"
          "  --json      JSON, in one line\n\n"
          "more, which 'jacquard make --help-all' explains:\n"
          "  --max-of-something\n");
}

TEST_CASE("all help explains every option") {
    CHECK(help_text(kCommand, HelpDepth::all) == "usage: jacquard make FILE [options]\n\n"
                                                 "Makes it. Twice.\n\n"
                                                 "example:\n"
                                                 "  jacquard make a\n"
                                                 "  jacquard make b\n\n"
                                                 "options:\n"
                                                 "  -o FILE               where to write\n"
                                                 "  --gpu PART            the part\n"
                                                 "  --json                JSON, in one line\n"
                                                 "  --max-of-something N  how many\n\n"
                                                 "and more\n");
}
