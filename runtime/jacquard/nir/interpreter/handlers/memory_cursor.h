#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// The part of the address of an access that the fields of its intrinsic give.
struct AccessLayout {
    // `bytes` are those of a component of what is loaded or stored.
    AccessLayout(const MemoryAccess& access, const IntrinsicInstruction& intrinsic, unsigned bytes)
        : unit(access.unit == 0 ? bytes : access.unit),
          component_bytes(access.info().addressing == Addressing::component ? access.info().unit
                                                                            : bytes),
          // The target of a copy begins at `base`, and its source at `range_base`.
          start(access.action == MemoryAction::copy ? intrinsic.range_base() : intrinsic.base()) {
        if (access.address_source < 0) {
            start *= unit;
        }
        start += static_cast<std::int64_t>(intrinsic.component()) * bytes;
    }

    // The bytes of an offset. Bytes are counted up from the start; what is larger may be counted
    // down from `base`.
    [[nodiscard]] std::uint64_t bytes_of_offset(std::uint64_t bits, unsigned bit_size) const {
        if (unit == 1) {
            return bits;
        }
        const unsigned unused = 64 - bit_size;
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused) *
               unit;
    }

    unsigned unit;            // bytes that an offset counts
    unsigned component_bytes; // of a component in memory
    std::int64_t start;       // byte that an offset of 0 means
};

// Finds the bytes that an intrinsic accesses, lane after lane; facts that do not differ between
// lanes are looked up once.
class MemoryCursor {
  public:
    // `bytes` are those of a component of what is loaded or stored.
    MemoryCursor(Wave& wave, const Step& step, const MemoryAccess& access, unsigned bytes)
        : wave_(wave), space_(access.space), layout_(access, intrinsic_of(step), bytes) {
        const MemorySpaceInfo& info = access.info();
        const auto place = [&](std::int8_t source) {
            return source < 0 ? nullptr : &wave.values.source(step, static_cast<unsigned>(source));
        };
        resource_ = place(access.resource_source);
        address_ = place(access.address_source);
        offset_ = place(access.offset_source);
        if (address_ != nullptr) {
            layout_.start -= static_cast<std::int64_t>(given_address(*wave.environment, space_));
        }
        differs_by_lane_ = info.is_own && info.shared_by == SharedBy::invocation;
        if (!differs_by_lane_ && resource_ == nullptr) {
            view_ = wave.memory.bytes_of(space_, 0, 0);
        }
    }

    // Bytes of a component in memory.
    [[nodiscard]] unsigned component_bytes() const { return layout_.component_bytes; }

    // The memory that a lane accesses.
    [[nodiscard]] const MemoryView& memory(unsigned lane) {
        if (differs_by_lane_) {
            view_ = wave_.memory.bytes_of(space_, 0, lane);
        } else if (resource_ != nullptr) {
            const std::uint64_t number = wave_.values.read(*resource_, 0, lane);
            if (!is_resolved_ || number != number_) {
                view_ = wave_.memory.bytes_of(space_, number, lane);
                number_ = number;
                is_resolved_ = true;
            }
        }
        return view_;
    }

    // Returns the offset of the access of a lane from the start of its memory.
    [[nodiscard]] std::uint64_t start(unsigned lane) const {
        std::uint64_t at = 0;
        if (offset_ != nullptr) {
            at = layout_.bytes_of_offset(wave_.values.read(*offset_, 0, lane), offset_->bit_size);
        }
        if (address_ != nullptr) {
            at += wave_.values.read(*address_, 0, lane);
            if (address_->num_components == 2 && address_->bit_size == 32) {
                at += wave_.values.read(*address_, 1, lane) << 32;
            }
        }
        return at + static_cast<std::uint64_t>(layout_.start);
    }

  private:
    Wave& wave_;
    MemorySpace space_;
    AccessLayout layout_;
    const Place* resource_ = nullptr;
    const Place* address_ = nullptr;
    const Place* offset_ = nullptr;
    MemoryView view_;
    std::uint64_t number_ = 0;
    bool is_resolved_ = false;
    bool differs_by_lane_ = false;
};

[[nodiscard]] inline bool is_inside(const MemoryView& memory, std::uint64_t at, unsigned bytes) {
    return at <= memory.size && bytes <= memory.size - at;
}

} // namespace jacquard::nir::interpreter
