#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace jacquard::driver::draw {

// Describes how the bytes of a uniform are to be understood. A vector is an array of its
// components, a matrix one of its columns.
struct UniformType {
    enum class Kind : std::uint8_t { scalar, array, structure };
    enum class Scalar : std::uint8_t { floating, signed_integer, unsigned_integer, boolean };

    struct Member;

    Kind kind = Kind::scalar;
    std::string name; // as GLSL has it: vec3, float[4], or that of the structure
    Scalar scalar = Scalar::floating;
    std::uint32_t bytes = 4;  // of a scalar: 1, 2, 4 or 8
    std::uint32_t length = 0; // of an array
    std::uint32_t stride = 0; // bytes from one element to the next
    std::shared_ptr<const UniformType> element;
    std::vector<Member> members;

    // Scalars in it, one after the other in the order of their declaration, and bytes as far as the
    // end of the last one. finish() counts both once all else is set.
    std::uint64_t num_scalars = 1;
    std::uint64_t size = 4;

    void finish();
};

struct UniformType::Member {
    std::string name;
    std::uint32_t offset = 0;
    std::shared_ptr<const UniformType> type;
};

// A block of uniforms, and where its bytes go.
struct UniformBlock {
    std::string name;     // of the block
    std::string instance; // of the variable; empty where members are named without it
    bool is_push = false; // push constants
    std::string key;      // of a buffer: set.binding, set.binding[element]
    std::shared_ptr<const UniformType> type;
};

} // namespace jacquard::driver::draw
