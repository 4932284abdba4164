#pragma once

#include <jacquard/generated/passes/shader_state.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/tool/frame/command_line.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// Reads values of options by what the table of options says of them. Each function returns false
// after a fault, which has been said, and leaves its last argument as it is where the option is not
// given.
namespace jacquard::driver {

// The number of a name of which a choice has one for each value; `words` are those that messages
// list.
[[nodiscard]] bool read_word(const Arguments& arguments, std::string_view option,
                             std::span<const std::string_view> names,
                             std::span<const std::string_view> words, const Streams& streams,
                             std::size_t& value);

template <typename Value>
[[nodiscard]] bool read_choice(const Arguments& arguments, std::string_view option,
                               std::span<const std::string_view> names,
                               std::span<const std::string_view> words, const Streams& streams,
                               Value& value) {
    auto number = static_cast<std::size_t>(value);
    const bool is_good = read_word(arguments, option, names, words, streams, number);
    value = static_cast<Value>(number);
    return is_good;
}

struct NumberRange {
    std::string_view takes; // what messages call the number
    std::uint32_t most = 0;
    bool is_power_of_two = false;
};

[[nodiscard]] bool read_number(const Arguments& arguments, std::string_view option,
                               const NumberRange& range, const Streams& streams,
                               std::uint32_t& value);

// Adds the pairs of a list ID=VALUE,...; a value is an integer, 0x..., true, false or a float.
[[nodiscard]] bool read_specialisations(const Arguments& arguments, std::string_view option,
                                        const Streams& streams,
                                        std::vector<spirv::Specialisation>& values);

[[nodiscard]] bool read_state(const Arguments& arguments, std::string_view option,
                              const Streams& streams, nir::ShaderState& state);

} // namespace jacquard::driver
