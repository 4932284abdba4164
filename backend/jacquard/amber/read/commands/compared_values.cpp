#include <jacquard/amber/read/commands/compared_values.h>

#include <cmath>

namespace jacquard::driver::amber {

namespace {

constexpr std::size_t kMostTolerances = 4;

} // namespace

bool take_tolerances(Lines& lines, std::vector<Tolerance>& tolerances) {
    while (!lines.peek().is_end() && tolerances.size() <= kMostTolerances) {
        const Token token = lines.peek();
        std::string_view text = token.text;
        Tolerance tolerance;
        tolerance.is_percent = text.ends_with('%');
        text.remove_suffix(tolerance.is_percent ? 1 : 0);
        Number number;
        if (!read_number(text, ScalarKind::floating, 64, number)) {
            break;
        }
        if (!std::isfinite(number.floating) || number.floating < 0.0) {
            return lines.fail("M103", token,
                              "a tolerance is a number not below 0, not " + quoted(token));
        }
        lines.take();
        tolerance.value = number.floating;
        tolerances.push_back(tolerance);
    }
    return (!tolerances.empty() && tolerances.size() <= kMostTolerances) ||
           lines.fail("M103", lines.peek(), "expected 1 to 4 tolerances");
}

bool fit(Lines& lines, const Token& token, const std::vector<Tolerance>& tolerances,
         unsigned components) {
    return tolerances.size() <= 1 || tolerances.size() >= components ||
           lines.fail("M103", token,
                      "expected 1 tolerance, or one for each of " + std::to_string(components) +
                          " components");
}

bool take_compared(Lines& lines, const std::vector<Component>& components, ExpectValues& values) {
    while (!lines.peek().is_end()) {
        const Token token = lines.take();
        const bool is_typed = !components.empty() && values.comparison != Comparison::near;
        const Component component = is_typed ? components[values.values.size() % components.size()]
                                             : Component{0, ScalarKind::floating, 64};
        Number number;
        if (!read_number(token.text, component.kind, component.bits, number)) {
            return lines.fail("M103", token,
                              quoted(token) +
                                  (is_typed ? " is no number of that type" : " is no number"));
        }
        if (std::isnan(number.floating)) {
            return lines.fail("M103", token,
                              quoted(token) + " is no number; comparisons with it say nothing");
        }
        values.values.emplace_back(std::string(token.text), token.position);
    }
    return !values.values.empty() ||
           lines.fail("M102", lines.peek(), "expected a value, not the end of the line");
}

} // namespace jacquard::driver::amber
