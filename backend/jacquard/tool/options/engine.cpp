#include <jacquard/tool/options/engine.h>

namespace jacquard::driver {

std::optional<Engine> engine_of(const Arguments& arguments, const Streams& streams) {
    const std::string_view engine = arguments.value("--engine").value_or("ir3");
    if (engine == "ir3") {
        return Engine::ir3;
    }
    if (engine == "nir") {
        return Engine::nir;
    }
    usage_error(streams, "unknown engine '" + std::string(engine) + '\'' +
                             suggestion(engine, kEngineNames) + "; there are ir3 and nir");
    return std::nullopt;
}

} // namespace jacquard::driver
