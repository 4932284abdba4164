#include <jacquard/ir3/compiler/delay.h>
#include <jacquard/ir3/compiler/opcode_facts.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

unsigned num_written(const Node& node) {
    return static_cast<unsigned>(std::popcount(node.write_mask));
}

} // namespace

Delay delay_between(const Node& producer, const Node& consumer, std::size_t index) {
    const Timing& timing = timing_of(producer);
    if (producer.dst.kind == RegisterKind::address) {
        return {timing.address_slots, timing.address_slots};
    }
    if (producer.dst.kind == RegisterKind::predicate) {
        return {timing.predicate_slots, timing.predicate_slots};
    }
    const TimingClass writes = timing_class(producer);
    const TimingClass reads = timing_class(consumer);
    const bool same_width =
        index < consumer.sources.size() && consumer.sources[index].half == producer.dst.half;
    Delay delay;
    delay.hard = timing.delay_slots(writes, reads, index == 2, same_width);
    delay.soft = std::max(delay.hard, timing.soft_latency(writes, num_written(producer)));
    return delay;
}

unsigned slots_of(const Node& node) {
    return node.kind == NodeKind::machine
               ? timing_of(node).issue_slots(timing_class(node), node.repeat, node.nop_count)
               : 0;
}

} // namespace jacquard::ir3
