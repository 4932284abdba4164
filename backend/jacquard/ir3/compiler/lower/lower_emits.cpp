// Makes of a geometry shader a program that computes one of its vertices.
//
// Before: the entry point of a geometry shader returns at its end only; outputs have 32 bits and
// are stored at known slots. After: nothing is emitted. The program goes through all that the
// shader emits and keeps the outputs of the vertex whose number the header gives; where there is no
// such vertex the lane ends. Behind the outputs stands one of a word, the flags of the vertex.
// Other shaders are left as they are.

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/lower/lower_emits.h>
#include <jacquard/nir/build/builder.h>

#include <array>
#include <map>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

constexpr unsigned kOutputComponents = 4;
constexpr std::uint32_t kBeginsPrimitive = slot_part::vertex_begins_primitive.place(1);

class Emission {
  public:
    explicit Emission(nir::Shader& shader)
        : shader_(shader), b_(shader, nir::Cursor::after_phis(shader.entry->first_block())) {}

    bool run() {
        if (!is_plain()) {
            return false; // is refused later
        }
        constexpr SlotPart kNumber = slot_part::header_made_vertex;
        SsaDef* most = b_.imm_int(kNumber.most);
        SsaDef* low = b_.imm_int(kNumber.low);
        number_ = b_.iand(b_.ushr(&b_.load_gs_header_ir3()->value, low), most);
        zero_ = b_.imm_int(0);
        next_ = variable(zero_);
        is_made_ = variable(zero_);
        flags_ = {variable(b_.imm_int(kBeginsPrimitive)), variable(zero_)};
        declare_outputs();
        for (nir::Block& block : shader_.entry->blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                if (auto* effect = instruction.as<IntrinsicInstruction>()) {
                    lower(*effect);
                }
            }
        }
        finish();
        return true;
    }

  private:
    // The values that the next vertex emitted will have, and those that the kept vertex has.
    struct Output {
        SsaDef* current = nullptr;
        SsaDef* kept = nullptr;
    };

    bool is_plain() {
        for (const nir::Block& block : shader_.entry->blocks()) {
            for (const nir::Instruction& instruction : block.instructions()) {
                const auto* store = instruction.as<IntrinsicInstruction>();
                if (store == nullptr || store->op != IntrinsicOp::store_output) {
                    continue;
                }
                const SsaDef& value = *store->first_source[0].ssa;
                const auto end = static_cast<unsigned>(store->component()) + value.num_components;
                if (value.bit_size != 32 || end > kOutputComponents ||
                    nir::constant_components(*store->first_source[1].ssa).empty()) {
                    return false;
                }
            }
        }
        return true;
    }

    SsaDef* variable(SsaDef* first) {
        SsaDef* place = b_.decl_register(1, 32);
        set(place, first);
        return place;
    }
    void set(SsaDef* place, SsaDef* value) { b_.store_reg(value, place)->set_write_mask(1); }
    SsaDef* get(SsaDef* place) { return &b_.load_reg(1, 32, place)->value; }

    void declare_outputs() {
        for (nir::Block& block : shader_.entry->blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                const auto* store = instruction.as<IntrinsicInstruction>();
                if (store == nullptr || store->op != IntrinsicOp::store_output) {
                    continue;
                }
                std::array<Output, kOutputComponents>& output = outputs_[store->base()];
                const auto first = static_cast<unsigned>(store->component());
                for (unsigned i = 0; i < store->first_source[0].ssa->num_components; ++i) {
                    Output& part = output[first + i];
                    if (part.current == nullptr && (store->write_mask() >> i & 1) != 0) {
                        part = {variable(zero_), variable(zero_)};
                    }
                }
            }
        }
    }

    void lower(IntrinsicInstruction& effect) {
        b_.cursor = nir::Cursor::before_instruction(&effect);
        switch (effect.op) {
        case IntrinsicOp::store_output: {
            std::array<Output, kOutputComponents>& output = outputs_[effect.base()];
            SsaDef* value = effect.first_source[0].ssa;
            for (unsigned i = 0; i < value->num_components; ++i) {
                if ((effect.write_mask() >> i & 1) != 0) {
                    set(output[static_cast<unsigned>(effect.component()) + i].current,
                        b_.whole(nir::channel(value, i)));
                }
            }
            break;
        }
        case IntrinsicOp::emit_vertex: emit(static_cast<std::uint32_t>(effect.stream_id())); break;
        case IntrinsicOp::end_primitive:
            // Only the first stream has strips: several are of points, whose ends mean nothing.
            if (effect.stream_id() == 0) {
                set(flags_.current, b_.imm_int(kBeginsPrimitive));
            }
            break;
        default: return;
        }
        effect.remove();
    }

    void emit(std::uint32_t stream) {
        SsaDef* count = get(next_);
        SsaDef* is_own = b_.ieq(count, number_);
        for (auto& [base, output] : outputs_) {
            for (const Output& part : output) {
                if (part.current != nullptr) {
                    set(part.kept, b_.bcsel(is_own, get(part.current), get(part.kept)));
                }
            }
        }
        SsaDef* flags = get(flags_.current);
        if (stream != 0) {
            flags = b_.ior(flags, b_.imm_int(stream));
        }
        set(flags_.kept, b_.bcsel(is_own, flags, get(flags_.kept)));
        set(is_made_, b_.bcsel(is_own, b_.imm_int(1), get(is_made_)));
        set(next_, b_.iadd(count, b_.imm_int(1)));
        set(flags_.current, b_.imm_int(0));
    }

    void finish() {
        b_.cursor = nir::Cursor::before_jump(shader_.entry->body.last_block());
        b_.terminate_if(b_.ieq(get(is_made_), b_.imm_int(0)));
        for (auto& [base, output] : outputs_) {
            std::array<nir::Operand, kOutputComponents> parts{};
            for (unsigned i = 0; i < kOutputComponents; ++i) {
                parts[i] = output[i].kept != nullptr ? get(output[i].kept) : b_.imm_int(0);
            }
            store(b_.vec(parts), base);
        }
        store(get(flags_.kept), static_cast<std::int64_t>(shader_.info.outputs.size()));
    }

    void store(SsaDef* value, std::int64_t base) {
        IntrinsicInstruction* made = b_.store_output(value, b_.imm_int(0));
        made->set_base(base);
        made->set_write_mask((1U << value->num_components) - 1);
    }

    nir::Shader& shader_;
    nir::Builder b_;
    SsaDef* number_ = nullptr;
    SsaDef* zero_ = nullptr;
    SsaDef* next_ = nullptr;    // how many vertices were emitted
    SsaDef* is_made_ = nullptr; // whether the own one was
    Output flags_;
    std::map<std::int64_t, std::array<Output, kOutputComponents>> outputs_; // by number
};

} // namespace

bool lower_emits(nir::Shader& shader) {
    return shader.info.stage == nir::Stage::geometry && shader.entry != nullptr &&
           Emission(shader).run();
}

} // namespace jacquard::ir3
