#include <jacquard/nir/analysis/instruction_equality.h>

#include <algorithm>
#include <cstring>

namespace jacquard::nir {
namespace {

// Every bit of the value reaches the low bits of the hash, which tables look at.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ (hash >> 32)) * 0xc2b2ae3d27d4eb4fU;
    return hash ^ (hash >> 29);
}

// The address of the program is unknown to the author of a shader, who therefore cannot choose
// values of equal hash.
std::uint64_t secret() {
    return reinterpret_cast<std::uintptr_t>(kOpcodeInfos);
}

std::uint64_t bits_of(const SsaDef* value) {
    return reinterpret_cast<std::uintptr_t>(value) >> 4;
}

std::uint64_t hash_source(const AluSource& source, unsigned count) {
    std::uint64_t hash = bits_of(source.ssa) * 31 + source.swizzle[0];
    for (unsigned c = 1; c < count; ++c) {
        hash = hash * 31 + source.swizzle[c];
    }
    return hash;
}

// A polynomial of where the sources lie, which nobody can choose well enough to make many equal:
// these are most of what is hashed, and take one multiplication for each source.
std::uint64_t hash_alu(const AluInstruction& alu) {
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;
    const OpcodeInfo& info = alu.info();
    const unsigned width = alu.value.num_components;
    const auto source = [&](unsigned i) {
        const unsigned declared = info.source_components[i];
        return hash_source(alu.first_source[i], declared != 0 ? declared : width);
    };
    std::uint64_t hash = secret() ^ (static_cast<std::uint64_t>(alu.opcode) << 48 |
                                     static_cast<std::uint64_t>(alu.value.bit_size) << 40 |
                                     static_cast<std::uint64_t>(width) << 32);
    unsigned first = 0;
    if (info.is_commutative) {
        // Equal whichever of the two comes first.
        hash = hash * kFactor + source(0) + source(1);
        first = 2;
    }
    for (unsigned i = first; i < alu.num_sources; ++i) {
        hash = hash * kFactor + source(i);
    }
    hash *= kFactor;
    return hash ^ hash >> 32;
}

std::uint64_t hash_form(const Instruction& instruction, const SsaDef& value) {
    return mix(secret(), static_cast<std::uint64_t>(instruction.kind) << 16 |
                             static_cast<std::uint64_t>(value.bit_size) << 8 |
                             value.num_components);
}

std::uint64_t hash_constant(const ConstantInstruction& constant) {
    std::uint64_t hash = hash_form(constant, constant.value);
    for (const ConstantValue& component : constant.components()) {
        hash = mix(hash, component.u64);
    }
    return hash;
}

bool equal_sources(const AluInstruction& a, unsigned i, const AluInstruction& b, unsigned j) {
    const AluSource& x = a.first_source[i];
    const AluSource& y = b.first_source[j];
    return x.ssa == y.ssa &&
           std::equal(x.swizzle.begin(), x.swizzle.begin() + a.source_components(i),
                      y.swizzle.begin());
}

bool equal(const IntrinsicInstruction& a, const IntrinsicInstruction& b) {
    if (a.op != b.op || a.component_count != b.component_count) {
        return false;
    }
    for (unsigned i = 0; i < a.num_sources; ++i) {
        if (a.first_source[i].ssa != b.first_source[i].ssa) {
            return false;
        }
    }
    return std::equal(a.indices, a.indices + a.info().num_indices, b.indices) &&
           std::equal(a.variables().begin(), a.variables().end(), b.variables().begin());
}

bool equal(const DerefInstruction& a, const DerefInstruction& b) {
    return a.deref == b.deref && a.fields() == b.fields() && a.type == b.type &&
           a.variable == b.variable && a.parent.ssa == b.parent.ssa && a.index.ssa == b.index.ssa;
}

bool equal(const TextureInstruction& a, const TextureInstruction& b) {
    return a.op == b.op && a.dim == b.dim && a.dest_type.base == b.dest_type.base &&
           a.dest_type.bit_size == b.dest_type.bit_size && a.fields() == b.fields() &&
           a.coord_components == b.coord_components && a.num_sources == b.num_sources &&
           std::equal(a.sources().begin(), a.sources().end(), b.sources().begin(),
                      [](const TextureSource& x, const TextureSource& y) {
                          return x.type == y.type && x.ssa == y.ssa;
                      });
}

bool equal(const PhiInstruction& a, const PhiInstruction& b) {
    if (a.block != b.block) {
        return false;
    }
    const PhiSource* x = a.first_source;
    const PhiSource* y = b.first_source;
    while (x != nullptr && y != nullptr && x->predecessor == y->predecessor && x->ssa == y->ssa) {
        x = x->next;
        y = y->next;
    }
    return x == nullptr && y == nullptr;
}

} // namespace

std::uint64_t hash_of(const Instruction& instruction) {
    if (const auto* alu = instruction.as<AluInstruction>()) {
        return hash_alu(*alu);
    }
    if (const auto* constant = instruction.as<ConstantInstruction>()) {
        return hash_constant(*constant);
    }
    std::uint64_t hash = hash_form(instruction, *instruction.def());
    if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        hash = mix(hash, static_cast<std::uint64_t>(intrinsic->op));
        for (const Source& source : intrinsic->sources()) {
            hash = mix(hash, bits_of(source.ssa));
        }
        for (unsigned i = 0; i < intrinsic->info().num_indices; ++i) {
            hash = mix(hash, static_cast<std::uint64_t>(intrinsic->indices[i]));
        }
    } else if (const auto* deref = instruction.as<DerefInstruction>()) {
        hash = mix(hash, static_cast<std::uint64_t>(deref->deref));
        hash = mix(hash, reinterpret_cast<std::uintptr_t>(deref->variable) >> 4);
        hash = mix(hash, reinterpret_cast<std::uintptr_t>(deref->type) >> 4);
        hash = mix(hash, bits_of(deref->parent.ssa));
        hash = mix(hash, bits_of(deref->index.ssa));
        deref->for_each_field([&](std::uint64_t number) { hash = mix(hash, number); });
    } else if (const auto* texture = instruction.as<TextureInstruction>()) {
        hash = mix(hash, static_cast<std::uint64_t>(texture->op) << 32 |
                             static_cast<std::uint64_t>(texture->dim) << 24 |
                             static_cast<std::uint64_t>(texture->dest_type.base) << 16 |
                             texture->dest_type.bit_size);
        for (const TextureNumber& number : kTextureNumbers) {
            hash = mix(hash, texture->*number.field);
        }
        for (const TextureOffsets& offsets : kTextureOffsets) {
            for (const auto& offset : texture->*offsets.field) {
                hash = mix(hash, static_cast<std::uint64_t>(static_cast<std::uint8_t>(offset[0]))
                                         << 8 |
                                     static_cast<std::uint8_t>(offset[1]));
            }
        }
        for (const TextureSource& source : texture->sources()) {
            hash = mix(hash, bits_of(source.ssa));
        }
    } else if (const auto* phi = instruction.as<PhiInstruction>()) {
        hash = mix(hash, reinterpret_cast<std::uintptr_t>(phi->block) >> 4);
        for (const PhiSource* source = phi->first_source; source != nullptr;
             source = source->next) {
            hash = mix(hash, bits_of(source->ssa));
        }
    }
    return hash;
}

bool computes_equal(const AluInstruction& a, const AluInstruction& b) {
    if (a.opcode != b.opcode || a.value.bit_size != b.value.bit_size ||
        a.value.num_components != b.value.num_components) {
        return false;
    }
    unsigned first = 0;
    if (a.info().is_commutative) {
        const bool straight = equal_sources(a, 0, b, 0) && equal_sources(a, 1, b, 1);
        if (!straight && !(equal_sources(a, 0, b, 1) && equal_sources(a, 1, b, 0))) {
            return false;
        }
        first = 2;
    }
    for (unsigned i = first; i < a.num_sources; ++i) {
        if (!equal_sources(a, i, b, i)) {
            return false;
        }
    }
    return true;
}

bool computes_equal(const Instruction& a, const Instruction& b) {
    if (a.kind == InstructionKind::alu && b.kind == InstructionKind::alu) {
        return computes_equal(static_cast<const AluInstruction&>(a),
                              static_cast<const AluInstruction&>(b));
    }
    if (a.def() == nullptr || b.def() == nullptr) {
        return false;
    }
    const SsaDef& x = *a.def();
    const SsaDef& y = *b.def();
    if (a.kind != b.kind || x.bit_size != y.bit_size || x.num_components != y.num_components) {
        return false;
    }
    if (const auto* intrinsic = a.as<IntrinsicInstruction>()) {
        return equal(*intrinsic, *b.as<IntrinsicInstruction>());
    }
    if (const auto* deref = a.as<DerefInstruction>()) {
        return equal(*deref, *b.as<DerefInstruction>());
    }
    if (const auto* texture = a.as<TextureInstruction>()) {
        return equal(*texture, *b.as<TextureInstruction>());
    }
    if (const auto* phi = a.as<PhiInstruction>()) {
        return equal(*phi, *b.as<PhiInstruction>());
    }
    if (const auto* constant = a.as<ConstantInstruction>()) {
        return std::memcmp(constant->values, b.as<ConstantInstruction>()->values,
                           sizeof(ConstantValue) * x.num_components) == 0;
    }
    return a.kind == InstructionKind::undef;
}

} // namespace jacquard::nir
