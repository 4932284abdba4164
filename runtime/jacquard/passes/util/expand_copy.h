#pragma once

#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/build/core_builder.h>

namespace jacquard::nir {

// Copies of more scalars are not taken apart.
inline constexpr std::uint64_t kMaxCopiedScalars = 65536;

// Calls copy(to, from) for each vector that a copy of one dereference to another consists of. An
// array is taken as a whole, by wildcards, unless `each_element`.
template <typename Copy>
void expand_copy(CoreBuilder& b, DerefInstruction* to, DerefInstruction* from, bool each_element,
                 Copy&& copy) {
    const Type& type = *to->type;
    if (type.scalar_count == 0) {
        return; // however many elements of nothing there are
    }
    if (type.is_structure()) {
        for (unsigned i = 0; i < type.members.size(); ++i) {
            DerefInstruction* member = b.deref_struct(to, i);
            expand_copy(b, member, b.deref_struct(from, i), each_element, copy);
        }
    } else if (!type.has_elements()) {
        copy(to, from);
    } else if (!each_element) {
        DerefInstruction* elements = b.deref_array_wildcard(to);
        expand_copy(b, elements, b.deref_array_wildcard(from), each_element, copy);
    } else {
        for (std::uint32_t i = 0; i < type.num_elements(); ++i) {
            SsaDef* index = b.imm_int(i);
            DerefInstruction* element = b.deref_array(to, index);
            expand_copy(b, element, b.deref_array(from, index), each_element, copy);
        }
    }
}

} // namespace jacquard::nir
