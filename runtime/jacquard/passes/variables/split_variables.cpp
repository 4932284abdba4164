#include <jacquard/generated/passes/split_variables.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr VariableMode kSplitModes = VariableMode::function_temp | VariableMode::shader_temp;

// Part of a variable's type, seen through all elements of the arrays around it.
struct Node {
    const Type* type = nullptr;
    std::uint32_t parent = kNone;
    bool is_indexed = false; // some element is chosen by a value or a wildcard
    bool is_whole = false;   // accessed as it is
};

bool may_be_split(const Variable& variable) {
    return (variable.mode & kSplitModes) != VariableMode::nothing &&
           variable.type->is_aggregate() && variable.initializer.empty();
}

bool any_may_be_split(const VariableList& variables) {
    return std::any_of(variables.begin(), variables.end(), may_be_split);
}

// First the dereferences of all functions tell which arrays are indexed and where parts are
// accessed whole; then the first dereference on each path that names something to become a variable
// of its own is replaced by a path from that variable.
class SplitVariables {
  public:
    explicit SplitVariables(Shader& shader)
        : shader_(shader), uses_(shader, kSplitModes), roots_(shader.num_variables(), kNone),
          is_split_(shader.num_variables()) {}

    bool run() {
        find_roots();
        if (nodes_.empty()) {
            return false;
        }
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    analyse(function, instruction);
                }
            }
        }
        bool changed = false;
        for (const auto& [deref, met] : met_.rows()) {
            changed |= replace(met, *deref);
        }
        if (changed) {
            remove_split();
        }
        return changed;
    }

  private:
    // A dereference of a part, and the function it is in.
    struct Met {
        std::uint32_t node = kNone;
        Function* function = nullptr;
    };

    void find_roots() {
        for (Variable& variable : shader_.variables()) {
            add_root(variable);
        }
        for (Function& function : shader_.functions()) {
            for (Variable& variable : function.variables()) {
                add_root(variable);
            }
        }
    }

    void add_root(const Variable& variable) {
        if (may_be_split(variable) && !uses_.of(variable).is_complex) {
            roots_[variable.index] = add_node(variable.type, kNone);
        }
    }

    std::uint32_t add_node(const Type* type, std::uint32_t parent) {
        nodes_.push_back({type, parent});
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }

    // The part that is a member, or any element, of another; made when first asked for.
    std::uint32_t child(std::uint32_t node, std::uint32_t member, const Type* type) {
        const std::uint64_t key = (std::uint64_t{node} << 32) | member;
        const auto [entry, is_new] = children_.try_emplace(key, 0);
        if (is_new) {
            entry->second = add_node(type, node);
        }
        return entry->second;
    }

    [[nodiscard]] std::uint32_t node_of(const SsaDef& value) const {
        const Met* met = met_.find(value);
        return met != nullptr ? met->node : kNone;
    }

    void analyse(Function& function, Instruction& instruction) {
        if (auto* deref = instruction.as<DerefInstruction>()) {
            const std::uint32_t node = find_node(*deref);
            if (node != kNone) {
                met_[*deref] = {node, &function};
                nodes_[node].is_whole = nodes_[node].is_whole || is_accessed(*deref);
            }
        } else if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
            for (const Variable* variable : intrinsic->variables()) {
                if (roots_[variable->index] != kNone) {
                    nodes_[roots_[variable->index]].is_whole = true;
                }
            }
        }
    }

    // Returns true if anything but steps further on uses a dereference.
    static bool is_accessed(const DerefInstruction& deref) {
        for (const Source& use : deref.value.uses()) {
            const Instruction* user = use.instruction();
            if (user != nullptr && user->kind != InstructionKind::deref) {
                return true;
            }
        }
        return false;
    }

    std::uint32_t find_node(const DerefInstruction& deref) {
        if (deref.deref == DerefKind::var) {
            return roots_[deref.variable->index];
        }
        const DerefInstruction* parent = deref.parent_deref();
        const std::uint32_t node = parent != nullptr ? node_of(parent->value) : kNone;
        if (node == kNone || !parent->type->is_aggregate()) {
            return kNone;
        }
        if (deref.deref == DerefKind::structure) {
            return child(node, deref.member, deref.type);
        }
        nodes_[node].is_indexed |= !has_constant_index(deref, *parent->type);
        return child(node, 0, deref.type);
    }

    static bool has_constant_index(const DerefInstruction& deref, const Type& type) {
        if (deref.deref != DerefKind::array) {
            return false;
        }
        const auto index = constant_components(*deref.index.ssa);
        return !index.empty() && index[0].u64 < type.num_elements();
    }

    [[nodiscard]] bool is_leaf(std::uint32_t node) const {
        return nodes_[node].is_whole || !nodes_[node].type->is_aggregate();
    }

    // Returns true if steps from the part choose between variables, not within one.
    [[nodiscard]] bool splits(std::uint32_t node) const {
        return nodes_[node].type->is_structure() || !nodes_[node].is_indexed;
    }

    // A dereference of a leaf that is no part of another one, and that some step separates from its
    // variable.
    [[nodiscard]] bool becomes_variable(std::uint32_t node) const {
        bool is_separate = false;
        for (std::uint32_t at = nodes_[node].parent; at != kNone; at = nodes_[at].parent) {
            if (is_leaf(at)) {
                return false;
            }
            is_separate = is_separate || splits(at);
        }
        return is_leaf(node) && is_separate;
    }

    bool replace(const Met& met, DerefInstruction& deref) {
        if (!becomes_variable(met.node)) {
            return false;
        }
        std::vector<DerefInstruction*> steps;
        for (DerefInstruction* at = &deref; at->deref != DerefKind::var; at = at->parent_deref()) {
            steps.push_back(at);
        }
        std::reverse(steps.begin(), steps.end());
        Variable* variable = part(*met.function, steps);
        CoreBuilder b(shader_, Cursor::before_instruction(&deref));
        DerefInstruction* place = b.deref_var(variable);
        for (const DerefInstruction* step : steps) {
            if (!splits(node_of(*step->parent.ssa))) {
                place = b.deref_like(place, *step);
            }
        }
        deref.value.rewrite_uses(&place->value);
        return true;
    }

    // The variable for what the steps lead to. Its name says which part of the old one it is.
    Variable* part(Function& function, const std::vector<DerefInstruction*>& steps) {
        const Variable& whole = *steps.front()->parent_deref()->variable;
        std::string name(whole.name);
        const Type* type = steps.back()->type;
        for (const DerefInstruction* step : steps) {
            name += step_name(*step);
        }
        for (std::size_t i = steps.size(); i-- > 0;) {
            const DerefInstruction& parent = *steps[i]->parent_deref();
            if (!splits(node_of(parent.value))) {
                type = shader_.array_type(type, parent.type->num_elements());
            }
        }
        Variable*& made = parts_[std::to_string(whole.index) + name];
        if (made == nullptr) {
            made = whole.mode == VariableMode::function_temp
                       ? shader_.add_local(&function, type, name)
                       : shader_.add_variable(whole.mode, type, name);
            made->access = whole.access;
            made->precise = whole.precise;
            made->invariant = whole.invariant;
        }
        is_split_[whole.index] = true;
        return made;
    }

    std::string step_name(const DerefInstruction& step) const {
        if (step.deref == DerefKind::structure) {
            return "." + std::string(step.parent_deref()->type->members[step.member].name);
        }
        if (!splits(node_of(*step.parent.ssa))) {
            return "[]";
        }
        return "[" + std::to_string(constant_components(*step.index.ssa)[0].u32) + "]";
    }

    void remove_split() {
        for (Function& function : shader_.functions()) {
            remove_unused_derefs(function);
        }
        remove_split(shader_.variables());
        for (Function& function : shader_.functions()) {
            remove_split(function.variables());
        }
    }

    void remove_split(const VariableList& variables) {
        for (Variable& variable : variables) {
            if (variable.index < is_split_.size() && is_split_[variable.index]) {
                shader_.remove_variable(&variable);
            }
        }
    }

    Shader& shader_;
    VariableUses uses_;
    std::vector<std::uint32_t> roots_; // by variable
    std::vector<bool> is_split_;       // by variable
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> children_; // by node and member
    PerDeref<Met> met_;
    std::unordered_map<std::string, Variable*> parts_;
};

} // namespace

bool split_variables(Shader& shader) {
    bool any = any_may_be_split(shader.variables());
    for (const Function& function : shader.functions()) {
        any = any || any_may_be_split(function.variables());
    }
    return any && SplitVariables(shader).run();
}

} // namespace jacquard::nir
