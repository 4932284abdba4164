#include <jacquard/ir3/delay.h>
#include <jacquard/ir3/opcode_facts.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

unsigned num_written(const Node& node) {
    return static_cast<unsigned>(std::popcount(node.write_mask));
}

} // namespace

Delay delay_between(const Node& producer, const Node& consumer, std::size_t index) {
    if (producer.dst.kind == RegisterKind::address) {
        return {kAddressDelaySlots, kAddressDelaySlots};
    }
    if (producer.dst.kind == RegisterKind::predicate) {
        return {kPredicateDelaySlots, kPredicateDelaySlots};
    }
    const TimingClass writes = timing_of(producer.opcode);
    const TimingClass reads = timing_of(consumer.opcode);
    const bool same_width =
        index < consumer.sources.size() && consumer.sources[index].half == producer.dst.half;
    Delay delay;
    delay.hard = delay_slots(writes, reads, index == 2, same_width);
    delay.soft = std::max(delay.hard, soft_latency(writes, num_written(producer)));
    return delay;
}

unsigned slots_of(const Node& node) {
    return node.kind == NodeKind::machine
               ? issue_slots(timing_of(node.opcode), node.repeat, node.nop_count)
               : 0;
}

} // namespace jacquard::ir3
