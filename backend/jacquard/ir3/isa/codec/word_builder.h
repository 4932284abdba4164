#pragma once

#include <jacquard/ir3/isa/codec/bit_helpers.h>
#include <jacquard/ir3/isa/codec/codec.h>

namespace jacquard::ir3 {

// Puts a word together and keeps the first thing that does not fit.
class WordBuilder {
  public:
    explicit WordBuilder(std::uint64_t fixed_bits) : word_(fixed_bits) {}

    void fail(EncodeError error, const char* member) {
        if (error_ == EncodeError::none) {
            error_ = error;
            member_ = member;
        }
    }

    void flag(bool value, unsigned low) { word_ |= std::uint64_t{value} << low; }
    void put(std::uint64_t value, unsigned low, unsigned count) {
        word_ |= bits(value, 0, count) << low;
    }

    // A number that must not be negative and fit.
    void check_field(std::int64_t value, unsigned count, const char* member) {
        if (value < 0 || value >> count != 0)
            fail(EncodeError::field_value, member);
    }
    void field(std::int64_t value, unsigned low, unsigned count, const char* member) {
        check_field(value, count, member);
        put(static_cast<std::uint64_t>(value), low, count);
    }
    void check_signed_field(std::int64_t value, unsigned count, const char* member) {
        if (!fits_signed(value, count))
            fail(EncodeError::field_value, member);
    }
    void signed_field(std::int64_t value, unsigned low, unsigned count, const char* member) {
        check_signed_field(value, count, member);
        put(static_cast<std::uint64_t>(value), low, count);
    }

    void operand(EncodeError error, const char* member) {
        if (error != EncodeError::none)
            fail(error, member);
    }
    void absent_operand(const Operand& operand, const char* member) {
        if (operand)
            fail(EncodeError::operand_kind, member);
    }
    void absent_modifier(bool set, const char* member) {
        if (set)
            fail(EncodeError::operand_modifier, member);
    }

    EncodeResult result() const {
        return {error_ == EncodeError::none ? word_ : 0, error_, member_};
    }

  private:
    std::uint64_t word_;
    EncodeError error_ = EncodeError::none;
    const char* member_ = "";
};

} // namespace jacquard::ir3
