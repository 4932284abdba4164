#include <jacquard/generated/pipelines/common.h>
#include <jacquard/library/frontend/common_passes.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/nir/build/compact.h>

namespace jacquard::driver {

std::string run_pipeline(nir::Shader& shader, const PassListener& listener) {
    CommonPasses common(shader, listener);
    pipelines::common(common);
    return common.passes().report();
}

std::string run_pipeline(std::unique_ptr<nir::Shader>& shader, const PassListener& listener) {
    std::string report = run_pipeline(*shader, listener);
    if (report.empty()) {
        nir::compact(shader);
    }
    return report;
}

} // namespace jacquard::driver
