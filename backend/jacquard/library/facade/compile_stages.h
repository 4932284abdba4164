#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/link/link_report.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/api.h>

#include <cstddef>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// A pipeline has no more stages.
inline constexpr std::size_t kMostStages = static_cast<std::size_t>(nir::Stage::fragment) + 1;

// A stage of a pipeline: TGSI, NIR text or SPIR-V, as words or as text, which the content tells.
struct StageSource {
    std::string_view content;
    spirv::TranslateOptions translation; // for SPIR-V, be it words or assembly
};

struct StageProgram {
    CompileResult compiled;
    nir::Stage stage{};
    LinkReport report; // what linking did between it and the stage that reads its outputs
};

struct StagesOptions {
    VariantKey key; // for all stages; `feeds` is for the last one alone
    // Varyings keep their locations, since a shader that another compiler made may take the place
    // of a stage.
    bool keep_locations = false;
    Limits limits;
    CompileObserver* observer = nullptr;
};

// The reason that a stage has no program because of another one.
inline constexpr std::string_view kOtherStageAtFault = "another stage of the pipeline is at fault";

// Compiles stages, given in any order, as one pipeline: each for what the next one reads. The
// programs are in the order of the sources, and faults of one go to the diagnostics of that number,
// which were made from its text. Where one cannot be read or they are no pipeline, none is
// compiled. As compile_tgsi().
[[nodiscard]] std::vector<StageProgram> compile_stages(std::span<const StageSource> sources,
                                                       const StagesOptions& options,
                                                       std::deque<Diagnostics>& diagnostics);

} // namespace jacquard::driver

JACQUARD_END_API
