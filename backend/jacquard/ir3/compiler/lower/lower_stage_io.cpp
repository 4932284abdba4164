// Hands values from one stage before the rasteriser to the next through memory.
//
// Before: the entry point returns at its end only; values have at most 32 bits. After: no input
// that another stage stored is loaded by slot, and no output that another one reads is stored by
// slot; what the program does it does only for invocations that there are. The numbers of
// invocations are parts of the header that the hardware gives. Where an access names a slot that it
// computes, the slots are those of one array, which stand behind each other.

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/ir3/compiler/lower/lower_stage_io.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/control_flow_edit.h>

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::Semantic;
using nir::SsaDef;

constexpr unsigned kSlotWords = 4;

class StageIo {
  public:
    StageIo(nir::Shader& shader, const StageIoOptions& options)
        : shader_(shader), options_(options), stage_(shader.info.stage),
          patches_(patch_kind(shader, options.patches)), layout_(stage_layout(shader, patches_)),
          levels_(level_counts(patches_)),
          b_(shader, nir::Cursor::after_phis(shader.entry->first_block())) {}

    bool run() {
        if (!takes_stored_inputs(stage_) && options_.feeds == NextStage::rasteriser) {
            return false;
        }
        make_bases();
        for (nir::Block& block : shader_.entry->blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                if (auto* access = instruction.as<IntrinsicInstruction>()) {
                    lower(*access);
                }
            }
        }
        if (stage_ == nir::Stage::tess_control) {
            guard();
        }
        return true;
    }

  private:
    // An address: a value plus a number, in bytes or words.
    struct Address {
        SsaDef* base;
        std::int64_t more;
    };

    SsaDef* part(SsaDef* header, SlotPart part) {
        SsaDef* shifted = part.low == 0 ? header : b_.ushr(header, b_.imm_int(part.low));
        return b_.iand(shifted, b_.imm_int(part.most));
    }

    // Computes once, at the beginning, what depends on nothing but the invocation. Dead code
    // elimination removes what nobody reads of it.
    void make_bases() {
        const ChainHeader header = chain_header(stage_, options_.feeds);
        const bool in_patches = header == ChainHeader::patch;
        if (header != ChainHeader::none) {
            header_ =
                in_patches ? &b_.load_tcs_header_ir3()->value : &b_.load_gs_header_ir3()->value;
            local_memory_ = in_patches && options_.patches_in_local_memory;
            const bool is_consumer = stage_ == nir::Stage::tess_control;
            SsaDef* primitive =
                part(header_, local_memory_ && is_consumer ? slot_part::header_local_patch
                                                           : slot_part::header_primitive);
            shared_base_ = b_.imul24(&b_.load_vs_primitive_stride_ir3()->value, primitive);
        }
        if (stores_vertices()) {
            SsaDef* bytes = b_.imm_int(layout_.bytes);
            SsaDef* place = b_.imul24(part(header_, slot_part::header_vertex), bytes);
            shared_base_ = b_.iadd(shared_base_, place);
        }
        if (stage_ == nir::Stage::tess_control || stage_ == nir::Stage::tess_evaluation) {
            SsaDef* patch = &b_.load_rel_patch_id_ir3()->value;
            patch_base_ = b_.imul24(&b_.load_hs_patch_stride_ir3()->value, patch);
            factor_base_ = b_.imul24(patch, b_.imm_int(levels_.words()));
            parameters_ = &b_.load_tess_param_base_ir3()->value;
            factors_ = &b_.load_tess_factor_base_ir3()->value;
        }
    }

    [[nodiscard]] bool stores_vertices() const {
        return options_.feeds != NextStage::rasteriser && stage_ != nir::Stage::tess_control;
    }

    void lower(IntrinsicInstruction& access) {
        b_.cursor = nir::Cursor::before_instruction(&access);
        switch (access.op) {
        case IntrinsicOp::load_per_vertex_input:
            if (takes_stored_inputs(stage_)) {
                load_vertex_input(access);
            }
            return;
        case IntrinsicOp::load_input: load_input(access); return;
        case IntrinsicOp::store_output: store_output(access); return;
        case IntrinsicOp::store_per_vertex_output:
        case IntrinsicOp::load_per_vertex_output:
        case IntrinsicOp::load_output:
            if (stage_ == nir::Stage::tess_control) {
                access_patch(access);
            }
            return;
        case IntrinsicOp::load_invocation_id:
            replace(access, part(header_, slot_part::header_invocation));
            return;
        case IntrinsicOp::load_tess_coord: replace(access, coordinate()); return;
        case IntrinsicOp::load_tess_level_outer:
        case IntrinsicOp::load_tess_level_inner: load_levels(access); return;
        case IntrinsicOp::barrier:
            // The invocations of a patch are one wave, whose accesses are in order.
            if (stage_ == nir::Stage::tess_control) {
                access.remove();
            }
            return;
        default: return;
        }
    }

    void replace(IntrinsicInstruction& load, SsaDef* value) {
        load.value.rewrite_uses(value);
        load.remove();
    }

    [[nodiscard]] static SsaDef* source(const IntrinsicInstruction& access, int number) {
        return access.first_source[static_cast<unsigned>(number)].ssa;
    }

    // Adds a number that may be known, times `scale`.
    void add(Address& address, SsaDef* number, unsigned scale) {
        const auto known = nir::constant_components(*number);
        if (!known.empty()) {
            address.more += std::int64_t{known[0].i32} * scale;
            return;
        }
        address.base = b_.iadd(address.base, scaled(number, scale));
    }

    SsaDef* scaled(SsaDef* number, unsigned scale) {
        return std::has_single_bit(scale) ? b_.ishl(number, b_.imm_int(std::countr_zero(scale)))
                                          : b_.imul24(number, b_.imm_int(scale));
    }

    SsaDef* sum(const Address& address, std::int64_t more = 0) {
        const std::int64_t all = address.more + more;
        return all == 0 ? address.base : b_.iadd(address.base, b_.imm_int(all));
    }

    // Asks for the place where the stage before stores the slot, which only the driver knows.
    SsaDef* place_of(const IntrinsicInstruction& access) {
        IntrinsicInstruction* place = b_.load_primitive_location_ir3();
        place->set_driver_location(static_cast<std::uint32_t>(access.base()));
        return &place->value;
    }

    void load_vertex_input(IntrinsicInstruction& load) {
        const nir::MemoryAccess& memory = *nir::memory_access(load.op);
        SsaDef* vertex = source(load, memory.resource_source);
        SsaDef* offset = source(load, memory.offset_source);
        if (stage_ == nir::Stage::tess_evaluation) {
            Address address{b_.iadd(patch_base_, place_of(load)), 0};
            add(address, vertex, kSlotWords);
            if (nir::constant_components(*offset).empty()) {
                SsaDef* vertices = &b_.load_patch_vertices_in()->value;
                address.base =
                    b_.iadd(address.base, b_.imul24(scaled(offset, kSlotWords), vertices));
            }
            address.more += static_cast<std::int64_t>(load.component());
            load_words(load, parameters_, address);
            return;
        }
        SsaDef* stride = &b_.load_vs_vertex_stride_ir3()->value;
        SsaDef* place = place_of(load);
        Address address{b_.iadd(vertex_base(stride, vertex), place),
                        kWordBytes * static_cast<std::int64_t>(load.component())};
        add(address, offset, kSlotBytes);
        load_bytes(load, address);
    }

    // Returns the address where a vertex of the primitive begins.
    SsaDef* vertex_base(SsaDef* stride, SsaDef* vertex) {
        const auto known = nir::constant_components(*vertex);
        if (!known.empty() && known[0].u32 <= 1) {
            return known[0].u32 == 0 ? shared_base_ : b_.iadd(shared_base_, stride);
        }
        return b_.iadd(shared_base_, b_.imul24(stride, vertex));
    }

    void load_input(IntrinsicInstruction& load) {
        const auto base = static_cast<std::size_t>(load.base());
        if (!takes_stored_inputs(stage_) || base >= shader_.info.inputs.size()) {
            return;
        }
        const Semantic semantic = shader_.info.inputs[base].semantic;
        if (semantic == Semantic::prim_id) {
            replace(load, &b_.load_primitive_id()->value);
        } else if (stage_ == nir::Stage::tess_evaluation) {
            if (semantic == Semantic::tessouter || semantic == Semantic::tessinner) {
                load_levels(load);
                return;
            }
            Address address{b_.iadd(patch_base_, place_of(load)),
                            static_cast<std::int64_t>(load.component())};
            add(address, source(load, nir::memory_access(load.op)->offset_source), kSlotWords);
            load_words(load, parameters_, address);
        }
    }

    void store_output(IntrinsicInstruction& store) {
        if (stage_ == nir::Stage::tess_control) {
            access_patch(store);
            return;
        }
        if (!stores_vertices()) {
            return;
        }
        const nir::MemoryAccess& memory = *nir::memory_access(store.op);
        Address address{shared_base_,
                        kSlotBytes * store.base() +
                            kWordBytes * static_cast<std::int64_t>(store.component())};
        add(address, source(store, memory.offset_source), kSlotBytes);
        SsaDef* value = as_words(source(store, memory.value_source));
        for_each_run(store, *value, [&](unsigned first, SsaDef* part) {
            SsaDef* at = sum(address, std::int64_t{kWordBytes} * first);
            if (local_memory_) {
                b_.store_shared(part, at)->set_write_mask((1U << part->num_components) - 1);
            } else {
                b_.store_shared_ir3(part, at);
            }
        });
        store.remove();
    }

    // Outputs of control shaders, which they may read, too.
    void access_patch(IntrinsicInstruction& access) {
        const auto base = static_cast<std::size_t>(access.base());
        if (base >= layout_.outputs.size()) {
            return; // is refused later
        }
        const nir::MemoryAccess& memory = *nir::memory_access(access.op);
        const StoredPlace& place = layout_.outputs[base];
        const bool in_factors = place.in == StoredIn::factors;
        Address address{in_factors ? factor_base_ : patch_base_,
                        place.offset / kWordBytes + static_cast<std::int64_t>(access.component())};
        const unsigned slot_words =
            kSlotWords * (place.in == StoredIn::vertices ? vertices_out(shader_) : 1);
        add(address, source(access, memory.offset_source), slot_words);
        if (memory.resource_source >= 0) {
            add(address, source(access, memory.resource_source), kSlotWords);
        }
        SsaDef* memory_base = in_factors ? factors_ : parameters_;
        if (memory.value_source < 0) {
            load_words(access, memory_base, address);
            return;
        }
        const bool is_outer = shader_.info.outputs[base].semantic == Semantic::tessouter;
        const unsigned num_levels = is_outer ? levels_.outer : levels_.inner;
        SsaDef* value = as_words(source(access, memory.value_source));
        for_each_run(access, *value, [&](unsigned first, SsaDef* part) {
            // Levels that patches of this kind do not have stand nowhere.
            const auto component = static_cast<unsigned>(access.component()) + first;
            if (in_factors && component >= num_levels) {
                return;
            }
            const unsigned count =
                in_factors ? std::min<unsigned>(part->num_components, num_levels - component)
                           : part->num_components;
            SsaDef* place = sum(address, first);
            b_.store_global_ir3(first_components(part, count), memory_base, place);
        });
        access.remove();
    }

    void load_levels(IntrinsicInstruction& load) {
        if (stage_ != nir::Stage::tess_evaluation) {
            return;
        }
        const bool is_slot = load.op == IntrinsicOp::load_input;
        const bool is_outer =
            is_slot ? shader_.info.inputs[static_cast<std::size_t>(load.base())].semantic ==
                          Semantic::tessouter
                    : load.op == IntrinsicOp::load_tess_level_outer;
        const unsigned component = is_slot ? static_cast<unsigned>(load.component()) : 0;
        const unsigned count = is_outer ? levels_.outer : levels_.inner;
        const unsigned first = is_outer ? 1 : 1 + levels_.outer;
        std::array<nir::Operand, nir::kMaxComponents> parts{};
        for (unsigned i = 0; i < load.value.num_components; ++i) {
            parts[i] = component + i < count
                           ? &b_.load_global_ir3(1, 32, factors_,
                                                 sum({factor_base_, first + component + i}))
                                  ->value
                           : b_.imm_int(0);
        }
        replace(load, b_.vec(std::span(parts.data(), load.value.num_components)));
    }

    void load_words(IntrinsicInstruction& load, SsaDef* memory, const Address& address) {
        replace(
            load,
            narrowed(
                load,
                &b_.load_global_ir3(load.value.num_components, 32, memory, sum(address))->value));
    }

    void load_bytes(IntrinsicInstruction& load, const Address& address) {
        const unsigned count = load.value.num_components;
        SsaDef* at = sum(address);
        replace(load, narrowed(load, local_memory_ ? &b_.load_shared(count, 32, at)->value
                                                   : &b_.load_shared_ir3(count, 32, at)->value));
    }

    // Narrow values take a word each.
    SsaDef* narrowed(const IntrinsicInstruction& load, SsaDef* words) {
        return load.value.bit_size == 16 ? b_.u2u16(words) : words;
    }
    SsaDef* as_words(SsaDef* value) { return value->bit_size == 16 ? b_.u2u32(value) : value; }

    SsaDef* first_components(SsaDef* value, unsigned count) {
        std::array<nir::Operand, nir::kMaxComponents> parts{};
        for (unsigned i = 0; i < count; ++i) {
            parts[i] = nir::channel(value, i);
        }
        return count == value->num_components ? value : b_.vec(std::span(parts.data(), count));
    }

    // Components that are written and follow each other.
    template <typename Visit>
    void for_each_run(const IntrinsicInstruction& store, SsaDef& value, Visit&& visit) {
        const auto mask = static_cast<unsigned>(store.write_mask());
        for (unsigned first = 0; first < value.num_components;) {
            if ((mask >> first & 1U) == 0) {
                ++first;
                continue;
            }
            const auto run =
                std::min<unsigned>(static_cast<unsigned>(std::countr_one(mask >> first)),
                                   value.num_components - first);
            std::array<nir::Operand, nir::kMaxComponents> parts{};
            for (unsigned i = 0; i < run; ++i) {
                parts[i] = nir::channel(&value, first + i);
            }
            visit(first,
                  run == value.num_components ? &value : b_.vec(std::span(parts.data(), run)));
            first += run;
        }
    }

    // Triangles have a third coordinate, with which all are 1.
    SsaDef* coordinate() {
        SsaDef* xy = &b_.load_tess_coord_xy()->value;
        const nir::Operand x = nir::channel(xy, 0);
        const nir::Operand y = nir::channel(xy, 1);
        SsaDef* z = patches_ == PatchKind::triangles ? b_.fsub(b_.fsub(b_.imm_float(1.0), y), x)
                                                     : b_.imm_int(0);
        return b_.vec({x, y, z});
    }

    // Waves have invocations beyond those of the patch. The first word of the levels is the number
    // of the primitive, which the tessellator hands on.
    void guard() {
        b_.cursor = nir::Cursor::after_instruction(factors_->instruction);
        if (local_memory_) {
            IntrinsicInstruction* wait = b_.barrier();
            wait->set_execution_scope(nir::Scope::workgroup);
        }
        SsaDef* most = b_.imm_int(vertices_out(shader_));
        SsaDef* exists = b_.ult(part(header_, slot_part::header_invocation), most);
        nir::Block* body = shader_.entry->first_block();
        nir::Block* head = nir::split_before(shader_, *body, b_.cursor.before);
        nir::IfNode* branch = nir::insert_if(shader_, *head, exists);
        nir::move_nodes(body, shader_.entry->body.last, branch->then_list, branch);
        b_.cursor = nir::Cursor::after_phis(body);
        b_.store_global_ir3(&b_.load_primitive_id()->value, factors_, factor_base_);
        nir::tidy_control_flow(*shader_.entry);
    }

    nir::Shader& shader_;
    const StageIoOptions& options_;
    nir::Stage stage_;
    PatchKind patches_;
    StageLayout layout_;
    LevelCounts levels_;
    nir::Builder b_;
    bool local_memory_ = false;
    SsaDef* header_ = nullptr;
    SsaDef* shared_base_ = nullptr; // bytes: of the primitive, or of the vertex that is stored
    SsaDef* patch_base_ = nullptr;  // words
    SsaDef* factor_base_ = nullptr; // words
    SsaDef* parameters_ = nullptr;  // address
    SsaDef* factors_ = nullptr;     // address
};

} // namespace

bool lower_stage_io(nir::Shader& shader, const StageIoOptions& options) {
    return shader.entry != nullptr && StageIo(shader, options).run();
}

} // namespace jacquard::ir3
