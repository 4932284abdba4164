#include <jacquard/glsl/dialect/varying_locations.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/tool/files/stage_inputs.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver {

namespace {

// Returns the place of a stage in a pipeline, by what the name of the file says; 0 where that says
// nothing.
std::uint32_t place_of(const InputFile& file) {
    const std::string_view word = stage_in_nir(stage_of_name(file.name));
    return nir::find_number(nir::kStageWords, word).value_or(0);
}

} // namespace

std::optional<std::vector<StageInput>>
read_stages(const Arguments& arguments, const Streams& streams, const Limits& limits, int& code) {
    std::vector<StageInput> stages;
    for (const std::string_view path : arguments.operands()) {
        std::optional<InputFile> file = read_input(path, streams, limits, code);
        if (!file) {
            return std::nullopt;
        }
        stages.push_back({std::move(*file), {}});
    }
    // A stage that reads is made a module first, since it says where it reads what.
    std::vector<StageInput*> order;
    for (StageInput& stage : stages) {
        order.push_back(&stage);
    }
    std::stable_sort(order.begin(), order.end(), [](const StageInput* a, const StageInput* b) {
        return place_of(a->file) > place_of(b->file);
    });
    VaryingLocations linked;
    for (StageInput* stage : order) {
        InputFile& file = stage->file;
        const bool is_made = to_module(file, arguments, streams, limits, &stage->fault, &linked);
        linked = is_made && detect_form(file.content) == InputForm::spirv
                     ? glsl::locations_of(file.content, true)
                     : VaryingLocations();
    }
    return stages;
}

bool has_fault(std::span<const StageInput> stages) {
    return std::any_of(stages.begin(), stages.end(), [](const StageInput& stage) {
        return stage.fault.status != CompileStatus::compiled;
    });
}

void take_state_of_pipeline(std::span<const StageInput> stages, ir3::CompileSettings& settings) {
    for (const StageInput& stage : stages) {
        take_pipeline({ir3::NextStage::rasteriser, stage.file.pipeline.state}, settings);
    }
}

std::string path_of_stage(std::string_view path, std::string_view stage) {
    const std::size_t name = path.find_last_of("/\\") + 1; // 0 where there is no folder
    std::size_t dot = path.rfind('.');
    dot = dot == std::string_view::npos || dot <= name ? path.size() : dot;
    return std::string(path.substr(0, dot)) + '.' + std::string(stage) +
           std::string(path.substr(dot));
}

} // namespace jacquard::driver
