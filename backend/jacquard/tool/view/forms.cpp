#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/tool/view/forms.h>

#include <algorithm>

namespace jacquard::driver::view {

namespace {

// Each attempt to compile begins with this graph.
constexpr std::string_view kFirstGraph = "translate";
// Once as many bytes as are kept have been printed, printing takes longer than compiling: from then
// on, one form of several is printed.
constexpr std::size_t kLateStep = 8;

// A text comes from its own lines.
std::vector<SourceLine> own_lines(std::string_view text, std::uint32_t file) {
    const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    std::vector<SourceLine> lines(ends + (text.empty() || text.back() == '\n' ? 0 : 1));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i] = {static_cast<std::uint32_t>(i + 1), file};
    }
    return lines;
}

} // namespace

bool FormCollector::keeps(std::string_view title) const {
    return passes_.empty() || std::find(passes_.begin(), passes_.end(), title) != passes_.end();
}

bool FormCollector::wants(CompileStage stage) const {
    if (stage != CompileStage::nir && stage != CompileStage::ir3) {
        return false;
    }
    if (!passes_.empty() || printed_ < most_bytes_ || asked_late_++ % kLateStep == 0) {
        return true;
    }
    ++(stage == CompileStage::nir ? nir_left_out_ : graphs_left_out_);
    return false;
}

void FormCollector::show(CompileStage stage, std::string_view title, std::string_view text) {
    if (std::find(seen_.begin(), seen_.end(), title) == seen_.end()) {
        seen_.emplace_back(title);
    }
    if (stage == CompileStage::ir3 && title == kFirstGraph) {
        for (const Form& form : graphs_) {
            bytes_ -= form.text.size();
        }
        graphs_.clear(); // an earlier attempt did not become the program
        changes_.forget("graph");
    }
    changes_.add(stage == CompileStage::nir ? "nir" : "graph", title, text);
    printed_ += text.size();
    if (!keeps(title)) {
        return;
    }
    const bool is_nir = stage == CompileStage::nir;
    std::vector<Form>& forms = is_nir ? nir_ : graphs_;
    if (bytes_ + text.size() > most_bytes_ && forms.size() > 1) {
        bytes_ -= forms.back().text.size();
        forms.pop_back();
        ++(is_nir ? nir_left_out_ : graphs_left_out_);
    }
    bytes_ += text.size();
    forms.push_back({std::string(title), std::string(text), std::move(origins_)});
}

Column source_column(const CostedShader& shader, std::string_view language) {
    Column column{"source", "Source", std::string(language), {}};
    if (!shader.source->text.empty()) {
        std::uint32_t file = 0;
        while (file < shader.program.source_files.size() && !is_of_source(shader, {1, file})) {
            ++file;
        }
        column.forms.push_back(
            {shader.source->name, shader.source->text, own_lines(shader.source->text, file)});
    }
    return column;
}

Column module_column(std::string_view module) {
    Column column{"spirv", "SPIR-V", "spirv", {}};
    Diagnostics diagnostics;
    if (const std::optional<spirv::Module> read = spirv::read_module(module, diagnostics)) {
        Form form;
        form.text = spirv::print(*read, form.origins);
        if (std::none_of(form.origins.begin(), form.origins.end(),
                         [](const SourceLine& line) { return line.exists(); })) {
            form.origins = own_lines(form.text, 0);
        }
        column.forms.push_back(std::move(form));
    }
    return column;
}

} // namespace jacquard::driver::view
