#include <jacquard/amber/read/commands/clears.h>
#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/pipelines/pipelines.h>

namespace jacquard::driver::amber {

bool Clears::read_clear() {
    const Token start = lines_.word();
    ClearCommand clear;
    if (!pipelines_.find_graphics(clear.pipeline)) {
        return false;
    }
    commands_.add(start, clear);
    return true;
}

bool Clears::read_clear_colour() {
    const Token start = lines_.word();
    ClearColourCommand clear;
    if (!pipelines_.find_graphics(clear.pipeline)) {
        return false;
    }
    for (float& component : clear.colour) {
        std::uint64_t value = 0;
        if (!lines_.take_unsigned("a component of a colour", 255, value)) {
            return false;
        }
        component = static_cast<float>(value) / 255.0F;
    }
    commands_.add(start, clear);
    return true;
}

bool Clears::read_clear_depth() {
    const Token start = lines_.word();
    ClearDepthCommand clear;
    if (!pipelines_.find_graphics(clear.pipeline) || !lines_.take_depth(clear.depth)) {
        return false;
    }
    commands_.add(start, clear);
    return true;
}

bool Clears::read_clear_stencil() {
    const Token start = lines_.word();
    ClearStencilCommand clear;
    std::uint64_t value = 0;
    if (!pipelines_.find_graphics(clear.pipeline) ||
        !lines_.take_unsigned("a stencil", 255, value)) {
        return false;
    }
    clear.stencil = static_cast<std::uint8_t>(value);
    commands_.add(start, clear);
    return true;
}

} // namespace jacquard::driver::amber
