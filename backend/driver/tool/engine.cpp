#include <jacquard/driver/tool/engine.h>

#include <array>

namespace jacquard::driver {

std::optional<Engine> engine_of(const Arguments& arguments, const Streams& streams) {
    static constexpr std::array<std::string_view, 3> kNames = {"ir3", "nir", "tgsi"};
    const std::string_view engine = arguments.value("--engine").value_or("ir3");
    if (engine == "ir3") {
        return Engine::ir3;
    }
    if (engine == "nir") {
        return Engine::nir;
    }
    const std::string quoted = '\'' + std::string(engine) + '\'';
    if (engine == "tgsi") {
        usage_error(streams, "engine " + quoted + " is not supported yet; there are ir3 and nir");
    } else {
        usage_error(streams, "unknown engine " + quoted + suggestion(engine, kNames));
    }
    return std::nullopt;
}

} // namespace jacquard::driver
