#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/lower_io_to_scalar.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/operand_list.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {
namespace {

class ScalarAccess {
  public:
    ScalarAccess(Shader& shader, IntrinsicInstruction& access)
        : b_(shader, Cursor::before_instruction(&access)), access_(access) {}

    void load() {
        OperandList components;
        const unsigned count = access_.value.num_components;
        for (unsigned c = 0; c < count; ++c) {
            components.add(&access(c, access_.value.bit_size)->value);
        }
        access_.value.rewrite_uses(b_.vec(components.all()));
        access_.remove();
    }

    void store() {
        SsaDef* value = access_.first_source[value_source()].ssa;
        for (unsigned c = 0; c < value->num_components; ++c) {
            if ((access_.write_mask() >> c & 1) != 0) {
                IntrinsicInstruction* scalar = access(c, value->bit_size);
                scalar->set_write_mask(1);
            }
        }
        access_.remove();
    }

  private:
    [[nodiscard]] unsigned value_source() const {
        return static_cast<unsigned>(memory_access(access_.op)->value_source);
    }

    // The access to component `c`; a component of 64 bits counts as two.
    IntrinsicInstruction* access(unsigned c, unsigned bit_size) {
        const bool is_store = !access_.info().has_dest;
        std::array<SsaDef*, kMaxIntrinsicSources> sources{};
        for (unsigned i = 0; i < access_.num_sources; ++i) {
            sources[i] = access_.first_source[i].ssa;
        }
        if (is_store) {
            sources[value_source()] = b_.mov(channel(sources[value_source()], c));
        }
        IntrinsicInstruction* made =
            b_.intrinsic(access_.op, 1, is_store ? 0 : bit_size,
                         std::span<SsaDef* const>(sources.data(), access_.num_sources));
        std::copy_n(access_.indices, access_.info().num_indices, made->indices);
        made->set_component(access_.component() + c * (bit_size == 64 ? 2 : 1));
        return made;
    }

    CoreBuilder b_;
    IntrinsicInstruction& access_;
};

// Inputs are what nothing writes.
bool is_chosen(const IntrinsicInstruction& intrinsic, bool inputs, bool outputs) {
    const MemoryAccess* access = memory_access(intrinsic.op);
    if (access == nullptr || access->info().addressing != Addressing::slot ||
        !intrinsic.has_component()) {
        return false;
    }
    return access->info().written == Written::never ? inputs : outputs;
}

bool feeds_back(const IntrinsicInstruction& store) {
    return store.index_value(IndexKind::io_xfb) != 0 || store.index_value(IndexKind::io_xfb2) != 0;
}

} // namespace

bool lower_io_to_scalar(Shader& shader, const LowerIoToScalarOptions& options) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* access = instruction.as<IntrinsicInstruction>();
                if (access == nullptr || access->component_count <= 1 || feeds_back(*access) ||
                    !is_chosen(*access, options.inputs, options.outputs)) {
                    continue;
                }
                if (access->info().has_dest) {
                    ScalarAccess(shader, *access).load();
                } else {
                    ScalarAccess(shader, *access).store();
                }
                changed = true;
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
