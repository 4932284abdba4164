#include <jacquard/generated/passes/select_facing_colors.h>
#include <jacquard/passes/util/color_io.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace jacquard::nir {

namespace {

class Selection {
  public:
    explicit Selection(Shader& shader) : shader_(shader) {}

    bool run() {
        std::vector<IntrinsicInstruction*> loads;
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    auto* load = instruction.as<IntrinsicInstruction>();
                    if (load != nullptr && reads_color(*load)) {
                        loads.push_back(load);
                    }
                }
            }
        }
        for (IntrinsicInstruction* load : loads) {
            select(*load);
        }
        return !loads.empty();
    }

  private:
    [[nodiscard]] static bool is_load(const IntrinsicInstruction& load) {
        return load.op == IntrinsicOp::load_interpolated_input ||
               load.op == IntrinsicOp::load_input || load.op == IntrinsicOp::load_input_vertex;
    }

    // An access whose place only the program knows stays within slots of one meaning.
    [[nodiscard]] bool reads_color(const IntrinsicInstruction& load) const {
        return is_load(load) &&
               static_cast<std::size_t>(load.base()) < shader_.info.inputs.size() &&
               shader_.info.inputs[static_cast<std::size_t>(load.base())].semantic ==
                   Semantic::color;
    }

    // The input that holds the colour of the back, which is made where there is none.
    std::size_t back_of(std::size_t front) {
        IoSlot wanted = shader_.info.inputs[front];
        wanted.semantic = Semantic::bcolor;
        for (std::size_t i = 0; i < shader_.info.inputs.size(); ++i) {
            IoSlot& known = shader_.info.inputs[i];
            if (known.semantic == wanted.semantic &&
                known.semantic_index == wanted.semantic_index) {
                known.mask = static_cast<std::uint8_t>(known.mask | wanted.mask);
                return i;
            }
        }
        shader_.info.inputs.push_back(wanted);
        return shader_.info.inputs.size() - 1;
    }

    // The same load from the input with that number.
    SsaDef* load_from(CoreBuilder& b, IntrinsicInstruction& load, std::size_t number) {
        const auto sources = load.sources();
        const std::size_t offset = sources.size() - 1;
        std::array<SsaDef*, 2> given{};
        for (std::size_t i = 0; i < offset; ++i) {
            given[i] = sources[i].ssa;
        }
        given[offset] = b.imm_int(0);
        IntrinsicInstruction* other =
            b.intrinsic(load.op, load.value.num_components, load.value.bit_size,
                        std::span<SsaDef* const>(given).first(sources.size()));
        const IoSlot& slot = shader_.info.inputs[number];
        other->set_base(static_cast<std::int64_t>(number));
        other->set_component(load.component());
        other->set_dest_type(load.dest_type());
        IoSemantics semantics;
        semantics.semantic = slot.semantic;
        semantics.semantic_index = static_cast<std::uint16_t>(slot.semantic_index);
        semantics.num_slots = 1;
        other->set_io_semantics(semantics);
        return &other->value;
    }

    // Returns the back colour for the colour that the load reads, among those that it may read.
    SsaDef* back_value(CoreBuilder& b, IntrinsicInstruction& load) {
        const auto base = static_cast<std::size_t>(load.base());
        const Source& distance = load.sources().back();
        if (const auto known = known_distance(distance)) {
            return load_from(b, load, back_of(std::min(base + *known, fronts_ - 1)));
        }
        SsaDef* value = load_from(b, load, back_of(base));
        const std::size_t end = base + std::max<std::size_t>(load.io_semantics().num_slots, 1);
        for (std::size_t slot = base + 1; slot < end && slot < fronts_; ++slot) {
            SsaDef* is_it = b.ieq(distance.ssa, b.imm_int(static_cast<std::int64_t>(slot - base)));
            value = b.bcsel(is_it, load_from(b, load, back_of(slot)), value);
        }
        return value;
    }

    void select(IntrinsicInstruction& load) {
        CoreBuilder b(shader_, Cursor::after_instruction(&load));
        b.origin = load.origin;
        SsaDef* back = back_value(b, load);
        SsaDef* is_front = &b.load_front_face(1)->value;
        SsaDef* selected = b.bcsel(is_front, back, back);
        load.value.rewrite_uses(selected);
        selected->instruction->as<AluInstruction>()->first_source[1].set(&load.value);
    }

    Shader& shader_;
    std::size_t fronts_ = shader_.info.inputs.size(); // inputs that the shader came with
};

} // namespace

bool select_facing_colors(Shader& shader) {
    return shader.info.stage == Stage::fragment && Selection(shader).run();
}

} // namespace jacquard::nir
