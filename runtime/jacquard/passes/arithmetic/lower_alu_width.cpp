#include <jacquard/generated/passes/lower_alu_width.h>
#include <jacquard/passes/util/split_alu.h>

#include <algorithm>

namespace jacquard::nir {

bool lower_alu_width(Shader& shader, const LowerAluWidthOptions& options) {
    unsigned max_components = std::min<unsigned>(options.max_components, kMaxComponents);
    while (!is_valid_component_count(max_components)) {
        max_components = max_components == 0 ? 1 : max_components - 1;
    }
    return rewrite_alu(shader, [max_components](CoreBuilder& b, AluInstruction& alu) -> SsaDef* {
        const OpcodeInfo& info = alu.info();
        if (info.is_reduction) {
            return alu.source_components(0) > max_components ? reduce_alu(b, alu, read_component)
                                                             : nullptr;
        }
        if (info.is_copy || info.output_components != 0 ||
            alu.value.num_components <= max_components) {
            return nullptr;
        }
        return split_alu(b, alu, max_components);
    });
}

} // namespace jacquard::nir
