#include <jacquard/support/json/json.h>

#include "catch.h"

#include <cmath>
#include <string>

using namespace jacquard;

namespace {

struct Fault {
    const char* text;
    SourcePosition position;
    const char* message;
};

json::Document parsed(std::string_view text) {
    json::ParseError error;
    auto document = json::Document::parse(text, error);
    INFO(error.message);
    REQUIRE(document);
    return std::move(*document);
}

} // namespace

TEST_CASE("a JSON document gives its values by name and by position") {
    const json::Document document = parsed(
        R"({"shader": "a\n\"b\" \u00e9\ud83d\ude00", "gpu": 630, "list": [1, -2.5e1, true, null], "none": {}})");
    const json::Value root = document.root();
    CHECK(root["shader"].string() == "a\n\"b\" \xc3\xa9\xf0\x9f\x98\x80");
    CHECK(root["gpu"].integer() == 630);
    CHECK(root["gpu"].string("other") == "other");
    CHECK(root["list"].size() == 4);
    CHECK(root["list"].at(1).number() == -25.0);
    CHECK(root["list"].at(1).integer(7) == 7);
    CHECK(root["list"].at(2).boolean());
    CHECK(root["list"].at(3).is(json::Kind::null));
    CHECK_FALSE(root["list"].at(4).exists());
    CHECK(root["none"].is(json::Kind::object));
    CHECK(root["none"].size() == 0);
    CHECK_FALSE(root["absent"]["deeper"].at(3).exists());
    std::string names;
    for (const json::Value member : root) {
        names += std::string(member.name()) + " ";
    }
    CHECK(names == "shader gpu list none ");
}

TEST_CASE("a value of a JSON document knows its line and column") {
    const json::Document document = parsed("{\n  \"a\": 1,\n  \"b\": [2, 3]\n}");
    CHECK(document.root()["b"].position() == SourcePosition{3, 8});
    CHECK(document.root()["b"].at(1).position() == SourcePosition{3, 12});
}

TEST_CASE("malformed JSON is refused with the place of the fault") {
    const Fault faults[] = {
        {"", {1, 1}, "the text ends where a value is expected"},
        {"{\"a\": 1,\n \"a\": 2}", {2, 2}, "the name 'a' is given twice"},
        {"[1, 2", {1, 6}, "',' or ']' is expected here"},
        {"{\"a\" 1}", {1, 6}, "':' is expected here"},
        {"{a: 1}", {1, 2}, "a name in quotes is expected here"},
        {"[1,]", {1, 4}, "a value is expected here"},
        {"01", {1, 1}, "a number must not start with 0"},
        {"1.", {1, 3}, "a digit is expected here"},
        {"1e999", {1, 1}, "the number is out of range"},
        {"nul", {1, 1}, "a value is expected here"},
        {"\"a", {1, 3}, "the text ends inside a string"},
        {"\"\\x\"", {1, 2}, "unknown escape in a string"},
        {"\"\\ud800\"", {1, 8}, "half of a surrogate pair is alone"},
        {"\"\\udc7f\"", {1, 8}, "half of a surrogate pair is alone"},
        {"\"\\udd00\"", {1, 8}, "half of a surrogate pair is alone"},
        {"\"\xff\"", {1, 2}, "the string is not UTF-8"},
        {"\"\t\"", {1, 2}, "a control character in a string must be escaped"},
        {"1 2", {1, 3}, "nothing may follow the value"},
    };
    for (const Fault& fault : faults) {
        json::ParseError error;
        CAPTURE(fault.text);
        CHECK_FALSE(json::Document::parse(fault.text, error));
        CHECK(error.position == fault.position);
        CHECK(error.message == fault.message);
    }
}

TEST_CASE("JSON nested without end is refused, not followed") {
    const std::string text(100000, '[');
    json::ParseError error;
    CHECK_FALSE(json::Document::parse(text, error));
    CHECK(error.message == "nested too deeply");
}

TEST_CASE("written JSON has commas where they belong and reads back") {
    std::string text;
    json::Writer writer(text);
    writer.begin_object().member("name", "a \"b\"\n\x01").member("gpu", 630).name("list");
    writer.begin_array().number(0.1).boolean(false).null().begin_object().end_object().end_array();
    writer.end_object();
    CHECK(text == R"({"name": "a \"b\"\n\u0001", "gpu": 630, "list": [0.1, false, null, {}]})");
    const json::Document document = parsed(text);
    CHECK(document.root()["name"].string() == "a \"b\"\n\x01");
    CHECK(document.root()["list"].at(0).number() == 0.1);
}

TEST_CASE("JSON keeps texts apart that are no UTF-8, and nothing that controls a terminal") {
    for (const std::string given : {"\xff", "\xfe", "\xef\xbf\xbd", "a\xc3", "\xe2\x80z"}) {
        std::string text;
        json::append_quoted(text, given);
        CHECK(parsed(text).root().string() == given);
    }
    std::string text;
    json::append_quoted(text, "\xff\x80\x7f\x1b\xc2\x9b\xc3\xa4");
    CHECK(text == "\"\\udcff\\udc80\\u007f\\u001b\\u009b\xc3\xa4\"");
}

TEST_CASE("JSON can be written with a line for each value") {
    std::string text;
    json::Writer writer(text, 2);
    writer.begin_object().name("list").begin_array().integer(1).integer(2).end_array();
    writer.name("none").begin_array().end_array().end_object();
    CHECK(text == "{\n  \"list\": [\n    1,\n    2\n  ],\n  \"none\": []\n}");
}

TEST_CASE("a negative zero stays one") {
    std::string text;
    json::Writer(text, 0).number(-0.0);
    CHECK(text == "-0.0");
    json::ParseError error;
    const auto document = json::Document::parse(text, error);
    REQUIRE(document);
    CHECK(std::signbit(document->root().number()));
    CHECK(document->root().integer(7) == 7);
}
