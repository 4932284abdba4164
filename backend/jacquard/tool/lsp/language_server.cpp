#include <jacquard/generated/version.h>
#include <jacquard/tool/lsp/language_server.h>
#include <jacquard/tool/lsp/protocol_json.h>
#include <jacquard/tool/lsp/shader_answers.h>

#include <algorithm>
#include <array>
#include <utility>

namespace jacquard::driver::lsp {

namespace {

using rpc::ErrorCode;
using rpc::Message;
using rpc::MessageKind;

constexpr std::string_view kSection = "jacquard";
constexpr std::string_view kInitialise = "initialize";
constexpr std::string_view kExit = "exit";

std::string_view uri_of(json::Value params) {
    return params["textDocument"]["uri"].string();
}

// Settings stand in a section of their own, or alone.
json::Value section_of(json::Value settings) {
    return settings[kSection].exists() ? settings[kSection] : settings;
}

ClientAbilities abilities_of(json::Value capabilities) {
    ClientAbilities client;
    for (const json::Value each : capabilities["general"]["positionEncodings"]) {
        if (each.string() == "utf-8") {
            client.encoding = PositionEncoding::utf8;
        }
    }
    const json::Value text = capabilities["textDocument"];
    client.relates_information = text["publishDiagnostics"]["relatedInformation"].boolean();
    for (const json::Value format : text["hover"]["contentFormat"]) {
        client.reads_markdown = client.reads_markdown || format.string() == "markdown";
    }
    const json::Value workspace = capabilities["workspace"];
    client.refreshes_hints = workspace["inlayHint"]["refreshSupport"].boolean();
    client.refreshes_lenses = workspace["codeLens"]["refreshSupport"].boolean();
    return client;
}

std::string root_of(json::Value params) {
    const json::Value folder = params["workspaceFolders"].at(0)["uri"];
    const json::Value uri = folder.exists() ? folder : params["rootUri"];
    return uri.is(json::Kind::string) ? path_of_uri(uri.string())
                                      : std::string(params["rootPath"].string());
}

std::string what_is_offered(const ClientAbilities& client) {
    constexpr std::int64_t kIncremental = 2;
    std::string text;
    json::Writer json(text);
    json.begin_object().name("capabilities").begin_object();
    json.member("positionEncoding", client.encoding == PositionEncoding::utf8 ? "utf-8" : "utf-16");
    json.name("textDocumentSync").begin_object().name("openClose").boolean(true);
    json.member("change", kIncremental);
    json.name("save").begin_object().name("includeText").boolean(false).end_object();
    json.end_object();
    json.name("hoverProvider").boolean(true);
    json.name("inlayHintProvider").begin_object().end_object();
    json.name("codeLensProvider").begin_object().end_object();
    json.end_object();
    json.name("serverInfo").begin_object().member("name", kSection);
    json.member("version", JACQUARD_VERSION_STRING).end_object().end_object();
    return text;
}

} // namespace

const LanguageServer::Method* LanguageServer::find_method(const Message& message) {
    using S = LanguageServer;
    constexpr MessageKind kRequest = MessageKind::request;
    constexpr MessageKind kNotification = MessageKind::notification;
    static constexpr std::array<Method, 11> kMethods = {{
        {kInitialise, kRequest, [](S& s, const Message& m) { s.initialise(m); }},
        {"shutdown", kRequest, [](S& s, const Message& m) { s.shut_down(m); }},
        {kExit, kNotification, [](S& s, const Message&) { s.exit(); }},
        {"textDocument/didOpen", kNotification, [](S& s, const Message& m) { s.open(m.params); }},
        {"textDocument/didChange", kNotification,
         [](S& s, const Message& m) { s.change(m.params); }},
        // Whatever includes the file that was saved may be another shader now.
        {"textDocument/didSave", kNotification, [](S& s, const Message&) { s.forget_analyses(); }},
        {"textDocument/didClose", kNotification, [](S& s, const Message& m) { s.close(m.params); }},
        {"workspace/didChangeConfiguration", kNotification,
         [](S& s, const Message& m) { s.configure(m.params); }},
        {"textDocument/inlayHint", kRequest,
         [](S& s, const Message& m) {
             s.answer_about(m, [&](const OpenShader& shader) {
                 return inlay_hints_of(shader, read_range(m.params["range"]), s.client_);
             });
         }},
        {"textDocument/codeLens", kRequest,
         [](S& s, const Message& m) { s.answer_about(m, code_lenses_of); }},
        {"textDocument/hover", kRequest,
         [](S& s, const Message& m) {
             s.answer_about(m, [&](const OpenShader& shader) {
                 return hover_of(shader, read_position(m.params["position"]), s.client_);
             });
         }},
    }};
    const auto* const found = std::find_if(kMethods.begin(), kMethods.end(), [&](const auto& each) {
        return each.name == message.method && each.kind == message.kind;
    });
    return found != kMethods.end() ? found : nullptr;
}

bool LanguageServer::work_without_message() {
    for (auto& [uri, shader] : shaders_) {
        if (!shader.is_told) {
            analyse_text(shader);
            return true;
        }
    }
    return false;
}

void LanguageServer::drop(const Message& request) {
    ++counts_.cancelled;
    connection().fail(request, ErrorCode::request_cancelled, "taken back");
}

void LanguageServer::handle(const Message& message) {
    if (message.kind == MessageKind::faulty) {
        connection().fail(message, message.code, message.fault);
    } else if (message.kind == MessageKind::request) {
        handle_request(message);
    } else if (const Method* method = find_method(message)) {
        // Before the first request and after the last one, nothing but the end counts.
        if (state_ == State::running || method->name == kExit) {
            method->handler(*this, message);
        }
    }
}

void LanguageServer::handle_request(const Message& request) {
    const Method* method = find_method(request);
    const bool is_first = method != nullptr && method->name == kInitialise;
    if (state_ == State::fresh && !is_first) {
        connection().fail(request, ErrorCode::server_not_initialized,
                          "'initialize' comes before any other request");
    } else if (state_ == State::shut_down) {
        connection().fail(request, ErrorCode::invalid_request,
                          "nothing but 'exit' follows 'shutdown'");
    } else if (method == nullptr) {
        connection().fail(request, ErrorCode::method_not_found,
                          "there is no method '" + request.method + '\'');
    } else if (state_ == State::running && is_first) {
        connection().fail(request, ErrorCode::invalid_request, "'initialize' comes once");
    } else {
        method->handler(*this, request);
    }
}

void LanguageServer::initialise(const Message& request) {
    client_ = abilities_of(request.params["capabilities"]);
    settings_.set_root(root_of(request.params));
    state_ = State::running;
    connection().respond(request, what_is_offered(client_));
    const json::Value options = request.params["initializationOptions"];
    if (options.is(json::Kind::object)) {
        read_settings(section_of(options));
    }
}

void LanguageServer::shut_down(const Message& request) {
    state_ = State::shut_down;
    shaders_.clear();
    connection().respond(request, "null");
}

void LanguageServer::exit() {
    in_order_ = state_ == State::shut_down;
    state_ = State::ended;
}

void LanguageServer::open(json::Value params) {
    const json::Value opened = params["textDocument"];
    if (!opened["uri"].is(json::Kind::string) || !opened["text"].is(json::Kind::string)) {
        return; // a notification has no answer that could say so
    }
    OpenShader shader;
    shader.uri = opened["uri"].string();
    shader.language = opened["languageId"].string();
    shader.version = opened["version"].integer();
    shader.document.replace_all(std::string(opened["text"].string()));
    shaders_.insert_or_assign(shader.uri, std::move(shader));
}

void LanguageServer::change(json::Value params) {
    OpenShader* shader = shader_of(params);
    if (shader == nullptr) {
        return;
    }
    for (const json::Value edit : params["contentChanges"]) {
        if (!edit["text"].is(json::Kind::string)) {
            continue;
        }
        const std::string_view text = edit["text"].string();
        if (edit["range"].is(json::Kind::object)) {
            shader->document.replace(read_range(edit["range"]), text, client_.encoding);
        } else {
            shader->document.replace_all(std::string(text));
        }
    }
    shader->version = params["textDocument"]["version"].integer(shader->version + 1);
    shader->analysis.reset();
    shader->is_told = false;
}

void LanguageServer::close(json::Value params) {
    const auto found = shaders_.find(uri_of(params));
    if (found != shaders_.end()) {
        connection().notify("textDocument/publishDiagnostics", no_diagnostics(found->first));
        shaders_.erase(found);
    }
}

void LanguageServer::configure(json::Value params) {
    // Some editors say that there are no settings, and mean that they gave them at the beginning.
    const json::Value settings = params["settings"];
    if (settings.size() != 0) {
        read_settings(section_of(settings));
    }
    forget_analyses();
    if (client_.refreshes_hints) {
        connection().request("workspace/inlayHint/refresh");
    }
    if (client_.refreshes_lenses) {
        connection().request("workspace/codeLens/refresh");
    }
}

void LanguageServer::answer_about(const Message& request,
                                  const std::function<std::string(const OpenShader&)>& answer) {
    OpenShader* shader = shader_of(request.params);
    if (shader == nullptr) {
        if (request.params["textDocument"]["uri"].is(json::Kind::string)) {
            connection().respond(request, "null");
        } else {
            connection().fail(request, ErrorCode::invalid_params, "'textDocument' has no 'uri'");
        }
    } else if (is_outdated(request)) {
        ++counts_.outdated;
        connection().fail(request, ErrorCode::content_modified, "the text has changed since");
    } else {
        analyse_text(*shader);
        connection().respond(request, answer(*shader));
    }
}

bool LanguageServer::is_outdated(const Message& request) const {
    return waiting().has([&](const Message& later) {
        return later.kind == MessageKind::notification &&
               (later.method == "textDocument/didChange" ||
                later.method == "textDocument/didClose") &&
               uri_of(later.params) == uri_of(request.params);
    });
}

OpenShader* LanguageServer::shader_of(json::Value params) {
    const auto found = shaders_.find(uri_of(params));
    return found != shaders_.end() ? &found->second : nullptr;
}

void LanguageServer::forget_analyses() {
    for (auto& [uri, shader] : shaders_) {
        shader.analysis.reset();
        shader.is_told = false;
    }
}

void LanguageServer::analyse_text(OpenShader& shader) {
    if (!shader.analysis) {
        ++counts_.analyses;
        const EditedShader edited{path_of_uri(shader.uri), shader.language, shader.document.text()};
        shader.analysis = analyse(edited, settings_.of(edited.name), compiler_);
    }
    if (!shader.is_told) {
        connection().notify("textDocument/publishDiagnostics", diagnostics_of(shader, client_));
        shader.is_told = true;
    }
}

void LanguageServer::read_settings(json::Value settings) {
    for (const std::string& fault : settings_.read(settings)) {
        show("the settings of Jacquard: " + fault);
    }
}

void LanguageServer::show(std::string_view text) {
    constexpr std::int64_t kWarning = 2;
    std::string params;
    json::Writer json(params);
    json.begin_object().member("type", kWarning).member("message", text).end_object();
    connection().notify("window/showMessage", params);
}

} // namespace jacquard::driver::lsp
