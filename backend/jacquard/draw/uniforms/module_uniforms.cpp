#include <jacquard/draw/uniforms/module_uniforms.h>
#include <jacquard/spirv/module/decorations.h>

#include <array>
#include <map>

namespace jacquard::driver::draw {

namespace {

using spirv::Decoration;
using spirv::Instruction;
using spirv::Module;
using spirv::Op;
using TypePointer = std::shared_ptr<const UniformType>;
using Scalar = UniformType::Scalar;

constexpr unsigned kMostDepth = 32;
constexpr std::uint32_t kMostElements = 64; // of an array of blocks

// Describes how a matrix lies in memory, which the member of a structure says.
struct MatrixLayout {
    std::uint32_t stride = 0;
    bool row_major = false;
};

bool is_bounded(const UniformType& type) {
    return type.size <= kMostBlockBytes && type.num_scalars <= kMostBlockBytes;
}

TypePointer array_of(TypePointer element, std::uint32_t length, std::uint32_t stride,
                     std::string name) {
    auto type = std::make_shared<UniformType>();
    type->kind = UniformType::Kind::array;
    type->name = std::move(name);
    type->element = std::move(element);
    type->length = length;
    type->stride = stride;
    type->finish();
    return is_bounded(*type) ? type : nullptr;
}

class Reader {
  public:
    explicit Reader(const Module& module) : module_(module), decorations_(module) {
        for (const Instruction& instruction : module.instructions) {
            const auto words = module.operands(instruction);
            if (instruction.op() == Op::Name && words.size() > 1) {
                names_[{words[0], kItself}] = spirv::text_of(words.subspan(1));
            } else if (instruction.op() == Op::MemberName && words.size() > 2) {
                names_[{words[0], words[1]}] = spirv::text_of(words.subspan(2));
            }
        }
    }

    [[nodiscard]] std::vector<UniformBlock> read() const {
        std::vector<UniformBlock> blocks;
        for (const Instruction& instruction : module_.instructions) {
            if (instruction.op() == Op::Variable) {
                add_variable(instruction, blocks);
            }
        }
        return blocks;
    }

  private:
    static constexpr std::uint32_t kItself = 0xffffffff;

    [[nodiscard]] std::string name_of(std::uint32_t id, std::uint32_t member = kItself) const {
        const auto found = names_.find({id, member});
        return found == names_.end() ? std::string() : found->second;
    }

    [[nodiscard]] std::uint32_t length_of(std::uint32_t id) const {
        const Instruction* constant = module_.definition(id);
        const bool is_known =
            constant != nullptr &&
            (constant->op() == Op::Constant || constant->op() == Op::SpecConstant) &&
            !module_.operands(*constant).empty();
        return is_known ? module_.operands(*constant)[0] : 0;
    }

    void add_variable(const Instruction& variable, std::vector<UniformBlock>& blocks) const {
        const auto storage = module_.operands(variable);
        const Instruction* pointer = module_.definition(variable.type);
        if (storage.empty() || pointer == nullptr || pointer->op() != Op::TypePointer ||
            module_.operands(*pointer).size() < 2) {
            return;
        }
        const auto storage_class = static_cast<spirv::StorageClass>(storage[0]);
        const bool is_push = storage_class == spirv::StorageClass::PushConstant;
        if (!is_push && storage_class != spirv::StorageClass::Uniform) {
            return;
        }
        std::uint32_t type = module_.operands(*pointer)[1];
        std::uint32_t count = 0; // of an array of blocks
        const Instruction* definition = module_.definition(type);
        if (definition != nullptr && definition->op() == Op::TypeArray &&
            module_.operands(*definition).size() > 1) {
            count = std::min(length_of(module_.operands(*definition)[1]), kMostElements);
            type = module_.operands(*definition)[0];
            definition = module_.definition(type);
        }
        // Storage buffers of old modules are marked in their own way.
        if (definition == nullptr || definition->op() != Op::TypeStruct ||
            (!is_push && !decorations_.has(type, Decoration::Block))) {
            return;
        }
        UniformBlock block;
        block.name = name_of(type);
        block.instance = name_of(variable.result);
        block.is_push = is_push;
        block.type = type_of(type, {}, 0);
        const std::uint32_t id = variable.result;
        block.key = std::to_string(decorations_.value(id, Decoration::DescriptorSet).value_or(0)) +
                    '.' + std::to_string(decorations_.value(id, Decoration::Binding).value_or(0));
        if (!block.type) {
            return;
        }
        if (count == 0) {
            blocks.push_back(std::move(block));
            return;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::string element = '[' + std::to_string(i) + ']';
            UniformBlock each = block;
            each.name += element;
            each.instance += element;
            each.key += element;
            blocks.push_back(std::move(each));
        }
    }

    // Null where it cannot be given values. Each type is made once, and one that holds itself is
    // none.
    [[nodiscard]] TypePointer type_of(std::uint32_t id, MatrixLayout matrix, unsigned depth) const {
        const auto [known, is_new] =
            types_.try_emplace({id, matrix.stride, matrix.row_major ? 1U : 0U});
        if (is_new && depth <= kMostDepth) {
            known->second = make_type(id, matrix, depth);
        }
        return known->second;
    }

    [[nodiscard]] TypePointer make_type(std::uint32_t id, MatrixLayout matrix,
                                        unsigned depth) const {
        const Instruction* definition = module_.definition(id);
        if (definition == nullptr) {
            return nullptr;
        }
        const auto words = module_.operands(*definition);
        switch (definition->op()) {
        case Op::TypeFloat: return scalar(Scalar::floating, words[0]);
        case Op::TypeInt:
            return scalar(words[1] != 0 ? Scalar::signed_integer : Scalar::unsigned_integer,
                          words[0]);
        case Op::TypeVector: return vector(words[0], words[1]);
        case Op::TypeMatrix: return matrix_of(words[0], words[1], matrix);
        case Op::TypeArray: {
            TypePointer element = type_of(words[0], matrix, depth + 1);
            const std::uint32_t length = length_of(words[1]);
            const auto stride = decorations_.value(id, Decoration::ArrayStride);
            if (!element || !stride) {
                return nullptr;
            }
            std::string name = element->name + '[' + std::to_string(length) + ']';
            return array_of(std::move(element), length, *stride, std::move(name));
        }
        case Op::TypeStruct: return structure(id, words, depth);
        default: return nullptr;
        }
    }

    static TypePointer scalar(Scalar kind, std::uint32_t width) {
        if (width != 8 && width != 16 && width != 32 && width != 64) {
            return nullptr;
        }
        auto type = std::make_shared<UniformType>();
        type->scalar = kind;
        type->bytes = width / 8;
        type->finish();
        const std::string base = kind == Scalar::floating         ? "float"
                                 : kind == Scalar::signed_integer ? "int"
                                                                  : "uint";
        type->name = width == 32 ? base : base + std::to_string(width);
        return type;
    }

    [[nodiscard]] TypePointer vector(std::uint32_t component, std::uint32_t count) const {
        TypePointer element = type_of(component, {}, 0);
        if (!element) {
            return nullptr;
        }
        const std::string prefix = element->scalar == Scalar::floating         ? ""
                                   : element->scalar == Scalar::signed_integer ? "i"
                                                                               : "u";
        const std::uint32_t stride = element->bytes;
        return array_of(std::move(element), count, stride, prefix + "vec" + std::to_string(count));
    }

    // Columns, one after the other, wherever their numbers lie.
    [[nodiscard]] TypePointer matrix_of(std::uint32_t column_id, std::uint32_t columns,
                                        MatrixLayout layout) const {
        const Instruction* column = module_.definition(column_id);
        if (layout.stride == 0 || column == nullptr || column->op() != Op::TypeVector) {
            return nullptr;
        }
        const auto words = module_.operands(*column);
        TypePointer element = type_of(words[0], {}, 0);
        if (!element) {
            return nullptr;
        }
        const std::uint32_t rows = words[1];
        const std::uint32_t near = element->bytes;
        const std::string name = "mat" + std::to_string(columns) +
                                 (columns == rows ? std::string() : 'x' + std::to_string(rows));
        TypePointer each =
            array_of(std::move(element), rows, layout.row_major ? layout.stride : near,
                     "vec" + std::to_string(rows));
        return each ? array_of(std::move(each), columns, layout.row_major ? near : layout.stride,
                               name)
                    : nullptr;
    }

    [[nodiscard]] TypePointer structure(std::uint32_t id, std::span<const std::uint32_t> members,
                                        unsigned depth) const {
        auto type = std::make_shared<UniformType>();
        type->kind = UniformType::Kind::structure;
        type->name = name_of(id);
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            const auto offset = decorations_.value(id, Decoration::Offset, i);
            const MatrixLayout matrix = {
                decorations_.value(id, Decoration::MatrixStride, i).value_or(0),
                decorations_.has(id, Decoration::RowMajor, i)};
            TypePointer member = type_of(members[i], matrix, depth + 1);
            if (member && offset && *offset + member->size <= kMostBlockBytes) {
                type->members.push_back({name_of(id, i), *offset, std::move(member)});
            }
        }
        type->finish();
        return is_bounded(*type) ? type : nullptr;
    }

    const Module& module_;
    spirv::Decorations decorations_;
    std::map<std::array<std::uint32_t, 2>, std::string> names_;
    // By id and layout of matrices.
    mutable std::map<std::array<std::uint32_t, 3>, TypePointer> types_;
};

} // namespace

std::vector<UniformBlock> uniforms_of(const Module& module) {
    return Reader(module).read();
}

} // namespace jacquard::driver::draw
