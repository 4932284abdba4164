#include <jacquard/glsl/dialect/varying_locations.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/files/stage_inputs.h>

#include <algorithm>
#include <numeric>

namespace jacquard::driver {

namespace {

// The place of a stage in a pipeline, by what the name of the file says; 0 where it says nothing.
std::uint32_t place_of(const InputFile& file) {
    const std::string_view word = stage_in_nir(stage_of_name(file.name));
    return nir::find_number(nir::kStageWords, word).value_or(0);
}

} // namespace

std::optional<std::vector<InputFile>>
read_stages(const Arguments& arguments, const Streams& streams, const Limits& limits, int& code) {
    std::vector<InputFile> files;
    for (std::size_t i = 0; i < arguments.operands().size(); ++i) {
        std::optional<InputFile> file = read_input(arguments.operands()[i], streams, limits, code);
        if (!file) {
            return std::nullopt;
        }
        files.push_back(std::move(*file));
    }
    // A stage that reads is made a module first, since it says where it reads what.
    std::vector<std::size_t> order(files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return place_of(files[a]) > place_of(files[b]);
    });
    VaryingLocations linked;
    bool is_fine = true;
    for (const std::size_t i : order) {
        if (!to_module(files[i], arguments, streams, limits, nullptr, &linked)) {
            is_fine = false;
            continue;
        }
        linked = detect_form(files[i].content) == InputForm::spirv
                     ? glsl::locations_of(files[i].content, true)
                     : VaryingLocations();
    }
    if (!is_fine) {
        code = exit_findings;
        return std::nullopt;
    }
    return files;
}

std::string path_of_stage(std::string_view path, std::string_view stage) {
    if (path == "-") {
        return "-";
    }
    const std::size_t name = path.find_last_of("/\\") + 1; // 0 where there is no folder
    std::size_t dot = path.rfind('.');
    dot = dot == std::string_view::npos || dot <= name ? path.size() : dot;
    return std::string(path.substr(0, dot)) + '.' + std::string(stage) +
           std::string(path.substr(dot));
}

} // namespace jacquard::driver
