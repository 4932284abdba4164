#include <jacquard/driver/tool/engine.h>

#include <array>

namespace jacquard::driver {

bool check_engine(const Arguments& arguments, const Streams& streams) {
    static constexpr std::array<std::string_view, 3> kNames = {"ir3", "nir", "tgsi"};
    const std::string_view engine = arguments.value("--engine").value_or("ir3");
    if (engine == "ir3") {
        return true;
    }
    const std::string quoted = '\'' + std::string(engine) + '\'';
    if (engine == "nir" || engine == "tgsi") {
        usage_error(streams, "engine " + quoted + " is not supported yet; there is ir3");
    } else {
        usage_error(streams, "unknown engine " + quoted + suggestion(engine, kNames));
    }
    return false;
}

} // namespace jacquard::driver
