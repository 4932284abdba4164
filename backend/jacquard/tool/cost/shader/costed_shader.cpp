#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver {

void CostSource::find_lines() {
    line_starts.clear();
    for (std::size_t start = 0; start < text.size();) {
        line_starts.push_back(start);
        start = std::min(text.find('\n', start), text.size()) + 1;
    }
}

std::shared_ptr<const CostSource> make_cost_source(std::string name, std::string text,
                                                   bool is_module) {
    CostSource source{std::move(name), std::move(text), false, {}};
    source.high_level = is_module && !source.text.empty();
    source.find_lines();
    return std::make_shared<const CostSource>(std::move(source));
}

bool is_of_source(const CostedShader& shader, const SourceLine& line) {
    const std::vector<std::string>& files = shader.program.source_files;
    if (shader.source->text.empty()) {
        return false;
    }
    return !shader.source->high_level ||
           (line.file < files.size() && (files.size() == 1 || files[line.file].empty() ||
                                         files[line.file] == shader.source->name));
}

std::string line_name(const CostedShader& shader, const SourceLine& line) {
    const std::vector<std::string>& files = shader.program.source_files;
    const bool names = !is_of_source(shader, line) && line.file < files.size();
    return (names ? files[line.file] : shader.source->name) + ':' + std::to_string(line.line);
}

std::string_view line_text(const CostedShader& shader, const SourceLine& line) {
    if (!is_of_source(shader, line)) {
        return {};
    }
    const CostSource& source = *shader.source;
    if (line.line == 0 || line.line > source.line_starts.size()) {
        return {};
    }
    std::string_view text = source.text;
    text.remove_prefix(source.line_starts[line.line - 1]);
    text = text.substr(0, text.find('\n'));
    const std::size_t first = text.find_first_not_of(" \t");
    const std::size_t last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, last - first + 1);
}

std::string function_label(std::string_view name) {
    name.remove_prefix(name.starts_with('@') ? 1 : 0);
    return std::string(name.substr(0, name.find('(')));
}

std::string word_text(const CostedShader& shader, std::uint32_t word) {
    return ir3::disassemble(shader.program.words[word], shader.report->revision);
}

} // namespace jacquard::driver
