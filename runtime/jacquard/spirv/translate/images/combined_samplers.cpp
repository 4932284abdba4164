#include <jacquard/spirv/module/decorations.h>
#include <jacquard/spirv/translate/images/combined_samplers.h>

#include <algorithm>

namespace jacquard::spirv {

namespace {

// Arrays of arrays are nested no deeper in a module that can be translated.
constexpr unsigned kMostArrays = 32;

bool holds_sampled_image(const Module& module, std::uint32_t type) {
    for (unsigned depth = 0; depth < kMostArrays; ++depth) {
        const Instruction* definition = module.definition(type);
        if (definition == nullptr || module.operands(*definition).empty()) {
            return false;
        }
        switch (definition->op()) {
        case Op::TypeSampledImage: return true;
        case Op::TypeArray:
        case Op::TypeRuntimeArray: type = module.operands(*definition)[0]; break;
        default: return false;
        }
    }
    return false;
}

} // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> combined_samplers(const Module& module) {
    std::vector<std::uint32_t> variables;
    for (const Instruction& instruction : module.instructions) {
        if (instruction.op() == Op::Function) {
            break; // its variables hold no images
        }
        if (instruction.op() != Op::Variable) {
            continue;
        }
        const Instruction* pointer = module.definition(instruction.type);
        if (pointer == nullptr || pointer->op() != Op::TypePointer ||
            module.operands(*pointer).size() < 2 ||
            !holds_sampled_image(module, module.operands(*pointer)[1])) {
            continue;
        }
        variables.push_back(instruction.result);
    }
    if (variables.empty()) {
        return {};
    }
    const Decorations decorations(module);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const std::uint32_t id : variables) {
        found.emplace_back(decorations.value(id, Decoration::DescriptorSet).value_or(0),
                           decorations.value(id, Decoration::Binding).value_or(0));
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace jacquard::spirv
