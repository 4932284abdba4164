// Assembly as what the check of machine code finds in it.
#include <jacquard/ir3/check/check_program.h>
#include <jacquard/library/program/assembly_reader.h>

#include "shaders.h"

namespace jacquard::texts {

Answer findings_of(const Request& request) {
    const std::string text = joined(request.before);
    Diagnostics diagnostics(kInputName, text);
    const auto program = driver::read_assembly(text, request.gpu, diagnostics);
    if (!program) {
        return refusal_of(diagnostics);
    }
    ir3::CheckOptions options;
    options.header_is_known = !program->inputs.empty() || !program->outputs.empty();
    options.lanes_may_part = request.settings.flag("marked");
    if (request.settings.find("constants") != nullptr) {
        options.num_constants = static_cast<std::uint32_t>(request.settings.number("constants", 0));
    }
    Answer answer;
    for (const ir3::Fault& fault :
         ir3::check_program(*program, ir3::revision_of_part(program->gpu).value(), options)) {
        answer.text += fault.message + "\n";
    }
    return answer;
}

} // namespace jacquard::texts
