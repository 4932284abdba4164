// Accesses of all lanes at once, for memory that nobody watches: most runs have no other.

#include <jacquard/ir3/emulator/memory/element_access.h>

#include <cstring>
#include <type_traits>

namespace jacquard::ir3 {

// Finds where lanes reach in a space that nobody watches. Neighbours mostly reach the same range.
class LanePlaces {
  public:
    // Each lane accesses so many neighbouring bytes.
    LanePlaces(const Environment& environment, AddressSpace space, std::size_t bytes)
        : bytes_(bytes) {
        switch (space) {
        case AddressSpace::global_memory:
            ranges_ = environment.global_ranges;
            if (ranges_.empty()) {
                enter(environment.global, 0);
            }
            break;
        case AddressSpace::local_memory: enter(environment.local, 0); break;
        case AddressSpace::stage_memory: enter(environment.stage, 0); break;
        case AddressSpace::private_memory:
        case AddressSpace::none: break;
        }
    }

    // The bytes at an address; null where not all of them are in an area.
    std::byte* find(std::uint64_t address) {
        if (address - first_ >= room_) {
            const MemoryRange* range = find_range(ranges_, address);
            if (range == nullptr) {
                return nullptr;
            }
            enter(range->area, range->address);
            if (address - first_ >= room_) {
                return nullptr;
            }
        }
        return data_ + (address - first_);
    }

    void note_read(const std::byte* place) const {
        if (marks_ != nullptr) {
            marks_->note_read(static_cast<std::uint64_t>(place - data_), bytes_);
        }
    }
    void note_written(const std::byte* place) const {
        if (marks_ != nullptr) {
            marks_->note_written(static_cast<std::uint64_t>(place - data_), bytes_);
        }
    }

  private:
    void enter(const MemoryArea& area, std::uint64_t first) {
        const bool is_good = area.watch == nullptr && area.bytes.size() >= bytes_;
        first_ = first;
        room_ = is_good ? area.bytes.size() - bytes_ + 1 : 0;
        data_ = area.bytes.data();
        marks_ = area.marks;
    }

    std::size_t bytes_;
    std::span<const MemoryRange> ranges_;
    // The area that was reached last: an access may begin at so many addresses from one on.
    std::uint64_t first_ = 0;
    std::uint64_t room_ = 0;
    std::byte* data_ = nullptr;
    AccessMarks* marks_ = nullptr;
};

namespace {

// Visits the lanes of a set until one says that it cannot; false then.
template <typename Visit>
bool each_lane_of(const LaneMask& lanes, unsigned count, Visit&& visit) {
    const bool are_all = lanes == LaneMask::first(count);
    for (unsigned lane = 0; lane < count; ++lane) {
        if ((are_all || lanes.test(lane)) && !visit(lane)) {
            return false;
        }
    }
    return true;
}

} // namespace

const MemoryRange* find_range(std::span<const MemoryRange> ranges, std::uint64_t address) {
    for (const MemoryRange& range : ranges) {
        if (address - range.address < range.area.bytes.size()) {
            return &range;
        }
    }
    return nullptr;
}

template <unsigned kBytes>
bool ElementAccess::load_all(AddressSpace space, const LaneAddresses& addresses,
                             std::span<LaneWords> words) const {
    LanePlaces places(*state_.environment, space, kBytes * words.size());
    return each_lane_of(state_.lanes, state_.wave.lanes(), [&](unsigned lane) {
        const std::byte* from = places.find(addresses[lane]);
        if (from == nullptr) {
            return false;
        }
        places.note_read(from);
        for (LaneWords& component : words) {
            component[lane] = 0;
            std::memcpy(&component[lane], from, kBytes);
            from += kBytes;
        }
        return true;
    });
}

template <unsigned kBytes>
bool ElementAccess::store_all(AddressSpace space, const LaneAddresses& addresses,
                              std::span<const LaneWords> words) const {
    LanePlaces places(*state_.environment, space, kBytes * words.size());
    return each_lane_of(state_.lanes & state_.live, state_.wave.lanes(), [&](unsigned lane) {
        std::byte* to = places.find(addresses[lane]);
        if (to == nullptr) {
            return false;
        }
        places.note_written(to);
        for (const LaneWords& component : words) {
            std::memcpy(to, &component[lane], kBytes);
            to += kBytes;
        }
        return true;
    });
}

// Calls access(width) with the bytes of an element, by which it is compiled; false for no width.
template <typename Access>
static bool with_width(unsigned bytes, Access&& access) {
    switch (bytes) {
    case 1: return access(std::integral_constant<unsigned, 1>());
    case 2: return access(std::integral_constant<unsigned, 2>());
    case 4: return access(std::integral_constant<unsigned, 4>());
    default: return false;
    }
}

bool ElementAccess::are_alone() const {
    return state_.concurrent == nullptr && state_.observer == nullptr;
}

bool ElementAccess::load_lanes(AddressSpace space, const LaneAddresses& addresses, unsigned bytes,
                               std::span<LaneWords> words) const {
    return are_alone() && with_width(bytes, [&](auto width) {
               return load_all<decltype(width)::value>(space, addresses, words);
           });
}

bool ElementAccess::store_lanes(AddressSpace space, const LaneAddresses& addresses, unsigned bytes,
                                std::span<const LaneWords> words) const {
    return are_alone() && with_width(bytes, [&](auto width) {
               return store_all<decltype(width)::value>(space, addresses, words);
           });
}

} // namespace jacquard::ir3
