#include <jacquard/glsl/dialect/module_interface.h>

namespace jacquard::driver::glsl {

ModuleInterface::ModuleInterface(const Words& words) {
    std::map<std::uint32_t, std::uint32_t> pointers;
    for_each_instruction(words, [&](std::span<const std::uint32_t> instruction) {
        switch (op_of(instruction)) {
        case Op::EntryPoint: model = static_cast<spirv::ExecutionModel>(instruction[1]); break;
        case Op::Name: names[instruction[1]] = spirv::text_of(instruction.subspan(2)); break;
        case Op::Decorate: {
            const auto decoration = static_cast<spirv::Decoration>(instruction[2]);
            if (decoration == spirv::Decoration::Location) {
                locations[instruction[1]] =
                    static_cast<std::size_t>(&instruction[3] - words.data());
            } else if (decoration == spirv::Decoration::BuiltIn) {
                built_in[instruction[1]] = 1;
            } else if (decoration == spirv::Decoration::Patch) {
                patches[instruction[1]] = 1;
            }
            break;
        }
        case Op::Constant:
        case Op::SpecConstant: constants[instruction[2]] = instruction[3]; break;
        case Op::TypePointer: pointers[instruction[1]] = instruction[3]; break;
        case Op::TypeInt:
        case Op::TypeFloat:
        case Op::TypeVector:
        case Op::TypeMatrix:
        case Op::TypeArray:
        case Op::TypeStruct: types[instruction[1]] = instruction; break;
        case Op::Variable:
            variables.push_back({instruction[2], pointers[instruction[1]],
                                 static_cast<spirv::StorageClass>(instruction[3])});
            break;
        default: break;
        }
    });
}

std::uint32_t ModuleInterface::size_of(std::uint32_t type) const {
    const auto found = types.find(type);
    if (found == types.end()) {
        return 1;
    }
    const std::span<const std::uint32_t> words = found->second;
    switch (op_of(words)) {
    case Op::TypeVector: {
        const auto component = types.find(words[2]);
        const bool is_wide = component != types.end() && component->second[2] == 64;
        return is_wide && words[3] > 2 ? 2 : 1;
    }
    case Op::TypeMatrix: return words[3] * size_of(words[2]);
    case Op::TypeArray: {
        const auto length = constants.find(words[3]);
        return size_of(words[2]) * (length != constants.end() ? length->second : 1);
    }
    case Op::TypeStruct: {
        std::uint32_t sum = 0;
        for (const std::uint32_t member : words.subspan(2)) {
            sum += size_of(member);
        }
        return sum;
    }
    default: return 1;
    }
}

std::uint32_t ModuleInterface::element_of(std::uint32_t type) const {
    const auto found = types.find(type);
    return found != types.end() && op_of(found->second) == Op::TypeArray ? found->second[2] : type;
}

bool ModuleInterface::goes_on(spirv::StorageClass storage, bool& is_by_vertex) const {
    using enum spirv::ExecutionModel;
    const bool is_input = storage == spirv::StorageClass::Input;
    if (!is_input && storage != spirv::StorageClass::Output) {
        return false;
    }
    is_by_vertex = model == TessellationControl ||
                   (is_input && (model == TessellationEvaluation || model == Geometry));
    return is_input ? model != Vertex && model != GLCompute
                    : model != Fragment && model != GLCompute;
}

} // namespace jacquard::driver::glsl
