#pragma once

#include <bit>
#include <string_view>

// A file that jacquard_embed() of the build puts into a library, as text that lives for ever:
//
//     JACQUARD_EMBEDDED(nir_places)                     once, outside of namespaces
//     const std::string_view text = JACQUARD_DATA(nir_places);
//
// Data that only people read is kept so: it is no C++, and where it changes nothing is compiled.
#define JACQUARD_EMBEDDED(name)                                                                    \
    extern "C" const char jacquard_data_##name[];                                                  \
    extern "C" const char jacquard_data_##name##_end[];

#define JACQUARD_DATA(name)                                                                        \
    std::string_view(jacquard_data_##name,                                                         \
                     static_cast<std::size_t>(jacquard_data_##name##_end - jacquard_data_##name))

// The same for a file of numbers, or of structs of them, `count` in all:
//
//     JACQUARD_EMBEDDED_NUMBERS(RuleEntry, nir_rule_entries, 47001)
//     const RuleEntry* entries = JACQUARD_NUMBERS(nir_rule_entries);
#define JACQUARD_EMBEDDED_NUMBERS(type, name, count)                                               \
    static_assert(std::endian::native == std::endian::little,                                      \
                  "data files have the lowest byte of a number first");                            \
    extern "C" const type jacquard_data_##name[count];

#define JACQUARD_NUMBERS(name) jacquard_data_##name
