#pragma once

#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/diagnostics.h>

#include "kinds.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::texts {

// The name of inputs in diagnostics, which count lines from the first of the frame.
inline constexpr const char* kInputName = "before";

// The diagnostics with their places; with the lines that they show if the settings say
// `shown: yes`.
[[nodiscard]] Answer refusal_of(const Settings& settings, const Diagnostics& diagnostics);

// The NIR of an input, after the passes that `passes` names. Without a shader, the answer says why.
struct Made {
    std::unique_ptr<nir::Shader> shader;
    std::string text; // that positions in the shader refer to
    Answer answer;
    bool is_whole = true;                     // The input is not only the lines of a main function.
    std::vector<driver::SetBinding> combined; // the textures of SPIR-V that have their samplers

    void refuse(const Settings& settings, const Diagnostics& diagnostics);
    void fail(const std::string& fault);
};

// Whether the input of a case of NIR, in its frame, is more than the lines of a function.
[[nodiscard]] bool is_whole_text(const Settings& settings, const Lines& framed);

[[nodiscard]] Made shader_of_tgsi(const Request& request);
[[nodiscard]] Made shader_of_nir(const Request& request);
[[nodiscard]] Made shader_of_spirv(const Request& request);

// Each of these reads the setting of its name.
[[nodiscard]] std::vector<spirv::Specialisation> specialisations_of(const Settings& settings);
[[nodiscard]] std::optional<std::size_t> stage_of(const Settings& settings);
[[nodiscard]] bool shows_main(const Settings& settings);
void read_passes(const Settings& settings);
[[nodiscard]] std::uint64_t steps_of(const Settings& settings, std::uint64_t otherwise);
[[nodiscard]] unsigned lanes_of(const Settings& settings);
void read_precision(const Settings& settings);
void read_resources(const Settings& settings);
void read_facts(const Settings& settings);
[[nodiscard]] std::optional<std::uint32_t> constants_of(const Settings& settings);

// Each of these tells what becomes of a shader.
[[nodiscard]] Answer nir_of(const Request& request, Made made);
[[nodiscard]] Answer words_of_shader(const Request& request, Made made);
[[nodiscard]] Answer graph_of(const Request& request, Made made);
[[nodiscard]] Answer outputs_of(const Request& request, Made made);
[[nodiscard]] Answer outputs_of_spirv(const Request& request);
[[nodiscard]] Answer findings_of(const Request& request);

} // namespace jacquard::texts
