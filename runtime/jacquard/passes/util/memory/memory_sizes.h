#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/ir/type_layout.h>

#include <string_view>

namespace jacquard::nir {

// Variables beyond this many bytes are not placed.
inline constexpr std::uint64_t kMaxMemorySize = std::uint64_t{1} << 30;

// Places variables one behind the other in a kind of memory whose size is a property of the shader.
class MemorySize {
  public:
    MemorySize(Shader& shader, std::string_view property) : shader_(shader), property_(property) {
        const ShaderProperty* known = shader.info.property(property);
        size_ = known != nullptr && !known->values.empty() ? known->values[0] : 0;
    }

    // False when there is no room left, or the variable has its place.
    bool place(Variable& variable, Layout layout) {
        if (variable.placed) {
            return false;
        }
        const SizeAndAlign size = size_and_align(variable.type, layout);
        const std::uint64_t start = (size_ + size.align - 1) / size.align * size.align;
        if (size.size > kMaxMemorySize || start + size.size > kMaxMemorySize) {
            return false;
        }
        variable.offset = static_cast<std::uint32_t>(start);
        variable.placed = true;
        size_ = start + size.size;
        return true;
    }

    // Leaves what is behind the last variable up to a multiple of so many bytes.
    void pad(std::uint32_t bytes) { size_ = (size_ + bytes - 1) / bytes * bytes; }

    void write() const {
        shader_.info.set_property(property_, {static_cast<std::uint32_t>(size_)});
    }

  private:
    Shader& shader_;
    std::string_view property_;
    std::uint64_t size_ = 0;
};

} // namespace jacquard::nir
