#include <jacquard/spirv/translate/values/annotations.h>

#include <algorithm>

// Names, decorations about memory, and capabilities.
namespace jacquard::spirv {

bool Annotations::declares(Capability capability) const {
    return capabilities_.contains(static_cast<std::uint32_t>(capability));
}

std::string Annotations::name_of(std::uint32_t id) const {
    const auto found =
        std::lower_bound(names_.begin(), names_.end(), id,
                         [](const auto& named, std::uint32_t one) { return named.first < one; });
    std::string name;
    if (found != names_.end() && found->first == id) {
        name = text_of(module().operands(*found->second).subspan(1));
    }
    return !name.empty() ? name : '_' + std::to_string(id);
}

nir::Access Annotations::access_of(std::uint32_t id, std::uint32_t member) const {
    nir::Access access = nir::Access::nothing;
    decorations().for_each(id, member, [&](const DecorationFact& fact) {
        switch (fact.decoration) {
        case Decoration::Coherent: access = access | nir::Access::coherent; break;
        case Decoration::Restrict: access = access | nir::Access::restrict; break;
        case Decoration::Volatile:
            access = access | nir::Access::volatile_ | nir::Access::coherent;
            break;
        case Decoration::NonReadable: access = access | nir::Access::non_readable; break;
        case Decoration::NonWritable: access = access | nir::Access::non_writeable; break;
        default: break;
        }
    });
    return access;
}

Annotations::Annotations(Context& context) : Concern(context) {
    names_.reserve(module().bound);
    for (const Instruction& instruction : module().instructions) {
        if (instruction.op() == Op::Name) {
            names_.emplace_back(module().operands(instruction)[0], &instruction);
        } else if (instruction.op() == Op::Capability) {
            capabilities_.insert(module().operands(instruction)[0]);
        }
    }
    if (!std::is_sorted(names_.begin(), names_.end())) {
        std::sort(names_.begin(), names_.end());
    }
}

} // namespace jacquard::spirv
