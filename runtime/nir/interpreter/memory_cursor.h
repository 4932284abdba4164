#pragma once

#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// Where the access of an intrinsic to bytes of memory goes, lane after lane: what does not differ
// between lanes is looked up once.
class MemoryCursor {
  public:
    // `bytes` are those of a component of what is loaded or stored.
    MemoryCursor(Wave& wave, const Step& step, const MemoryAccess& access, unsigned bytes)
        : wave_(wave), info_(access.info()), space_(access.space), unit_(access.unit),
          component_bytes_(info_.addressing == Addressing::component ? info_.unit : bytes) {
        const IntrinsicInstruction& intrinsic = intrinsic_of(step);
        const auto place = [&](std::int8_t source) {
            return source < 0 ? nullptr : &wave.source(step, static_cast<unsigned>(source));
        };
        resource_ = place(access.resource_source);
        address_ = place(access.address_source);
        offset_ = place(access.offset_source);
        if (access.unit == 0) {
            unit_ = bytes;
        }
        // What is copied goes to `base`, where all else begins.
        base_ = access.action == MemoryAction::copy ? intrinsic.range_base() : intrinsic.base();
        if (address_ != nullptr) {
            base_ -= static_cast<std::int64_t>(given_address(*wave.environment, space_));
        } else {
            base_ *= unit_;
        }
        base_ += static_cast<std::int64_t>(intrinsic.component()) * bytes;
        differs_by_lane_ = info_.is_own && info_.shared_by == SharedBy::invocation;
        if (!differs_by_lane_ && resource_ == nullptr) {
            view_ = wave.bytes_of(space_, 0, 0);
        }
    }

    // Bytes of a component in memory.
    [[nodiscard]] unsigned component_bytes() const { return component_bytes_; }

    // The memory that a lane accesses.
    [[nodiscard]] const MemoryView& memory(unsigned lane) {
        if (differs_by_lane_) {
            view_ = wave_.bytes_of(space_, 0, lane);
        } else if (resource_ != nullptr) {
            const std::uint64_t number = wave_.read(*resource_, 0, lane);
            if (!is_resolved_ || number != number_) {
                view_ = wave_.bytes_of(space_, number, lane);
                number_ = number;
                is_resolved_ = true;
            }
        }
        return view_;
    }

    // Where the access of a lane begins, counted from the start of its memory.
    [[nodiscard]] std::uint64_t start(unsigned lane) const {
        std::uint64_t at = 0;
        if (offset_ != nullptr) {
            at = wave_.read(*offset_, 0, lane);
            if (unit_ != 1) {
                at = signed_value(at, offset_->bit_size) * unit_;
            }
        }
        if (address_ != nullptr) {
            at += wave_.read(*address_, 0, lane);
            if (address_->num_components == 2 && address_->bit_size == 32) {
                at += wave_.read(*address_, 1, lane) << 32;
            }
        }
        return at + static_cast<std::uint64_t>(base_);
    }

  private:
    // Bytes are counted up from the start; what is larger may be counted down from `base`.
    static std::uint64_t signed_value(std::uint64_t bits, unsigned bit_size) {
        const unsigned unused = 64 - bit_size;
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
    }

    Wave& wave_;
    const MemorySpaceInfo& info_;
    MemorySpace space_;
    unsigned unit_;
    unsigned component_bytes_;
    const Place* resource_ = nullptr;
    const Place* address_ = nullptr;
    const Place* offset_ = nullptr;
    std::int64_t base_ = 0;
    MemoryView view_;
    std::uint64_t number_ = 0;
    bool is_resolved_ = false;
    bool differs_by_lane_ = false;
};

[[nodiscard]] inline bool is_inside(const MemoryView& memory, std::uint64_t at, unsigned bytes) {
    return at <= memory.size && bytes <= memory.size - at;
}

} // namespace jacquard::nir::interpreter
