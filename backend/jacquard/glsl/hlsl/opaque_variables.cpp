#include <jacquard/glsl/hlsl/instruction_list.h>
#include <jacquard/glsl/hlsl/opaque_variables.h>

#include <utility>

namespace jacquard::driver::glsl {

namespace {

class Resolver {
  public:
    explicit Resolver(InstructionList& list) : list_(list) {
        for (const auto& [id, pointer] : list.pointers) {
            if (pointer.storage != spirv::StorageClass::Function) {
                continue;
            }
            if (list.opaque.count(pointer.pointee) != 0) {
                local_types_.insert(id);
            }
            has_structures_ = has_structures_ || list.mixed.count(pointer.pointee) != 0;
        }
    }

    // Returns whether the module changed.
    bool run() {
        if (local_types_.empty() || has_structures_) {
            return false;
        }
        unify_pointers();
        for (Words& instruction : list_.instructions) {
            if (!instruction.empty() && !resolve(instruction)) {
                return false;
            }
        }
        remove_loads();
        std::set<std::uint32_t> removed;
        for (const auto& [variable, source] : sources_) {
            removed.insert(variable);
        }
        list_.forget(removed);
        return true;
    }

  private:
    // Pointers to local copies become pointers to resources, of which there may be a type already.
    void unify_pointers() {
        std::map<std::uint32_t, std::uint32_t> by_pointee;
        for (Words& instruction : list_.instructions) {
            if (instruction.empty() || op_of(instruction) != Op::TypePointer ||
                list_.opaque.count(instruction[3]) == 0) {
                continue;
            }
            instruction[2] = static_cast<std::uint32_t>(spirv::StorageClass::UniformConstant);
            const auto [first, is_new] = by_pointee.emplace(instruction[3], instruction[1]);
            if (!is_new) {
                same_types_[instruction[1]] = first->second;
                instruction.clear();
            }
        }
    }

    void take_type(std::uint32_t& type) const {
        const auto same = same_types_.find(type);
        type = same != same_types_.end() ? same->second : type;
    }

    // Replaces a pointer to a copy by one to what was copied. False: that is not known.
    [[nodiscard]] bool take_pointer(std::uint32_t& pointer) const {
        const auto source = sources_.find(pointer);
        if (source == sources_.end()) {
            return true;
        }
        pointer = source->second;
        return pointer != 0;
    }

    // Returns false where a variable may hold several resources.
    bool resolve(Words& instruction) {
        switch (op_of(instruction)) {
        case Op::TypeFunction:
            for (std::uint32_t& type : std::span(instruction).subspan(2)) {
                take_type(type);
            }
            return true;
        case Op::FunctionParameter:
            if (local_types_.count(instruction[1]) != 0) {
                parameters_.insert(instruction[2]);
            }
            take_type(instruction[1]);
            return true;
        case Op::Variable:
            if (local_types_.count(instruction[1]) != 0) {
                sources_[instruction[2]] = 0;
                instruction.clear();
                return true;
            }
            take_type(instruction[1]);
            return true;
        case Op::Load: return load(instruction);
        case Op::Store: return store(instruction);
        case Op::AccessChain:
        case Op::InBoundsAccessChain:
            take_type(instruction[1]);
            return take_pointer(instruction[3]);
        case Op::ImageTexelPointer: return take_pointer(instruction[3]);
        case Op::FunctionCall:
            for (std::uint32_t& argument : std::span(instruction).subspan(4)) {
                if (!take_pointer(argument)) {
                    return false;
                }
            }
            return true;
        default: return true;
        }
    }

    bool load(Words& instruction) {
        if (list_.opaque.count(instruction[1]) == 0) {
            return true;
        }
        if (!take_pointer(instruction[3])) {
            return false;
        }
        loads_[instruction[2]] = instruction[3];
        return true;
    }

    bool store(Words& instruction) {
        if (parameters_.count(instruction[1]) != 0) {
            return false;
        }
        const auto variable = sources_.find(instruction[1]);
        if (variable == sources_.end()) {
            return true;
        }
        const auto from = loads_.find(instruction[2]);
        const std::uint32_t source = from != loads_.end() ? from->second : 0;
        if (source == 0 || (variable->second != 0 && variable->second != source)) {
            return false;
        }
        variable->second = source;
        instruction.clear();
        return true;
    }

    // Removes what was loaded to be copied alone; whole arrays cannot be loaded at all.
    void remove_loads() {
        const std::unordered_set<std::uint32_t> used = list_.used();
        for (Words& instruction : list_.instructions) {
            if (!instruction.empty() && op_of(instruction) == Op::Load &&
                loads_.count(instruction[2]) != 0 && used.count(instruction[2]) == 0) {
                instruction.clear();
            }
        }
    }

    InstructionList& list_;
    std::set<std::uint32_t> local_types_;
    bool has_structures_ = false; // with members that are resources
    std::map<std::uint32_t, std::uint32_t> same_types_;
    std::set<std::uint32_t> parameters_;
    std::map<std::uint32_t, std::uint32_t> sources_; // of local variables; 0: not known yet
    std::map<std::uint32_t, std::uint32_t> loads_;   // the pointer of each
};

} // namespace

void resolve_opaque_variables(std::string& module) {
    InstructionList list(module);
    if (!list.header.empty() && Resolver(list).run()) {
        module = list.bytes();
    }
}

} // namespace jacquard::driver::glsl
