#include "random_shader.h"

#include <jacquard/nir/builder.h>
#include <jacquard/support/half.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace jacquard::nir {

std::uint64_t Choices::bits() {
    if (is_given_) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8 && !bytes_.empty(); ++i) {
            value |= std::uint64_t{bytes_.front()} << (8 * i);
            bytes_ = bytes_.subspan(1);
        }
        return value;
    }
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

std::uint32_t Choices::below(std::uint32_t count) {
    if (is_given_) {
        std::uint32_t value = 0;
        for (unsigned shift = 0;
             shift < 32 && (std::uint64_t{1} << shift) < count && !bytes_.empty(); shift += 8) {
            value |= std::uint32_t{bytes_.front()} << shift;
            bytes_ = bytes_.subspan(1);
        }
        return value % count;
    }
    return static_cast<std::uint32_t>(((bits() >> 32) * count) >> 32);
}

namespace {

// What a value may be used as. Integers have no sign of their own.
enum class Class : std::uint8_t { floats, integers, truths };

Class class_of(BaseType base) {
    return base == BaseType::float_type  ? Class::floats
           : base == BaseType::bool_type ? Class::truths
                                         : Class::integers;
}

struct Known {
    SsaDef* value;
    Class kind;
};

class Generator {
  public:
    Generator(Choices& choices, const RandomShaderOptions& options)
        : choices_(choices), options_(options) {}

    std::unique_ptr<Shader> run() {
        static constexpr std::array<Stage, 3> kStages = {Stage::fragment, Stage::compute,
                                                         Stage::vertex};
        stage_ = kStages[choices_.below(3)];
        shader_ = std::make_unique<Shader>(stage_);
        shader_->info.name = "random";
        for (unsigned i = 0; i < kInputs; ++i) {
            shader_->info.inputs.emplace_back().semantic_index = i;
        }
        for (unsigned i = 0; i < kOutputs; ++i) {
            shader_->info.outputs.emplace_back().semantic_index = i;
        }
        shader_->info.textures.push_back(
            {0, TextureDim::dim_2d, false, false, BaseType::float_type});
        Function* main = shader_->add_function("main", true);
        Builder builder(*main);
        b_ = &builder;
        b_->exact = options_.is_exact;
        declare_storage(*main);
        for (unsigned slot = 0; slot < kInputs; ++slot) {
            const Class kind = slot < 2 ? Class::floats : Class::integers;
            know(&b_->load_input(4, 32, zero_)->set_base(slot)->value, kind);
        }
        left_ = options_.size;
        statements();
        finish();
        main->link_blocks();
        shader_->number_values();
        return std::move(shader_);
    }

  private:
    static constexpr unsigned kInputs = 4;
    static constexpr unsigned kOutputs = 8;
    static constexpr std::array<unsigned, 4> kWidths = {32, 16, 8, 64};

    [[nodiscard]] unsigned width_of(Class kind) {
        if (kind == Class::truths) {
            return 1;
        }
        // Mostly 32 bits; floats of 8 do not exist.
        const unsigned at = choices_.below(8);
        const unsigned width = at < 5 ? 32 : kWidths[at - 4];
        return kind == Class::floats && width == 8 ? 16 : width;
    }

    SsaDef* know(SsaDef* value, Class kind) {
        pool_.push_back({value, kind});
        return value;
    }

    SsaDef* constant(Class kind, unsigned bit_size, unsigned count) {
        std::array<ConstantValue, kMaxComponents> values;
        for (unsigned c = 0; c < count; ++c) {
            values[c] = constant_from_bits(constant_bits(kind, bit_size), bit_size);
        }
        return b_->constant(bit_size, std::span(values).first(count));
    }

    std::uint64_t constant_bits(Class kind, unsigned bit_size) {
        if (kind == Class::truths) {
            return choices_.below(2);
        }
        if (kind == Class::integers) {
            const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
            const std::array<std::uint64_t, 8> edges = {
                0, 1, 2, ~std::uint64_t{0}, sign, sign - 1, bit_size - 1U, choices_.bits()};
            return edges[choices_.below(8)];
        }
        static constexpr std::array<double, 12> kFloats = {0.0,  1.0,  -1.0, 0.5,   2.0, -0.0,
                                                           -2.5, 0.25, 3.0,  255.0, 4.0, 1024.0};
        const double value = kFloats[choices_.below(12)];
        return bit_size == 64   ? std::bit_cast<std::uint64_t>(value)
               : bit_size == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                : std::uint64_t{float_to_half(static_cast<float>(value))};
    }

    // A value of that class and width, if need be a constant; `count` 0: any number of components.
    SsaDef* pick(Class kind, unsigned bit_size, unsigned count = 0) {
        std::array<SsaDef*, 8> found{};
        unsigned num_found = 0;
        // Newer values are likelier, so that chains grow.
        for (std::size_t i = pool_.size(); i-- > 0 && num_found < found.size();) {
            const Known& known = pool_[i];
            if (known.kind == kind && known.value->bit_size == bit_size &&
                (count == 0 || known.value->num_components == count) &&
                (num_found == 0 || !choices_.one_in(3))) {
                found[num_found++] = known.value;
            }
        }
        if (num_found == 0 || choices_.one_in(10)) {
            return constant(kind, bit_size, count == 0 ? 1 : count);
        }
        return found[choices_.below(num_found)];
    }

    Operand operand(Class kind, unsigned bit_size, unsigned count) {
        SsaDef* value = pick(kind, bit_size);
        Operand result;
        result.value = value;
        result.num_components = static_cast<std::uint8_t>(count);
        for (unsigned c = 0; c < count; ++c) {
            result.swizzle[c] = static_cast<std::uint8_t>(choices_.below(value->num_components));
        }
        return result;
    }

    // An index below a power of two.
    SsaDef* index(unsigned length) {
        if (choices_.one_in(3)) {
            return b_->imm_int(choices_.below(length));
        }
        return b_->iand(operand(Class::integers, 32, 1), b_->imm_int(length - 1));
    }

    void arithmetic() {
        const auto opcode = static_cast<Opcode>(choices_.below(kNumOpcodes));
        const OpcodeInfo& info = opcode_info(opcode);
        unsigned bit_size = 32;
        if (info.width_mask != 0) {
            std::array<unsigned, 5> widths{};
            unsigned num_widths = 0;
            for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
                if (((info.width_mask >> std::countr_zero(width)) & 1) != 0) {
                    widths[num_widths++] = width;
                }
            }
            bit_size = widths[choices_.below(num_widths)];
            // Mostly 32 bits where there is a choice.
            if (((info.width_mask >> 5) & 1) != 0 && !choices_.one_in(3)) {
                bit_size = 32;
            }
        }
        const unsigned count =
            info.output_components != 0 ? info.output_components : 1 + choices_.below(4);
        std::array<Operand, kMaxComponents> operands;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            const AluType type = info.source_types[i];
            const unsigned components =
                info.source_components[i] != 0 ? info.source_components[i] : count;
            const unsigned bits = type.bit_size != 0 ? type.bit_size : bit_size;
            Class kind = class_of(type.base);
            // Truths of more than a bit are integers, and so are bits that are only moved about.
            if (bits != 1 && kind == Class::truths) {
                operands[i] = wide_truth(bits, components);
                continue;
            }
            if (bits == 1) {
                kind = Class::truths;
            }
            operands[i] = operand(kind, bits, components);
        }
        const unsigned result_bits =
            info.output_type.bit_size != 0 ? info.output_type.bit_size : bit_size;
        SsaDef* value =
            b_->alu(opcode, std::span(operands).first(info.num_sources), count, result_bits);
        know(value, result_bits == 1 ? Class::truths : class_of(info.output_type.base));
        if (pool_.back().kind == Class::truths && result_bits != 1) {
            pool_.pop_back(); // made anew where it is wanted
        }
    }

    // All bits or none.
    Operand wide_truth(unsigned bits, unsigned count) {
        Operand from = operand(Class::truths, 1, count);
        SsaDef* value = bits == 8 ? b_->b2b8(from) : bits == 16 ? b_->b2b16(from) : b_->b2b32(from);
        Operand result(value);
        return result;
    }

    void declare_storage(Function& main) {
        zero_ = b_->imm_int(0);
        for (unsigned i = 0; i < 3; ++i) {
            const bool is_array = i == 2;
            const unsigned components = 1 + choices_.below(4);
            SsaDef* reg = b_->decl_register(components, 32, is_array ? 4 : 0);
            registers_.push_back({reg, components, i == 1 ? Class::floats : Class::integers});
            for (unsigned element = 0; element < (is_array ? 4U : 1U); ++element) {
                b_->store_reg(constant(registers_[i].kind, 32, components), reg)
                    ->set_base(element)
                    ->set_write_mask((1U << components) - 1);
            }
        }
        if (!options_.has_variables) {
            return;
        }
        for (unsigned i = 0; i < 3; ++i) {
            const unsigned components = 1 + choices_.below(4);
            const Class kind = i == 0 ? Class::floats : Class::integers;
            const Type* type = shader_->vector_type(
                {kind == Class::floats ? BaseType::float_type : BaseType::int_type, 32},
                components);
            const bool is_array = i != 0;
            if (is_array) {
                type = shader_->array_type(type, 4);
            }
            Variable* variable =
                i == 2 ? shader_->add_variable(VariableMode::shader_temp, type, "global")
                       : shader_->add_local(&main, type, i == 0 ? "value" : "array");
            variables_.push_back({variable, components, kind, is_array});
            for (std::uint32_t element = 0; element < (is_array ? 4U : 1U); ++element) {
                DerefInstruction* deref = b_->deref_var(variable);
                b_->store_deref(is_array ? b_->deref_array(deref, element) : deref,
                                constant(kind, 32, components));
            }
        }
    }

    void use_register() {
        const RegisterOf& reg = registers_[choices_.below(3)];
        const bool is_array = &reg == &registers_.back();
        if (choices_.one_in(2)) {
            const unsigned mask = 1 + choices_.below((1U << reg.components) - 1);
            SsaDef* value = whole(reg.kind, 32, reg.components);
            if (is_array) {
                b_->store_reg_indirect(value, reg.value, index(4))->set_write_mask(mask);
            } else {
                b_->store_reg(value, reg.value)->set_write_mask(mask);
            }
        } else if (is_array) {
            know(&b_->load_reg_indirect(reg.components, 32, reg.value, index(4))->value, reg.kind);
        } else {
            know(&b_->load_reg(reg.components, 32, reg.value)->value, reg.kind);
        }
    }

    SsaDef* whole(Class kind, unsigned bit_size, unsigned count) {
        return b_->whole(operand(kind, bit_size, count));
    }

    void use_variable() {
        const VariableOf& variable = variables_[choices_.below(3)];
        if (variable.is_array && choices_.one_in(5)) {
            // The two arrays have one type when they have as many components.
            const VariableOf& other = variables_[3 - (&variable - variables_.data())];
            if (other.variable->type == variable.variable->type) {
                b_->copy_deref(b_->deref_var(variable.variable), b_->deref_var(other.variable));
                return;
            }
        }
        DerefInstruction* deref = b_->deref_var(variable.variable);
        if (variable.is_array) {
            deref = b_->deref_array(deref, index(4));
        }
        if (choices_.one_in(2)) {
            b_->store_deref(deref, whole(variable.kind, 32, variable.components),
                            1 + choices_.below((1U << variable.components) - 1));
        } else {
            know(b_->load_deref(deref), variable.kind);
        }
    }

    void load_outside() {
        const Class kind = choices_.one_in(2) ? Class::floats : Class::integers;
        const unsigned count = 1 + choices_.below(4);
        switch (choices_.below(4)) {
        case 0:
            know(&b_->load_input(count, 32, zero_)
                      ->set_base(choices_.below(kInputs))
                      ->set_component(choices_.below(5 - count))
                      ->set_dest_type(
                          {kind == Class::floats ? BaseType::float_type : BaseType::int_type, 32})
                      ->value,
                 kind);
            break;
        case 1:
            know(&b_->load_ubo_vec4(count, 32, b_->imm_int(choices_.below(3)), index(8))
                      ->set_component(choices_.below(5 - count))
                      ->value,
                 kind);
            break;
        case 2: {
            SsaDef* offset = b_->imul(index(16), b_->imm_int(4));
            know(&b_->load_ubo(count, 32, b_->imm_int(choices_.below(3)), offset)
                      ->set_align_mul(4)
                      ->set_range(256)
                      ->value,
                 kind);
            break;
        }
        default:
            if (stage_ == Stage::compute) {
                know(&b_->load_local_invocation_index()->value, Class::integers);
            } else if (stage_ == Stage::fragment) {
                know(&b_->load_front_face(1)->value, Class::truths);
            } else {
                know(&b_->load_vertex_id_zero_base()->value, Class::integers);
            }
            break;
        }
    }

    // Buffers hold integers only. Lanes write places of their own: what one of them writes is not
    // read by another, whose turn would be anybody's guess.
    void use_memory() {
        const unsigned count = 1 + choices_.below(4);
        SsaDef* buffer = b_->imm_int(choices_.below(2));
        switch (choices_.below(4)) {
        case 0: {
            SsaDef* offset = b_->imul(index(16), b_->imm_int(4));
            know(&b_->load_ssbo(count, 32, buffer, offset)->set_align_mul(4)->value,
                 Class::integers);
            break;
        }
        case 1: {
            SsaDef* offset = b_->imul(index(16), b_->imm_int(4));
            b_->store_ssbo(whole(Class::integers, 32, count), b_->imm_int(2), offset)
                ->set_align_mul(4)
                ->set_write_mask(1 + choices_.below((1U << count) - 1));
            break;
        }
        case 2: {
            static constexpr std::array<AtomicOp, 6> kAtomics = {AtomicOp::iadd, AtomicOp::umax,
                                                                 AtomicOp::imin, AtomicOp::ior,
                                                                 AtomicOp::xchg, AtomicOp::ixor};
            SsaDef* offset = b_->imul(index(16), b_->imm_int(4));
            know(&b_->ssbo_atomic(32, b_->imm_int(3), offset, whole(Class::integers, 32, 1))
                      ->set_atomic_op(kAtomics[choices_.below(6)])
                      ->value,
                 Class::integers);
            break;
        }
        default:
            if (stage_ == Stage::compute) {
                SsaDef* offset = b_->imul(index(16), b_->imm_int(4));
                if (choices_.one_in(2)) {
                    b_->store_shared(whole(Class::integers, 32, count), offset)
                        ->set_align_mul(4)
                        ->set_write_mask((1U << count) - 1);
                } else {
                    know(&b_->load_shared(count, 32, offset)->set_align_mul(4)->value,
                         Class::integers);
                }
            } else {
                b_->store_output(whole(Class::floats, 32, count), zero_)
                    ->set_base(choices_.below(kOutputs))
                    ->set_component(choices_.below(5 - count))
                    ->set_src_type({BaseType::float_type, 32})
                    ->set_write_mask((1U << count) - 1);
            }
            break;
        }
    }

    void exchange() {
        const unsigned count = 1 + choices_.below(3);
        SsaDef* value = whole(Class::integers, 32, count);
        switch (choices_.below(8)) {
        case 0: know(&b_->ballot(4, 32, whole(Class::truths, 1, 1))->value, Class::integers); break;
        case 1: know(&b_->vote_any(1, whole(Class::truths, 1, 1))->value, Class::truths); break;
        case 2: know(&b_->vote_all(1, whole(Class::truths, 1, 1))->value, Class::truths); break;
        case 3:
            know(&b_->reduce(count, 32, value)
                      ->set_reduction_op(choices_.one_in(2) ? Opcode::iadd : Opcode::umax)
                      ->value,
                 Class::integers);
            break;
        case 4:
            know(&b_->inclusive_scan(count, 32, value)->set_reduction_op(Opcode::ixor)->value,
                 Class::integers);
            break;
        case 5: know(&b_->shuffle_xor(count, 32, value, index(4))->value, Class::integers); break;
        case 6: know(&b_->read_first_invocation(count, 32, value)->value, Class::integers); break;
        default: know(&b_->quad_swap_horizontal(count, 32, value)->value, Class::integers); break;
        }
    }

    void texture() {
        static constexpr std::array<TextureOp, 5> kOps = {
            TextureOp::tex, TextureOp::txb, TextureOp::txl, TextureOp::txf, TextureOp::txs};
        const TextureOp op =
            kOps[stage_ == Stage::fragment ? choices_.below(5) : 2 + choices_.below(3)];
        TextureInstruction* made = b_->texture(op);
        made->dim = TextureDim::dim_2d;
        made->coord_components = 2;
        const bool is_fetch = op == TextureOp::txf;
        const Class kind = is_fetch ? Class::integers : Class::floats;
        if (op == TextureOp::txs) {
            made->dest_type = {BaseType::int_type, 32};
        } else {
            shader_->add_texture_source(made, TextureSourceType::coord, whole(kind, 32, 2));
        }
        if (op == TextureOp::txb) {
            shader_->add_texture_source(made, TextureSourceType::bias, whole(kind, 32, 1));
        } else if (op == TextureOp::txl || is_fetch) {
            shader_->add_texture_source(made, TextureSourceType::lod, whole(kind, 32, 1));
        } else if (op == TextureOp::txs) {
            shader_->add_texture_source(made, TextureSourceType::lod, zero_);
        }
        know(b_->finish_texture(made), op == TextureOp::txs ? Class::integers : Class::floats);
    }

    void branch() {
        const std::size_t outer = pool_.size();
        IfNode* node = b_->push_if(whole(Class::truths, 1, 1));
        ++depth_;
        statements();
        const Class kind = choices_.one_in(2) ? Class::floats : Class::integers;
        const unsigned bits = width_of(kind);
        const unsigned count = 1 + choices_.below(4);
        const bool leaves_then = may_jump();
        SsaDef* then_value = nullptr;
        if (leaves_then) {
            jump_out();
        } else {
            then_value = whole(kind, bits, count);
        }
        pool_.resize(outer);
        b_->push_else(node);
        SsaDef* else_value = nullptr;
        if (choices_.below(3) != 0) {
            statements();
        }
        if (!leaves_then) {
            else_value = whole(kind, bits, count);
        }
        pool_.resize(outer);
        b_->pop_if(node);
        --depth_;
        if (then_value != nullptr) {
            know(b_->if_phi(node, then_value, else_value), kind);
        }
    }

    [[nodiscard]] bool may_jump() { return loop_ != nullptr && choices_.one_in(4); }

    // Leaves the round or the loop; phis of the loop's head get what they are at the round's start,
    // plus one for the counter, so every round counts.
    void jump_out() {
        if (choices_.one_in(2)) {
            b_->jump(JumpKind::break_loop);
            return;
        }
        Block* from = b_->cursor.block;
        SsaDef* counted = b_->iadd(loop_->counter, b_->imm_int(1));
        loop_->continues.push_back(
            {from, counted,
             whole(loop_->kind, loop_->carried->bit_size, loop_->carried->num_components)});
        b_->jump(JumpKind::continue_loop);
    }

    void loop() {
        const std::size_t outer = pool_.size();
        OpenLoop open;
        open.kind = choices_.one_in(2) ? Class::floats : Class::integers;
        const unsigned count = 1 + choices_.below(3);
        SsaDef* start = whole(open.kind, 32, count);
        Block* before = b_->cursor.block;
        LoopNode* node = b_->push_loop();
        PhiInstruction* counter = shader_->make_phi(1, 32);
        PhiInstruction* carried = shader_->make_phi(count, 32);
        b_->insert(counter);
        b_->insert(carried);
        shader_->add_phi_source(counter, before, zero_);
        shader_->add_phi_source(carried, before, start);
        open.counter = &counter->value;
        open.carried = &carried->value;
        OpenLoop* around = std::exchange(loop_, &open);
        ++depth_;
        // Another number of rounds for each lane, but not many.
        SsaDef* most = choices_.one_in(2)
                           ? b_->imm_int(1 + choices_.below(5))
                           : static_cast<SsaDef*>(b_->iadd(index(4), b_->imm_int(1)));
        SsaDef* done = b_->uge(&counter->value, most);
        IfNode* exit = b_->push_if(done);
        b_->jump(JumpKind::break_loop);
        b_->push_else(exit);
        b_->pop_if(exit);
        know(&counter->value, Class::integers);
        know(&carried->value, open.kind);
        statements();
        SsaDef* next = whole(open.kind, 32, count);
        SsaDef* counted = b_->iadd(&counter->value, b_->imm_int(1));
        Block* last = b_->cursor.block;
        shader_->add_phi_source(counter, last, counted);
        shader_->add_phi_source(carried, last, next);
        for (const Continue& continued : open.continues) {
            shader_->add_phi_source(counter, continued.from, continued.counter);
            shader_->add_phi_source(carried, continued.from, continued.carried);
        }
        pool_.resize(outer);
        loop_ = around;
        --depth_;
        b_->pop_loop(node);
        know(&counter->value, Class::integers);
        know(&carried->value, open.kind);
    }

    void statement() {
        const unsigned what = choices_.below(40);
        if (what < 22) {
            arithmetic();
        } else if (what < 26) {
            load_outside();
        } else if (what < 28) {
            use_register();
        } else if (what < 30 && options_.has_variables) {
            use_variable();
        } else if (what < 32 && options_.has_memory) {
            use_memory();
        } else if (what < 33 && options_.has_subgroups) {
            exchange();
        } else if (what < 34 && options_.has_textures) {
            texture();
        } else if (what < 35 && stage_ == Stage::fragment && options_.has_subgroups) {
            know(&b_->ddx_fine(1, 32, whole(Class::floats, 32, 1))->value, Class::floats);
        } else if (what < 36 && stage_ == Stage::fragment && choices_.one_in(3)) {
            b_->demote_if(whole(Class::truths, 1, 1));
        } else if (what < 38 && depth_ < options_.max_depth) {
            branch();
        } else if (what < 39 && depth_ < options_.max_depth) {
            loop();
        } else {
            arithmetic();
        }
    }

    void statements() {
        const unsigned count = depth_ == 0 ? left_ : std::min(left_, 1 + choices_.below(8));
        for (unsigned i = 0; i < count && left_ > 0; ++i) {
            --left_;
            statement();
        }
    }

    // Outputs take what was computed last.
    void finish() {
        for (unsigned slot = 0; slot < kOutputs && !pool_.empty(); ++slot) {
            const std::size_t back =
                choices_.below(static_cast<std::uint32_t>(std::min<std::size_t>(pool_.size(), 12)));
            const Known known = pool_[pool_.size() - 1 - back];
            SsaDef* value = known.value;
            const unsigned kept = std::min(4U, unsigned{value->num_components});
            Operand part(value);
            part.num_components = static_cast<std::uint8_t>(kept);
            if (known.kind == Class::truths) {
                value = b_->b2i32(part);
            } else if (value->bit_size == 64) {
                value = b_->unpack_64_2x32(channel(part, 0));
                if (known.kind == Class::floats) {
                    value = b_->f2f32(part);
                }
            } else if (known.kind == Class::floats && value->bit_size == 16) {
                value = b_->f2f32(part);
            } else if (value->bit_size != 32) {
                value = b_->u2u32(part);
            } else {
                value = b_->whole(part);
            }
            b_->store_output(value, zero_)
                ->set_base(slot)
                ->set_src_type(
                    {known.kind == Class::floats ? BaseType::float_type : BaseType::int_type, 32})
                ->set_write_mask((1U << value->num_components) - 1);
        }
    }

    struct RegisterOf {
        SsaDef* value;
        unsigned components;
        Class kind;
    };
    struct VariableOf {
        Variable* variable;
        unsigned components;
        Class kind;
        bool is_array;
    };
    struct Continue {
        Block* from;
        SsaDef* counter;
        SsaDef* carried;
    };
    struct OpenLoop {
        SsaDef* counter = nullptr;
        SsaDef* carried = nullptr;
        Class kind = Class::integers;
        std::vector<Continue> continues;
    };

    Choices& choices_;
    const RandomShaderOptions& options_;
    std::unique_ptr<Shader> shader_;
    Stage stage_ = Stage::fragment;
    Builder* b_ = nullptr;
    SsaDef* zero_ = nullptr;
    std::vector<Known> pool_;
    std::vector<RegisterOf> registers_;
    std::vector<VariableOf> variables_;
    OpenLoop* loop_ = nullptr;
    unsigned depth_ = 0;
    unsigned left_ = 0;
};

} // namespace

std::unique_ptr<Shader> random_shader(Choices& choices, const RandomShaderOptions& options) {
    return Generator(choices, options).run();
}

} // namespace jacquard::nir
