#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/addresses.h>

#include <bit>

namespace jacquard::ir3 {

// The components of a vector are accessed one by one, by the same address.
Node* Addresses::address_of(Node* index, unsigned scale, std::int64_t bias) {
    for (const MadeAddress& made : made_) {
        if (made.block == &block() && made.index == index && made.scale == scale &&
            made.bias == bias) {
            return made.address;
        }
    }
    Node* address = make_address(index, scale, bias);
    made_[oldest_] = {&block(), index, scale, bias, address};
    oldest_ = (oldest_ + 1) % made_.size();
    return address;
}

Node* Addresses::make_address(Node* index, unsigned scale, std::int64_t bias) {
    Register value = ssa_source(index);
    if (bias != 0) {
        value = ssa_source(
            selection_.emit(role::kAddIndex, false, false,
                            {value, selection_.immediate(static_cast<std::uint32_t>(bias))}));
    }
    Node* scaled = nullptr;
    if (std::has_single_bit(scale) && scale > 1) {
        const auto shift = static_cast<std::uint32_t>(std::countr_zero(scale));
        scaled =
            selection_.emit(role::kShiftIndex, true, false, {value, selection_.immediate(shift)});
    } else if (scale > 1) {
        scaled = selection_.emit(role::kMultiplyIndex, true, false,
                                 {value, selection_.immediate(scale)});
    } else {
        scaled = selection_.emit(role::kConvert, true, false, {value});
        scaled->source_type = DataType::s32;
        scaled->type = DataType::s16;
    }
    Node* address = graph_.make_machine(role::kSetAddress, 1);
    address->sources()[0] = ssa_source(scaled);
    address->dst.kind = RegisterKind::address;
    address->dst.half = true;
    address->source_type = DataType::s16;
    address->type = DataType::s16;
    return selection_.append(address);
}

} // namespace jacquard::ir3
