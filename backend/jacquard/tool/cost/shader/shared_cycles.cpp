#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/shader/shared_cycles.h>

#include <algorithm>
#include <span>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::size_t kMostNamed = 6; // lines that are named; others are counted

// "line 5", "lines 6, 7 and 9", "lines 6, 7 and 3 more": by number where they are of the file that
// was given, and the one with the most cycles first.
std::string places_text(const CostedShader& shader, std::span<const ir3::SharedCycles> shared) {
    const bool all_are_near =
        std::all_of(shared.begin(), shared.end(),
                    [&](const ir3::SharedCycles& each) { return is_of_source(shader, each.line); });
    std::vector<std::string> places;
    for (const ir3::SharedCycles& each : shared.first(std::min(shared.size(), kMostNamed))) {
        places.push_back(all_are_near ? std::to_string(each.line.line)
                                      : line_name(shader, each.line));
    }
    if (shared.size() > kMostNamed) {
        places.push_back(std::to_string(shared.size() - kMostNamed) + " more");
    }
    std::string text = !all_are_near ? "" : shared.size() == 1 ? "line " : "lines ";
    for (std::size_t i = 0; i < places.size(); ++i) {
        text += i == 0 ? "" : i + 1 == places.size() ? " and " : ", ";
        text += places[i];
    }
    return text;
}

} // namespace

std::string serving_text(const CostedShader& shader, const ir3::LineCost& line) {
    if (line.serves.empty()) {
        return {};
    }
    return number_text(line.shared) + " of these cycles also serve" +
           (line.shared == 1 ? "s " : " ") + places_text(shader, line.serves) +
           (line.serves_others ? ", and others" : "");
}

std::string served_text(const CostedShader& shader, const ir3::LineCost& line) {
    if (line.served_by.empty()) {
        return {};
    }
    double cycles = 0;
    for (const ir3::SharedCycles& each : line.served_by) {
        cycles += each.cycles;
    }
    return number_text(cycles) + " more at " + places_text(shader, line.served_by);
}

} // namespace jacquard::driver
