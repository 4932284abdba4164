#include <jacquard/generated/ir3/entry_lists.h>
#include <jacquard/generated/ir3/machine_list.h>
#include <jacquard/generated/ir3/parts.h>
#include <jacquard/tool/words/isa_facts.h>

#include <algorithm>
#include <span>

namespace jacquard::driver {

namespace {

constexpr const char* kAdded = "added";
constexpr const char* kRemoved = "removed";
constexpr const char* kChanged = "changed";

using ir3::TableEntry;

void compare_machine(unsigned from, unsigned to, std::vector<OtherChange>& changes) {
    const ir3::MachineFacts old_facts = ir3::machine_facts(*ir3::revision_of_part(from), from);
    const ir3::MachineFacts new_facts = ir3::machine_facts(*ir3::revision_of_part(to), to);
    for (const ir3::MachineFactInfo& fact : ir3::kMachineFactInfos) {
        if (fact.value(old_facts) != fact.value(new_facts)) {
            changes.push_back({kChanged,
                               "fact of the machine",
                               std::string(fact.name),
                               fact.text(old_facts),
                               fact.text(new_facts),
                               {}});
        }
    }
}

const TableEntry* entry_like(const TableEntry& wanted, std::span<const std::uint16_t> numbers) {
    for (const std::uint16_t number : numbers) {
        const TableEntry& entry = ir3::table_entry(number);
        if (entry.kind == wanted.kind && entry.name == wanted.name) {
            return &entry;
        }
    }
    return nullptr;
}

void compare_entries(ir3::Revision from, ir3::Revision to, std::vector<OtherChange>& changes) {
    const std::span<const std::uint16_t> old_entries = ir3::entries_of(from);
    const std::span<const std::uint16_t> new_entries = ir3::entries_of(to);
    for (const std::uint16_t number : new_entries) {
        const TableEntry& entry = ir3::table_entry(number);
        const TableEntry* before = entry_like(entry, old_entries);
        if (before == nullptr || before->text != entry.text) {
            changes.push_back({before == nullptr ? kAdded : kChanged, std::string(entry.kind),
                               std::string(entry.name),
                               before == nullptr ? std::string() : std::string(before->text),
                               std::string(entry.text), std::string(entry.place)});
        }
    }
    for (const std::uint16_t number : old_entries) {
        const TableEntry& entry = ir3::table_entry(number);
        if (entry_like(entry, new_entries) == nullptr) {
            changes.push_back({kRemoved,
                               std::string(entry.kind),
                               std::string(entry.name),
                               std::string(entry.text),
                               {},
                               std::string(entry.place)});
        }
    }
}

void compare_parts(ir3::Revision from, ir3::Revision to, std::vector<OtherChange>& changes) {
    for (const ir3::PartInfo& part : ir3::part_infos()) {
        if (from != to && (part.revision == from || part.revision == to)) {
            changes.push_back({part.revision == to ? kAdded : kRemoved,
                               "part",
                               std::string(part.name.written),
                               {},
                               {},
                               {}});
        }
    }
}

} // namespace

std::vector<OtherChange> compare_facts(unsigned from, unsigned to) {
    const ir3::Revision before = *ir3::revision_of_part(from);
    const ir3::Revision after = *ir3::revision_of_part(to);
    std::vector<OtherChange> changes;
    compare_machine(from, to, changes);
    compare_entries(before, after, changes);
    compare_parts(before, after, changes);
    return changes;
}

} // namespace jacquard::driver
