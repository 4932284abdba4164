#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/cost/cost_paths.h>
#include <jacquard/ir3/cost/cost_sways.h>
#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/ir3/cost/costed_code.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// A rate, by its place in the model, that is so many times what the model says.
struct ScaledRate {
    static constexpr int kNone = -1;

    int rate = kNone;
    double factor = 1;
};

std::vector<CostedWord> scaled_words(const std::vector<CostedWord>& words,
                                     const ScaledRate& scaled) {
    std::vector<CostedWord> result = words;
    for (CostedWord& word : result) {
        if (scaled.rate != ScaledRate::kNone && word.rate == scaled.rate) {
            word.unit_cycles *= scaled.factor;
        }
    }
    return result;
}

class Sways {
  public:
    Sways(const Program& program, const CostReport& report)
        : report_(report), model_(report.model()), code_(costed_code(program, report.revision)),
          flow_(cost_flow(code_.main, report.known_loops)),
          groups_(model_.figure(CostFigureName::wave_groups).number()) {}

    CostSways run() {
        result_.answer = answer({}, groups_, 1);
        for (std::size_t i = 0; i < model_.rates.size(); ++i) {
            const CostRate& rate = model_.rates[i];
            if (report_.rates_used[i]) {
                add(rate, [&](double number) {
                    return answer({static_cast<int>(i), number / rate.number()}, groups_, 1);
                });
            }
        }
        add(model_.figure(CostFigureName::wave_groups),
            [&](double number) { return answer({}, number, 1); });
        add(model_.figure(CostFigureName::hiding),
            [&](double number) { return answer({}, groups_, number); });
        return std::move(result_);
    }

  private:
    // `Answer` gives what the report says where the number is another.
    template <typename Fact, typename Answer>
    void add(const Fact& fact, Answer answer_at) {
        if (fact.low == fact.high) {
            return;
        }
        CostSway& sway = result_.sways.emplace_back();
        sway.name = fact.name.view();
        sway.source = fact.source;
        sway.low = fact.low;
        sway.high = fact.high;
        sway.at_low = answer_at(sway.low);
        sway.at_high = answer_at(sway.high);
    }

    // Other waves fill a share of `hiding` of the waits that they could fill.
    [[nodiscard]] CostAnswer answer(const ScaledRate& scaled, double groups, double hiding) const {
        const std::vector<CostedWord> main = scaled_words(code_.main, scaled);
        const std::vector<CostedWord> before = scaled_words(code_.prefetches, scaled);
        const CostPaths paths = cost_paths(main, flow_, before);
        const UnitCycles& cycles = paths.bounded ? paths.longest : paths.total;
        const double others = std::max(report_.waves / groups, 1.0) - 1;
        const WaitCycles& critical = paths.critical;
        CostAnswer found;
        found.units = binding_units(cycles);
        found.binds = found.units.empty() ? 0 : cycles[static_cast<unsigned>(found.units.front())];
        found.alone = critical.all();
        found.exposed = (critical.short_wait + critical.long_wait) *
                        exposed_share(critical, 1 + others * hiding);
        return found;
    }

    const CostReport& report_;
    const CostModel& model_;
    CostedCode code_;
    CostFlow flow_;
    double groups_;
    CostSways result_;
};

} // namespace

const CostSway* CostSways::find(std::string_view name) const {
    const auto found = std::find_if(sways.begin(), sways.end(),
                                    [name](const CostSway& sway) { return sway.name == name; });
    return found != sways.end() ? &*found : nullptr;
}

CostSways cost_sways(const Program& program, const CostReport& report) {
    return Sways(program, report).run();
}

} // namespace jacquard::ir3
