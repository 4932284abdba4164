// Recorded sessions: what a client sends, and what the server answers.
//
// A file begins with the command. Lines `> ` are messages of the client, without `"jsonrpc"`; those
// in a row are there at once. Lines `< ` are what the server then says, in order. `@FILE@` within a
// message stands for the text of an example as a string. Other lines are comments. With
// JACQUARD_BLESS in the environment the answers are written anew.
#include <jacquard/generated/version.h>

#include "catch.h"
#include "driver/servers/served.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace {

constexpr std::string_view kHead = R"({"jsonrpc":"2.0",)";

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
}

std::string message_of(std::string line) {
    for (std::size_t at = line.find('@'); at != std::string::npos; at = line.find('@', at)) {
        const std::size_t end = line.find('@', at + 1);
        if (end == std::string::npos) {
            break;
        }
        const std::string text = file_content(example(line.substr(at + 1, end - at - 1).c_str()));
        REQUIRE_FALSE(text.empty());
        const std::string value = json_text(text);
        line.replace(at, end - at + 1, value);
        at += value.size();
    }
    return line.starts_with('{') ? std::string(kHead) + line.substr(1) : line;
}

// Without what differs from build to build, or is the same in all.
std::string normal(std::string answer) {
    replace_all(answer, kHead, "{");
    replace_all(answer, JACQUARD_VERSION_STRING, "VERSION");
    return answer;
}

using Sender = std::function<std::vector<std::string>(const std::vector<std::string>&)>;

// The file with the answers that there are now.
std::string replay(const std::string& text, const Sender& send) {
    std::string again;
    std::vector<std::string> sent;
    const auto answer = [&] {
        if (!sent.empty()) {
            for (const std::string& each : send(sent)) {
                again += "< " + normal(each) + '\n';
            }
            sent.clear();
        }
    };
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("< ")) {
            continue;
        }
        if (line.starts_with("> ")) {
            sent.push_back(message_of(line.substr(2)));
        } else {
            answer();
        }
        again += line + '\n';
    }
    answer();
    return again;
}

void check_session(const std::filesystem::path& path) {
    CAPTURE(path.string());
    const std::string text = file_content(path);
    const std::string command = text.substr(0, text.find('\n'));
    std::string again;
    if (command.starts_with("mcp")) {
        ServedAssistant assistant;
        again = replay(text, [&](const auto& sent) { return assistant.send(sent); });
    } else {
        std::vector<std::string_view> words;
        std::istringstream in(command);
        std::vector<std::string> parts(std::istream_iterator<std::string>(in), {});
        words.assign(parts.begin() + 1, parts.end());
        ServedEditor editor(words);
        again = replay(text, [&](const auto& sent) { return editor.send(sent); });
    }
    if (std::getenv("JACQUARD_BLESS") != nullptr) {
        std::ofstream(path, std::ios::binary) << again;
    }
    CHECK(again == text);
}

} // namespace

TEST_CASE("Servers answer as in recorded sessions") {
    const std::filesystem::path folder =
        std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/servers/sessions";
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
#ifndef JACQUARD_HAS_GLSLANG
        if (entry.path().filename().string().starts_with("glsl")) {
            continue; // these need glslang
        }
#endif
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    REQUIRE(paths.size() >= 6);
    for (const std::filesystem::path& path : paths) {
        check_session(path);
    }
}
