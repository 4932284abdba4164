// Assembly as what the check of machine code finds in it.
#include <jacquard/ir3/check/check_program.h>
#include <jacquard/library/program/assembly_reader.h>

#include "shaders.h"

#include <algorithm>
#include <limits>

namespace jacquard::texts {

std::optional<std::uint32_t> constants_of(const Settings& settings) {
    const auto number = settings.number("constants", 0, std::numeric_limits<std::uint32_t>::max());
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

Answer findings_of(const Request& request) {
    const std::string text = joined(request.before);
    Diagnostics diagnostics(kInputName, text);
    const Setting* gpu = request.settings.find("gpu");
    if (gpu != nullptr &&
        std::any_of(request.before.begin(), request.before.end(),
                    [](const std::string& line) { return line.starts_with("@gpu"); })) {
        request.settings.fault(*gpu, "the part is named by '@gpu' in an input, too");
    }
    const auto program = driver::read_assembly(text, request.gpu, diagnostics);
    if (!program) {
        return refusal_of(request.settings, diagnostics);
    }
    ir3::CheckOptions options;
    options.header_is_known = !program->inputs.empty() || !program->outputs.empty();
    options.lanes_may_part = request.settings.flag("marked").value_or(false);
    options.num_constants = constants_of(request.settings);
    Answer answer;
    for (const ir3::Fault& fault :
         ir3::check_program(*program, ir3::revision_of_part(program->gpu).value(), options)) {
        answer.text += fault.message + "\n";
    }
    return answer;
}

} // namespace jacquard::texts
