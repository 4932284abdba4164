#include <jacquard/glsl/dialect/module_interface.h>
#include <jacquard/glsl/dialect/opengl_module.h>

#include <algorithm>

namespace jacquard::driver::glsl {

bool has_plain_uniforms(std::string_view module) {
    const Words words = words_of(module);
    if (words.empty()) {
        return false;
    }
    // Samplers and images, and arrays of them, are none of the types that are kept.
    const ModuleInterface known(words);
    return std::any_of(known.variables.begin(), known.variables.end(), [&](const auto& variable) {
        std::uint32_t type = variable.type;
        while (known.element_of(type) != type) {
            type = known.element_of(type);
        }
        return variable.storage == spirv::StorageClass::UniformConstant &&
               known.types.count(type) != 0;
    });
}

void follow_opengl(std::string& module) {
    Words words = words_of(module);
    if (words.empty()) {
        return;
    }
    for_each_instruction(words, [](std::span<std::uint32_t> instruction) {
        if (op_of(instruction) == Op::ExecutionMode &&
            instruction[2] == static_cast<std::uint32_t>(spirv::ExecutionMode::OriginUpperLeft)) {
            instruction[2] = static_cast<std::uint32_t>(spirv::ExecutionMode::OriginLowerLeft);
        }
        const bool is_built_in =
            op_of(instruction) == Op::Decorate &&
            instruction[2] == static_cast<std::uint32_t>(spirv::Decoration::BuiltIn);
        if (is_built_in &&
            instruction[3] == static_cast<std::uint32_t>(spirv::BuiltIn::VertexIndex)) {
            instruction[3] = static_cast<std::uint32_t>(spirv::BuiltIn::VertexId);
        } else if (is_built_in &&
                   instruction[3] == static_cast<std::uint32_t>(spirv::BuiltIn::InstanceIndex)) {
            instruction[3] = static_cast<std::uint32_t>(spirv::BuiltIn::InstanceId);
        }
    });
    module = bytes_of(words);
}

} // namespace jacquard::driver::glsl
