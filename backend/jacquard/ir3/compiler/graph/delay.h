#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>
#include <cstdint>

namespace jacquard::ir3 {

// Issue slots between an instruction and one that reads its result, from the timing tables.
struct Delay {
    unsigned hard = 0; // must lie between them
    unsigned soft = 0; // at least the hard ones; fewer make the reader wait for a sync flag
};

// `producer` writes what source `index` of `consumer` reads (with index = number of sources: its
// address). Both are machine instructions.
[[nodiscard]] inline Delay delay_between(const Timing& timing, const Node& producer,
                                         const Node& consumer, std::size_t index) {
    if (producer.dst.kind == RegisterKind::address) {
        return {timing.address_slots, timing.address_slots};
    }
    if (producer.dst.kind == RegisterKind::predicate) {
        return {timing.predicate_slots, timing.predicate_slots};
    }
    const TimingClass writes = timing_class(producer);
    const bool same_width =
        index < consumer.sources().size() && consumer.sources()[index].half == producer.dst.half;
    Delay delay;
    delay.hard = timing.delay_slots(writes, timing_class(consumer), index == 2, same_width);
    delay.soft = std::max(delay.hard, timing.soft_latency(writes, producer.num_written()));
    return delay;
}

// Slots that the instruction itself takes for counting delays.
[[nodiscard]] inline unsigned slots_of(const Timing& timing, const Node& node) {
    return node.kind == NodeKind::machine
               ? timing.issue_slots(timing_class(node), node.repeat, node.nop_count)
               : 0;
}

// Calls visit(Node& producer) for every machine instruction or input whose result reaches the
// value through collects and splits.
template <typename Visit>
void for_each_producer(Node* value, Visit&& visit) {
    switch (value->kind) {
    case NodeKind::collect:
        for (const Register& source : value->sources()) {
            if (source.definition != nullptr) {
                for_each_producer(source.definition, visit);
            }
        }
        break;
    case NodeKind::split: for_each_producer(value->sources()[0].definition, visit); break;
    case NodeKind::machine:
    case NodeKind::input:
    case NodeKind::prefetch:
    case NodeKind::phi: visit(*value); break;
    }
}

} // namespace jacquard::ir3
