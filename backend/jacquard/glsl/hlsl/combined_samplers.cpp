#include <jacquard/glsl/hlsl/combined_samplers.h>
#include <jacquard/glsl/hlsl/instruction_list.h>
#include <jacquard/glsl/hlsl/rewrite_hlsl.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver::glsl {

namespace {

constexpr std::uint32_t word_of(Op op, std::size_t words) {
    return static_cast<std::uint32_t>(words) << 16 | static_cast<std::uint32_t>(op);
}

class Combiner {
  public:
    using Names = std::set<std::string, std::less<>>;

    Combiner(InstructionList& list, const Names& names) : list_(list) {
        // A module with textures in memory stays as it is, and is refused for that.
        has_copies_ =
            std::any_of(list.pointers.begin(), list.pointers.end(), [&](const auto& each) {
                const auto& [id, pointer] = each;
                return pointer.storage == spirv::StorageClass::Function &&
                       (list.opaque.count(pointer.pointee) != 0 ||
                        list.mixed.count(pointer.pointee) != 0);
            });
        std::set<std::uint32_t> named;
        for (const Words& instruction : list.instructions) {
            if (op_of(instruction) == Op::Name) {
                const std::string name = spirv::text_of(std::span(instruction).subspan(2));
                sampler_ = name == kCombinedSampler ? instruction[1] : sampler_;
                if (names.count(name) != 0) {
                    named.insert(instruction[1]);
                }
            }
            if (op_of(instruction) == Op::Variable && named.count(instruction[2]) != 0 &&
                list.pointers[instruction[1]].storage == spirv::StorageClass::UniformConstant) {
                combined_.insert(instruction[2]);
            }
        }
    }

    // Returns whether the module changed.
    bool run() {
        if (has_copies_ || (sampler_ == 0 && combined_.empty())) {
            return false;
        }
        note_uses();
        spread_over_calls();
        for (Words& instruction : list_.instructions) {
            if (!instruction.empty()) {
                combine(instruction);
            }
        }
        place_types();
        list_.forget({sampler_});
        return true;
    }

  private:
    struct Call {
        std::uint32_t function = 0;
        std::vector<std::uint32_t> roots; // of its arguments
    };

    [[nodiscard]] std::uint32_t root_of(std::uint32_t pointer) const {
        const auto base = bases_.find(pointer);
        return base != bases_.end() ? base->second : pointer;
    }

    void note_uses() {
        std::map<std::uint32_t, std::uint32_t> loads; // the pointer of each
        std::uint32_t function = 0;
        for (const Words& instruction : list_.instructions) {
            switch (op_of(instruction)) {
            case Op::TypeSampledImage: sampled_[instruction[2]] = instruction[1]; break;
            case Op::TypeArray:
            case Op::TypeRuntimeArray: arrays_[instruction[1]] = instruction; break;
            case Op::TypeFunction: function_types_[instruction[1]] = instruction; break;
            case Op::Function: function = instruction[2]; break;
            case Op::FunctionParameter: parameters_[function].push_back(instruction[2]); break;
            case Op::AccessChain:
            case Op::InBoundsAccessChain: bases_[instruction[2]] = root_of(instruction[3]); break;
            case Op::Load: loads[instruction[2]] = instruction[3]; break;
            case Op::SampledImage:
                if (sampler_ != 0 && loads[instruction[4]] == sampler_) {
                    combined_.insert(root_of(loads[instruction[3]]));
                }
                break;
            case Op::FunctionCall: {
                Call call{instruction[3], {}};
                for (const std::uint32_t argument : std::span(instruction).subspan(4)) {
                    call.roots.push_back(root_of(argument));
                }
                calls_.push_back(std::move(call));
                break;
            }
            default: break;
            }
        }
    }

    // A parameter is such a texture if what callers hand over is one, and the other way round.
    void spread_over_calls() {
        std::size_t before = 0;
        do {
            before = combined_.size();
            for (const Call& call : calls_) {
                const std::vector<std::uint32_t>& parameters = parameters_[call.function];
                for (std::size_t i = 0; i < std::min(parameters.size(), call.roots.size()); ++i) {
                    if (combined_.count(parameters[i]) != 0 ||
                        combined_.count(call.roots[i]) != 0) {
                        combined_.insert({parameters[i], call.roots[i]});
                    }
                }
            }
        } while (combined_.size() != before);
    }

    // Returns the type with textures that have samplers in place of those that have none.
    std::uint32_t combined_type(std::uint32_t type) {
        if (const auto made = made_types_.find(type); made != made_types_.end()) {
            return made->second;
        }
        std::uint32_t result = type;
        if (const auto array = arrays_.find(type); array != arrays_.end()) {
            Words copy = array->second;
            copy[2] = combined_type(copy[2]);
            copy[1] = result = list_.new_id();
            new_types_.push_back(std::move(copy));
        } else if (const auto pointer = list_.pointers.find(type);
                   pointer != list_.pointers.end()) {
            const std::uint32_t pointee = combined_type(pointer->second.pointee);
            result = list_.new_id();
            new_types_.push_back({word_of(Op::TypePointer, 4), result,
                                  static_cast<std::uint32_t>(pointer->second.storage), pointee});
        } else if (list_.opaque.count(type) != 0) {
            std::uint32_t& sampled = sampled_[type];
            if (sampled == 0) {
                sampled = list_.new_id();
                new_types_.push_back({word_of(Op::TypeSampledImage, 3), sampled, type});
            }
            result = sampled;
        }
        made_types_[type] = result;
        return result;
    }

    // Returns the type of a function some of whose parameters became textures with samplers.
    std::uint32_t combined_function(std::uint32_t function, std::uint32_t type) {
        Words words = function_types_[type];
        const std::vector<std::uint32_t>& parameters = parameters_[function];
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (combined_.count(parameters[i]) != 0) {
                words[3 + i] = combined_type(words[3 + i]);
            }
        }
        if (words == function_types_[type]) {
            return type;
        }
        words[1] = 0;
        const auto [made, is_new] = made_functions_.emplace(words, 0);
        if (is_new) {
            made->second = list_.new_id();
            words[1] = made->second;
            new_types_.push_back(std::move(words));
        }
        return made->second;
    }

    void combine(Words& instruction) {
        switch (op_of(instruction)) {
        case Op::EntryPoint: {
            // The words of the name may look like any id.
            const std::size_t name = spirv::text_words(std::span(instruction).subspan(3));
            const auto first = instruction.begin() + 3 + static_cast<std::ptrdiff_t>(name);
            const auto interface = std::find(first, instruction.end(), sampler_);
            if (interface != instruction.end()) {
                instruction.erase(interface);
                instruction[0] = word_of(Op::EntryPoint, instruction.size());
            }
            break;
        }
        case Op::Variable:
            if (instruction[2] == sampler_) {
                instruction.clear();
            } else if (combined_.count(instruction[2]) != 0) {
                instruction[1] = combined_type(instruction[1]);
                variables_.push_back(std::move(instruction));
                instruction.clear();
            }
            break;
        case Op::Function:
            instruction[4] = combined_function(instruction[2], instruction[4]);
            break;
        case Op::FunctionParameter:
            if (combined_.count(instruction[2]) != 0) {
                instruction[1] = combined_type(instruction[1]);
            }
            break;
        case Op::AccessChain:
        case Op::InBoundsAccessChain:
            if (combined_.count(root_of(instruction[3])) != 0) {
                instruction[1] = combined_type(instruction[1]);
            }
            break;
        case Op::Load:
            if (instruction[3] == sampler_) {
                instruction.clear();
            } else if (combined_.count(root_of(instruction[3])) != 0) {
                loaded_[instruction[2]] = instruction[2];
                instruction[1] = combined_type(instruction[1]);
            }
            break;
        case Op::SampledImage:
            if (loaded_.count(instruction[3]) != 0) {
                loaded_[instruction[2]] = instruction[3];
                instruction.clear();
            }
            break;
        default: take_loaded(instruction); break;
        }
    }

    // Lookups take what was loaded; it stands where they have the image with its sampler.
    void take_loaded(Words& instruction) {
        if (op_of(instruction) < Op::ImageSampleImplicitLod ||
            op_of(instruction) > Op::ImageSampleProjDrefExplicitLod) {
            return;
        }
        const auto found = loaded_.find(instruction[3]);
        if (found != loaded_.end()) {
            instruction[3] = found->second;
        }
    }

    // New types, and variables of them, stand behind all others.
    void place_types() {
        const auto first_function = std::find_if(
            list_.instructions.begin(), list_.instructions.end(),
            [](const Words& each) { return !each.empty() && op_of(each) == Op::Function; });
        new_types_.insert(new_types_.end(), variables_.begin(), variables_.end());
        list_.instructions.insert(first_function, new_types_.begin(), new_types_.end());
    }

    InstructionList& list_;
    bool has_copies_ = false;
    std::uint32_t sampler_ = 0;
    std::set<std::uint32_t> combined_;               // variables and parameters
    std::map<std::uint32_t, std::uint32_t> bases_;   // of parts of arrays
    std::map<std::uint32_t, std::uint32_t> sampled_; // the type with a sampler, by that without
    std::map<std::uint32_t, Words> arrays_;
    std::map<std::uint32_t, Words> function_types_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> parameters_; // by function
    std::vector<Call> calls_;
    std::map<std::uint32_t, std::uint32_t> made_types_;
    std::map<Words, std::uint32_t> made_functions_;
    std::vector<Words> new_types_;
    std::vector<Words> variables_;
    std::map<std::uint32_t, std::uint32_t>
        loaded_; // the load that an image with sampler comes from
};

} // namespace

void combine_samplers(std::string& module, const std::set<std::string, std::less<>>& names) {
    InstructionList list(module);
    if (!list.header.empty() && Combiner(list, names).run()) {
        module = list.bytes();
    }
}

} // namespace jacquard::driver::glsl
