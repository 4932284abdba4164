#pragma once

#include <jacquard/ir3/isa/assemble/number_reader.h>

#include <cstdint>
#include <string_view>

namespace jacquard::ir3 {

// Reads the registers and constants of a line.
class RegisterReader : public NumberReader {
  public:
    using NumberReader::NumberReader;

    // r1.x, a0.x, p0.x.
    bool register_name(std::uint16_t& number) {
        return general_register(number) || special_register(number);
    }
    // The same of what a comparison writes, which up0 may be.
    bool compared_register(std::uint16_t& number);
    bool render_target(std::uint16_t& number);
    bool constant(std::uint16_t& number);

  private:
    bool general_register(std::uint16_t& number);
    bool special_register(std::uint16_t& number);
    // A register of a few that have a name, such as p0.
    bool named_register(std::string_view name, std::uint16_t first, std::uint16_t& number);
    bool numbered(char letter, unsigned limit, std::uint16_t& number);
    bool long_numbered(char letter, unsigned limit, std::uint16_t& number);
    bool component(std::uint16_t& number);
};

} // namespace jacquard::ir3
