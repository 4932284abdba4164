#include <jacquard/driver/tool/engine.h>

#include <array>

namespace jacquard::driver {

std::optional<Engine> engine_of(const Arguments& arguments, const Streams& streams) {
    static constexpr std::array<std::string_view, 2> kNames = {"ir3", "nir"};
    const std::string_view engine = arguments.value("--engine").value_or("ir3");
    if (engine == "ir3") {
        return Engine::ir3;
    }
    if (engine == "nir") {
        return Engine::nir;
    }
    usage_error(streams, "unknown engine '" + std::string(engine) + '\'' +
                             suggestion(engine, kNames) + "; there are ir3 and nir");
    return std::nullopt;
}

} // namespace jacquard::driver
