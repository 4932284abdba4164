#include <jacquard/generated/passes/from_ssa.h>
#include <jacquard/nir/analysis/live_ranges.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

class FromSsa {
  public:
    explicit FromSsa(Function& function) : function_(function), shader_(*function.shader) {}

    bool run() {
        replace_trivial_phis();
        collect_phis();
        if (phis_.empty()) {
            return false;
        }
        make_classes();
        coalesce();
        declare_registers();
        copy_sources();
        store_and_load();
        for (PhiInstruction* phi : phis_) {
            phi->remove();
        }
        return true;
    }

  private:
    // Values that share a register. Members point at one that stands for all.
    struct Class {
        SsaDef* value = nullptr;
        std::size_t parent = 0;
        std::size_t size = 1;
        LiveRangeUnion ranges;
        SsaDef* storage = nullptr; // of the one that stands for all
    };
    struct Copy {
        SsaDef* value;
        std::size_t to;
    };

    // A phi with a single predecessor is replaced by its source.
    void replace_trivial_phis() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi == nullptr) {
                    break;
                }
                if (phi->first_source != nullptr && phi->first_source == phi->last_source &&
                    phi->first_source->ssa != &phi->value) {
                    phi->value.rewrite_uses(phi->first_source->ssa);
                    phi->remove();
                }
            }
        }
    }

    void collect_phis() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi == nullptr) {
                    break;
                }
                phis_.push_back(phi);
            }
        }
    }

    // A constant is best copied where it is needed.
    static bool shares_storage(const SsaDef& value) {
        return value.instruction->kind != InstructionKind::constant &&
               value.instruction->kind != InstructionKind::undef &&
               value.instruction->kind != InstructionKind::parallel_copy;
    }

    void make_classes() {
        LiveRanges ranges(function_);
        for (PhiInstruction* phi : phis_) {
            Class& made = classes_[add_class(phi->value, ranges)];
            // The register is written at the end of every predecessor.
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                made.ranges.add_point(ranges.end_of(*source->predecessor) + 1);
            }
            made.ranges.add_point(ranges.start_of(*phi->block));
        }
        for (const PhiInstruction* phi : phis_) {
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                if (shares_storage(*source->ssa) && !class_of_.contains(source->ssa)) {
                    add_class(*source->ssa, ranges);
                }
            }
        }
    }

    std::size_t add_class(SsaDef& value, const LiveRanges& ranges) {
        const std::size_t number = classes_.size();
        Class& made = classes_.emplace_back();
        made.value = &value;
        made.parent = number;
        made.ranges.add(ranges.of(value));
        class_of_.emplace(&value, number);
        return number;
    }

    std::size_t find(std::size_t number) {
        while (classes_[number].parent != number) {
            classes_[number].parent = classes_[classes_[number].parent].parent;
            number = classes_[number].parent;
        }
        return number;
    }

    std::size_t class_of(const SsaDef& value) { return find(class_of_.at(&value)); }

    void coalesce() {
        for (const PhiInstruction* phi : phis_) {
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                if (!shares_storage(*source->ssa)) {
                    continue;
                }
                std::size_t a = class_of(phi->value);
                std::size_t b = class_of(*source->ssa);
                if (a == b || classes_[a].ranges.overlaps(classes_[b].ranges)) {
                    continue;
                }
                if (classes_[a].size < classes_[b].size) {
                    std::swap(a, b);
                }
                classes_[b].parent = a;
                classes_[a].size += classes_[b].size;
                classes_[a].ranges.join(classes_[b].ranges);
            }
        }
    }

    void declare_registers() {
        CoreBuilder builder(shader_, {function_.first_block(), function_.first_block()->first});
        for (const PhiInstruction* phi : phis_) {
            Class& owner = classes_[class_of(phi->value)];
            if (owner.storage == nullptr) {
                owner.storage =
                    builder.decl_register(phi->value.num_components, phi->value.bit_size);
            }
        }
    }

    void copy_sources() {
        std::vector<std::vector<Copy>> copies(function_.num_blocks);
        for (const PhiInstruction* phi : phis_) {
            const std::size_t to = class_of(phi->value);
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                const bool undefined = source->ssa->instruction->kind == InstructionKind::undef;
                const bool shared = shares_storage(*source->ssa) && class_of(*source->ssa) == to;
                if (!undefined && !shared) {
                    copies[source->predecessor->index].push_back({source->ssa, to});
                }
            }
        }
        for (PhiInstruction* phi : phis_) {
            phi->for_each_source([](Source& source) { source.set(nullptr); });
        }
        for (Block& block : function_.blocks()) {
            if (!copies[block.index].empty()) {
                make_copy(block, copies[block.index]);
            }
        }
    }

    void make_copy(Block& block, const std::vector<Copy>& copies) {
        ParallelCopyInstruction* made =
            shader_.make_parallel_copy(static_cast<unsigned>(copies.size()));
        for (std::size_t i = 0; i < copies.size(); ++i) {
            ParallelCopyEntry& entry = made->first_entry[i];
            entry.to_register = true;
            entry.source.set(copies[i].value);
            entry.register_value.set(classes_[copies[i].to].storage);
        }
        block.insert_before(block.jump(), made);
    }

    // Members of a class with a register are stored to it and read from it.
    void store_and_load() {
        for (const Class& member : classes_) {
            SsaDef* storage = classes_[find(member.parent)].storage;
            if (storage == nullptr) {
                continue;
            }
            load_for_uses(*member.value, storage);
            if (member.value->instruction->kind != InstructionKind::phi) {
                CoreBuilder builder(shader_, Cursor::after_instruction(member.value->instruction));
                builder.store_reg(member.value, storage)
                    ->set_write_mask((1U << member.value->num_components) - 1);
            }
        }
    }

    void load_for_uses(SsaDef& value, SsaDef* storage) {
        const Instruction* last_user = nullptr;
        SsaDef* loaded = nullptr;
        std::vector<Source*> uses;
        for (Source& use : value.uses()) {
            uses.push_back(&use);
        }
        for (Source* use : uses) {
            Instruction* user = use->instruction();
            if (user == nullptr || user != last_user) {
                CoreBuilder builder(shader_, user != nullptr
                                                 ? Cursor::before_instruction(user)
                                                 : Cursor::at_end(use->if_node()->block_before()));
                loaded = &builder.load_reg(value.num_components, value.bit_size, storage)->value;
            }
            last_user = user;
            use->set(loaded);
        }
    }

    Function& function_;
    Shader& shader_;
    std::vector<PhiInstruction*> phis_;
    std::vector<Class> classes_;
    std::unordered_map<const SsaDef*, std::size_t> class_of_;
};

} // namespace

bool from_ssa(Shader& shader) {
    return change_functions<FromSsa>(shader);
}

} // namespace jacquard::nir
