#include <jacquard/tool/databases/pipeline_facts.h>

namespace jacquard::driver {

std::string PipelineFacts::text() const {
    std::string all = std::to_string(static_cast<unsigned>(feeds));
    for (const nir::StateInfo& each : nir::kStates) {
        all += ' ' + std::to_string(each.get(state));
    }
    return all;
}

void take_pipeline(const PipelineFacts& facts, ir3::CompileSettings& settings) {
    if (settings.feeds == ir3::NextStage::rasteriser) {
        settings.feeds = facts.feeds;
    }
    if (settings.state == nir::ShaderState()) {
        settings.state = facts.state;
    }
}

} // namespace jacquard::driver
