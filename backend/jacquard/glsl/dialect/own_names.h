#pragma once

#include <jacquard/glsl/dialect/shader_version.h>

#include <set>
#include <string>
#include <string_view>

namespace jacquard::driver::glsl {

// The names that a shader declares, as far as its tokens tell without parsing.
struct OwnNames {
    // These words follow a type, as in `vec4 NAME`.
    std::set<std::string_view, std::less<>> declared;
    // These words are used other than as a function or a member: nothing calls them.
    std::set<std::string_view, std::less<>> not_called;
    std::set<std::string_view, std::less<>> extensions; // that it enables
    // Inputs and outputs with a location of their own.
    std::set<std::string, std::less<>> located;
    bool may_hide_locations = false;
};

[[nodiscard]] OwnNames own_names_of(const Pieces& pieces);

// Returns whether the shader declares the word itself, so that its later meaning must give way.
[[nodiscard]] bool is_own(const Word& word, const OwnNames& own, const ShaderVersion& version);

} // namespace jacquard::driver::glsl
