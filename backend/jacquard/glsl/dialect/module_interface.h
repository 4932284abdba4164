#pragma once

#include <jacquard/glsl/dialect/module_words.h>

#include <map>

namespace jacquard::driver::glsl {

// The variables of a module, and what names, locations and types they have. It refers to the words
// that it is made of, which must outlive it.
struct ModuleInterface {
    struct Variable {
        std::uint32_t id = 0;
        std::uint32_t type = 0; // what it points to
        spirv::StorageClass storage{};
    };
    std::map<std::uint32_t, std::string> names;
    std::map<std::uint32_t, std::span<const std::uint32_t>> types;
    std::map<std::uint32_t, std::uint32_t> constants;
    std::map<std::uint32_t, std::size_t> locations; // the word that has it
    std::map<std::uint32_t, std::uint32_t> built_in;
    std::map<std::uint32_t, std::uint32_t> patches;
    std::vector<Variable> variables;
    spirv::ExecutionModel model{};

    explicit ModuleInterface(const Words& words);

    // Returns the number of locations that a value of the type occupies.
    [[nodiscard]] std::uint32_t size_of(std::uint32_t type) const;
    // Returns the type of an array's elements, or the type itself if it is no array.
    [[nodiscard]] std::uint32_t element_of(std::uint32_t type) const;
    // Returns whether variables of the storage class connect this stage to another one, and in
    // `is_by_vertex` whether they are arrays with an element for each vertex.
    [[nodiscard]] bool goes_on(spirv::StorageClass storage, bool& is_by_vertex) const;
};

} // namespace jacquard::driver::glsl
