#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/tool/advice/module_sites.h>
#include <jacquard/tool/cost/shader/cost_advice.h>

#include <regex>
#include <sstream>

namespace jacquard::driver {

struct CostAdvice::Loaded {
    SpirvResult shader;
    std::vector<advice::Site> sites; // of the module
};

namespace {

// The line of a text that declares the input at a location: "layout(location = 3) in".
SourceLine declaration_of_input(const std::string& text, std::uint32_t location) {
    const std::regex pattern("location\\s*=\\s*" + std::to_string(location) +
                             "\\s*[,)][^;]*\\bin\\b");
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

} // namespace

CostAdvice::CostAdvice(std::string_view content, InputForm form, const CostOptions& options)
    : content_(content), form_(form), options_(options) {}

CostAdvice::~CostAdvice() = default;

// Faults were told when the shader was compiled.
void CostAdvice::load() {
    loaded_ = std::make_unique<Loaded>();
    Diagnostics diagnostics("", content_, options_.limits.errors);
    SpirvResult& shader = loaded_->shader;
    spirv::TranslateOptions translation = options_.translation;
    translation.limits = options_.limits;
    switch (form_) {
    case InputForm::spirv:
        shader = load_spirv(content_, translation, diagnostics);
        loaded_->sites = advice::sites_of_module(content_);
        break;
    case InputForm::tgsi:
    case InputForm::nir:
        shader.nir = load_nir(content_,
                              form_ == InputForm::tgsi ? SourceLanguage::tgsi : SourceLanguage::nir,
                              options_.key.precise, diagnostics, options_.limits);
        break;
    case InputForm::assembly:
        if (spirv::is_assembly(content_)) {
            if (const auto module = module_of_assembly(content_, diagnostics, options_.limits)) {
                shader = load_spirv(*module, translation, diagnostics);
            }
        }
        break;
    case InputForm::words: break;
    }
}

void CostAdvice::add_to(CostedShader& shader, const VariantKey& key) {
    if (!loaded_) {
        load();
    }
    const SpirvResult& loaded = loaded_->shader;
    advice::AdvisedShader advised;
    advised.shader = loaded.nir.shader.get();
    advised.resources = loaded.resources;
    advised.inputs = loaded.inputs;
    advised.key = &key;
    advised.limits = &options_.limits;
    advised.program = &shader.program;
    advised.report = &*shader.report;
    advised.more_sites = loaded_->sites;
    advised.most_tried_words = options_.most_tried_words;
    if (options_.advises) {
        shader.findings = advice::advise(advised);
        for (advice::Finding& finding : shader.findings) {
            if (finding.rule->site == advice::SiteKind::input) {
                finding.line = declaration_of_input(shader.source->text, finding.location);
            }
        }
    }
    shader.what_ifs = advice::try_what_ifs(advised, options_.what_ifs);
}

} // namespace jacquard::driver
