#include <jacquard/passes/util/memory/partial_access.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

bool has_movable_place(const IntrinsicInstruction& access) {
    const MemoryAccess& memory = *memory_access(access.op);
    switch (memory.info().addressing) {
    case Addressing::address:
        return memory.offset_source < 0 && memory.bound_source < 0 &&
               access.first_source[static_cast<unsigned>(memory.address_source)]
                       .ssa->num_components == 1;
    case Addressing::offset:
    case Addressing::buffer: return memory.offset_source >= 0 && memory.unit == 1;
    default: return false;
    }
}

IntrinsicInstruction* make_partial_access(CoreBuilder& b, IntrinsicInstruction& whole,
                                          const PartialAccess& part) {
    const MemoryAccess& memory = *memory_access(whole.op);
    std::array<SsaDef*, kMaxIntrinsicSources> sources{};
    for (unsigned i = 0; i < whole.num_sources; ++i) {
        sources[i] = whole.first_source[i].ssa;
    }
    if (memory.value_source >= 0) {
        sources[static_cast<unsigned>(memory.value_source)] = part.stored;
    }
    if (part.first_byte != 0) {
        const std::int8_t source =
            memory.offset_source < 0 ? memory.address_source : memory.offset_source;
        SsaDef*& place = sources[static_cast<unsigned>(source)];
        place = b.iadd(place, b.imm_int(part.first_byte, place->bit_size));
    }
    IntrinsicInstruction* made =
        b.intrinsic(whole.op, part.num_components, part.stored == nullptr ? part.bit_size : 0,
                    std::span<SsaDef* const>(sources.data(), whole.num_sources));
    std::copy_n(whole.indices, whole.info().num_indices, made->indices);
    if (made->has_align_mul() && made->has_align_offset() && made->align_mul() != 0) {
        made->set_align_offset((whole.align_offset() + part.first_byte) & (whole.align_mul() - 1));
    }
    const AluType type{BaseType::uint_type, static_cast<std::uint8_t>(part.bit_size)};
    if (made->has_dest_type()) {
        made->set_dest_type(type);
    }
    if (made->has_src_type()) {
        made->set_src_type(type);
    }
    return made;
}

} // namespace jacquard::nir
