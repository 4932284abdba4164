#pragma once

#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/lsp/language_server.h>
#include <jacquard/tool/lsp/setting_options.h>
#include <jacquard/tool/mcp/assistant_server.h>
#include <jacquard/tool/rpc/serve.h>

#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#ifdef JACQUARD_HAS_GLSLANG
#include <jacquard/glsl/linked_glslang.h>
#endif
#include <jacquard/tool/frame/commands.h>

// Servers in this process, and what they say to what they are sent.

inline const jacquard::driver::HighLevelCompiler& test_compiler() {
#ifdef JACQUARD_HAS_GLSLANG
    return jacquard::driver::linked_glslang();
#else
    return jacquard::driver::glslang_program();
#endif
}

// A message as language servers frame it.
inline std::string framed(const std::string& body) {
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// The bodies of such messages; `is_whole` becomes false where anything else stands between them.
inline std::vector<std::string> bodies_of(const std::string& bytes, bool& is_whole) {
    std::istringstream in(bytes);
    std::ostringstream none;
    jacquard::driver::rpc::HeaderChannel channel(in, none, bytes.size());
    std::vector<std::string> bodies;
    is_whole = true;
    while (auto received = channel.read()) {
        is_whole = is_whole && received->fault.empty();
        bodies.push_back(received->text);
    }
    std::string again;
    for (const std::string& body : bodies) {
        again += framed(body);
    }
    is_whole = is_whole && again == bytes;
    return bodies;
}

// The streams of a server, and the channel between them.
template <typename Channel>
class ServedStreams {
  public:
    // The bytes that the server answers. Whatever is sent at once is there before it does anything.
    std::string exchange(jacquard::driver::rpc::Server& server, const std::string& bytes) {
        in_.clear();
        in_.str(bytes);
        out_.str({});
        jacquard::driver::rpc::serve(channel_, server, limits_);
        return out_.str();
    }

    [[nodiscard]] jacquard::driver::rpc::Connection& connection() { return connection_; }
    [[nodiscard]] const jacquard::Limits& limits() const { return limits_; }

  private:
    jacquard::Limits limits_;
    std::istringstream in_;
    std::ostringstream out_;
    Channel channel_{in_, out_, limits_.input_bytes};
    jacquard::driver::rpc::Connection connection_{channel_};
};

class ServedEditor {
  public:
    explicit ServedEditor(const std::vector<std::string_view>& words = {})
        : server_(streams_.connection(), settings_of(words), test_compiler()) {}

    std::string send_bytes(const std::string& bytes) { return streams_.exchange(server_, bytes); }

    std::vector<std::string> send(const std::vector<std::string>& bodies) {
        std::string bytes;
        for (const std::string& body : bodies) {
            bytes += framed(body);
        }
        bool is_whole = false;
        return bodies_of(send_bytes(bytes), is_whole);
    }

    [[nodiscard]] jacquard::driver::lsp::LanguageServer& server() { return server_; }

  private:
    static jacquard::driver::lsp::ServerSettings
    settings_of(const std::vector<std::string_view>& words) {
        std::ostringstream ignored;
        const auto arguments = jacquard::driver::Arguments::parse(
            jacquard::driver::kLanguageServerCommand, words, ignored);
        return jacquard::driver::lsp::ServerSettings(arguments.value());
    }

    ServedStreams<jacquard::driver::rpc::HeaderChannel> streams_;
    jacquard::driver::lsp::LanguageServer server_;
};

class ServedAssistant {
  public:
    std::vector<std::string> send(const std::vector<std::string>& bodies) {
        std::string bytes;
        for (const std::string& body : bodies) {
            bytes += body + '\n';
        }
        std::istringstream lines(streams_.exchange(server_, bytes));
        std::vector<std::string> answers;
        for (std::string line; std::getline(lines, line);) {
            answers.push_back(line);
        }
        return answers;
    }

  private:
    ServedStreams<jacquard::driver::rpc::LineChannel> streams_;
    jacquard::driver::mcp::Surroundings surroundings_{{}, {}, streams_.limits(), test_compiler()};
    jacquard::driver::mcp::AssistantServer server_{streams_.connection(), surroundings_};
};

// A JSON string.
inline std::string json_text(std::string_view text) {
    std::string out;
    jacquard::json::append_quoted(out, text);
    return out;
}

// "initialize" as the shortest client sends it, with its capabilities.
inline std::string initialise(const std::string& capabilities = "{}") {
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":)" +
           capabilities + "}}";
}

inline std::string did_open(const std::string& uri, std::string_view text) {
    return R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":)" +
           json_text(uri) + R"(,"languageId":"","version":1,"text":)" + json_text(text) + "}}}";
}

// The whole text anew.
inline std::string did_change(const std::string& uri, int version, std::string_view text) {
    return R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":)" +
           json_text(uri) + ",\"version\":" + std::to_string(version) +
           R"(},"contentChanges":[{"text":)" + json_text(text) + "}]}}";
}

inline std::string ask(int id, const std::string& method, const std::string& uri,
                       const std::string& more = {}) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + ",\"method\":\"textDocument/" +
           method + R"(","params":{"textDocument":{"uri":)" + json_text(uri) + '}' + more + "}}";
}
