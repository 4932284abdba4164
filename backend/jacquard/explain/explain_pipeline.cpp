#include <jacquard/explain/explain_pipeline.h>
#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/pipelines/steps.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <limits>

namespace jacquard::driver {

namespace {

using pipelines::PipelineInfo;
using pipelines::StepInfo;
using pipelines::StepKind;

constexpr unsigned kAll = std::numeric_limits<unsigned>::max();

std::optional<ir3::MachineFacts> facts_of(std::optional<unsigned> part) {
    const ir3::PartInfo* info = part ? ir3::part_info(*part) : nullptr;
    return info != nullptr ? std::optional(ir3::machine_facts(info->revision, *part))
                           : std::nullopt;
}

// Writes pipelines line by line, each inner one where it runs first.
class Lister {
  public:
    explicit Lister(const std::optional<ir3::MachineFacts>& machine) : machine_(machine) {}

    void add(const PipelineInfo& pipeline, unsigned depth) {
        shown_.push_back(pipeline.name);
        unsigned skipped = kAll; // steps deeper than this belong to one that is never taken
        for (const StepInfo& step : pipeline.steps) {
            if (step.depth > skipped) {
                continue;
            }
            skipped = is_possible(step) ? kAll : step.depth;
            if (skipped == kAll) {
                add_step(pipeline, step, depth + step.depth);
            }
        }
    }

    std::vector<PipelineLine> lines;

  private:
    [[nodiscard]] bool is_possible(const StepInfo& step) const {
        return !machine_ || step.is_possible == nullptr || step.is_possible(*machine_);
    }

    void add_step(const PipelineInfo& pipeline, const StepInfo& step, unsigned depth) {
        lines.push_back({depth, pipeline.name, step.name, std::string(step.text), step.where});
        if (step.kind != StepKind::pipeline) {
            return;
        }
        if (std::find(shown_.begin(), shown_.end(), step.name) != shown_.end()) {
            lines.back().text += "  (as above)";
        } else if (const PipelineInfo* inner = pipelines::find_pipeline(step.name)) {
            add(*inner, depth + 1);
        }
    }

    const std::optional<ir3::MachineFacts>& machine_;
    std::vector<std::string_view> shown_;
};

std::string headed(const PipelineInfo& pipeline) {
    return std::string(pipeline.name) + ": " + std::string(pipeline.doc);
}

void add_passes(const PipelineInfo& pipeline, std::vector<std::string_view>& names) {
    for (const StepInfo& step : pipeline.steps) {
        if (step.kind == StepKind::pass &&
            std::find(names.begin(), names.end(), step.name) == names.end()) {
            names.push_back(step.name);
        }
        const PipelineInfo* inner =
            step.kind == StepKind::pipeline ? pipelines::find_pipeline(step.name) : nullptr;
        if (inner != nullptr) {
            add_passes(*inner, names);
        }
    }
}

} // namespace

std::vector<PipelineLine> lines_of_way(std::optional<unsigned> part) {
    const std::optional<ir3::MachineFacts> machine = facts_of(part);
    Lister lister(machine);
    for (const pipelines::WayInfo& way : pipelines::all_ways()) {
        lister.lines.push_back({0, {}, way.name, "", way.where});
        lister.lines.back().text = std::string(way.name) + "  " + std::string(way.doc);
        for (const pipelines::StageInfo& stage : way.stages) {
            const PipelineInfo* pipeline = pipelines::find_pipeline(stage.pipeline);
            if (pipeline == nullptr) {
                lister.lines.push_back({1, {}, {}, std::string(stage.does), stage.source});
                continue;
            }
            lister.lines.push_back(
                {1, pipeline->name, pipeline->name, headed(*pipeline), pipeline->where});
            lister.add(*pipeline, 2);
        }
    }
    return std::move(lister.lines);
}

std::vector<PipelineLine> lines_of_pipeline(std::string_view name, std::optional<unsigned> part) {
    const std::optional<ir3::MachineFacts> machine = facts_of(part);
    Lister lister(machine);
    if (const PipelineInfo* pipeline = pipelines::find_pipeline(name)) {
        lister.lines.push_back(
            {0, pipeline->name, pipeline->name, headed(*pipeline), pipeline->where});
        lister.add(*pipeline, 1);
    }
    return std::move(lister.lines);
}

std::string pipeline_text(const std::vector<PipelineLine>& lines) {
    std::string text;
    for (const PipelineLine& line : lines) {
        text.append(std::size_t{2} * line.depth, ' ');
        text += line.text + '\n';
    }
    return text;
}

std::string pipeline_json(const std::vector<PipelineLine>& lines) {
    std::string text;
    for (const PipelineLine& line : lines) {
        json::Writer json(text);
        json.begin_object();
        json.member("depth", std::int64_t{line.depth});
        json.member("pipeline", line.pipeline);
        json.member("name", line.name);
        json.member("text", line.text);
        json.member("line", line.where);
        json.end_object();
        text += '\n';
    }
    return text;
}

std::vector<std::string_view> passes_of_pipeline(std::string_view name) {
    std::vector<std::string_view> names;
    if (const PipelineInfo* pipeline = pipelines::find_pipeline(name)) {
        add_passes(*pipeline, names);
    }
    return names;
}

std::string pipeline_suggestion(std::string_view written) {
    std::vector<std::string_view> names;
    for (const PipelineInfo& pipeline : pipelines::all_pipelines()) {
        names.push_back(pipeline.name);
    }
    const std::string_view near = near_name(written, names);
    return near.empty() ? std::string() : "; did you mean '" + std::string(near) + "'?";
}

} // namespace jacquard::driver
