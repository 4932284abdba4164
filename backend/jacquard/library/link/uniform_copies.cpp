#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/library/link/uniform_copies.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

} // namespace

bool UniformCopies::can_copy(const nir::OneComponent& value) {
    unsigned count = 0;
    return value.value->bit_size <= 32 && measure(*value.value, count) &&
           count <= pair_.instructions_of_uniform;
}

bool UniformCopies::measure(const SsaDef& value, unsigned& count) {
    if (count > pair_.instructions_of_uniform) {
        return false;
    }
    if (!nir::constant_components(value).empty()) {
        return true;
    }
    if (const auto* load = value.instruction->as<IntrinsicInstruction>()) {
        return is_uniform_load(*load);
    }
    const auto* alu = value.instruction->as<nir::AluInstruction>();
    if (alu == nullptr) {
        return false;
    }
    count += alu->info().is_copy ? 0 : value.num_components;
    return std::all_of(alu->sources().begin(), alu->sources().end(),
                       [&](const auto& source) { return measure(*source.ssa, count); });
}

bool UniformCopies::is_uniform_load(const IntrinsicInstruction& load) const {
    if (load.op != IntrinsicOp::load_ubo && load.op != IntrinsicOp::load_push_constant) {
        return false;
    }
    if (pair_.resources_of_writer.empty() && load.op == IntrinsicOp::load_ubo) {
        return false;
    }
    for (const nir::Source& source : load.sources()) {
        if (nir::constant_components(*source.ssa).empty()) {
            return false;
        }
    }
    if (load.op == IntrinsicOp::load_push_constant) {
        return true;
    }
    const std::uint32_t number = nir::constant_components(*load.sources()[0].ssa)[0].u32;
    return ir3::find_resource(pair_.resources_of_writer, ir3::ResourceKind::uniform_buffer,
                              number) != nullptr;
}

nir::Operand UniformCopies::copy(const nir::OneComponent& value) {
    return nir::channel(copy_of(*value.value), value.component);
}

SsaDef* UniformCopies::copy_of(const SsaDef& value) {
    SsaDef*& made = made_[&value];
    if (made != nullptr) {
        return made;
    }
    SsaDef* copy = nullptr;
    if (const auto constants = nir::constant_components(value); !constants.empty()) {
        nir::Block* first = pair_.reader.entry->first_block();
        nir::CoreBuilder b(pair_.reader, last_ != nullptr ? nir::Cursor::after_instruction(last_)
                                                          : nir::Cursor::after_phis(first));
        copy = b.constant(value.bit_size, constants);
    } else if (const auto* alu = value.instruction->as<nir::AluInstruction>()) {
        copy = copy_alu(*alu);
    } else {
        copy = copy_load(*value.instruction->as<IntrinsicInstruction>());
    }
    copy->relaxed = value.relaxed;
    last_ = copy->instruction;
    return made_[&value] = copy;
}

SsaDef* UniformCopies::copy_alu(const nir::AluInstruction& alu) {
    std::vector<SsaDef*> sources;
    for (const nir::AluSource& source : alu.sources()) {
        sources.push_back(copy_of(*source.ssa));
    }
    nir::AluInstruction* copy =
        pair_.reader.make_alu(alu.opcode, alu.value.num_components, alu.value.bit_size);
    copy->exact = alu.exact;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        copy->sources()[i].set(sources[i]);
        copy->sources()[i].swizzle = alu.sources()[i].swizzle;
    }
    nir::CoreBuilder(pair_.reader, nir::Cursor::after_instruction(last_)).insert(copy);
    return &copy->value;
}

SsaDef* UniformCopies::copy_load(const IntrinsicInstruction& load) {
    std::vector<SsaDef*> sources;
    for (const nir::Source& source : load.sources()) {
        sources.push_back(copy_of(*source.ssa));
    }
    nir::CoreBuilder b(pair_.reader, nir::Cursor::after_instruction(last_));
    if (load.op == IntrinsicOp::load_ubo) {
        const std::uint32_t number = nir::constant_components(*load.sources()[0].ssa)[0].u32;
        sources[0] = b.imm_int(buffer_in_reader(number), load.sources()[0].ssa->bit_size);
    }
    IntrinsicInstruction* copy =
        b.intrinsic(load.op, load.value.num_components, load.value.bit_size, sources);
    std::copy_n(load.indices, load.info().num_indices, copy->indices);
    return &copy->value;
}

std::uint32_t UniformCopies::buffer_in_reader(std::uint32_t number) {
    const ir3::Resource& buffer =
        *ir3::find_resource(pair_.resources_of_writer, ir3::ResourceKind::uniform_buffer, number);
    std::vector<ir3::Resource>& resources = pair_.resources_of_reader;
    std::uint32_t next = 0;
    auto after = resources.begin();
    for (auto it = resources.begin(); it != resources.end(); ++it) {
        if (it->kind == buffer.kind) {
            if (it->set == buffer.set && it->binding == buffer.binding) {
                return it->first + number - buffer.first;
            }
            next = std::max(next, it->first + it->count);
            after = it + 1;
        }
    }
    ir3::Resource added = buffer;
    added.first = next;
    resources.insert(after, added);
    return next + number - buffer.first;
}

} // namespace jacquard::driver
