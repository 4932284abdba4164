#include <jacquard/tool/lsp/fault_ranges.h>
#include <jacquard/tool/lsp/protocol_json.h>
#include <jacquard/tool/lsp/shader_answers.h>
#include <jacquard/tool/lsp/shader_costs.h>

#include <map>

namespace jacquard::driver::lsp {

std::string inlay_hints_of(const OpenShader& shader, TextRange range,
                           const ClientAbilities& client) {
    std::map<std::uint32_t, std::string> labels; // by line, from 1 on
    for (const CostedShader& part : shader.analysis->parts) {
        for (const auto& [line, figures] : figures_of_lines(part)) {
            std::string& label = labels[line];
            label += (label.empty() ? "" : " | ") + part_of(part) + ": " + text_of(figures);
        }
    }
    std::string text;
    json::Writer json(text);
    json.begin_array();
    for (const auto& [line, label] : labels) {
        const std::size_t start = offset_of(shader.document, {line, 1});
        const TextPosition at = shader.document.position_of(start, client.encoding);
        if (at.line < range.start.line || at.line > range.end.line) {
            continue;
        }
        const std::size_t end = shader.document.line(at.line).end;
        json.begin_object();
        append_position(json, "position", shader.document.position_of(end, client.encoding));
        json.member("label", label).name("paddingLeft").boolean(true).end_object();
    }
    json.end_array();
    return text;
}

std::string code_lenses_of(const OpenShader& shader) {
    std::string text;
    json::Writer json(text);
    json.begin_array();
    for (const CostedShader& part : shader.analysis->parts) {
        json.begin_object();
        append_range(json, "range", {});
        // Clients show a command without a name as text that does nothing.
        json.name("command").begin_object();
        json.member("title", part_of(part) + ": " + verdict_of(part)).member("command", "");
        json.end_object().end_object();
    }
    json.end_array();
    return text;
}

} // namespace jacquard::driver::lsp
