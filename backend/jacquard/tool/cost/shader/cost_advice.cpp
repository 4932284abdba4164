#include <jacquard/library/facade/load_shader.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/tool/advice/module_sites.h>
#include <jacquard/tool/cost/shader/cost_advice.h>

#include <algorithm>
#include <regex>
#include <span>
#include <sstream>
#include <string_view>

namespace jacquard::driver {

struct CostAdvice::Loaded {
    SpirvResult shader;
    SpirvResult with_loops; // the same with its loops as they are written, if a change asks for it
    std::vector<advice::Site> sites; // of the module
};

namespace {

// The first line of a text for which `holds` is true.
template <typename Holds>
SourceLine line_where(const std::string& text, const Holds& holds) {
    SourceLine line;
    std::istringstream lines(text);
    std::string one;
    for (std::uint32_t number = 1; std::getline(lines, one); ++number) {
        constexpr std::size_t kMost = 400; // what is longer is no declaration that people wrote
        if (one.size() < kMost && holds(one)) {
            line.line = number;
            break;
        }
    }
    return line;
}

// "layout(location = 3) in"
SourceLine declaration_of_input(const std::string& text, std::uint32_t location) {
    const std::regex pattern("location\\s*=\\s*" + std::to_string(location) +
                             "\\s*[,)][^;]*\\bin\\b");
    return line_where(text,
                      [&](const std::string& one) { return std::regex_search(one, pattern); });
}

bool has_word(std::string_view text, std::string_view word) {
    const auto is_of_word = [&](std::size_t at) {
        return at < text.size() && is_name_letter(text[at]);
    };
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        if (!is_of_word(at - 1) && !is_of_word(at + word.size())) {
            return true;
        }
    }
    return false;
}

// The line that declares something by one of the words. A comment or directive is none.
SourceLine declaration_by(const std::string& text, std::span<const std::string_view> words) {
    return line_where(text, [&](std::string_view one) {
        one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
        return !one.starts_with("//") && !one.starts_with(';') && !one.starts_with('#') &&
               std::any_of(words.begin(), words.end(),
                           [&](std::string_view word) { return has_word(one, word); });
    });
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
            } else if (!finding.rule->declared_by.empty()) {
                const SourceLine line =
                    declaration_by(shader.source->text, finding.rule->declared_by);
                finding.line = line.exists() ? line : finding.line;
            }
        }
    }
    shader.what_ifs = advice::try_what_ifs(advised, options_.what_ifs);
}

} // namespace jacquard::driver
