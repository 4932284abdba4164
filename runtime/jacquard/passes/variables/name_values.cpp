#include <jacquard/generated/passes/name_values.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/passes/util/each.h>

#include <string>
#include <unordered_map>

namespace jacquard::nir {
namespace {

class NameValues {
  public:
    explicit NameValues(Shader& shader) : names_(shader.info.source_context.value_names) {
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            numbers_.emplace(names_[i], i + 1);
        }
    }

    bool name(IntrinsicInstruction& access) {
        const VariableAccess* what = deref_access(access);
        if (what == nullptr || !(what->is_load() || what->is_store())) {
            return false;
        }
        DerefInstruction* leaf = deref_of(access.first_source[what->deref_source]);
        if (leaf == nullptr || (what->is_load() && leaf->is_in(VariableMode::function_temp))) {
            return false; // what a variable of a function holds has the name from its store
        }
        Instruction& named =
            what->is_load() ? access : *access.first_source[what->value_source].ssa->instruction;
        const std::string name = name_of(*leaf);
        return !name.empty() && give(named, number_of(name));
    }

  private:
    // "lights[2].colour", "lights[].colour" where the index is a value; empty for what has no name.
    static std::string name_of(DerefInstruction& leaf) {
        std::string name;
        const DerefPath path(leaf);
        for (const DerefInstruction* step : path.steps()) {
            switch (step->deref) {
            case DerefKind::var: name = step->variable->name; break;
            case DerefKind::structure: {
                const std::string_view member =
                    step->parent_deref()->type->members[step->member].name;
                name.append(name.empty() || member.empty() ? "" : ".").append(member);
                break;
            }
            case DerefKind::array:
            case DerefKind::ptr_as_array: {
                const auto index = constant_components(*step->index.ssa);
                name += '[' + (index.empty() ? std::string() : std::to_string(index[0].u32)) + ']';
                break;
            }
            case DerefKind::array_wildcard:
            case DerefKind::cast: return {};
            }
        }
        return name;
    }

    std::uint32_t number_of(const std::string& name) {
        const auto [place, is_new] =
            numbers_.emplace(name, static_cast<std::uint32_t>(names_.size() + 1));
        if (is_new) {
            names_.push_back(name);
        }
        return place->second;
    }

    // Vectors are named with what they are made of, as they do not stay.
    static bool give(Instruction& instruction, std::uint32_t name) {
        if (instruction.origin.name != 0) {
            return false;
        }
        instruction.origin.name = name;
        const auto* alu = instruction.as<AluInstruction>();
        if (alu != nullptr && alu->info().is_copy) {
            for (const AluSource& source : alu->sources()) {
                give(*source.ssa->instruction, name);
            }
        }
        return true;
    }

    std::vector<std::string>& names_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

} // namespace

bool name_values(Shader& shader) {
    NameValues names(shader);
    return change_instructions<IntrinsicInstruction>(
        shader, [&names](IntrinsicInstruction& access) { return names.name(access); });
}

} // namespace jacquard::nir
