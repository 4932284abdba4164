#pragma once

#include <jacquard/glsl/dialect/shader_version.h>

#include <set>
#include <string>
#include <string_view>

namespace jacquard::driver::glsl {

// What a shader declares, as far as its words tell.
struct OwnNames {
    // Words in front of which a type stands, as `vec4 NAME` has it.
    std::set<std::string_view, std::less<>> declared;
    // Words that are no function where they stand, nor a member: nothing calls them.
    std::set<std::string_view, std::less<>> not_called;
    std::set<std::string_view, std::less<>> extensions; // that it enables
    // Inputs and outputs with a location of their own.
    std::set<std::string, std::less<>> located;
    bool may_hide_locations = false;
};

[[nodiscard]] OwnNames own_names_of(const Pieces& pieces);

// Whether the shader has the word as a name of its own, which must give way to what it means today.
[[nodiscard]] bool is_own(const Word& word, const OwnNames& own, const ShaderVersion& version);

} // namespace jacquard::driver::glsl
