#include <jacquard/nir/binary/deserialise_state.h>

#include <limits>

// Instructions of the binary form. What the tables and types demand of them is left to the
// validator; here is checked that every number names something.
namespace jacquard::nir {

using binary::Item;

unsigned Deserialiser::bit_size() {
    const unsigned bits = in_.byte();
    if (!is_valid_bit_size(bits)) {
        in_.fail("no value has " + std::to_string(bits) + " bits");
        return 32;
    }
    return bits;
}

Deserialiser::Shape Deserialiser::shape() {
    Shape result;
    const unsigned count = in_.byte();
    if (is_valid_component_count(count)) {
        result.num_components = count;
    } else {
        in_.fail("no value has " + std::to_string(count) + " components");
    }
    result.bit_size = bit_size();
    return result;
}

void Deserialiser::use(Source& source) {
    const std::int64_t back = in_.signed_number();
    const auto next = static_cast<std::int64_t>(values_.size());
    // More values than bytes cannot follow.
    if (back > next || back < -static_cast<std::int64_t>(in_.remaining())) {
        in_.fail("there is no such value");
        return;
    }
    uses_.push_back({&source, static_cast<std::uint64_t>(next - back)});
}

Variable* Deserialiser::variable_by_number() {
    const std::uint32_t number = in_.below(variables_.size(), "variable");
    return in_.failed() ? nullptr : variables_[number];
}

void Deserialiser::instruction(Block& block, std::uint64_t item) {
    Instruction* made = nullptr;
    const std::uint64_t number = item - static_cast<std::uint64_t>(Item::first_instruction);
    const bool relaxed = number >= binary::kRelaxed;
    const std::uint64_t kind = relaxed ? number - binary::kRelaxed : number;
    if (kind > static_cast<std::uint64_t>(InstructionKind::deref)) {
        in_.fail("there is no kind of instructions " + std::to_string(kind));
        return;
    }
    switch (static_cast<InstructionKind>(kind)) {
    case InstructionKind::alu: made = alu(); break;
    case InstructionKind::intrinsic: made = intrinsic(); break;
    case InstructionKind::constant: made = constant(); break;
    case InstructionKind::undef: made = undef(); break;
    case InstructionKind::phi: made = phi(); break;
    case InstructionKind::texture: made = texture(); break;
    case InstructionKind::jump: made = jump(); break;
    case InstructionKind::call: made = call(); break;
    case InstructionKind::parallel_copy: made = parallel_copy(); break;
    case InstructionKind::deref: made = deref(); break;
    }
    if (made != nullptr && !in_.failed()) {
        if (relaxed) {
            if (!can_be_relaxed(*made)) {
                in_.fail("no value of this kind is relaxed");
                return;
            }
            made->def()->relaxed = true;
        }
        block.append(made);
        made->for_each_def([this](SsaDef& value) { values_.push_back(&value); });
    }
}

Instruction* Deserialiser::alu() {
    const auto opcode = static_cast<Opcode>(in_.below(opcode_infos().size(), "opcode"));
    const bool exact = in_.flag();
    const Shape shape = this->shape();
    AluInstruction* made = shader_->make_alu(opcode, shape.num_components, shape.bit_size);
    made->exact = exact;
    for (unsigned i = 0; i < made->num_sources; ++i) {
        AluSource& source = made->first_source[i];
        use(source);
        const unsigned count = made->source_components(i);
        for (unsigned c = 0; c < count; c += 2) {
            const unsigned pair = in_.byte();
            source.swizzle[c] = static_cast<std::uint8_t>(pair & 15U);
            if (c + 1 < count) {
                source.swizzle[c + 1] = static_cast<std::uint8_t>(pair >> 4U);
            }
        }
    }
    return made;
}

Instruction* Deserialiser::intrinsic() {
    const auto op = static_cast<IntrinsicOp>(in_.below(kNumIntrinsics, "intrinsic"));
    const IntrinsicInfo& info = intrinsic_info(op);
    const unsigned count = in_.byte();
    const unsigned bits = in_.byte();
    if ((count != 0 && !is_valid_component_count(count)) ||
        (info.has_dest ? !is_valid_bit_size(bits) : bits != 0)) {
        in_.fail("no intrinsic has such a shape");
        return nullptr;
    }
    if (info.has_dest && info.dest_components == 0 && count == 0) {
        in_.fail("a result has components");
        return nullptr;
    }
    IntrinsicInstruction* made = shader_->make_intrinsic(op, count, bits);
    for (Variable*& each : made->variables()) {
        each = variable_by_number();
    }
    for (Source& source : made->sources()) {
        use(source);
    }
    for (unsigned i = 0; i < info.num_indices; ++i) {
        const std::int64_t value = in_.signed_number();
        // The limits are those of the text form.
        if (index_info(info.indices[i]).type == IndexType::signed_number &&
            (value < std::numeric_limits<std::int32_t>::min() ||
             value > std::numeric_limits<std::uint32_t>::max())) {
            in_.fail("an index has more than 32 bits");
        }
        made->indices[i] = value;
    }
    if (op == IntrinsicOp::decl_reg && !count_registers(*made)) {
        return nullptr;
    }
    return made;
}

Instruction* Deserialiser::constant() {
    const Shape shape = this->shape();
    ConstantInstruction* made = shader_->make_constant(shape.num_components, shape.bit_size);
    for (unsigned c = 0; c < shape.num_components; ++c) {
        made->values[c].u64 = in_.fixed((shape.bit_size + 7) / 8);
    }
    return made;
}

Instruction* Deserialiser::undef() {
    const Shape shape = this->shape();
    return shader_->make_undef(shape.num_components, shape.bit_size);
}

Instruction* Deserialiser::phi() {
    const Shape shape = this->shape();
    PhiInstruction* made = shader_->make_phi(shape.num_components, shape.bit_size);
    for (std::size_t n = count_items("sources"); n > 0 && !in_.failed(); --n) {
        const std::uint32_t block = in_.number32();
        PhiSource* source = shader_->add_phi_source(made, nullptr, nullptr);
        phi_blocks_.push_back({source, block});
        use(*source);
    }
    return made;
}

Instruction* Deserialiser::texture() {
    const auto op = static_cast<TextureOp>(in_.below(kNumTextureOps, "texture operation"));
    const auto dim = static_cast<TextureDim>(in_.below(kNumTextureDims, "shape of textures"));
    const AluType dest_type = in_.scalar();
    const unsigned bits = bit_size();
    std::uint32_t flags = in_.below(1U << kTextureFlags.size(), "set of flags");
    TextureFields fields;
    for (auto flag = kTextureFlags.rbegin(); flag != kTextureFlags.rend(); ++flag) {
        fields.*flag->field = (flags & 1) != 0;
        flags >>= 1;
    }
    for (const TextureNumber& number : kTextureNumbers) {
        fields.*number.field =
            in_.below(std::uint64_t{number.most} + 1, "number of a texture instruction");
    }
    const auto coord_components = static_cast<std::uint8_t>(in_.byte());
    for (const TextureOffsets& offsets : kTextureOffsets) {
        if (!(fields.*offsets.flag)) {
            continue;
        }
        for (auto& offset : fields.*offsets.field) {
            offset[0] = static_cast<std::int8_t>(in_.byte());
            offset[1] = static_cast<std::int8_t>(in_.byte());
        }
    }
    const std::uint32_t count = in_.below(kNumTextureSourceTypes + 1, "number of sources");
    TextureInstruction* made = shader_->make_texture(op, count);
    made->set_fields(fields);
    made->dim = dim;
    made->dest_type = dest_type;
    made->coord_components = coord_components;
    for (TextureSource& source : made->sources()) {
        source.type =
            static_cast<TextureSourceType>(in_.below(kNumTextureSourceTypes, "type of sources"));
        use(source);
    }
    shader_->finish_texture(made, bits);
    return made;
}

Instruction* Deserialiser::jump() {
    return shader_->make_jump(static_cast<JumpKind>(in_.below(4, "kind of jumps")));
}

Instruction* Deserialiser::call() {
    const std::uint32_t callee = in_.below(functions_.size(), "function");
    const std::uint32_t count = in_.below(256, "number of arguments");
    if (in_.failed()) {
        return nullptr;
    }
    CallInstruction* made = shader_->make_call(functions_[callee], count);
    for (Source& source : made->sources()) {
        use(source);
    }
    return made;
}

Instruction* Deserialiser::parallel_copy() {
    const std::size_t count = count_items("copies");
    ParallelCopyInstruction* made = shader_->make_parallel_copy(static_cast<unsigned>(count));
    for (ParallelCopyEntry& entry : made->entries()) {
        entry.to_register = in_.flag();
        use(entry.source);
        if (entry.to_register) {
            use(entry.register_value);
        } else {
            const Shape shape = this->shape();
            entry.value.num_components = static_cast<std::uint8_t>(shape.num_components);
            shader_->set_bit_size(entry.value, shape.bit_size);
        }
    }
    return made;
}

Instruction* Deserialiser::deref() {
    const auto kind = static_cast<DerefKind>(in_.below(6, "kind of dereferences"));
    DerefInstruction* made = shader_->make_deref(kind, bit_size());
    if (kind == DerefKind::var) {
        made->variable = variable_by_number();
        if (made->variable != nullptr) {
            made->type = made->variable->type;
            made->modes = made->variable->mode;
        }
        return made;
    }
    made->type = type_by_number();
    made->modes = in_.words<VariableMode>(kVariableModeWords, "mode of variables");
    use(made->parent);
    if (made->has_index()) {
        use(made->index);
        made->in_bounds = in_.flag();
    } else if (kind == DerefKind::structure) {
        made->member = in_.number32();
    } else if (kind == DerefKind::cast) {
        made->cast_stride = in_.number32();
        made->align_mul = in_.number32();
        made->align_offset = in_.number32();
    }
    return made;
}

// Uses and phis may name what follows them.
void Deserialiser::resolve(Function& function) {
    for (const PendingUse& pending : uses_) {
        if (pending.number >= values_.size()) {
            in_.fail("there is no value " + std::to_string(pending.number));
            return;
        }
        pending.source->set(values_[pending.number]);
    }
    for (const PendingPhiBlock& pending : phi_blocks_) {
        if (pending.block >= blocks_.size()) {
            in_.fail("there is no block " + std::to_string(pending.block));
            return;
        }
        pending.source->predecessor = blocks_[pending.block];
    }
    uses_.clear();
    phi_blocks_.clear();
    function.link_blocks();
}

} // namespace jacquard::nir
