#include <jacquard/generated/passes/vectorise_io.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <map>
#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

constexpr unsigned kSlotComponents = 4;

// Accesses with equal keys can be joined: the opcode, all indices but the components, and all
// sources but the value are the same. Sources are told apart by their constant or their number.
struct SlotKey {
    IntrinsicOp op{};
    unsigned bit_size = 0;
    std::array<std::int64_t, kMaxIntrinsicIndices> indices{};
    std::array<std::pair<bool, std::uint64_t>, kMaxIntrinsicSources> sources{};

    friend auto operator<=>(const SlotKey&, const SlotKey&) = default;
};

using Accesses = std::vector<IntrinsicInstruction*>;

const SsaDef& data_of(const IntrinsicInstruction& access) {
    const IntrinsicInfo& info = access.info();
    return info.has_dest ? access.value : *access.first_source[info.counted_source].ssa;
}

bool is_candidate(const IntrinsicInstruction& access) {
    const IntrinsicInfo& info = access.info();
    if (!access.has_io_semantics() || !access.has_component() || access.component_count == 0) {
        return false;
    }
    const bool is_load = info.has_dest && info.can_reorder;
    const bool is_store = !info.has_dest && info.counted_source >= 0 && access.has_write_mask() &&
                          access.index_value(IndexKind::io_xfb) == 0 &&
                          access.index_value(IndexKind::io_xfb2) == 0;
    return (is_load || is_store) && data_of(access).bit_size != 64 &&
           access.component() + data_of(access).num_components <= kSlotComponents;
}

SlotKey key_of(const IntrinsicInstruction& access) {
    const IntrinsicInfo& info = access.info();
    SlotKey key;
    key.op = access.op;
    key.bit_size = data_of(access).bit_size;
    for (unsigned i = 0; i < info.num_indices; ++i) {
        const bool differs =
            info.indices[i] == IndexKind::component || info.indices[i] == IndexKind::write_mask;
        key.indices[i] = differs ? 0 : access.indices[i];
    }
    for (unsigned i = 0; i < access.num_sources; ++i) {
        if (!info.has_dest && static_cast<int>(i) == info.counted_source) {
            continue;
        }
        const SsaDef& source = *access.first_source[i].ssa;
        const auto constant = constant_components(source);
        key.sources[i] = constant.size() == 1
                             ? std::pair<bool, std::uint64_t>(true, constant[0].u64)
                             : std::pair<bool, std::uint64_t>(false, source.index);
    }
    return key;
}

class VectoriseIo {
  public:
    explicit VectoriseIo(Shader& shader) : shader_(shader) {}

    bool run() {
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    visit(instruction);
                }
                close(loads_);
                close(stores_);
            }
        }
        return changed_;
    }

  private:
    using Slots = std::map<SlotKey, Accesses>;

    // Stores must stay before an instruction that may read outputs or end the invocation.
    static bool orders_outputs(const Instruction& instruction) {
        if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
            const bool reads_output = intrinsic->has_io_semantics() && intrinsic->info().has_dest &&
                                      !intrinsic->info().can_reorder;
            return reads_output ||
                   (!intrinsic->has_io_semantics() && !intrinsic->info().can_eliminate);
        }
        return instruction.kind == InstructionKind::call;
    }

    void visit(Instruction& instruction) {
        auto* access = instruction.as<IntrinsicInstruction>();
        if (access != nullptr && is_candidate(*access)) {
            (access->info().has_dest ? loads_ : stores_)[key_of(*access)].push_back(access);
            return;
        }
        const bool writes_output =
            access != nullptr && access->has_io_semantics() && !access->info().has_dest;
        if (orders_outputs(instruction) || writes_output) {
            close(stores_);
        }
    }

    void close(Slots& slots) {
        for (const auto& [key, accesses] : slots) {
            if (accesses.size() > 1) {
                if (key.op == accesses[0]->op && accesses[0]->info().has_dest) {
                    join_loads(accesses);
                } else {
                    join_stores(accesses);
                }
                changed_ = true;
            }
        }
        slots.clear();
    }

    IntrinsicInstruction* make(CoreBuilder& b, const IntrinsicInstruction& like, unsigned count,
                               SsaDef* value) {
        std::array<SsaDef*, kMaxIntrinsicSources> sources{};
        for (unsigned i = 0; i < like.num_sources; ++i) {
            sources[i] = like.first_source[i].ssa;
        }
        if (value != nullptr) {
            sources[static_cast<std::size_t>(like.info().counted_source)] = value;
        }
        IntrinsicInstruction* made =
            b.intrinsic(like.op, count, value != nullptr ? 0 : like.value.bit_size,
                        std::span<SsaDef* const>(sources.data(), like.num_sources));
        std::copy_n(like.indices, like.info().num_indices, made->indices);
        return made;
    }

    void join_loads(const Accesses& loads) {
        unsigned first = kSlotComponents;
        unsigned end = 0;
        for (const IntrinsicInstruction* load : loads) {
            first = std::min<unsigned>(first, load->component());
            end = std::max<unsigned>(end, load->component() + load->value.num_components);
        }
        CoreBuilder b(shader_, Cursor::before_instruction(loads.front()));
        IntrinsicInstruction* joined = make(b, *loads.front(), end - first, nullptr);
        joined->set_component(first);
        for (IntrinsicInstruction* load : loads) {
            Operand part;
            part.value = &joined->value;
            part.num_components = load->value.num_components;
            for (unsigned c = 0; c < part.num_components; ++c) {
                part.swizzle[c] = static_cast<std::uint8_t>(load->component() - first + c);
            }
            CoreBuilder here(shader_, Cursor::before_instruction(load));
            load->value.rewrite_uses(here.whole(part));
            shader_.info.source_context.share(joined->origin, load->origin);
            load->remove();
        }
    }

    void join_stores(const Accesses& stores) {
        std::array<Operand, kSlotComponents> components;
        std::uint32_t mask = 0;
        for (const IntrinsicInstruction* store : stores) {
            SsaDef* value = store->first_source[store->info().counted_source].ssa;
            for (unsigned c = 0; c < value->num_components; ++c) {
                if ((store->write_mask() >> c & 1) != 0) {
                    components[store->component() + c] = channel(value, c);
                    mask |= 1U << (store->component() + c);
                }
            }
        }
        if (mask == 0) {
            return;
        }
        IntrinsicInstruction& last = *stores.back();
        const auto first = static_cast<unsigned>(std::countr_zero(mask));
        const auto end = static_cast<unsigned>(std::bit_width(mask));
        CoreBuilder b(shader_, Cursor::before_instruction(&last));
        SsaDef* undef = nullptr;
        for (unsigned c = first; c < end; ++c) {
            if ((mask >> c & 1) == 0) {
                undef = undef != nullptr ? undef : b.undef(1, data_of(last).bit_size);
                components[c] = undef;
            }
        }
        SsaDef* value = b.vec(std::span<const Operand>(components).subspan(first, end - first));
        IntrinsicInstruction* joined = make(b, last, end - first, value);
        joined->set_component(first)->set_write_mask(mask >> first);
        for (IntrinsicInstruction* store : stores) {
            shader_.info.source_context.share(joined->origin, store->origin);
            store->remove();
        }
    }

    Shader& shader_;
    Slots loads_;
    Slots stores_;
    bool changed_ = false;
};

} // namespace

bool vectorise_io(Shader& shader) {
    return VectoriseIo(shader).run();
}

} // namespace jacquard::nir
