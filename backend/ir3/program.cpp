#include <jacquard/ir3/program.h>

namespace jacquard::ir3 {

std::string to_string(RegisterLocation location) {
    if (!location.exists()) {
        return "none";
    }
    std::string text = location.half ? "hr" : "r";
    text += std::to_string(location.number / 4);
    text += '.';
    text += "xyzw"[location.number % 4];
    return text;
}

} // namespace jacquard::ir3
