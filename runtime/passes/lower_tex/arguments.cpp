#include <jacquard/passes/lower_tex/arguments.h>

namespace jacquard::nir {

namespace {

void apply(const PassArgument& argument, LowerTexOptions& options) {
    for (const LowerTexParameter& known : kLowerTexOptions) {
        if (known.parameter.name != argument.name) {
            continue;
        }
        if (known.mask != nullptr) {
            options.*known.mask = argument.value;
        } else if (known.is_on != nullptr) {
            options.*known.is_on = true;
        } else if (!known.parameter.has_value) {
            options.lower_offset_filter = [](const TextureInstruction&, const void*) {
                return true;
            };
        } else if (argument.value == 8) {
            options.lower_tex_packing = [](const TextureInstruction&, const void*) {
                return TexturePacking::bytes;
            };
        } else if (argument.value == 16) {
            options.lower_tex_packing = [](const TextureInstruction&, const void*) {
                return TexturePacking::halves;
            };
        }
    }
}

} // namespace

bool lower_tex(Shader& shader, PassArguments arguments) {
    LowerTexOptions options;
    for (const PassArgument& argument : arguments) {
        apply(argument, options);
    }
    return lower_tex(shader, options);
}

} // namespace jacquard::nir
