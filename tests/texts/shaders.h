#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/diagnostics.h>

#include "kinds.h"

#include <memory>
#include <optional>
#include <string>

namespace jacquard::texts {

// The name of inputs in diagnostics, which count lines from the first of the frame.
inline constexpr const char* kInputName = "before";

// The diagnostics with their places, without the lines that they show.
[[nodiscard]] Answer refusal_of(const Diagnostics& diagnostics);

// The NIR of an input, after the passes that `passes` names. Without a shader, the answer says why.
struct Made {
    std::unique_ptr<nir::Shader> shader;
    std::string text; // that positions in the shader refer to
    Answer answer;
    bool is_whole = true; // The input is not only the lines of a main function.

    void refuse(const Diagnostics& diagnostics);
    void fail(const std::string& fault);
};

[[nodiscard]] Made shader_of_tgsi(const Request& request);
[[nodiscard]] Made shader_of_nir(const Request& request);
[[nodiscard]] Made shader_of_spirv(const Request& request);

[[nodiscard]] spirv::TranslateOptions spirv_options(const Settings& settings);
// The module of version 1.3 that assembly describes, whose ids need no definition.
[[nodiscard]] std::optional<std::string> module_bytes(const std::string& text,
                                                      Diagnostics& diagnostics);

// Each of these tells what becomes of a shader.
[[nodiscard]] Answer nir_of(const Request& request, Made made);
[[nodiscard]] Answer words_of_shader(const Request& request, Made made);
[[nodiscard]] Answer graph_of(const Request& request, Made made);
[[nodiscard]] Answer outputs_of(const Request& request, Made made);
[[nodiscard]] Answer outputs_of_spirv(const Request& request);
[[nodiscard]] Answer findings_of(const Request& request);

} // namespace jacquard::texts
