#pragma once

#include <jacquard/nir/interpreter/handlers/memory_cursor.h>
#include <jacquard/nir/interpreter/program/variable_memory.h>
#include <jacquard/nir/interpreter/wave/lane_storage.h>

#include <cstdint>
#include <cstring>

namespace jacquard::nir::interpreter {

// Reads and writes components at addresses of one space.
class VariableCells {
  public:
    VariableCells(Wave& wave, MemorySpace space)
        : wave_(wave), info_(memory_space_info(space)), space_(space),
          has_slots_(info_.addressing == Addressing::slot) {}

    // False when there is nothing at the address.
    bool read(std::uint64_t address, unsigned bit_size, unsigned lane, std::uint64_t& bits) const {
        const unsigned bytes = VariableMemory::component_bytes(bit_size, space_);
        bits = 0;
        if (has_slots_) {
            return read_slot_words(slots(address), wave_.values.num_lanes, word_of(address), lane,
                                   bytes, bits);
        }
        std::uint64_t at = 0;
        const MemoryView memory = bytes_at(address, lane, at);
        if (!is_inside(memory, at, bytes)) {
            return false;
        }
        if (wave_.weak.covers(space_)) {
            bits = wave_.weak.load(space_, memory.first + at, bytes);
        } else {
            std::memcpy(&bits, memory.first + at, bytes);
        }
        if (bit_size == 1) {
            bits = bits != 0 ? 1 : 0;
        }
        return true;
    }
    // Returns `bytes` bytes at a byte address; null if they are not there.
    [[nodiscard]] const std::byte* find(std::uint64_t address, unsigned bytes,
                                        unsigned lane) const {
        std::uint64_t at = 0;
        const MemoryView memory = bytes_at(address, lane, at);
        return is_inside(memory, at, bytes) ? memory.first + at : nullptr;
    }
    // A boolean has all its bits set where it is true.
    bool write(std::uint64_t address, unsigned bit_size, unsigned lane, std::uint64_t bits) {
        const unsigned bytes = VariableMemory::component_bytes(bit_size, space_);
        if (info_.written == Written::never) {
            return false;
        }
        if (has_slots_) {
            return write_slot_words(slots(address), wave_.values.num_lanes, word_of(address), lane,
                                    bytes, bits);
        }
        std::uint64_t at = 0;
        const MemoryView memory = bytes_at(address, lane, at);
        if (!is_inside(memory, at, bytes) || memory.writable == nullptr) {
            return false;
        }
        if (bit_size == 1) {
            bits = bits != 0 ? 0xffffffffU : 0;
        }
        if (wave_.weak.covers(space_)) {
            wave_.weak.store(space_, memory.writable + at, bytes, bits);
        } else {
            std::memcpy(memory.writable + at, &bits, bytes);
        }
        return true;
    }
    // Writes change(old) in the place of what there is, and nobody comes in between.
    template <typename Change>
    bool change(std::uint64_t address, unsigned bit_size, unsigned lane, std::uint64_t& old,
                const Change& change) {
        const unsigned bytes = VariableMemory::component_bytes(bit_size, space_);
        if (!wave_.weak.covers(space_)) {
            return read(address, bit_size, lane, old) &&
                   write(address, bit_size, lane, change(old));
        }
        std::uint64_t at = 0;
        const MemoryView memory = bytes_at(address, lane, at);
        if (!is_inside(memory, at, bytes) || memory.writable == nullptr) {
            return false;
        }
        old = wave_.weak.change(space_, memory.writable + at, bytes, change);
        return true;
    }

  private:
    [[nodiscard]] static std::int64_t word_of(std::uint64_t address) {
        const std::uint64_t low = address & ((std::uint64_t{1} << kVertexShift) - 1);
        return static_cast<std::int64_t>(low / 4);
    }
    [[nodiscard]] OutputWords slots(std::uint64_t address) const {
        return given_slots(*wave_.environment, space_, address >> kVertexShift);
    }
    // The memory of an address, and where in it the address is.
    [[nodiscard]] MemoryView bytes_at(std::uint64_t address, unsigned lane,
                                      std::uint64_t& at) const {
        switch (info_.addressing) {
        case Addressing::buffer:
            at = address & ((std::uint64_t{1} << kBufferShift) - 1);
            return wave_.memory.bytes_of(space_, address >> kBufferShift, lane);
        case Addressing::address:
            at = address - given_address(*wave_.environment, space_);
            return wave_.memory.bytes_of(space_, 0, lane);
        default: at = address; return wave_.memory.bytes_of(space_, 0, lane);
        }
    }

    Wave& wave_;
    const MemorySpaceInfo& info_;
    MemorySpace space_;
    bool has_slots_;
};

} // namespace jacquard::nir::interpreter
