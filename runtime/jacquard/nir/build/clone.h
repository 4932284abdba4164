#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::nir {

// The map from originals to their copies. An original that was not copied maps to itself.
//
// One map may serve many copies, one after the other: later entries replace earlier ones, and those
// of what an earlier copy alone had stay until they are forgotten.
class CloneMap {
  public:
    [[nodiscard]] SsaDef* value(SsaDef* original) const { return values_.find(original); }
    [[nodiscard]] Block* block(Block* original) const {
        Block* copy = blocks_.find(original);
        return copy == original && !other_blocks_.empty() ? other_block(original) : copy;
    }
    [[nodiscard]] Function* function(Function* original) const {
        const auto found = functions_.find(original);
        return found != functions_.end() ? found->second : original;
    }
    [[nodiscard]] Variable* variable(Variable* original) const { return variables_.find(original); }
    [[nodiscard]] const Type* type(const Type* original) const {
        return original != nullptr && original->index < types_.size() ? types_[original->index]
                                                                      : original;
    }

    void set(const SsaDef* original, SsaDef* copy) { values_.set(original, copy); }
    void set(const Block* original, Block* copy);
    void set(const Function* original, Function* copy) { functions_[original] = copy; }
    void set(const Variable* original, Variable* copy) { variables_.set(original, copy); }
    // Sets the types that replace those of another shader, by Type::index.
    void set_types(std::vector<const Type*> types) { types_ = std::move(types); }

    // Forgets the values and blocks of copies made so far, so that what is not copied next stands
    // for itself.
    void forget_copies() {
        values_.forget();
        blocks_.forget();
        other_blocks_.clear();
    }

  private:
    // By the number that an object has itself. The one at hand of those with the same number is the
    // one set last.
    template <typename T>
    class Table {
      public:
        [[nodiscard]] T* find(T* original) const {
            return holds(original) ? rows_[original->index].copy : original;
        }
        void set(const T* original, T* copy) {
            if (original->index >= num_rows_) {
                num_rows_ = original->index + original->index / 2 + 16;
                rows_.resize(num_rows_);
            }
            rows_[original->index] = {original, copy, generation_};
        }
        [[nodiscard]] bool holds(const T* original) const {
            return has_row(*original) && rows_[original->index].original == original;
        }
        // Returns true if some object has the number of this one.
        [[nodiscard]] bool has_row(const T& original) const {
            return original.index < num_rows_ && rows_[original.index].generation == generation_;
        }
        // Takes no more time for many entries.
        void forget() { ++generation_; }

      private:
        struct Row {
            const T* original = nullptr;
            T* copy = nullptr;
            std::uint32_t generation = 0;
        };

        std::vector<Row> rows_;
        std::uint32_t num_rows_ = 0;
        std::uint32_t generation_ = 1;
    };

    [[nodiscard]] Block* other_block(Block* original) const;

    Table<SsaDef> values_;
    Table<Block> blocks_;
    // The blocks whose index another block of the same copy has: they were made since the
    // numbering.
    std::unordered_map<const Block*, Block*> other_blocks_;
    std::unordered_map<const Function*, Function*> functions_;
    Table<Variable> variables_;
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
