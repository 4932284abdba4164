#include <jacquard/spirv/translate/pointers/generic_pointers.h>
#include <jacquard/spirv/translate/values/types.h>

namespace jacquard::spirv {

namespace {

constexpr auto kGeneric = static_cast<std::uint32_t>(StorageClass::Generic);

// The parameters of a function, in order.
std::vector<const Instruction*> parameters_of(const Module& module, const Instruction& function) {
    std::vector<const Instruction*> found;
    for (std::size_t i = module.definitions[function.result]; i < module.instructions.size(); ++i) {
        const Instruction& instruction = module.instructions[i];
        if (instruction.op() == Op::Label || instruction.op() == Op::FunctionEnd) {
            break;
        }
        if (instruction.op() == Op::FunctionParameter) {
            found.push_back(&instruction);
        }
    }
    return found;
}

} // namespace

bool GenericPointers::is_generic(std::uint32_t type) const {
    const Instruction* definition = module().definition(type);
    return definition != nullptr && definition->op() == Op::TypePointer &&
           module().operands(*definition)[0] == kGeneric;
}

GenericPointers::Space GenericPointers::space_of(std::uint32_t id) const {
    const Instruction* definition = module().definition(id);
    if (definition == nullptr || definition->type == 0) {
        return {};
    }
    if (is_generic(definition->type)) {
        const auto found = spaces_.find(id);
        return found != spaces_.end() ? found->second : Space{};
    }
    const Instruction* type = module().definition(definition->type);
    if (type == nullptr || type->op() != Op::TypePointer) {
        return {};
    }
    return {static_cast<StorageClass>(module().operands(*type)[0]), false};
}

// Adds where a pointer may lead. Returns whether that is news.
bool GenericPointers::join(std::uint32_t id, const Space& given) {
    Space& space = spaces_[id];
    if (space.is_open || (!given.storage && !given.is_open)) {
        return false;
    }
    if (given.is_open || (space.storage && space.storage != given.storage)) {
        space.is_open = true;
        return true;
    }
    const bool is_news = !space.storage;
    space.storage = given.storage;
    return is_news;
}

// The pointer `id` may be the pointer `from`.
void GenericPointers::note_source(std::uint32_t id, std::uint32_t from) {
    const Instruction* source = module().definition(from);
    if (source != nullptr && is_generic(source->type)) {
        made_of_[from].push_back(id);
    } else {
        join(id, space_of(from));
    }
}

void GenericPointers::note_arguments(const Instruction& call) {
    const Words words = module().operands(call);
    const Instruction* callee = module().definition(words[0]);
    if (callee == nullptr || callee->op() != Op::Function) {
        return;
    }
    std::size_t i = 1;
    for (const Instruction* parameter : parameters_of(module(), *callee)) {
        if (i < words.size() && is_generic(parameter->type)) {
            note_source(parameter->result, words[i]);
        }
        ++i;
    }
}

void GenericPointers::note_sources(const Instruction& instruction) {
    if (instruction.op() == Op::FunctionCall) {
        note_arguments(instruction);
    }
    if (instruction.result == 0 || !is_generic(instruction.type)) {
        return;
    }
    const Words words = module().operands(instruction);
    switch (instruction.op()) {
    case Op::PtrCastToGeneric:
    case Op::Bitcast:
    case Op::CopyObject:
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain: note_source(instruction.result, words[0]); break;
    case Op::Select:
        note_source(instruction.result, words[1]);
        note_source(instruction.result, words[2]);
        break;
    case Op::Phi:
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            note_source(instruction.result, words[i]);
        }
        break;
    case Op::FunctionParameter: // the calls say
    case Op::ConstantNull:
    case Op::Undef: break;
    default: join(instruction.result, {std::nullopt, true}); break;
    }
}

// Hands on what is known of a pointer to those that are made of it, each of which learns something
// twice at most.
void GenericPointers::prove() {
    is_proven_ = true;
    for (const Instruction& instruction : module().instructions) {
        note_sources(instruction);
    }
    std::vector<std::uint32_t> waiting;
    waiting.reserve(spaces_.size());
    for (const auto& [id, space] : spaces_) {
        waiting.push_back(id);
    }
    while (!waiting.empty()) {
        const std::uint32_t id = waiting.back();
        waiting.pop_back();
        const Space space = spaces_[id];
        for (const std::uint32_t made : made_of_[id]) {
            if (join(made, space)) {
                waiting.push_back(made);
            }
        }
    }
}

const Type& GenericPointers::type_of(const Instruction& instruction) {
    const Type& stated = types_.type(instruction.type);
    if (stated.kind != TypeKind::pointer || stated.storage != StorageClass::Generic) {
        return stated;
    }
    if (!is_proven_) {
        prove();
    }
    const Space space = space_of(instruction.result);
    if (space.is_open) {
        unsupported("pointers that may lead into memory of several kinds are");
    }
    // A pointer that leads nowhere may be said to lead anywhere.
    return types_.pointer_into(space.storage.value_or(StorageClass::CrossWorkgroup), stated);
}

std::vector<const Type*> GenericPointers::parameter_types(const Instruction& definition) {
    std::vector<const Type*> found;
    for (const Instruction* parameter : parameters_of(module(), definition)) {
        found.push_back(&type_of(*parameter));
    }
    return found;
}

} // namespace jacquard::spirv
