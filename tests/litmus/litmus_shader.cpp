#include <jacquard/nir/build/builder.h>

#include "litmus.h"

#include <algorithm>

namespace jacquard::litmus {

namespace {

using nir::SsaDef;

constexpr unsigned kWordBytes = 4;
constexpr nir::AluType kUint{nir::BaseType::uint_type, 32};

class ShaderMaker {
  public:
    ShaderMaker(const Litmus& litmus, const Variant& variant)
        : litmus_(litmus), variant_(variant),
          shader_(std::make_unique<nir::Shader>(nir::Stage::compute)),
          entry_(shader_->add_function("main", true)), b_(*entry_) {}

    std::unique_ptr<nir::Shader> make() {
        const bool has_waves = variant_.threads == Threads::waves;
        const auto num_threads = static_cast<std::uint32_t>(litmus_.threads.size());
        shader_->info.properties.push_back(
            {"CS_FIXED_BLOCK_WIDTH",
             {has_waves ? (num_threads - 1) * kInvocationsOfThread + 1 : 1}});
        if (variant_.memory == Memory::shared) {
            shader_->info.properties.push_back({"shared_size", {kVariables * kVariableBytes}});
        }
        SsaDef* const number = has_waves
                                   ? &b_.load_local_invocation_index()->value
                                   : b_.whole(nir::channel(&b_.load_workgroup_id()->value, 0));
        if (variant_.memory == Memory::shared && !litmus_.begins_unset) {
            store_zeros(number);
        }
        for (std::size_t phase = 0; phase <= litmus_.barriers_order.size(); ++phase) {
            if (phase != 0) {
                add_barrier(true, litmus_.barriers_order[phase - 1] && variant_.has_fences, true,
                            true);
            }
            for (std::size_t thread = 0; thread < litmus_.threads.size(); ++thread) {
                const auto invocation =
                    static_cast<std::int64_t>(has_waves ? thread * kInvocationsOfThread : thread);
                nir::IfNode* is_it = b_.push_if(b_.ieq(number, b_.imm_int(invocation)));
                make_phase(litmus_.threads[thread][phase], thread);
                b_.pop_if(is_it);
            }
        }
        if (variant_.memory == Memory::shared) {
            add_barrier(true, false, false, false);
            nir::IfNode* is_it = b_.push_if(b_.ieq(number, b_.imm_int(0)));
            for (std::size_t i = 0; i < litmus_.variables.size(); ++i) {
                // Atomics see what there is, fence or not.
                store_result(litmus_.threads.size() * kRegisters + i,
                             atomic(litmus_.variables[i], b_.imm_int(0), nir::AtomicOp::iadd));
            }
            b_.pop_if(is_it);
        }
        entry_->link_blocks();
        shader_->number_values();
        return std::move(shader_);
    }

  private:
    // Shared memory begins with anything.
    void store_zeros(SsaDef* number) {
        nir::IfNode* is_it = b_.push_if(b_.ieq(number, b_.imm_int(0)));
        for (const std::string& variable : litmus_.variables) {
            store(variable, b_.imm_int(0));
        }
        b_.pop_if(is_it);
        add_barrier(true, true, true, true);
    }

    SsaDef* value_of(const std::string& word) {
        const auto found = registers_.find(word);
        return found != registers_.end() ? found->second : b_.imm_int(std::stol(word));
    }

    [[nodiscard]] unsigned number_of(const std::string& variable) const {
        const auto found = std::find(litmus_.variables.begin(), litmus_.variables.end(), variable);
        return static_cast<unsigned>(found - litmus_.variables.begin());
    }

    static nir::Access access() { return nir::Access::coherent | nir::Access::volatile_; }
    static nir::IntrinsicInstruction* of_line(nir::IntrinsicInstruction* instruction) {
        return instruction->set_image_dim(nir::TextureDim::dim_2d)
            ->set_image_array(false)
            ->set_format(0)
            ->set_range_base(0);
    }
    SsaDef* texel(const std::string& variable) {
        SsaDef* const zero = b_.imm_int(0);
        return b_.vec({b_.imm_int(number_of(variable)), zero, zero, zero});
    }
    SsaDef* offset(const std::string& variable) {
        return b_.imm_int(std::int64_t{number_of(variable)} * kVariableBytes);
    }

    SsaDef* load(const std::string& variable) {
        switch (variant_.memory) {
        case Memory::buffer:
            return &b_.load_ssbo(1, 32, b_.imm_int(0), offset(variable))
                        ->set_access(access())
                        ->set_align_mul(kWordBytes)
                        ->value;
        case Memory::shared:
            return &b_.load_shared(1, 32, offset(variable))->set_align_mul(kWordBytes)->value;
        case Memory::image: break;
        }
        SsaDef* const zero = b_.imm_int(0);
        nir::IntrinsicInstruction* loaded =
            of_line(b_.image_load(4, 32, zero, texel(variable), zero, zero))
                ->set_access(access())
                ->set_dest_type(kUint);
        return b_.whole(nir::channel(&loaded->value, 0));
    }

    void store(const std::string& variable, SsaDef* value) {
        switch (variant_.memory) {
        case Memory::buffer:
            b_.store_ssbo(value, b_.imm_int(0), offset(variable))
                ->set_write_mask(1)
                ->set_access(access())
                ->set_align_mul(kWordBytes);
            return;
        case Memory::shared:
            b_.store_shared(value, offset(variable))->set_write_mask(1)->set_align_mul(kWordBytes);
            return;
        case Memory::image: break;
        }
        SsaDef* const zero = b_.imm_int(0);
        of_line(
            b_.image_store(zero, texel(variable), zero, b_.vec({value, zero, zero, zero}), zero))
            ->set_access(access())
            ->set_src_type(kUint);
    }

    SsaDef* atomic(const std::string& variable, SsaDef* data, nir::AtomicOp operation) {
        switch (variant_.memory) {
        case Memory::buffer:
            return &b_.ssbo_atomic(32, b_.imm_int(0), offset(variable), data)
                        ->set_access(access())
                        ->set_atomic_op(operation)
                        ->value;
        case Memory::shared:
            return &b_.shared_atomic(32, offset(variable), data)->set_atomic_op(operation)->value;
        case Memory::image: break;
        }
        SsaDef* const zero = b_.imm_int(0);
        return &of_line(b_.image_atomic(32, zero, texel(variable), zero, data))
                    ->set_access(access())
                    ->set_atomic_op(operation)
                    ->value;
    }

    void add_barrier(bool waits, bool orders, bool releases, bool acquires) {
        static constexpr std::array<nir::VariableMode, 3> kModes = {
            nir::VariableMode::mem_ssbo, nir::VariableMode::mem_shared, nir::VariableMode::image};
        nir::MemorySemantics semantics = nir::MemorySemantics::nothing;
        semantics = releases ? semantics | nir::MemorySemantics::release : semantics;
        semantics = acquires ? semantics | nir::MemorySemantics::acquire : semantics;
        const nir::Scope scope =
            variant_.threads == Threads::waves ? nir::Scope::workgroup : nir::Scope::device;
        b_.barrier()
            ->set_execution_scope(waits ? nir::Scope::workgroup : nir::Scope::none)
            ->set_memory_scope(orders ? scope : nir::Scope::none)
            ->set_memory_semantics(orders ? semantics : nir::MemorySemantics::nothing)
            ->set_memory_modes(orders ? kModes[static_cast<std::size_t>(variant_.memory)]
                                      : nir::VariableMode::nothing);
    }

    void store_result(std::size_t word, SsaDef* value) {
        b_.store_ssbo(value, b_.imm_int(1),
                      b_.imm_int(static_cast<std::int64_t>(word) * kWordBytes))
            ->set_write_mask(1)
            ->set_align_mul(kWordBytes);
    }

    // Goes on once leaves() gives a truth.
    template <typename Leaves>
    void wait(Leaves&& leaves) {
        nir::LoopNode* loop = b_.push_loop();
        nir::IfNode* is_over = b_.push_if(leaves());
        b_.jump(nir::JumpKind::break_loop);
        b_.pop_if(is_over);
        b_.pop_loop(loop);
    }

    void make_statement(const Statement& statement) {
        const std::string& name = statement.word(0);
        if (name == "store") {
            store(statement.word(1), value_of(statement.word(2)));
        } else if (name == "load") {
            registers_[statement.word(1)] = load(statement.word(2));
        } else if (name == "add" || name == "exchange") {
            registers_[statement.word(1)] =
                atomic(statement.word(2), value_of(statement.word(3)),
                       name == "add" ? nir::AtomicOp::iadd : nir::AtomicOp::xchg);
        } else if (name == "let") {
            registers_[statement.word(1)] =
                b_.iadd(value_of(statement.word(2)), value_of(statement.word(4)));
        } else if (name == "await") {
            SsaDef* const wanted = value_of(statement.word(2));
            wait([&] { return b_.ieq(load(statement.word(1)), wanted); });
        } else if (name == "lock") {
            wait([&] {
                SsaDef* const one = b_.imm_int(1);
                return b_.ieq(atomic(statement.word(1), one, nir::AtomicOp::xchg), b_.imm_int(0));
            });
        } else if (variant_.has_fences) {
            add_barrier(false, true, name != "acquire", name != "release");
        }
    }

    void make_phase(const Phase& phase, std::size_t thread) {
        registers_.clear();
        for (const Statement& statement : phase) {
            make_statement(statement);
        }
        for (const auto& [name, value] : registers_) {
            const std::string full = std::to_string(thread) + '.' + name;
            if (std::find(litmus_.observed.begin(), litmus_.observed.end(), full) !=
                litmus_.observed.end()) {
                store_result(thread * kRegisters + std::stoul(name.substr(1)), value);
            }
        }
    }

    const Litmus& litmus_;
    Variant variant_;
    std::unique_ptr<nir::Shader> shader_;
    nir::Function* entry_;
    nir::Builder b_;
    std::map<std::string, SsaDef*> registers_;
};

} // namespace

std::unique_ptr<nir::Shader> make_shader(const Litmus& litmus, const Variant& variant) {
    return ShaderMaker(litmus, variant).make();
}

} // namespace jacquard::litmus
