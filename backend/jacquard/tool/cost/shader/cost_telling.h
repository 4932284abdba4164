#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/streams.h>

#include <set>
#include <span>
#include <string>

namespace jacquard::driver {

// Tells the faults of shaders that are costed for one part after the other, each once.
class CostTelling {
  public:
    explicit CostTelling(const Streams& streams) : streams_(streams) {}

    void tell(const Diagnostics& diagnostics);
    // Makes the report on a program, and tells which of the rounds are of no loop.
    void report(CostedShader& shader, std::span<const ir3::LineRounds> rounds);

  private:
    void tell(const std::string& text);

    const Streams& streams_;
    std::set<std::string> told_;
};

} // namespace jacquard::driver
