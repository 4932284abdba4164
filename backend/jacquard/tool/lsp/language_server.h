#pragma once

#include <jacquard/tool/lsp/open_shader.h>
#include <jacquard/tool/rpc/serve.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace jacquard::driver::lsp {

// How much a server has done, and how much of it later messages made needless.
struct ServerCounts {
    std::uint64_t analyses = 0;
    std::uint64_t outdated = 0;  // requests about texts that had changed since
    std::uint64_t cancelled = 0; // requests that were taken back
};

// A language server. Its texts are analysed when somebody asks about them, or when nothing else is
// to be done: a text that changes again before that is never looked at.
class LanguageServer final : public rpc::Server {
  public:
    LanguageServer(rpc::Connection& connection, ServerSettings settings,
                   const HighLevelCompiler& compiler)
        : Server(connection, {"$/cancelRequest", "id"}), settings_(std::move(settings)),
          compiler_(compiler) {}

    [[nodiscard]] bool has_ended() const override { return state_ == State::ended; }

    // Returns true if the client has said that it ends before it did.
    [[nodiscard]] bool ended_in_order() const { return in_order_; }
    [[nodiscard]] const ServerCounts& counts() const { return counts_; }

  private:
    enum class State : std::uint8_t { fresh, running, shut_down, ended };
    using Handler = void (*)(LanguageServer& server, const rpc::Message& message);
    struct Method {
        std::string_view name;
        rpc::MessageKind kind;
        Handler handler;
    };
    static const Method* find_method(const rpc::Message& message);

    void handle(const rpc::Message& message) override;
    void drop(const rpc::Message& request) override;
    bool work_without_message() override;

    void handle_request(const rpc::Message& request);
    void initialise(const rpc::Message& request);
    void shut_down(const rpc::Message& request);
    void exit();
    void open(json::Value params);
    void change(json::Value params);
    void close(json::Value params);
    void configure(json::Value params);

    // Answers a request about an open shader, after it was analysed.
    void answer_about(const rpc::Message& request,
                      const std::function<std::string(const OpenShader&)>& answer);
    [[nodiscard]] bool is_outdated(const rpc::Message& request) const;
    OpenShader* shader_of(json::Value params);
    void forget_analyses();
    void analyse_text(OpenShader& shader);
    void read_settings(json::Value settings);
    void show(std::string_view text);

    ServerSettings settings_;
    WarmCompiler compiler_;
    ClientAbilities client_;
    std::map<std::string, OpenShader, std::less<>> shaders_; // by address
    State state_ = State::fresh;
    bool in_order_ = false;
    ServerCounts counts_;
};

} // namespace jacquard::driver::lsp
