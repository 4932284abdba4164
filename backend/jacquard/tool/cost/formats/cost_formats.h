#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <cstdint>
#include <span>
#include <string>

// The forms in which costs are printed.
namespace jacquard::driver {

// For people: the forms of one file side by side, with the source lines and the advice that the
// options ask for.
[[nodiscard]] std::string cost_table(std::span<const CostedShader> shaders,
                                     const CostOptions& options);

// "basis": whence the numbers are that the report rests on, and what the report would say if those
// that are not certain were others.
void append_basis(json::Writer& json, const CostedShader& shader);

// Everything, as one JSON value and a line end.
[[nodiscard]] std::string cost_json(const CostedShader& shader, const CostOptions& options);

// The version of that form, which its member "schema" has, and its JSON Schema.
inline constexpr std::uint32_t kCostSchema = 1;
[[nodiscard]] std::string cost_schema();

// The figures of cost_json(), as a row of CSV; empty where there is no report or no bound.
[[nodiscard]] std::string cost_csv_head();
[[nodiscard]] std::string cost_csv(const CostedShader& shader);

// The spellings of the same statistics that scripts look for.
enum class AocSpelling : std::uint8_t {
    aoc_1,  // version 1 of Qualcomm's offline compiler
    aoc_2,  // version 2: other names and sections
    driver, // what the driver tells of a pipeline's executables
};

// cost_aoc() prints these parts beyond the counts if they are set.
struct AocOptions {
    bool performance = true; // latency hiding and performance
    bool listing = false;    // the hardware instructions and the source
    AocSpelling spelling = AocSpelling::aoc_1;
};

// The form that scripts know from Qualcomm's offline compiler: all forms of one shader for a part.
[[nodiscard]] std::string cost_aoc(std::span<const CostedShader> shaders,
                                   const AocOptions& options);

// The names of Mesa's table of statistics, as one JSON value for a form.
[[nodiscard]] std::string cost_mesa(const CostedShader& shader);

// The JSON that tools around Arm's offline compiler read, of all shaders at once.
[[nodiscard]] std::string cost_malioc(std::span<const CostedShader> shaders);

// The findings of all shaders at once, in the Static Analysis Results Interchange Format, which
// code hosts show at lines.
[[nodiscard]] std::string cost_sarif(std::span<const CostedShader> shaders);

} // namespace jacquard::driver
