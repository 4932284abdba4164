#include <jacquard/amber/read/commands/tolerances.h>

namespace jacquard::driver::amber {

bool take_tolerances(Lines& lines, std::vector<Tolerance>& tolerances) {
    while (!lines.peek().is_end() && tolerances.size() <= 4) {
        const Token token = lines.peek();
        std::string_view text = token.text;
        Tolerance tolerance;
        tolerance.is_percent = text.ends_with('%');
        text.remove_suffix(tolerance.is_percent ? 1 : 0);
        Number number;
        if (!read_number(text, ScalarKind::floating, 64, number)) {
            break;
        }
        if (number.floating < 0.0) {
            return lines.fail("M103", token, "a tolerance is not below 0");
        }
        lines.take();
        tolerance.value = number.floating;
        tolerances.push_back(tolerance);
    }
    return (!tolerances.empty() && tolerances.size() <= 4) ||
           lines.fail("M103", lines.peek(), "expected 1 to 4 tolerances");
}

} // namespace jacquard::driver::amber
