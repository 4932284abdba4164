#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/nir/binary/binary_format.h>
#include <jacquard/nir/ir/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::nir::binary {

// Takes numbers and texts out of bytes that nobody vouches for. After the first fault everything
// reads as zero and the fault is kept, so that a reader need not look after every step; loops do.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] bool failed() const { return !fault_.empty(); }
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] std::size_t position() const { return fault_at_; }
    [[nodiscard]] std::size_t remaining() const { return bytes_.size() - at_; }
    void fail(std::string message) {
        if (!failed()) {
            fault_ = std::move(message);
            fault_at_ = at_;
        }
    }

    unsigned byte() {
        if (failed() || at_ == bytes_.size()) {
            fail("the bytes end too early");
            return 0;
        }
        return bytes_[at_++];
    }

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const unsigned part = byte();
            value |= std::uint64_t{part & 0x7fU} << shift;
            if ((part & 0x80U) == 0) {
                // Only the shortest form is taken, and only what 64 bits hold.
                if ((part == 0 && shift != 0) || (shift == 63 && part > 1)) {
                    fail("a number is not in its shortest form");
                }
                return failed() ? 0 : value;
            }
        }
        fail("a number is too long");
        return 0;
    }
    std::int64_t signed_number() { return unfold_sign(number()); }
    std::uint64_t fixed(unsigned count) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i) {
            value |= std::uint64_t{byte()} << (8 * i);
        }
        return value;
    }

    // A number below `limit`.
    std::uint32_t below(std::uint64_t limit, std::string_view what) {
        const std::uint64_t value = number();
        if (value >= limit) {
            fail("there is no " + std::string(what) + " " + std::to_string(value));
            return 0;
        }
        return static_cast<std::uint32_t>(value);
    }
    std::uint32_t number32() { return below(std::uint64_t{1} << 32, "number of 32 bits"); }
    bool flag() {
        const unsigned value = byte();
        if (value > 1) {
            fail("neither yes nor no");
        }
        return value == 1;
    }
    // Returns how many of something follow, each of at least one byte.
    std::size_t count(std::string_view what) {
        const std::uint64_t value = number();
        if (value > remaining()) {
            fail("there cannot be " + std::to_string(value) + " " + std::string(what));
            return 0;
        }
        return static_cast<std::size_t>(value);
    }
    std::string_view text() {
        const std::size_t length = count("letters");
        if (failed()) {
            return {};
        }
        const auto* first = reinterpret_cast<const char*>(bytes_.data()) + at_;
        at_ += length;
        return {first, length};
    }

    template <typename Enum>
    Enum word(std::span<const EnumWord> words, std::string_view what) {
        const std::uint64_t value = number();
        if (value > 0xffffffff || find_word(words, static_cast<std::uint32_t>(value)).empty()) {
            fail("there is no " + std::string(what) + " " + std::to_string(value));
            return {};
        }
        return static_cast<Enum>(value);
    }
    // Several words at once.
    template <typename Enum>
    Enum words(std::span<const EnumWord> words, std::string_view what) {
        const std::uint64_t value = number();
        std::uint64_t known = 0;
        for (const EnumWord& each : words) {
            known |= each.number;
        }
        if ((value & ~known) != 0) {
            fail("there is no " + std::string(what) + " " + std::to_string(value));
            return {};
        }
        return static_cast<Enum>(value);
    }
    AluType scalar() {
        AluType type;
        const unsigned base = byte();
        type.bit_size = static_cast<std::uint8_t>(byte());
        if (base > static_cast<unsigned>(BaseType::bool_type) ||
            (type.bit_size != 0 && !is_valid_bit_size(type.bit_size))) {
            fail("there is no such type");
            return {};
        }
        type.base = static_cast<BaseType>(base);
        return type;
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::string fault_;
    std::size_t fault_at_ = 0;
};

} // namespace jacquard::nir::binary
