#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/sequence_parallel_copies.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

IntrinsicInstruction* as_plain_load(Instruction* instruction) {
    auto* load = instruction != nullptr ? instruction->as<IntrinsicInstruction>() : nullptr;
    const RegisterAccess* access = load != nullptr ? register_access(load->op) : nullptr;
    const bool plain = access != nullptr && access->is_whole_load() && load->base() == 0 &&
                       !load->legacy_fabs() && !load->legacy_fneg();
    return plain ? load : nullptr;
}

class Sequencer {
  public:
    Sequencer(Shader& shader, ParallelCopyInstruction& copy) : shader_(shader), copy_(copy) {}

    void run() {
        find_loads();
        collect();
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            // A register without pending readers can be overwritten.
            if (readers_[moves_[i].to] == 0) {
                ready_.push_back(i);
            }
        }
        CoreBuilder builder(shader_, Cursor::before_instruction(&copy_));
        for (std::size_t next = 0;;) {
            drain(builder);
            while (next < moves_.size() && moves_[next].is_done) {
                ++next;
            }
            if (next == moves_.size()) {
                break;
            }
            break_circle(builder, next);
        }
        finish();
    }

  private:
    struct Move {
        SsaDef* to;   // a register
        SsaDef* from; // the register it is copied from; null: `value`
        SsaDef* value;
        bool is_done;
    };

    void find_loads() {
        for (Instruction* before = copy_.previous; as_plain_load(before) != nullptr;
             before = before->previous) {
            IntrinsicInstruction* load = as_plain_load(before);
            const std::int8_t handle = register_access(load->op)->register_source;
            loads_.emplace(&load->value, load->first_source[handle].ssa);
        }
    }

    void collect() {
        for (ParallelCopyEntry& entry : copy_.entries()) {
            if (!entry.to_register) {
                continue;
            }
            const auto load = loads_.find(entry.source.ssa);
            SsaDef* from = load != loads_.end() ? load->second : nullptr;
            if (from == entry.register_value.ssa) {
                continue;
            }
            writer_[entry.register_value.ssa] = moves_.size();
            moves_.push_back({entry.register_value.ssa, from, entry.source.ssa, false});
        }
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            if (moves_[i].from != nullptr) {
                ++readers_[moves_[i].from];
                readers_of_[moves_[i].from].push_back(i);
            }
        }
    }

    void drain(CoreBuilder& builder) {
        while (!ready_.empty()) {
            const std::size_t at = ready_.back();
            ready_.pop_back();
            Move& move = moves_[at];
            SsaDef* value = move.value;
            if (move.from != nullptr) {
                value = &builder.load_reg(value->num_components, value->bit_size, move.from)->value;
            }
            builder.store_reg(value, move.to)->set_write_mask((1U << value->num_components) - 1);
            move.is_done = true;
            if (move.from != nullptr && --readers_[move.from] == 0) {
                made_ready(move.from);
            }
        }
    }

    void made_ready(const SsaDef* storage) {
        const auto writer = writer_.find(storage);
        if (writer != writer_.end() && !moves_[writer->second].is_done) {
            ready_.push_back(writer->second);
        }
    }

    // Keeps what the register of a move holds, so that the move can be made.
    void break_circle(CoreBuilder& builder, std::size_t at) {
        SsaDef* storage = moves_[at].to;
        SsaDef* kept = nullptr;
        for (const std::size_t reader : readers_of_[storage]) {
            Move& move = moves_[reader];
            if (move.is_done || move.from != storage) {
                continue;
            }
            if (kept == nullptr) {
                kept = &builder.load_reg(move.value->num_components, move.value->bit_size, storage)
                            ->value;
            }
            move.from = nullptr;
            move.value = kept;
        }
        readers_[storage] = 0;
        ready_.push_back(at);
    }

    // The loads in front of the copy go unless something else reads them.
    void finish() {
        for (ParallelCopyEntry& entry : copy_.entries()) {
            if (!entry.to_register) {
                entry.value.rewrite_uses(entry.source.ssa);
            }
        }
        copy_.remove();
        for (const auto& [value, storage] : loads_) {
            static_cast<void>(storage);
            if (!value->has_uses()) {
                value->instruction->remove();
            }
        }
    }

    Shader& shader_;
    ParallelCopyInstruction& copy_;
    std::unordered_map<const SsaDef*, SsaDef*> loads_; // loaded value to register
    std::vector<Move> moves_;
    std::unordered_map<const SsaDef*, std::size_t> writer_;  // by register
    std::unordered_map<const SsaDef*, std::size_t> readers_; // by register: moves to come
    std::unordered_map<const SsaDef*, std::vector<std::size_t>> readers_of_;
    std::vector<std::size_t> ready_;
};

} // namespace

bool sequence_parallel_copies(Shader& shader) {
    return change_instructions<ParallelCopyInstruction>(shader, [&](ParallelCopyInstruction& copy) {
        Sequencer(shader, copy).run();
        return true;
    });
}

} // namespace jacquard::nir
