#include <jacquard/spirv/module/id_names.h>
#include <jacquard/support/text/letters.h>

#include <unordered_map>
#include <unordered_set>

namespace jacquard::spirv {

namespace {

std::string clean(std::string_view text) {
    if (text.empty()) {
        return "_";
    }
    std::string result;
    for (const char letter : text) {
        result += is_name_letter(letter) ? letter : '_';
    }
    return result;
}

class Namer {
  public:
    explicit Namer(const Module& module) : module_(module), names_(module.bound) {}

    IdNames run() {
        for (const Instruction& instruction : module_.instructions) {
            name_by(instruction);
        }
        return std::move(names_);
    }

  private:
    void save(std::uint32_t id, const std::string& wanted) {
        if (id >= names_.size() || !names_[id].empty()) {
            return;
        }
        std::string unique = wanted;
        std::uint32_t& next = next_number_[wanted];
        while (!used_.insert(unique).second) {
            unique = wanted + '_' + std::to_string(next++);
        }
        names_[id] = std::move(unique);
    }

    [[nodiscard]] std::string name_of(std::uint32_t id) const {
        return id < names_.size() && !names_[id].empty() ? names_[id] : std::to_string(id);
    }

    void name_by(const Instruction& instruction) {
        const std::span<const std::uint32_t> words = module_.operands(instruction);
        switch (instruction.op()) {
        case Op::Name: save(words[0], clean(text_of(words.subspan(1)))); return;
        case Op::Decorate:
            if (words.size() > 2 && words[1] == static_cast<std::uint32_t>(Decoration::BuiltIn)) {
                name_built_in(words[0], words[2]);
            }
            return;
        default: break;
        }
        if (instruction.result != 0) {
            save(instruction.result, name_for(instruction, words));
        }
    }

    void name_built_in(std::uint32_t id, std::uint32_t built_in) {
        const Enumerant* name = find_enumerant(OperandKind::built_in, built_in);
        if (name == nullptr) {
            return;
        }
        switch (static_cast<BuiltIn>(built_in)) {
        case BuiltIn::VertexId: save(id, "gl_VertexID"); break;
        case BuiltIn::InstanceId: save(id, "gl_InstanceID"); break;
        case BuiltIn::PrimitiveId: save(id, "gl_PrimitiveID"); break;
        case BuiltIn::InvocationId: save(id, "gl_InvocationID"); break;
        case BuiltIn::PatchVertices: save(id, "gl_PatchVerticesIn"); break;
        case BuiltIn::SampleId: save(id, "gl_SampleID"); break;
        case BuiltIn::NumWorkgroups: save(id, "gl_NumWorkGroups"); break;
        case BuiltIn::WorkgroupSize: save(id, "gl_WorkGroupSize"); break;
        case BuiltIn::WorkgroupId: save(id, "gl_WorkGroupID"); break;
        case BuiltIn::LocalInvocationId: save(id, "gl_LocalInvocationID"); break;
        case BuiltIn::GlobalInvocationId: save(id, "gl_GlobalInvocationID"); break;
        case BuiltIn::SubgroupId: save(id, "gl_SubgroupID"); break;
        case BuiltIn::SubgroupLocalInvocationId: save(id, "gl_SubgroupInvocationID"); break;
        default:
            // Later built-ins have no name of this kind.
            save(id, built_in <= static_cast<std::uint32_t>(BuiltIn::SubgroupGtMask) ||
                             built_in <= static_cast<std::uint32_t>(BuiltIn::SubgroupLtMask)
                         ? "gl_" + std::string(name->name)
                         : std::string(name->name));
        }
    }

    [[nodiscard]] std::string name_for(const Instruction& instruction,
                                       std::span<const std::uint32_t> words) const {
        switch (instruction.op()) {
        case Op::TypeVoid: return "void";
        case Op::TypeBool: return "bool";
        case Op::TypeInt: return name_of_int(words[0], words[1] != 0);
        case Op::TypeFloat:
            return words[0] == 16   ? "half"
                   : words[0] == 32 ? "float"
                   : words[0] == 64 ? "double"
                                    : "fp" + std::to_string(words[0]);
        case Op::TypeVector: return 'v' + std::to_string(words[1]) + name_of(words[0]);
        case Op::TypeMatrix: return "mat" + std::to_string(words[1]) + name_of(words[0]);
        case Op::TypeArray: return "_arr_" + name_of(words[0]) + '_' + name_of(words[1]);
        case Op::TypeRuntimeArray: return "_runtimearr_" + name_of(words[0]);
        case Op::TypePointer: {
            const Enumerant* storage = find_enumerant(OperandKind::storage_class, words[0]);
            return "_ptr_" + std::string(storage != nullptr ? storage->name : "") + '_' +
                   name_of(words[1]);
        }
        case Op::TypeStruct: return "_struct_" + std::to_string(instruction.result);
        case Op::ConstantTrue: return "true";
        case Op::ConstantFalse: return "false";
        case Op::Constant: return name_of_constant(instruction, words);
        default: return std::to_string(instruction.result);
        }
    }

    [[nodiscard]] static std::string name_of_int(std::uint32_t width, bool is_signed) {
        const char* root = width == 8    ? "char"
                           : width == 16 ? "short"
                           : width == 32 ? "int"
                           : width == 64 ? "long"
                                         : nullptr;
        if (root == nullptr) {
            return (is_signed ? "i" : "u") + std::to_string(width);
        }
        return is_signed ? root : 'u' + std::string(root);
    }

    [[nodiscard]] std::string name_of_constant(const Instruction& instruction,
                                               std::span<const std::uint32_t> words) const {
        std::string text = print_number(module_, instruction.type, words);
        for (char& letter : text) {
            letter = letter == '-' ? 'n' : is_name_letter(letter) ? letter : '_';
        }
        return name_of(instruction.type) + '_' + text;
    }

    const Module& module_;
    IdNames names_;
    std::unordered_set<std::string> used_;
    std::unordered_map<std::string, std::uint32_t> next_number_;
};

} // namespace

IdNames name_ids(const Module& module) {
    return Namer(module).run();
}

} // namespace jacquard::spirv
