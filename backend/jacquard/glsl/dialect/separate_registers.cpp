#include <jacquard/glsl/dialect/module_words.h>
#include <jacquard/glsl/dialect/separate_registers.h>

#include <map>
#include <set>
#include <utility>

namespace jacquard::driver::glsl {

namespace {

// The parts of a module that say which variables are storage buffers, and where they are bound.
struct Bindings {
    explicit Bindings(Words& words) {
        for_each_instruction(words, [&](std::span<std::uint32_t> instruction) {
            switch (op_of(instruction)) {
            case Op::Decorate: note_decoration(instruction); break;
            case Op::TypePointer: pointees[instruction[1]] = instruction[3]; break;
            case Op::TypeArray:
            case Op::TypeRuntimeArray: elements[instruction[1]] = instruction[2]; break;
            case Op::Variable:
                variables.push_back({instruction[2], instruction[1],
                                     static_cast<spirv::StorageClass>(instruction[3])});
                break;
            default: break;
            }
        });
    }

    struct Variable {
        std::uint32_t id;
        std::uint32_t type;
        spirv::StorageClass storage;
    };

    [[nodiscard]] bool is_storage_buffer(const Variable& variable) const {
        if (variable.storage == spirv::StorageClass::StorageBuffer) {
            return true;
        }
        const auto pointee = pointees.find(variable.type);
        std::uint32_t type = pointee != pointees.end() ? pointee->second : 0;
        for (auto element = elements.find(type); element != elements.end();
             element = elements.find(type)) {
            type = element->second;
        }
        return variable.storage == spirv::StorageClass::Uniform && buffer_blocks.count(type) != 0;
    }

    std::vector<Variable> variables;
    std::map<std::uint32_t, std::uint32_t> pointees;
    std::map<std::uint32_t, std::uint32_t> elements;
    std::set<std::uint32_t> buffer_blocks;
    std::map<std::uint32_t, std::uint32_t*> bindings; // by variable
    std::map<std::uint32_t, std::uint32_t> sets;

  private:
    void note_decoration(std::span<std::uint32_t> instruction) {
        switch (static_cast<spirv::Decoration>(instruction[2])) {
        case spirv::Decoration::Binding: bindings[instruction[1]] = &instruction[3]; break;
        case spirv::Decoration::DescriptorSet: sets[instruction[1]] = instruction[3]; break;
        case spirv::Decoration::BufferBlock: buffer_blocks.insert(instruction[1]); break;
        default: break;
        }
    }
};

} // namespace

void separate_registers(std::string& module) {
    Words words = words_of(module);
    if (words.empty()) {
        return;
    }
    Bindings known(words);
    using Place = std::pair<std::uint32_t, std::uint32_t>; // set and binding
    std::set<Place> taken;
    for (const auto& [id, binding] : known.bindings) {
        taken.emplace(known.sets[id], *binding);
    }
    std::set<Place> buffers;
    for (const Bindings::Variable& variable : known.variables) {
        const auto binding = known.bindings.find(variable.id);
        if (binding == known.bindings.end() || !known.is_storage_buffer(variable)) {
            continue;
        }
        const std::uint32_t set = known.sets[variable.id];
        if (!buffers.emplace(set, *binding->second).second) {
            std::uint32_t free = 0;
            while (taken.count({set, free}) != 0) {
                ++free;
            }
            *binding->second = free;
            taken.emplace(set, free);
            buffers.emplace(set, free);
        }
    }
    module = bytes_of(words);
}

} // namespace jacquard::driver::glsl
