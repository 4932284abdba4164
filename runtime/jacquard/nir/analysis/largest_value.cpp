#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/analysis/largest_value.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace jacquard::nir {
namespace {

std::uint64_t all_bits(unsigned width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// Returns the largest number of as many bits as a number has.
std::uint64_t all_bits_of(std::uint64_t number) {
    return all_bits(static_cast<unsigned>(std::bit_width(number)));
}

std::uint64_t at_most(std::uint64_t number, std::uint64_t most) {
    return number <= most ? number : most;
}

// Both factors have at most 32 bits, or anything may come of them.
std::uint64_t product(std::uint64_t a, std::uint64_t b, std::uint64_t most) {
    constexpr std::uint64_t kWord = std::numeric_limits<std::uint32_t>::max();
    return a <= kWord && b <= kWord ? at_most(a * b, most) : most;
}

} // namespace

std::uint64_t LargestValues::of(const SsaDef& value, unsigned component) {
    const std::uint64_t any = all_bits(value.bit_size);
    if (const auto constants = constant_components(value); !constants.empty()) {
        return constants[component].u64 & any;
    }
    const ScalarKey scalar{&value, component};
    if (const auto found = known_.find(scalar); found != known_.end()) {
        return found->second;
    }
    std::uint64_t largest = any;
    if (const auto* alu = value.instruction->as<AluInstruction>();
        alu != nullptr && depth_ < kMaxDepth) {
        ++depth_;
        largest = at_most(follow(*alu, component), any);
        --depth_;
    } else if (const auto* load = value.instruction->as<IntrinsicInstruction>()) {
        if (load->op == IntrinsicOp::load_local_invocation_id && component < last_along_.size()) {
            largest = at_most(last_along_[component], any);
        } else if (load->op == IntrinsicOp::load_local_invocation_index) {
            largest = at_most(last_of_all_, any);
        }
    }
    known_[scalar] = largest;
    return largest;
}

std::uint64_t LargestValues::source(const AluInstruction& alu, std::size_t number,
                                    unsigned component) {
    const AluSource& from = alu.sources()[number];
    return of(*from.ssa, from.swizzle[component]);
}

std::uint64_t LargestValues::follow(const AluInstruction& alu, unsigned component) {
    const std::uint64_t any = all_bits(alu.value.bit_size);
    if (alu.info().is_copy) { // of a value, or of a component of each
        return alu.num_sources == 1 ? source(alu, 0, component) : source(alu, component, 0);
    }
    const auto read = [&](std::size_t number) { return source(alu, number, component); };
    const auto count = [&](std::size_t number) -> std::uint64_t { // of bits that are shifted
        const auto values = constant_components(*alu.sources()[number].ssa);
        constexpr std::uint64_t kUnknown = 64;
        const std::uint64_t last = alu.value.bit_size - 1U;
        return values.empty() ? kUnknown
                              : values[alu.sources()[number].swizzle[component]].u32 & last;
    };
    // Numbers with a sign are known where that is not set.
    const std::uint64_t positive = any >> 1U;
    switch (alu.opcode) {
    case Opcode::iadd: {
        const std::uint64_t a = read(0);
        return read(1) <= any - a ? a + read(1) : any;
    }
    case Opcode::imul: return product(read(0), read(1), any);
    case Opcode::ishl: return count(1) < 32 ? product(read(0), 1ULL << count(1), any) : any;
    case Opcode::ishr:
    case Opcode::ushr:
        return count(1) < 64 && (alu.opcode == Opcode::ushr || read(0) <= positive)
                   ? read(0) >> count(1)
                   : any;
    case Opcode::iand: return std::min(read(0), read(1));
    case Opcode::ior:
    case Opcode::ixor: return all_bits_of(read(0) | read(1));
    case Opcode::umin: return std::min(read(0), read(1));
    case Opcode::umax: return std::max(read(0), read(1));
    case Opcode::imin:
        return std::max(read(0), read(1)) <= positive ? std::min(read(0), read(1)) : any;
    case Opcode::imax: {
        const std::uint64_t larger = std::max(read(0), read(1));
        return larger <= positive                       ? larger
               : std::min(read(0), read(1)) <= positive ? positive
                                                        : any;
    }
    case Opcode::udiv: return read(0);
    case Opcode::umod: {
        const std::uint64_t by = read(1);
        return by == 0 ? any : std::min(read(0), by - 1);
    }
    case Opcode::bcsel: return std::max(read(1), read(2));
    case Opcode::u2u16:
    case Opcode::u2u32:
    case Opcode::u2u64: return read(0);
    default: return any;
    }
}

} // namespace jacquard::nir
