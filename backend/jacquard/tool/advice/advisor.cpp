#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/advice/advisor.h>
#include <jacquard/tool/advice/nir_sites.h>
#include <jacquard/tool/advice/shader_sites.h>
#include <jacquard/tool/advice/trial.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace jacquard::driver::advice {

namespace {

// Changed copies that are compiled for one shader and part, those of the costliest lines first.
constexpr std::size_t kMostTrials = 48;
// A finding gains at least so much: of the cycles of the wave, or of its issue slots.
constexpr double kLeastGain = 0.005;

class Advisor {
  public:
    explicit Advisor(const AdvisedShader& shader) : shader_(shader) {
        bound_ = ir3::bound_of(*shader.report);
    }

    std::vector<Finding> run() {
        std::vector<Site> sites = sites_of_program(*shader_.program, *shader_.report);
        whole_ = sites.front();
        if (shader_.shader != nullptr) {
            const std::vector<Site> more =
                sites_of_shader(*shader_.shader, shader_.program->workgroup_size,
                                shader_.report->wave_lanes, shader_.inputs);
            sites.insert(sites.end(), more.begin(), more.end());
        }
        sites.insert(sites.end(), shader_.more_sites.begin(), shader_.more_sites.end());
        for (Site& site : sites) {
            take_facts_of_shader(site);
        }
        std::stable_sort(sites.begin(), sites.end(), [this](const Site& a, const Site& b) {
            return weight_of(a.line) > weight_of(b.line);
        });
        for (const Site& site : sites) {
            for (const FindingRule& rule : finding_rules()) {
                if (rule.site == site.kind && rule.holds(site.facts)) {
                    note(rule, site);
                }
            }
        }
        std::stable_sort(findings_.begin(), findings_.end(),
                         [](const Finding& a, const Finding& b) {
                             return std::tuple(-a.rank, -a.slots, a.line.line) <
                                    std::tuple(-b.rank, -b.slots, b.line.line);
                         });
        return std::move(findings_);
    }

  private:
    void take_facts_of_shader(Site& site) const {
        for (std::size_t i = 0; i < kNumFacts; ++i) {
            site.facts[i] = whole_.facts[i] != 0 ? whole_.facts[i] : site.facts[i];
        }
        for (const ir3::LineCost& cost : shader_.report->lines) {
            if (site.kind == SiteKind::product && cost.line.is_same_line(site.line)) {
                site[Fact::line_cycles] = cost.cycles();
            }
        }
    }

    [[nodiscard]] double weight_of(const SourceLine& line) const {
        for (const ir3::LineCost& cost : shader_.report->lines) {
            if (cost.line.is_same_line(line)) {
                return cost.weight();
            }
        }
        return 0;
    }

    void note(const FindingRule& rule, const Site& site) {
        Finding finding;
        finding.rule = &rule;
        finding.line = site.line;
        finding.location = static_cast<std::uint32_t>(site[Fact::location]);
        if (rule.change == Change::none || !try_change(rule, site, finding)) {
            if (rule.gain == nullptr) {
                return;
            }
            // No estimate is more than there is.
            finding.gain = std::min(rule.gain(site.facts), static_cast<double>(bound_.time()));
        }
        const double least = kLeastGain * bound_.time();
        if (finding.gain < least && finding.slots < kLeastGain * shader_.report->whole.issue) {
            return;
        }
        if (finding.gain <= 0 && finding.slots <= 0) {
            return;
        }
        finding.rank = std::max(finding.gain, 0.0) * rule.weight;
        finding.text = filled(rule.text, site);
        finding.mend = filled(rule.mend, site);
        findings_.push_back(std::move(finding));
    }

    bool try_change(const FindingRule& rule, const Site& site, Finding& finding) {
        const std::size_t words = shader_.program->words.size();
        if (shader_.shader == nullptr || trials_ == kMostTrials ||
            (trials_ > 0 && (trials_ + 1) * words > shader_.most_tried_words)) {
            return false;
        }
        ++trials_;
        const std::optional<ir3::CostReport> changed = report_on(rule.change, site);
        if (!changed) {
            return false;
        }
        finding.is_tried = true;
        finding.gain = bound_.time() - ir3::bound_of(*changed).time();
        finding.slots = shader_.report->whole.issue - changed->whole.issue;
        blame(rule, *changed, finding);
        return true;
    }

    [[nodiscard]] std::optional<ir3::CostReport> report_on(Change change, const Site& site) const {
        if (change != Change::replace_function) {
            return Trials(*shader_.shader, shader_.resources, *shader_.key, *shader_.limits)
                .run(change, site)
                .report;
        }
        const SpirvResult loaded = shader_.without_functions(site);
        if (loaded.nir.shader == nullptr) {
            return std::nullopt;
        }
        return Trials(*loaded.nir.shader, loaded.resources, *shader_.key, *shader_.limits)
            .run(change, site)
            .report;
    }

    // A change of the whole shader is laid at the door of the line that gains most by it.
    void blame(const FindingRule& rule, const ir3::CostReport& changed, Finding& finding) const {
        if (rule.site != SiteKind::shader) {
            return;
        }
        double most = 0;
        for (const ir3::LineCost& before : shader_.report->lines) {
            double after = 0;
            for (const ir3::LineCost& line : changed.lines) {
                after = line.line.is_same_line(before.line) ? line.cycles() : after;
            }
            if (before.cycles() - after > most) {
                most = before.cycles() - after;
                finding.line = before.line;
            }
        }
    }

    static std::string filled(std::string_view text, const Site& site) {
        std::string result;
        while (!text.empty()) {
            const std::size_t open = text.find('{');
            const std::size_t close = text.find('}', std::min(open, text.size()));
            if (close == std::string_view::npos) {
                break;
            }
            result += text.substr(0, open);
            result += value_of(text.substr(open + 1, close - open - 1), site);
            text.remove_prefix(close + 1);
        }
        return result.append(text);
    }

    static std::string value_of(std::string_view name, const Site& site) {
        if (site.operation != nullptr && (name == "what" || name == "mend")) {
            return std::string(name == "what" ? site.operation->doc : site.operation->mend);
        }
        const auto fact = std::find(kFactNames.begin(), kFactNames.end(), name);
        return fact != kFactNames.end()
                   ? number_text(site.facts[static_cast<std::size_t>(fact - kFactNames.begin())])
                   : std::string();
    }

    const AdvisedShader& shader_;
    ir3::CostBound bound_;
    Site whole_;
    std::size_t trials_ = 0;
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> advise(const AdvisedShader& shader) {
    return Advisor(shader).run();
}

std::vector<WhatIfResult> try_what_ifs(const AdvisedShader& shader,
                                       std::span<const WhatIf* const> changes) {
    std::vector<WhatIfResult> results;
    for (const WhatIf* change : changes) {
        WhatIfResult& result = results.emplace_back();
        result.change = change;
        const bool keeps_loops = change->change == Change::keep_loops;
        const nir::Shader* from = keeps_loops ? shader.with_loops : shader.shader;
        if (from != nullptr) {
            const auto resources = keeps_loops ? shader.resources_with_loops : shader.resources;
            result.trial =
                Trials(*from, resources, *shader.key, *shader.limits).run(change->change, {});
        }
    }
    return results;
}

} // namespace jacquard::driver::advice
