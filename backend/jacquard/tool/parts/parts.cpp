// The module of the tool's optional parts.
#include <jacquard/tool/frame/parts.h>

#ifdef JACQUARD_HAS_GLSLANG
#include <jacquard/glsl/linked_glslang.h>
#endif

extern "C" __attribute__((visibility("default"))) const jacquard::driver::ToolParts*
JACQUARD_PARTS_FUNCTION() {
    using namespace jacquard::driver;
    static const ToolParts parts = {
#ifdef JACQUARD_HAS_GLSLANG
        &linked_glslang(),
#else
        nullptr,
#endif
        draw::has_png,     draw::read_png, draw::write_png, has_gzip, unpack_gzip};
    return &parts;
}
