#include <jacquard/tool/cost/shader/cost_telling.h>

#include <ostream>

namespace jacquard::driver {

void CostTelling::tell(const Diagnostics& diagnostics) {
    tell(diagnostics.render(streams_.colour_errors));
}

void CostTelling::report(CostedShader& shader, std::span<const ir3::LineRounds> rounds) {
    shader.report = ir3::cost_report(shader.program, rounds);
    for (const std::uint32_t line : shader.report->lines_without_loop) {
        tell("jacquard: no loop of " + shader.source->name + " begins on line " +
             std::to_string(line) + '\n');
    }
}

void CostTelling::tell(const std::string& text) {
    if (told_.insert(text).second) {
        streams_.err << text;
    }
}

} // namespace jacquard::driver
