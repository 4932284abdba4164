#include "catch.h"
#include "contains.h"
#include "driver/servers/served.h"

#include <string>

namespace {

const std::string kUri = "file:///a.vert.tgsi";
const std::string kShader = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                            "  1: END\n";

} // namespace

TEST_CASE("A text that changes before anybody looks at it is not analysed") {
    ServedEditor editor;
    editor.send({initialise()});
    std::vector<std::string> typed = {did_open(kUri, "")};
    for (int version = 2; version < 50; ++version) {
        typed.push_back(
            did_change(kUri, version, kShader.substr(0, kShader.size() - 50 + version)));
    }
    typed.push_back(did_change(kUri, 50, kShader));
    const std::vector<std::string> answers = editor.send(typed);
    CHECK(editor.server().counts().analyses == 1);
    REQUIRE(answers.size() == 1);
    CHECK(contains(answers[0], "\"version\": 50, \"diagnostics\": []"));
}

TEST_CASE("Answers about one text come from one analysis") {
    ServedEditor editor;
    editor.send({initialise(), did_open(kUri, kShader)});
    const std::string place = R"(,"position":{"line":3,"character":6})";
    const std::vector<std::string> answers =
        editor.send({ask(1, "codeLens", kUri), ask(2, "hover", kUri, place),
                     ask(3, "inlayHint", kUri,
                         R"(,"range":{"start":{"line":0,"character":0},)"
                         R"("end":{"line":9,"character":0}})")});
    CHECK(answers.size() == 3);
    CHECK(editor.server().counts().analyses == 1);
}

TEST_CASE("Requests about a text that changes after them are not worked on") {
    ServedEditor editor;
    editor.send({initialise(), did_open(kUri, kShader)});
    const std::vector<std::string> answers =
        editor.send({ask(1, "codeLens", kUri), did_change(kUri, 2, kShader + ' ')});
    REQUIRE(answers.size() == 2);
    CHECK(contains(answers[0], "-32801"));
    CHECK(editor.server().counts().outdated == 1);
    CHECK(editor.server().counts().analyses == 2);
}

TEST_CASE("Requests that are taken back are not worked on") {
    ServedEditor editor;
    editor.send({initialise(), did_open(kUri, kShader)});
    const std::vector<std::string> answers =
        editor.send({ask(1, "codeLens", kUri),
                     R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}})"});
    REQUIRE(answers.size() == 1);
    CHECK(contains(answers[0], "-32800"));
    CHECK(editor.server().counts().cancelled == 1);
}
