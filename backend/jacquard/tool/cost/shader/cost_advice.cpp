#include <jacquard/library/facade/load_shader.h>
#include <jacquard/tool/advice/module_sites.h>
#include <jacquard/tool/cost/shader/cost_advice.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace jacquard::driver {

struct CostAdvice::Loaded {
    SpirvResult shader;
    SpirvResult with_loops; // the same with its loops as they are written, if a change asks for it
    std::vector<advice::Site> sites; // of the module
};

namespace {

// The first line of a text that has the pattern.
SourceLine line_with(const std::string& text, const std::regex& pattern) {
    SourceLine line;
    std::istringstream lines(text);
    std::string one;
    for (std::uint32_t number = 1; std::getline(lines, one); ++number) {
        constexpr std::size_t kMost = 400; // what is longer is no declaration that people wrote
        if (one.size() < kMost && std::regex_search(one, pattern)) {
            line.line = number;
            break;
        }
    }
    return line;
}

// "layout(location = 3) in"
SourceLine declaration_of_input(const std::string& text, std::uint32_t location) {
    return line_with(
        text, std::regex("location\\s*=\\s*" + std::to_string(location) + "\\s*[,)][^;]*\\bin\\b"));
}

// "layout(local_size_x = 8) in", "[numthreads(8, 8, 1)]", and what modules and TGSI have. A comment
// is none.
SourceLine declaration_of_workgroup(const std::string& text) {
    return line_with(text,
                     std::regex("^(?!\\s*(//|;|#)).*(\\blocal_size_[xyz]|\\bnumthreads\\s*\\(|"
                                "\\bLocalSize\\b|\\bCS_FIXED_BLOCK_WIDTH\\b|"
                                "\\bworkgroup_size\\b)"));
}

} // namespace

CostAdvice::CostAdvice(std::string_view content, InputForm form, const CostOptions& options)
    : content_(content), form_(form), options_(options) {}

CostAdvice::~CostAdvice() = default;

// Faults were told when the shader was compiled.
SpirvResult CostAdvice::load(std::string_view content, bool keeps_loops) const {
    Diagnostics diagnostics("", content, options_.limits.errors);
    return load_shader(content, options_.translation, options_.key.precise, diagnostics,
                       options_.limits, {}, keeps_loops ? Loops::kept : Loops::simplified);
}

bool CostAdvice::asks_for_loops() const {
    return std::any_of(options_.what_ifs.begin(), options_.what_ifs.end(), [](const auto* what_if) {
        return what_if->change == advice::Change::keep_loops;
    });
}

void CostAdvice::add_to(CostedShader& shader, const VariantKey& key) {
    if (!loaded_) {
        loaded_ = std::make_unique<Loaded>();
        loaded_->shader = load(content_, false);
        if (asks_for_loops()) {
            loaded_->with_loops = load(content_, true);
        }
        if (form_ == InputForm::spirv) {
            loaded_->sites = advice::sites_of_module(content_);
        }
    }
    const SpirvResult& loaded = loaded_->shader;
    advice::AdvisedShader advised;
    advised.shader = loaded.nir.shader.get();
    advised.resources = loaded.resources;
    advised.with_loops = loaded_->with_loops.nir.shader.get();
    advised.resources_with_loops = loaded_->with_loops.resources;
    advised.inputs = loaded.inputs;
    advised.key = &key;
    advised.limits = &options_.limits;
    advised.program = &shader.program;
    advised.report = &*shader.report;
    advised.more_sites = loaded_->sites;
    advised.without_functions = [this](const advice::Site& site) {
        return load(advice::with_cheap_functions(content_, site), false);
    };
    advised.most_tried_words = options_.most_tried_words;
    if (options_.advises) {
        shader.findings = advice::advise(advised);
        for (advice::Finding& finding : shader.findings) {
            if (finding.rule->site == advice::SiteKind::input) {
                finding.line = declaration_of_input(shader.source->text, finding.location);
            } else if (finding.rule->is_of_workgroup_size) {
                const SourceLine line = declaration_of_workgroup(shader.source->text);
                finding.line = line.exists() ? line : finding.line;
            }
        }
    }
    shader.what_ifs = advice::try_what_ifs(advised, options_.what_ifs);
}

} // namespace jacquard::driver
