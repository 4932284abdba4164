#include <jacquard/generated/passes/lower_clip_planes.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/color_io.h>

#include <algorithm>
#include <array>
#include <vector>

namespace jacquard::nir {

namespace {

constexpr unsigned kComponents = 4;
constexpr unsigned kPlanesOfSlot = 4;

class ClipPlanes {
  public:
    ClipPlanes(Shader& shader, std::uint32_t planes) : shader_(shader), planes_(planes) {}

    bool run() {
        if (shader_.entry == nullptr || planes_ == 0 || shader_.info.stage == Stage::fragment) {
            return false;
        }
        collect();
        if (stores_distances_ || stores_.empty()) {
            return false;
        }
        keep_what_is_stored();
        for (const Cursor& at : ends()) {
            store_distances(at);
        }
        return true;
    }

  private:
    [[nodiscard]] const IoSlot* slot_of(IntrinsicInstruction& store) const {
        const auto number =
            static_cast<std::size_t>(store.base()) + known_distance(store.sources()[1]).value_or(0);
        return number < shader_.info.outputs.size() ? &shader_.info.outputs[number] : nullptr;
    }

    // Collects the stores that are clipped: the position, unless there is a vertex for it.
    void collect() {
        std::vector<IntrinsicInstruction*> vertices;
        for (Block& block : shader_.entry->blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* store = instruction.as<IntrinsicInstruction>();
                if (store == nullptr || store->op != IntrinsicOp::store_output) {
                    continue;
                }
                const IoSlot* slot = slot_of(*store);
                if (slot == nullptr || store->sources()[0].ssa->bit_size != 32) {
                    continue;
                }
                stores_distances_ |= slot->semantic == Semantic::clipdist;
                if (slot->semantic == Semantic::position) {
                    stores_.push_back(store);
                } else if (slot->semantic == Semantic::clipvertex) {
                    vertices.push_back(store);
                }
            }
        }
        if (!vertices.empty()) {
            stores_ = std::move(vertices);
        }
    }

    void keep_what_is_stored() {
        CoreBuilder b(shader_, Cursor::after_phis(shader_.entry->first_block()));
        for (SsaDef*& component : kept_) {
            component = b.decl_register(1, 32);
        }
        for (IntrinsicInstruction* store : stores_) {
            b.cursor = Cursor::before_instruction(store);
            b.origin = store->origin;
            SsaDef* value = store->sources()[0].ssa;
            const auto first = static_cast<unsigned>(store->component());
            for (unsigned i = 0; i < value->num_components && first + i < kComponents; ++i) {
                if ((store->write_mask() >> i & 1) != 0) {
                    b.store_reg(b.whole(channel(value, i)), kept_[first + i])->set_write_mask(1);
                }
            }
        }
    }

    // Returns the points at which a vertex is complete: where a geometry shader emits it, else at
    // every end.
    [[nodiscard]] std::vector<Cursor> ends() const {
        std::vector<Cursor> found;
        for (Block& block : shader_.entry->blocks()) {
            for (Instruction& instruction : block.instructions()) {
                const auto* emit = instruction.as<IntrinsicInstruction>();
                if (emit != nullptr && (emit->op == IntrinsicOp::emit_vertex ||
                                        emit->op == IntrinsicOp::emit_vertex_with_counter)) {
                    found.push_back(Cursor::before_instruction(&instruction));
                }
            }
            const JumpInstruction* jump = block.jump();
            const bool returns = jump != nullptr ? jump->jump == JumpKind::return_function ||
                                                       jump->jump == JumpKind::halt
                                                 : &block == shader_.entry->body.last;
            if (returns && shader_.info.stage != Stage::geometry) {
                found.push_back(Cursor::before_jump(&block));
            }
        }
        return found;
    }

    std::size_t slot_of_distances(unsigned index) {
        std::vector<IoSlot>& outputs = shader_.info.outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (outputs[i].semantic == Semantic::clipdist && outputs[i].semantic_index == index) {
                return i;
            }
        }
        IoSlot slot;
        slot.semantic = Semantic::clipdist;
        slot.semantic_index = index;
        outputs.push_back(slot);
        return outputs.size() - 1;
    }

    void store_distances(const Cursor& at) {
        CoreBuilder b(shader_, at);
        std::array<Operand, kComponents> parts;
        for (unsigned i = 0; i < kComponents; ++i) {
            parts[i] = &b.load_reg(1, 32, kept_[i])->value;
        }
        SsaDef* vertex = b.vec(parts);
        for (unsigned first = 0; first < 32 && planes_ >> first != 0; first += kPlanesOfSlot) {
            if ((planes_ >> first & ((1U << kPlanesOfSlot) - 1)) != 0) {
                store_slot(b, vertex, first);
            }
        }
    }

    void store_slot(CoreBuilder& b, SsaDef* vertex, unsigned first) {
        std::array<Operand, kPlanesOfSlot> distances;
        for (unsigned i = 0; i < kPlanesOfSlot; ++i) {
            if ((planes_ >> (first + i) & 1) == 0) {
                distances[i] = b.imm_float(0.0);
                continue;
            }
            IntrinsicInstruction* plane = b.load_user_clip_plane();
            plane->set_ucp_id(first + i);
            distances[i] = b.fdot(vertex, &plane->value);
        }
        const unsigned index = first / kPlanesOfSlot;
        SsaDef* value = b.vec(distances);
        IntrinsicInstruction* store = b.store_output(value, b.imm_int(0));
        store->set_base(static_cast<std::int64_t>(slot_of_distances(index)));
        store->set_write_mask((1U << kPlanesOfSlot) - 1);
        store->set_src_type({BaseType::float_type, 32});
        IoSemantics semantics;
        semantics.semantic = Semantic::clipdist;
        semantics.semantic_index = static_cast<std::uint16_t>(index);
        semantics.num_slots = 1;
        store->set_io_semantics(semantics);
    }

    Shader& shader_;
    std::uint32_t planes_;
    std::vector<IntrinsicInstruction*> stores_; // of what is clipped
    bool stores_distances_ = false;
    std::array<SsaDef*, kComponents> kept_{};
};

} // namespace

bool lower_clip_planes(Shader& shader, const LowerClipPlanesOptions& options) {
    return ClipPlanes(shader, options.planes).run();
}

} // namespace jacquard::nir
