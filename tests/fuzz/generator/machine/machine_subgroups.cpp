// The operations between lanes of a subgroup in random shaders.

#include "generator/machine/machine_subgroups.h"

#include <jacquard/nir/build/builder.h>

#include <array>

namespace jacquard::nir {

namespace {

// Floats are left out, whose sums depend on the order.
constexpr std::array<Opcode, 9> kCombining = {Opcode::iadd, Opcode::imul, Opcode::iand,
                                              Opcode::ior,  Opcode::ixor, Opcode::umin,
                                              Opcode::umax, Opcode::imin, Opcode::imax};

IntrinsicInstruction* combine(Values& values, unsigned count, unsigned bits) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    SsaDef* value = values.whole(ValueClass::integers, bits, count);
    const Opcode opcode = kCombining[choices.below(kCombining.size())];
    switch (choices.below(3)) {
    case 0: return b.reduce(count, bits, value)->set_reduction_op(opcode);
    case 1: return b.inclusive_scan(count, bits, value)->set_reduction_op(opcode);
    default: return b.exclusive_scan(count, bits, value)->set_reduction_op(opcode);
    }
}

IntrinsicInstruction* exchange(Values& values, unsigned lanes, unsigned count, unsigned bits) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const ValueClass kind = choices.one_in(2) ? ValueClass::integers : ValueClass::floats;
    SsaDef* value = values.whole(kind, bits, count);
    switch (choices.below(9)) {
    case 0: return b.shuffle(count, bits, value, values.index(lanes));
    case 1: return b.shuffle_xor(count, bits, value, values.index(lanes));
    case 2: return b.read_first_invocation(count, bits, value);
    case 3: return b.read_invocation(count, bits, value, b.imm_int(choices.below(lanes)));
    case 4: return b.quad_broadcast(count, bits, value, b.imm_int(choices.below(4)));
    case 5: return b.quad_swap_horizontal(count, bits, value);
    case 6: return b.quad_swap_vertical(count, bits, value);
    case 7: return b.rotate(count, bits, value, b.imm_int(choices.below(lanes)));
    default: return b.quad_swap_diagonal(count, bits, value);
    }
}

void vote(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    SsaDef* condition = values.whole(ValueClass::truths, 1, 1);
    const auto of_ballot = [&](auto ask) {
        SsaDef* mask = &b.ballot(4, 32, condition)->value;
        values.know(mask, ValueClass::integers);
        values.know(&ask(mask)->value, ValueClass::integers);
    };
    switch (choices.below(9)) {
    case 0: values.know(&b.vote_any(1, condition)->value, ValueClass::truths); break;
    case 1: values.know(&b.vote_all(1, condition)->value, ValueClass::truths); break;
    case 2: values.know(&b.elect(1)->value, ValueClass::truths); break;
    case 3: values.know(&b.first_invocation()->value, ValueClass::integers); break;
    case 4:
        values.know(&b.vote_ieq(1, values.whole(ValueClass::integers, 32, 1))->value,
                    ValueClass::truths);
        break;
    case 5: of_ballot([&](SsaDef* mask) { return b.ballot_bit_count_reduce(32, mask); }); break;
    case 6: of_ballot([&](SsaDef* mask) { return b.ballot_bit_count_inclusive(32, mask); }); break;
    case 7: of_ballot([&](SsaDef* mask) { return b.ballot_bit_count_exclusive(32, mask); }); break;
    default: values.know(&b.load_subgroup_invocation()->value, ValueClass::integers); break;
    }
}

} // namespace

void use_subgroup(Values& values, unsigned lanes) {
    Choices& choices = values.choices();
    const unsigned count = 1 + choices.below(3);
    const unsigned bits = choices.one_in(8) ? 16 : 32;
    switch (choices.below(3)) {
    case 0: vote(values); break;
    case 1: values.know(&combine(values, count, bits)->value, ValueClass::integers); break;
    default: values.know(&exchange(values, lanes, count, bits)->value, ValueClass::integers); break;
    }
}

} // namespace jacquard::nir
