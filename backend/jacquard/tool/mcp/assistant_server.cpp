#include <jacquard/generated/version.h>
#include <jacquard/tool/mcp/assistant_server.h>

#include <algorithm>
#include <array>

namespace jacquard::driver::mcp {

namespace {

using rpc::ErrorCode;
using rpc::MessageKind;

// Versions of the protocol, which mean the same to a server that has nothing but tools. The newest
// one comes first.
constexpr std::array<std::string_view, 4> kVersions = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                       "2024-11-05"};

constexpr std::string_view kInstructions =
    "Jacquard compiles shaders to Adreno machine code. Send shaders as text; 'compile' shows the "
    "program, 'cost' what it and its lines cost on each part, 'explain' anything a table, an "
    "error's code or a machine word says. 'isa' with the names [\"parts\"] lists the parts.";

std::string_view agreed_version(std::string_view asked) {
    const auto* const found = std::find(kVersions.begin(), kVersions.end(), asked);
    return found != kVersions.end() ? *found : kVersions.front();
}

std::string result_text(const CallResult& result) {
    std::string text;
    json::Writer json(text);
    json.begin_object().name("content").begin_array();
    json.begin_object().member("type", "text").member("text", result.text).end_object();
    json.end_array().name("isError").boolean(result.is_error).end_object();
    return text;
}

} // namespace

void AssistantServer::handle(const rpc::Message& message) {
    if (message.kind == MessageKind::faulty) {
        connection().fail(message, message.code, message.fault);
    } else if (message.kind != MessageKind::request) {
        return; // nothing that needs no answer changes what the server does
    } else if (message.method == "initialize") {
        initialise(message);
    } else if (message.method == "ping") {
        connection().respond(message, "{}");
    } else if (!is_initialised_) {
        connection().fail(message, ErrorCode::invalid_request,
                          "'initialize' comes before any other request");
    } else if (message.method == "tools/list") {
        connection().respond(message, tool_list(!surroundings_.folder.empty()));
    } else if (message.method == "tools/call") {
        call(message);
    } else {
        connection().fail(message, ErrorCode::method_not_found,
                          "there is no method '" + message.method + '\'');
    }
}

void AssistantServer::initialise(const rpc::Message& request) {
    is_initialised_ = true;
    std::string text;
    json::Writer json(text);
    json.begin_object();
    json.member("protocolVersion", agreed_version(request.params["protocolVersion"].string()));
    json.name("capabilities").begin_object();
    json.name("tools").begin_object().end_object().end_object();
    json.name("serverInfo").begin_object().member("name", "jacquard");
    json.member("title", "Jacquard").member("version", JACQUARD_VERSION_STRING).end_object();
    json.member("instructions", kInstructions).end_object();
    connection().respond(request, text);
}

void AssistantServer::call(const rpc::Message& request) {
    const std::string_view name = request.params["name"].string();
    const Tool* tool = find_tool(name);
    if (tool == nullptr) {
        std::vector<std::string_view> names;
        for (const Tool& each : all_tools()) {
            names.push_back(each.name);
        }
        connection().fail(request, ErrorCode::invalid_params,
                          "there is no tool '" + std::string(name) + '\'' +
                              suggestion(name, names));
        return;
    }
    connection().respond(request,
                         result_text(call_tool(*tool, request.params["arguments"], surroundings_)));
}

} // namespace jacquard::driver::mcp
