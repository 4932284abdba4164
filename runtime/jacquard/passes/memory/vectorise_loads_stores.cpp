#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/vectorise_loads_stores.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/analysis/memory/offset_analysis.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <vector>

namespace jacquard::nir {
namespace {

constexpr std::size_t kMaxOpen = 64;

// The address of an access; offsets from the same place can be compared.
struct Place {
    const SsaDef* buffer = nullptr;
    const SsaDef* base = nullptr;
    std::uint8_t component = 0;

    friend bool operator==(const Place&, const Place&) = default;
};

struct Memory {
    IntrinsicInstruction* instruction = nullptr;
    const MemoryAccess* what = nullptr;
    Place place;
    OffsetParts offset; // the constant with the instruction's base
    unsigned num_components = 0;
    unsigned bit_size = 0;

    [[nodiscard]] std::int64_t start() const { return offset.constant; }
    [[nodiscard]] std::int64_t end() const {
        return start() + std::int64_t{num_components} * (bit_size / 8);
    }
    [[nodiscard]] bool overlaps(const Memory& other) const {
        return start() < other.end() && other.start() < end();
    }
};

// Accesses that may be joined, in program order: of one opcode, place, width and set of promises.
struct Group {
    Place place;
    std::vector<Memory> open;
};

using GroupKey = std::tuple<IntrinsicOp, std::uint32_t, std::uint32_t, unsigned, unsigned, Access>;

// The source that says where an access is; -1 where that takes several.
int place_source(const MemoryAccess& access) {
    if (access.address_source >= 0) {
        return access.offset_source < 0 ? access.address_source : -1;
    }
    return access.unit == 1 ? access.offset_source : -1;
}

// Returns true if an access is a load or store of memory that can be compared with others by its
// offset in bytes.
bool has_byte_offset(const IntrinsicInstruction& intrinsic, const MemoryAccess& access) {
    const Addressing addressing = access.info().addressing;
    const int place = place_source(access);
    return (access.is_load() || access.is_store()) &&
           (addressing == Addressing::offset || addressing == Addressing::buffer ||
            addressing == Addressing::address) &&
           place >= 0 && access.offset_in_elements_source < 0 &&
           intrinsic.first_source[place].ssa->num_components == 1;
}

// Returns true if an instruction that accesses no memory by offset may order or change memory.
bool orders_memory(const Instruction& instruction) {
    if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        return behaviour_kind(intrinsic->op) != BehaviourKind::register_ &&
               !intrinsic->info().can_reorder && !intrinsic->has_io_semantics();
    }
    return instruction.kind == InstructionKind::call || instruction.kind == InstructionKind::jump;
}

class VectoriseLoadsStores {
  public:
    VectoriseLoadsStores(Function& function, const VectoriseLoadsStoresOptions& options)
        : function_(function), shader_(*function.shader), options_(options) {}

    bool run() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                offsets_.see(instruction);
                visit(instruction);
            }
            for (auto& [key, group] : groups_) {
                close(group);
            }
            for (std::vector<Group*>& open : open_groups_) {
                open.clear();
            }
            groups_.clear();
        }
        return changed_;
    }

  private:
    void visit(Instruction& instruction) {
        auto* intrinsic = instruction.as<IntrinsicInstruction>();
        const MemoryAccess* what = intrinsic != nullptr ? memory_access(intrinsic->op) : nullptr;
        if (what == nullptr) {
            if (orders_memory(instruction)) {
                for (std::size_t i = 0; i < kNumAliasClasses; ++i) {
                    close_class(static_cast<int>(i));
                }
            }
            return;
        }
        if (what->action == MemoryAction::size) {
            return;
        }
        const int memory = what->info().alias_class;
        if (is_counted(*intrinsic) || !has_byte_offset(*intrinsic, *what)) {
            close_class(memory);
            return;
        }
        const Memory access = describe(*intrinsic, *what);
        close_conflicts(access, memory);
        if (is_candidate(access)) {
            open(access, memory);
        }
    }

    Memory describe(IntrinsicInstruction& instruction, const MemoryAccess& what) const {
        Memory access;
        access.instruction = &instruction;
        access.what = &what;
        const SsaDef& data =
            what.is_store() ? *instruction.first_source[what.value_source].ssa : instruction.value;
        access.num_components = data.num_components;
        access.bit_size = data.bit_size;
        access.offset = offsets_.parts(*instruction.first_source[place_source(what)].ssa);
        access.offset.constant += instruction.base();
        access.place.base = access.offset.base;
        access.place.component = access.offset.component;
        if (what.resource_source >= 0) {
            access.place.buffer = instruction.first_source[what.resource_source].ssa;
        }
        return access;
    }

    static bool is_candidate(const Memory& access) {
        const bool whole = !access.what->is_store() || !access.instruction->has_write_mask() ||
                           access.instruction->write_mask() == (1U << access.num_components) - 1;
        return access.what->info().is_wide && access.bit_size >= 8 && whole;
    }

    void open(const Memory& access, int memory) {
        const IntrinsicInstruction& instruction = *access.instruction;
        const Place& place = access.place;
        const GroupKey key{instruction.op,
                           place.buffer != nullptr ? place.buffer->index + 1 : 0,
                           place.base != nullptr ? place.base->index + 1 : 0,
                           place.component,
                           access.bit_size,
                           instruction.access()};
        Group& group = groups_[key];
        group.place = place;
        if (group.open.empty() && memory >= 0) {
            open_groups_[static_cast<std::size_t>(memory)].push_back(&group);
        }
        group.open.push_back(access);
        if (group.open.size() == kMaxOpen) {
            close(group);
        }
    }

    // Closes what an access may not pass: stores it might read from or write over, and for a store
    // also loads that might read what it writes.
    void close_conflicts(const Memory& access, int memory) {
        if (memory < 0) {
            return;
        }
        std::vector<Group*>& groups = open_groups_[static_cast<std::size_t>(memory)];
        std::size_t kept = 0;
        for (Group* group : groups) {
            if (!group->open.empty() && conflicts(access, *group)) {
                close(*group);
            }
            if (!group->open.empty()) {
                groups[kept++] = group;
            }
        }
        groups.resize(kept);
    }

    static bool conflicts(const Memory& access, const Group& group) {
        const bool both_load = access.what->is_load() && group.open.front().what->is_load();
        if (both_load) {
            return false;
        }
        return !(group.place == access.place) ||
               std::any_of(group.open.begin(), group.open.end(),
                           [&access](const Memory& other) { return access.overlaps(other); });
    }

    // Closes a class of memory that may change; memory that never does has the class -1.
    void close_class(int memory) {
        if (memory < 0) {
            return;
        }
        std::vector<Group*>& groups = open_groups_[static_cast<std::size_t>(memory)];
        for (Group* group : groups) {
            close(*group);
        }
        groups.clear();
    }

    // Joins runs of neighbours, each as long as it may be.
    void close(Group& group) {
        std::vector<Memory>& open = group.open;
        std::vector<std::size_t> by_offset(open.size());
        for (std::size_t i = 0; i < open.size(); ++i) {
            by_offset[i] = i;
        }
        std::stable_sort(by_offset.begin(), by_offset.end(), [&open](std::size_t a, std::size_t b) {
            return open[a].start() < open[b].start();
        });
        for (std::size_t first = 0; first < by_offset.size();) {
            std::size_t last = first + 1; // behind the longest run that can be one access
            std::int64_t end = open[by_offset[first]].end();
            for (std::size_t next = first + 1; next < by_offset.size(); ++next) {
                const Memory& added = open[by_offset[next]];
                if (added.start() > end || !is_in_step(open[by_offset[first]], added)) {
                    break;
                }
                end = std::max(end, added.end());
                if (is_allowed(open[by_offset[first]], end)) {
                    last = next + 1;
                } else if (is_too_long(open[by_offset[first]], end)) {
                    break;
                }
            }
            if (last - first > 1) {
                std::vector<std::size_t> run(by_offset.begin() + static_cast<std::ptrdiff_t>(first),
                                             by_offset.begin() + static_cast<std::ptrdiff_t>(last));
                join(open, run);
                changed_ = true;
            }
            first = last;
        }
        open.clear();
    }

    // Returns true if a component of one starts where some component of the other would.
    static bool is_in_step(const Memory& first, const Memory& added) {
        return (added.start() - first.start()) % (first.bit_size / 8) == 0;
    }

    [[nodiscard]] bool is_too_long(const Memory& first, std::int64_t end) const {
        const std::int64_t bytes = end - first.start();
        return bytes > options_.max_bytes ||
               bytes / (first.bit_size / 8) > std::min(options_.max_components, kMaxComponents);
    }

    [[nodiscard]] bool is_allowed(const Memory& first, std::int64_t end) const {
        const auto components = static_cast<unsigned>((end - first.start()) / (first.bit_size / 8));
        if (is_too_long(first, end) || !is_valid_component_count(components)) {
            return false;
        }
        const std::uint32_t mul = first.instruction->align_mul();
        const std::uint32_t offset = first.instruction->align_offset();
        const unsigned align = offset != 0 ? offset & (~offset + 1) : mul;
        return options_.allows == nullptr ||
               options_.allows({first.what->space, first.what->is_store(), components,
                                first.bit_size, std::max(align, first.bit_size / 8)},
                               options_.callback_data);
    }

    void join(const std::vector<Memory>& open, const std::vector<std::size_t>& run) {
        const Memory& low = open[run.front()];
        const bool is_store = low.what->is_store();
        const Memory& place = open[is_store ? *std::max_element(run.begin(), run.end())
                                            : *std::min_element(run.begin(), run.end())];
        std::int64_t end = low.end();
        for (const std::size_t i : run) {
            end = std::max(end, open[i].end());
        }
        const auto count = static_cast<unsigned>((end - low.start()) / (low.bit_size / 8));
        CoreBuilder b(shader_, Cursor::before_instruction(place.instruction));
        std::array<SsaDef*, kMaxIntrinsicSources> sources{};
        for (unsigned i = 0; i < low.instruction->num_sources; ++i) {
            sources[i] = low.instruction->first_source[i].ssa;
        }
        std::int64_t base = low.instruction->base();
        if (&place != &low) {
            sources[static_cast<std::size_t>(place_source(*low.what))] = offset_of(b, low, base);
        }
        if (is_store) {
            sources[static_cast<std::size_t>(low.what->value_source)] =
                joined_value(b, open, run, count);
        }
        IntrinsicInstruction* joined =
            b.intrinsic(low.instruction->op, count, is_store ? 0 : low.bit_size,
                        std::span<SsaDef* const>(sources.data(), low.instruction->num_sources));
        std::copy_n(low.instruction->indices, low.instruction->info().num_indices, joined->indices);
        describe_joined(*joined, open, run, base);
        if (is_store && joined->has_write_mask()) {
            joined->set_write_mask((1U << count) - 1);
        }
        for (const std::size_t i : run) {
            replace(open[i], low, joined);
        }
    }

    // The offset of an access from values that are there at the builder; what the instruction adds
    // is part of it.
    static SsaDef* offset_of(CoreBuilder& b, const Memory& low, std::int64_t& base) {
        const SsaDef& old = *low.instruction->first_source[place_source(*low.what)].ssa;
        base = 0;
        SsaDef* constant = b.imm_int(low.start(), old.bit_size);
        if (low.offset.base == nullptr) {
            return constant;
        }
        return b.iadd(channel(low.offset.base, low.offset.component), constant);
    }

    static SsaDef* joined_value(CoreBuilder& b, const std::vector<Memory>& open,
                                const std::vector<std::size_t>& run, unsigned count) {
        std::array<Operand, kMaxComponents> components;
        unsigned at = 0;
        for (const std::size_t i : run) {
            SsaDef* value = open[i].instruction->first_source[open[i].what->value_source].ssa;
            for (unsigned c = 0; c < open[i].num_components; ++c) {
                components[at++] = channel(value, c);
            }
        }
        return b.vec(std::span<const Operand>(components.data(), count));
    }

    // The widest range and what is known best about the alignment.
    static void describe_joined(IntrinsicInstruction& joined, const std::vector<Memory>& open,
                                const std::vector<std::size_t>& run, std::int64_t base) {
        const Memory& low = open[run.front()];
        if (joined.has_base()) {
            joined.set_base(base);
        }
        std::uint32_t first = low.instruction->range_base();
        std::uint32_t end = first + low.instruction->range();
        for (const std::size_t i : run) {
            const IntrinsicInstruction& each = *open[i].instruction;
            if (joined.has_align_mul() && each.align_mul() > joined.align_mul()) {
                const auto distance = static_cast<std::uint32_t>(open[i].start() - low.start());
                joined.set_align_mul(each.align_mul());
                joined.set_align_offset((each.align_offset() - distance) & (each.align_mul() - 1));
            }
            first = std::min(first, each.range_base());
            end = std::max(end, each.range_base() + each.range());
        }
        if (joined.has_range_base()) {
            joined.set_range_base(first);
        }
        if (joined.has_range()) {
            joined.set_range(end - first);
        }
    }

    void replace(const Memory& old, const Memory& low, IntrinsicInstruction* joined) {
        if (!old.what->is_store()) {
            const auto first =
                static_cast<unsigned>((old.start() - low.start()) / (low.bit_size / 8));
            Operand part;
            part.value = &joined->value;
            part.num_components = static_cast<std::uint8_t>(old.num_components);
            for (unsigned c = 0; c < old.num_components; ++c) {
                part.swizzle[c] = static_cast<std::uint8_t>(first + c);
            }
            CoreBuilder b(shader_, Cursor::before_instruction(old.instruction));
            old.instruction->value.rewrite_uses(b.whole(part));
        }
        shader_.info.source_context.share(joined->origin, old.instruction->origin);
        old.instruction->remove();
    }

    Function& function_;
    Shader& shader_;
    const VectoriseLoadsStoresOptions& options_;
    OffsetAnalysis offsets_;
    std::map<GroupKey, Group> groups_;
    std::array<std::vector<Group*>, kNumAliasClasses> open_groups_; // with something open
    bool changed_ = false;
};

} // namespace

bool vectorise_loads_stores(Shader& shader, const VectoriseLoadsStoresOptions& options) {
    return change_functions<VectoriseLoadsStores>(shader, options);
}

} // namespace jacquard::nir
