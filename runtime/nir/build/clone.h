#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::nir {

// What stands for what in a copy. Something that was not copied stands for itself.
//
// One map may serve many copies, one after the other: later entries replace earlier ones.
class CloneMap {
  public:
    [[nodiscard]] SsaDef* value(SsaDef* original) const {
        return original->index < values_.size() && values_[original->index].original == original
                   ? values_[original->index].copy
                   : original;
    }
    [[nodiscard]] Block* block(Block* original) const { return find(blocks_, original); }
    [[nodiscard]] Function* function(Function* original) const {
        return find(functions_, original);
    }
    [[nodiscard]] Variable* variable(Variable* original) const {
        return variables_.empty() ? original : find(variables_, original);
    }
    [[nodiscard]] const Type* type(const Type* original) const {
        return original != nullptr && original->index < types_.size() ? types_[original->index]
                                                                      : original;
    }

    void set(const SsaDef* original, SsaDef* copy) {
        if (original->index >= values_.size()) {
            values_.resize(original->index + original->index / 2 + 16);
        }
        values_[original->index] = {original, copy};
    }
    void set(const Block* original, Block* copy) { blocks_[original] = copy; }
    void set(const Function* original, Function* copy) { functions_[original] = copy; }

    void set(const Variable* original, Variable* copy) { variables_[original] = copy; }
    // What stands for the types of another shader, by Type::index.
    void set_types(std::vector<const Type*> types) { types_ = std::move(types); }

    // Forgets the blocks of copies made so far.
    void forget_blocks() { blocks_.clear(); }

  private:
    struct Value {
        const SsaDef* original = nullptr;
        SsaDef* copy = nullptr;
    };

    template <typename T>
    static T* find(const std::unordered_map<const T*, T*>& map, T* original) {
        const auto found = map.find(original);
        return found != map.end() ? found->second : original;
    }

    std::vector<Value> values_; // by SsaDef::index
    std::unordered_map<const Block*, Block*> blocks_;
    std::unordered_map<const Function*, Function*> functions_;
    std::unordered_map<const Variable*, Variable*> variables_;
    std::vector<const Type*> types_;
};

// A copy of an instruction, in no block yet. Sources read what stands for theirs; those of phis
// come from what stands for their predecessors. Results are entered into the map.
[[nodiscard]] Instruction* clone(Shader& into, const Instruction& instruction, CloneMap& map);

// Fills the empty list `to`, whose nodes will belong to `parent`, with copies of the nodes of
// `from`. Links and dominance of the copies are not made; blocks keep the originals' numbers.
void clone(Shader& into, const ControlFlowList& from, ControlFlowList& to, ControlFlowNode* parent,
           CloneMap& map);

// Gives `to` copies of the variables of `from` and enters them into the map.
void clone_variables(const Function& from, Function& to, CloneMap& map);

// A copy of a function of the same shader, not the entry, under another name.
Function* clone(const Function& function, std::string_view name);

// A copy of everything. Values keep their numbers, so both print the same.
[[nodiscard]] std::unique_ptr<Shader> clone(const Shader& shader);

} // namespace jacquard::nir
