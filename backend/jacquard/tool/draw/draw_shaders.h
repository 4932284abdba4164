#pragma once

#include <jacquard/draw/stage.h>
#include <jacquard/tool/draw/draw_options.h>

#include <memory>

namespace jacquard::driver {

struct DrawShaders {
    std::unique_ptr<draw::Stage> fragment;
    std::unique_ptr<draw::Stage> vertex; // null where there is none
    bool is_toy = false;                 // in the form of Shadertoy
};

// The shaders of `draw`. False after a fault, which has been said; `code` then is the exit code.
[[nodiscard]] bool load_shaders(const Arguments& arguments, const DrawRequest& request,
                                const Streams& streams, DrawShaders& shaders, int& code);

} // namespace jacquard::driver
