#include <jacquard/ir3/compiler/finish/outstanding.h>
#include <jacquard/ir3/compiler/graph/delay.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Any one of the flags will do; one that is needed anyway is enough.
Sync with_guard(Sync sync, const Pending& pending) {
    const bool is_enough = pending.reads == Sync::none || contains(sync, pending.reads);
    return is_enough ? sync : sync | Sync::ss;
}

} // namespace

Outstanding::Outstanding(const Graph& graph, const MachineFacts& machine)
    : machine_(machine), timing_(timing_of(graph.revision)), ranges_(graph, machine),
      pending_(ranges_.num_units(machine), graph.pool()) {}

void Outstanding::enter(const OutstandingAtEntry& entry) {
    slot_ = kFirstSlot;
    varyings_ = entry.varyings;
    predicate_written_ = {};
    address_written_ = 0;
    after_ = entry.after;
    constants_ = entry.constants;
    pending_.set(entry.registers);
}

bool Outstanding::join_to(OutstandingAtEntry& entry) const {
    bool more =
        entry.after != (entry.after | after_) || entry.varyings != (entry.varyings | varyings_);
    entry.after = entry.after | after_;
    entry.varyings = entry.varyings | varyings_;
    more = entry.constants.join(constants_) || more;
    return pending_.join_to(entry.registers, slot_, kFirstSlot) || more;
}

bool Outstanding::join_shared_to(OutstandingAtEntry& entry) const {
    return pending_.join_to(entry.registers, slot_, kFirstSlot, first_shared());
}

Outstanding::Needs Outstanding::needs_of(const Node& node) const {
    Needs needs{timing_.of(timing_class(node)).requires_flags | after_, slot_};
    for (const Register& source : node.sources()) {
        switch (source.kind) {
        case RegisterKind::none:
        case RegisterKind::immediate:
        case RegisterKind::render_target:
        case RegisterKind::address: break;
        case RegisterKind::constant:
        case RegisterKind::relative_constant:
            if (constants_.may_hold(source.number,
                                    source.kind == RegisterKind::relative_constant)) {
                needs.sync = needs.sync | constants_.arrive;
            }
            break;
        case RegisterKind::predicate:
            needs.slot = std::max(needs.slot, predicate_written_[source.definition->dst.number] +
                                                  1 + timing_.predicate_slots);
            break;
        case RegisterKind::ssa:
        case RegisterKind::shared:
        case RegisterKind::array: needs = and_registers(needs, node, source); break;
        }
    }
    if (node.address != nullptr) {
        needs.slot = std::max(needs.slot, address_written_ + 1 + timing_.address_slots);
    }
    ranges_.for_each_written(node, [&](const RegisterRange& range, std::uint32_t) {
        for (std::size_t k = 0; k < range.count; ++k) {
            const Pending& pending = pending_[range.first + k];
            if (pending.has_flags()) {
                needs.sync = with_guard(needs.sync | pending.result, pending);
            }
        }
    });
    if (node.end_input) {
        needs.sync = needs.sync | varyings_;
    }
    return needs;
}

// Adds the waits for the registers that a source reads.
inline Outstanding::Needs Outstanding::and_registers(Needs needs, const Node& node,
                                                     const Register& source) const {
    const RegisterRange range = ranges_.read_by(node, source);
    for (std::size_t k = 0; k < range.count; ++k) {
        const Pending& pending = pending_[range.first + k];
        // Both halves of a register have mostly been written at once.
        if (!pending.delays_reads(slot_) || (k != 0 && pending == pending_[range.first + k - 1])) {
            continue;
        }
        needs.sync = needs.sync | pending.result;
        const bool is_third = node.sources().size() > 2 && &source == &node.sources()[2];
        const unsigned delay =
            pending.delay_before(timing_, timing_class(node), is_third, source.half);
        if (delay != 0) {
            // Element k of a repeated source is read k slots later.
            const std::size_t later = source.repeat ? ranges_.register_of(k, source.half) : 0;
            needs.slot = std::max(needs.slot,
                                  pending.written + 1 + delay - static_cast<std::uint32_t>(later));
        }
    }
    return needs;
}

void Outstanding::take(Sync sync) {
    if (sync == Sync::none) {
        return;
    }
    constants_.arrive = without(constants_.arrive, sync);
    if (constants_.arrive == Sync::none) {
        constants_ = {};
    }
    varyings_ = without(varyings_, sync);
    pending_.take(sync);
}

// Done by a unit of its own, in slots that may not be counted on.
bool Outstanding::is_scalar(const Node& node) const {
    return machine_.scalar_alu && node.dst.kind == RegisterKind::shared &&
           std::none_of(node.sources().begin(), node.sources().end(),
                        [](const Register& source) { return source.is_ssa(); }) &&
           !node.sources().empty();
}

void Outstanding::issue(const Node& node) {
    const TimingClass timing = timing_class(node);
    const std::uint32_t written = slot_;
    slot_ += is_scalar(node) ? 0 : slots_of(timing_, node);
    after_ = timing_.of(timing).after;
    if (loads_varying(node)) {
        varyings_ = varyings_ | timing_.sync_needed(timing);
    }
    const Sync guard = timing_.write_after_read_guard(timing);
    if (guard != Sync::none) {
        keep_sources(node, guard);
    }
    switch (node.dst.kind) {
    case RegisterKind::address: address_written_ = written; break;
    case RegisterKind::predicate: predicate_written_[node.dst.number] = written; break;
    case RegisterKind::constant: {
        const std::uint32_t first = node.dst.number;
        (void)constants_.join(
            {first, first + num_constants_written(node), timing_.sync_needed(timing)});
        break;
    }
    case RegisterKind::ssa:
    case RegisterKind::shared:
    case RegisterKind::array: expect_results(node, written); break;
    case RegisterKind::none:
    case RegisterKind::relative_constant:
    case RegisterKind::render_target:
    case RegisterKind::immediate: break;
    }
}

// Until one of the flags, the registers that the instruction reads may not be overwritten.
void Outstanding::keep_sources(const Node& node, Sync guard) {
    for (const Register& source : node.sources()) {
        const RegisterRange range = ranges_.read_by(node, source);
        for (std::size_t k = 0; k < range.count; ++k) {
            const bool is_strict = pending_[range.first + k].reads == Sync::ss;
            pending_.set_reads(range.first + k, is_strict ? Sync::ss : guard);
        }
    }
}

inline void Outstanding::expect_results(const Node& node, std::uint32_t written) {
    const TimingClass timing = timing_class(node);
    Pending pending;
    pending.result = timing_.sync_needed(timing, node.dst.kind == RegisterKind::shared);
    const bool takes_slots = pending.result == Sync::none;
    if (takes_slots) {
        pending.writers = 1U << static_cast<unsigned>(timing);
        pending.full = !node.dst.half;
        pending.half = node.dst.half;
    }
    ranges_.for_each_written(node, [&](const RegisterRange& range, std::uint32_t later) {
        pending.written = takes_slots ? written + later : 0;
        pending_.set(range.first, range.count, pending);
    });
}

void Outstanding::expect(const Node& prefetch) {
    const Sync sync = timing_.sync_needed(timing_class(prefetch));
    ranges_.for_each_written(prefetch, [this, sync](const RegisterRange& range, std::uint32_t) {
        for (std::size_t k = 0; k < range.count; ++k) {
            pending_.set_result(range.first + k, sync);
        }
    });
}

} // namespace jacquard::ir3
