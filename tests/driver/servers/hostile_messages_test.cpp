#include "catch.h"
#include "driver/servers/served.h"

#include <algorithm>
#include <random>
#include <string>

namespace {

const std::string kUri = "file:///a.vert.tgsi";
const std::string kShader = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                            "  1: END\n";

// Messages of a session that is in order.
std::vector<std::string> session() {
    const std::string range =
        R"(,"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}})";
    return {
        initialise(R"({"textDocument":{"hover":{"contentFormat":["markdown"]}}})"),
        R"({"jsonrpc":"2.0","method":"initialized","params":{}})",
        did_open(kUri, kShader),
        did_open("untitled:b", "nop\nend\n"),
        did_change(kUri, 2, kShader + "x"),
        R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":)"
        R"({"uri":"file:///a.vert.tgsi","version":3},"contentChanges":[{"range":{"start":)"
        R"({"line":3,"character":2},"end":{"line":99,"character":4}},"text":"\ud83d\ude00"}]}})",
        ask(1, "codeLens", kUri),
        ask(2, "hover", kUri, R"(,"position":{"line":3,"character":6})"),
        ask(3, "inlayHint", kUri, range),
        R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}})",
        R"({"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":)"
        R"({"settings":{"jacquard":{"gpus":["630","740"],"precise":true}}}})",
        R"({"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":)"
        R"({"uri":"untitled:b"}}})",
        R"({"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":)"
        R"({"uri":"untitled:b"}}})",
        R"({"jsonrpc":"2.0","id":9,"method":"shutdown"})",
        R"({"jsonrpc":"2.0","method":"exit"})"};
}

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

// Letters replaced, removed, doubled.
void spoil(std::string& text, Random& random) {
    constexpr std::string_view kLetters = "{}[]\":,0-e\\u\n\x80 \xff";
    for (std::size_t left = 1 + below(random, 4); left != 0 && !text.empty(); --left) {
        const std::size_t at = below(random, text.size());
        switch (below(random, 4)) {
        case 0: text[at] = kLetters[below(random, kLetters.size())]; break;
        case 1: text.erase(at, 1 + below(random, 20)); break;
        case 2: text.insert(at, text.substr(at, 1 + below(random, 20))); break;
        default: text.resize(at); break;
        }
    }
}

// The session with messages in another order, spoilt, left out, repeated, or with wrong headers.
std::string hostile_bytes(std::vector<std::string> messages, Random& random) {
    for (std::size_t left = below(random, 6); left != 0; --left) {
        std::swap(messages[below(random, messages.size())],
                  messages[below(random, messages.size())]);
    }
    std::string bytes;
    for (std::string& message : messages) {
        const std::size_t what = below(random, 12);
        if (what < 4) {
            spoil(message, random);
        }
        std::string frame = framed(message);
        if (what == 5) {
            spoil(frame, random);
        }
        bytes += what == 6 ? "" : frame;
        bytes += what == 7 ? frame : "";
    }
    return bytes;
}

} // namespace

TEST_CASE("Whatever an editor sends, the server answers in whole messages", "[slow]") {
    constexpr unsigned kSessions = 400; // of 15 messages
    std::size_t answered = 0;
    for (unsigned seed = 1; seed <= kSessions; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        ServedEditor editor;
        const std::string answers = editor.send_bytes(hostile_bytes(session(), random));
        bool is_whole = false;
        for (const std::string& body : bodies_of(answers, is_whole)) {
            jacquard::json::ParseError error;
            const auto document = jacquard::json::Document::parse(body, error);
            REQUIRE(document);
            const jacquard::json::Value root = document->root();
            REQUIRE((root.is(jacquard::json::Kind::array) || root["jsonrpc"].string() == "2.0"));
            ++answered;
        }
        REQUIRE(is_whole);
    }
    CHECK(answered > 3 * kSessions);
}

TEST_CASE("Whatever an assistant sends, each answer is a line", "[slow]") {
    constexpr unsigned kSessions = 400;
    const std::string call = R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":)";
    const std::vector<std::string> messages = {
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":)"
        R"({"protocolVersion":"2025-11-25","capabilities":{}}})",
        R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
        R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})",
        call + R"("compile","arguments":{"shader":)" + json_text(kShader) + R"(,"gpu":"740"}}})",
        call + R"("asm","arguments":{"text":"nop\nend\n","hex":true}}})",
        call + R"("explain","arguments":{"names":["ir3:mul.f"]}}})",
        call + R"("tables","arguments":{"part":"fmul"}}})",
        '[' + call + R"("isa","arguments":{"names":["list"]}}}])",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})",
        R"({"jsonrpc":"2.0","id":9,"method":"ping"})"};
    std::size_t answered = 0;
    for (unsigned seed = 1; seed <= kSessions; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::vector<std::string> spoilt = messages;
        for (std::string& message : spoilt) {
            if (below(random, 3) == 0) {
                spoil(message, random);
            }
        }
        std::swap(spoilt[below(random, spoilt.size())], spoilt[below(random, spoilt.size())]);
        ServedAssistant assistant;
        for (const std::string& answer : assistant.send(spoilt)) {
            jacquard::json::ParseError error;
            REQUIRE(jacquard::json::Document::parse(answer, error).has_value());
            ++answered;
        }
    }
    CHECK(answered > 3 * kSessions);
}
