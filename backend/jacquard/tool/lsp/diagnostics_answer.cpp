#include <jacquard/tool/cost/cost_verdict.h>
#include <jacquard/tool/lsp/fault_ranges.h>
#include <jacquard/tool/lsp/protocol_json.h>
#include <jacquard/tool/lsp/shader_answers.h>

#include <algorithm>

namespace jacquard::driver::lsp {

namespace {

constexpr std::int64_t kError = 1;
constexpr std::int64_t kWarning = 2;
constexpr std::int64_t kHint = 4;

// A note without a place, or for a client that shows no others, is part of the message.
bool has_own_place(const DiagnosticNote& note, const ClientAbilities& client) {
    return client.relates_information && note.position.line != 0;
}

std::string message_of(const Diagnostic& fault, const ClientAbilities& client) {
    std::string text = fault.message;
    for (const DiagnosticNote& note : fault.notes) {
        if (!has_own_place(note, client)) {
            text += "\n" + note.message;
        }
    }
    return text;
}

void append_notes(json::Writer& json, const Diagnostic& fault, const OpenShader& shader,
                  const ClientAbilities& client) {
    const auto has_place = [&](const DiagnosticNote& note) { return has_own_place(note, client); };
    if (std::none_of(fault.notes.begin(), fault.notes.end(), has_place)) {
        return;
    }
    json.name("relatedInformation").begin_array();
    for (const DiagnosticNote& note : fault.notes) {
        if (!has_own_place(note, client)) {
            continue;
        }
        const ByteRange range = fault_range(shader.document, note.position, note.message, false);
        json.begin_object().name("location").begin_object().member("uri", shader.uri);
        append_range(json, "range", shader.document.range_of(range, client.encoding));
        json.end_object().member("message", note.message).end_object();
    }
    json.end_array();
}

// The line without what it is indented by.
TextRange line_range(const OpenShader& shader, std::uint32_t line, const ClientAbilities& client) {
    const ByteRange range = fault_range(shader.document, {line, 1}, {}, true);
    return shader.document.range_of(range, client.encoding);
}

// A place that is related: the call by which a line of a function costs so much, and the line that
// costs most.
void append_related(json::Writer& json, const OpenShader& shader, std::uint32_t line,
                    std::string_view message, const ClientAbilities& client) {
    json.begin_object().name("location").begin_object().member("uri", shader.uri);
    append_range(json, "range", line_range(shader, line, client));
    json.end_object().member("message", message).end_object();
}

void append_finding(json::Writer& json, const OpenShader& shader, const CostedShader& part,
                    const advice::Finding& finding, const ClientAbilities& client) {
    const bool has_line = finding.line.exists() && is_of_source(part, finding.line);
    json.begin_object();
    append_range(json, "range", line_range(shader, has_line ? finding.line.line : 1, client));
    json.member("severity", kHint);
    json.member("code", "advice:" + std::string(finding.rule->name)).member("source", "jacquard");
    json.member("message", finding.text + "; " + gain_text(part, finding) + "\n" + finding.mend);
    if (client.relates_information) {
        json.name("relatedInformation").begin_array();
        const std::vector<CallSite>& calls = part.program.source_context.calls;
        for (std::uint32_t call = finding.line.call; call != 0 && call <= calls.size();
             call = calls[call - 1].at.call) {
            append_related(json, shader, calls[call - 1].at.line,
                           function_label(calls[call - 1].function) + " is called here", client);
        }
        append_related(json, shader, has_line ? finding.line.line : 1, finding.rule->reason,
                       client);
        json.end_array();
    }
    json.end_object();
}

} // namespace

std::string diagnostics_of(const OpenShader& shader, const ClientAbilities& client) {
    std::string text;
    json::Writer json(text);
    json.begin_object().member("uri", shader.uri).member("version", shader.version);
    json.name("diagnostics").begin_array();
    for (const Diagnostic& fault : shader.analysis->faults) {
        const ByteRange range = fault_range(shader.document, fault.position, fault.message,
                                            shader.analysis->only_lines);
        json.begin_object();
        append_range(json, "range", shader.document.range_of(range, client.encoding));
        json.member("severity", fault.severity == Severity::error ? kError : kWarning);
        json.member("code", fault.code).member("source", "jacquard");
        json.member("message", message_of(fault, client));
        append_notes(json, fault, shader, client);
        json.end_object();
    }
    for (const CostedShader& part : shader.analysis->parts) {
        for (const advice::Finding& finding : part.findings) {
            append_finding(json, shader, part, finding, client);
        }
    }
    json.end_array().end_object();
    return text;
}

std::string no_diagnostics(const std::string& uri) {
    std::string text;
    json::Writer json(text);
    json.begin_object().member("uri", uri).name("diagnostics").begin_array().end_array();
    json.end_object();
    return text;
}

} // namespace jacquard::driver::lsp
