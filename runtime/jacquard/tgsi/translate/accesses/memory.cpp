#include <jacquard/tgsi/translate/accesses/memory.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/registers.h>
#include <jacquard/tgsi/translate/registers/results.h>

#include <algorithm>
#include <bit>

// Buffers, images, the memory of work groups and atomic counters.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

namespace {

// Buffers are read and written in words.
constexpr std::uint32_t kWordBytes = 4;

// The kind of memory that an instruction accesses. The declaration of MEMORY tells whether it is
// shared, global, private or the input of a kernel.
enum class MemoryKind : std::uint8_t {
    buffer,
    constant_buffer,
    image,
    shared,
    global,
    scratch,
    kernel_input,
    counter,
    none,
};

bool has_access(const Declaration* declared, AccessFlag flag) {
    return declared != nullptr && (declared->access >> static_cast<unsigned>(flag) & 1) != 0;
}

MemoryKind kind_of(RegisterFile file, const Declaration* declared) {
    switch (file) {
    case RegisterFile::buffer: return MemoryKind::buffer;
    case RegisterFile::constant_buffer: return MemoryKind::constant_buffer;
    case RegisterFile::image: return MemoryKind::image;
    case RegisterFile::hardware_atomic: return MemoryKind::counter;
    case RegisterFile::memory: break;
    default: return MemoryKind::none;
    }
    if (has_access(declared, AccessFlag::global)) {
        return MemoryKind::global;
    }
    if (has_access(declared, AccessFlag::private_)) {
        return MemoryKind::scratch;
    }
    return has_access(declared, AccessFlag::input) ? MemoryKind::kernel_input : MemoryKind::shared;
}

// Components up to the last one of a mask.
unsigned width_of(unsigned mask) {
    unsigned width = 4;
    while (width > 1 && (mask >> (width - 1) & 1) == 0) {
        --width;
    }
    return width;
}

nir::AluType type_of_texels(std::string_view format) {
    const auto base = format.ends_with("_UINT")   ? nir::BaseType::uint_type
                      : format.ends_with("_SINT") ? nir::BaseType::int_type
                                                  : nir::BaseType::float_type;
    return {base, 32};
}

// Formats of one word of 32 bits, by SPIR-V's numbers; 0 for all others.
constexpr std::uint32_t kOneUnsignedWord = 33;
std::uint32_t format_of_one_word(std::string_view format) {
    return format == "PIPE_FORMAT_R32_FLOAT"  ? 3
           : format == "PIPE_FORMAT_R32_SINT" ? 24
           : format == "PIPE_FORMAT_R32_UINT" ? kOneUnsignedWord
                                              : 0;
}

} // namespace

// The number of a buffer or image.
SsaDef* Memory::resource_number(const Register& reg) {
    return reg.index.relative ? operands_.index_value(reg.index)
                              : hoisted_.constant(static_cast<std::uint32_t>(reg.index.value));
}

// Returns the offset of a counter in its buffer.
SsaDef* Memory::counter_offset(const Register& reg) {
    SsaDef* bytes = hoisted_.constant(kWordBytes);
    return b().imul(resource_number(reg), bytes);
}

SsaDef* Memory::global_address(const Operand& address) {
    return b().u2u64(address);
}

ImageFacts Memory::image_facts(const Register& image) {
    const Declaration* declared = registers_.declaration_of(image);
    TextureTarget target = current().target.value_or(TextureTarget::unknown);
    if (info(target).num_coordinates == 0 && declared != nullptr && declared->target) {
        target = *declared->target;
    }
    if (info(target).num_coordinates == 0) {
        faults_.malformed(current().position, "nothing says which texture target this image has");
        target = TextureTarget::dim_2d;
    }
    std::string_view format = program().format_name(current().format);
    if (format.empty() && declared != nullptr) {
        format = program().format_name(declared->format);
    }
    ImageFacts facts{target, type_of_texels(format), nir_access(current().memory_qualifiers)};
    facts.format = format_of_one_word(format);
    if (has_access(declared, AccessFlag::raw)) {
        // One access moves the words of one texel.
        const bool is_atomic = info(current().opcode).num_sources > 2;
        const unsigned words = is_atomic ? 1 : width_of(current().destination.write_mask);
        facts.type = {nir::BaseType::uint_type, 32};
        facts.texel_bytes = kWordBytes * std::bit_ceil(words);
        facts.format = words == 1 ? kOneUnsignedWord : 0;
    }
    return facts;
}

// Coordinates as four components; those that the target does not have are 0. The first one counts
// bytes where it is raw.
SsaDef* Memory::image_coordinates(unsigned source, const ImageFacts& facts) {
    std::array<Operand, 4> components;
    for (unsigned c = 0; c < 4; ++c) {
        components[c] = c < info(facts.target).num_coordinates ? operands_.read_source(source, c)
                                                               : Operand(hoisted_.constant(0));
    }
    if (facts.texel_bytes > 1) {
        const auto shift = static_cast<std::uint32_t>(std::countr_zero(facts.texel_bytes));
        components[0] = b().ushr(components[0], hoisted_.constant(shift));
    }
    return b().vec(components);
}

SsaDef* Memory::image_sample(unsigned source, TextureTarget target) {
    return info(target).has_samples ? b().whole(operands_.read_source(source, 3))
                                    : hoisted_.constant(0);
}

template <typename Instruction>
Instruction* Memory::with_image(Instruction* instruction, const ImageFacts& facts) {
    instruction->set_image_dim(nir_dim(facts.target))
        ->set_image_array(info(facts.target).is_array())
        ->set_format(facts.format)
        ->set_access(facts.access)
        ->set_range_base(0);
    return instruction;
}

void Memory::not_for_resource(const Register& reg) {
    faults_.malformed(reg.position, std::string(name_of(current().opcode)) +
                                        " is not for registers of " +
                                        std::string(name_of(reg.file)));
}

void Memory::load_memory() {
    const Register& reg = program().sources(current())[0].reg;
    const unsigned count = width_of(current().destination.write_mask);
    const nir::Access access = nir_access(current().memory_qualifiers);
    const auto in_words = [](auto* instruction) {
        return &instruction->set_align_mul(kWordBytes)->set_align_offset(0)->value;
    };
    const auto address = [this] { return b().whole(operands_.read_source(1, 0)); };
    switch (kind_of(reg.file, registers_.declaration_of(reg))) {
    case MemoryKind::buffer: {
        SsaDef* buffer = resource_number(reg);
        results_.write_value(
            in_words(b().load_ssbo(count, 32, buffer, address())->set_access(access)));
        break;
    }
    case MemoryKind::constant_buffer: {
        SsaDef* buffer = resource_number(reg);
        results_.write_value(
            in_words(b().load_ubo(count, 32, buffer, address())->set_access(access)));
        break;
    }
    case MemoryKind::shared:
        results_.write_value(
            in_words(b().load_shared(count, 32, address())->set_base(0)->set_access(access)));
        break;
    case MemoryKind::global:
        results_.write_value(
            in_words(b().load_global(count, 32, global_address(address()))->set_access(access)));
        break;
    case MemoryKind::scratch:
        results_.write_value(in_words(b().load_scratch(count, 32, address())));
        break;
    case MemoryKind::kernel_input:
        results_.write_value(in_words(b().load_kernel_input(count, 32, address())->set_base(0)));
        break;
    case MemoryKind::counter:
        results_.write_value(&b().atomic_counter_read(32, counter_offset(reg))
                                  ->set_base(reg.dimension.value)
                                  ->value);
        break;
    case MemoryKind::image: {
        const ImageFacts facts = image_facts(reg);
        SsaDef* image = resource_number(reg);
        SsaDef* coordinates = image_coordinates(1, facts);
        SsaDef* sample = image_sample(1, facts.target);
        results_.write_value(
            &with_image(b().image_load(4, 32, image, coordinates, sample, hoisted_.constant(0)),
                        facts)
                 ->set_dest_type(facts.type)
                 ->value);
        break;
    }
    case MemoryKind::none: not_for_resource(reg); break;
    }
}

void Memory::store_memory() {
    const Register& reg = current().destination.reg;
    const MemoryKind kind = kind_of(reg.file, registers_.declaration_of(reg));
    const unsigned mask = kind == MemoryKind::image ? 0xf : current().destination.write_mask;
    const unsigned count = width_of(mask);
    const nir::Access access = nir_access(current().memory_qualifiers);
    std::array<Operand, 4> components;
    for (unsigned c = 0; c < count; ++c) {
        components[c] =
            (mask >> c & 1) != 0 ? operands_.read_source(1, c) : Operand(hoisted_.constant(0));
    }
    SsaDef* value = count == 1 ? b().whole(components[0])
                               : b().vec(std::span<const Operand>(components.data(), count));
    const auto in_words = [mask](auto* instruction) {
        instruction->set_write_mask(mask)->set_align_mul(kWordBytes)->set_align_offset(0);
    };
    const auto address = [this] { return b().whole(operands_.read_source(0, 0)); };
    switch (kind) {
    case MemoryKind::buffer: {
        SsaDef* buffer = resource_number(reg);
        in_words(b().store_ssbo(value, buffer, address())->set_access(access));
        break;
    }
    case MemoryKind::shared:
        in_words(b().store_shared(value, address())->set_base(0)->set_access(access));
        break;
    case MemoryKind::global:
        in_words(b().store_global(value, global_address(address()))->set_access(access));
        break;
    case MemoryKind::scratch: in_words(b().store_scratch(value, address())); break;
    case MemoryKind::image: {
        const ImageFacts facts = image_facts(reg);
        SsaDef* image = resource_number(reg);
        SsaDef* coordinates = image_coordinates(0, facts);
        SsaDef* sample = image_sample(0, facts.target);
        with_image(b().image_store(image, coordinates, sample, value, hoisted_.constant(0)), facts)
            ->set_src_type(facts.type);
        break;
    }
    case MemoryKind::constant_buffer:
    case MemoryKind::kernel_input:
    case MemoryKind::counter:
    case MemoryKind::none: not_for_resource(reg); break;
    }
}

// With four sources the third is compared with what is there.
void Memory::change_memory(const OpcodeTranslation& translation) {
    const Register& reg = program().sources(current())[0].reg;
    const bool compares = info(current().opcode).num_sources == 4;
    const nir::AtomicOp op = translation.atomic;
    const nir::Access access = nir_access(current().memory_qualifiers);
    const MemoryKind kind = kind_of(reg.file, registers_.declaration_of(reg));
    SsaDef* data = b().whole(operands_.read_source(compares ? 3 : 2, 0));
    SsaDef* expected = compares ? b().whole(operands_.read_source(2, 0)) : nullptr;
    const auto address = [this] { return b().whole(operands_.read_source(1, 0)); };
    switch (kind) {
    case MemoryKind::buffer: {
        SsaDef* buffer = resource_number(reg);
        SsaDef* place = address();
        results_.write_everywhere(compares
                                      ? &b().ssbo_atomic_swap(32, buffer, place, expected, data)
                                             ->set_access(access)
                                             ->set_atomic_op(op)
                                             ->value
                                      : &b().ssbo_atomic(32, buffer, place, data)
                                             ->set_access(access)
                                             ->set_atomic_op(op)
                                             ->value);
        break;
    }
    case MemoryKind::shared: {
        SsaDef* place = address();
        results_.write_everywhere(
            compares ? &b().shared_atomic_swap(32, place, expected, data)
                            ->set_base(0)
                            ->set_atomic_op(op)
                            ->value
                     : &b().shared_atomic(32, place, data)->set_base(0)->set_atomic_op(op)->value);
        break;
    }
    case MemoryKind::global: {
        SsaDef* place = global_address(address());
        results_.write_everywhere(
            compares ? &b().global_atomic_swap(32, place, expected, data)->set_atomic_op(op)->value
                     : &b().global_atomic(32, place, data)->set_atomic_op(op)->value);
        break;
    }
    case MemoryKind::image: {
        const ImageFacts facts = image_facts(reg);
        SsaDef* image = resource_number(reg);
        SsaDef* coordinates = image_coordinates(1, facts);
        SsaDef* sample = image_sample(1, facts.target);
        results_.write_everywhere(
            compares
                ? &with_image(b().image_atomic_swap(32, image, coordinates, sample, expected, data),
                              facts)
                       ->set_atomic_op(op)
                       ->value
                : &with_image(b().image_atomic(32, image, coordinates, sample, data), facts)
                       ->set_atomic_op(op)
                       ->value);
        break;
    }
    case MemoryKind::counter: {
        if (!translation.counter) {
            not_for_resource(reg);
            break;
        }
        std::array<SsaDef*, 3> sources = {counter_offset(reg), compares ? expected : data, data};
        nir::IntrinsicInstruction* counter = b().intrinsic(
            *translation.counter, 1, 32, std::span(sources.data(), compares ? 3U : 2U));
        results_.write_everywhere(&counter->set_base(reg.dimension.value)->value);
        break;
    }
    case MemoryKind::constant_buffer:
    case MemoryKind::kernel_input:
    case MemoryKind::scratch:
    case MemoryKind::none: not_for_resource(reg); break;
    }
}

// Bytes of a buffer in x; texels of an image in xyz, samples in w.
void Memory::query_memory() {
    const Register& reg = program().sources(current())[0].reg;
    switch (kind_of(reg.file, registers_.declaration_of(reg))) {
    case MemoryKind::buffer:
        results_.write_value(&b().get_ssbo_size(resource_number(reg))->set_access({})->value);
        break;
    case MemoryKind::constant_buffer:
        results_.write_value(&b().get_ubo_size(32, resource_number(reg))->value);
        break;
    case MemoryKind::image: {
        const ImageFacts facts = image_facts(reg);
        const TextureTargetInfo& target = info(facts.target);
        // The faces of a cube are no size of its own.
        const bool is_cube = nir_dim(facts.target) == nir::TextureDim::dim_cube;
        const unsigned count = target.num_coordinates - (is_cube ? 1U : 0U);
        SsaDef* image = resource_number(reg);
        Formula formula(b(), current().destination.write_mask, operands_);
        formula.set_all(0xf, hoisted_.constant(0));
        if (formula.wants(7)) {
            SsaDef* size =
                &with_image(b().image_size(count, 32, image, hoisted_.constant(0)), facts)->value;
            for (unsigned c = 0; c < count; ++c) {
                formula.set(c, channel(size, c));
            }
        }
        if (formula.wants(8) && target.has_samples) {
            formula.set(3, &with_image(b().image_samples(32, image), facts)->value);
        }
        results_.write_results(formula);
        break;
    }
    case MemoryKind::shared:
    case MemoryKind::global:
    case MemoryKind::scratch:
    case MemoryKind::kernel_input:
    case MemoryKind::counter:
    case MemoryKind::none: not_for_resource(reg); break;
    }
}

// The immediate is a mask of what is ordered, and whether within the work group only.
void Memory::order_memory() {
    const Source& source = program().sources(current())[0];
    const std::optional<std::uint32_t> given = operands_.immediate_value(source);
    if (!given) {
        faults_.malformed(source.reg.position, "what a memory barrier orders must be an immediate");
        return;
    }
    constexpr std::uint32_t kBuffers = 3; // of the shader, of atomic counters
    constexpr std::uint32_t kImages = 4;
    constexpr std::uint32_t kShared = 8;
    constexpr std::uint32_t kWithinGroup = 16;
    nir::VariableMode modes = {};
    if ((*given & kBuffers) != 0) {
        modes = modes | nir::VariableMode::mem_ssbo | nir::VariableMode::mem_global;
    }
    if ((*given & kImages) != 0) {
        modes = modes | nir::VariableMode::image;
    }
    if ((*given & kShared) != 0) {
        modes = modes | nir::VariableMode::mem_shared;
    }
    fence(modes, (*given & kWithinGroup) != 0 ? nir::Scope::workgroup : nir::Scope::device);
}

// A fence for one kind of access is one for all.
void Memory::order_resource() {
    const Register& reg = program().sources(current())[0].reg;
    switch (kind_of(reg.file, registers_.declaration_of(reg))) {
    case MemoryKind::buffer:
    case MemoryKind::global:
    case MemoryKind::counter:
        fence(nir::VariableMode::mem_ssbo | nir::VariableMode::mem_global, nir::Scope::device);
        break;
    case MemoryKind::image: fence(nir::VariableMode::image, nir::Scope::device); break;
    case MemoryKind::shared: fence(nir::VariableMode::mem_shared, nir::Scope::workgroup); break;
    case MemoryKind::scratch: break; // nobody else sees it
    case MemoryKind::constant_buffer:
    case MemoryKind::kernel_input:
    case MemoryKind::none: not_for_resource(reg); break;
    }
}

void Memory::fence(nir::VariableMode modes, nir::Scope scope) {
    b().barrier()
        ->set_execution_scope(nir::Scope::none)
        ->set_memory_scope(scope)
        ->set_memory_semantics(nir::MemorySemantics::acquire | nir::MemorySemantics::release)
        ->set_memory_modes(modes);
}

// Also orders what the invocations of a group share: its memory, or the outputs of a patch.
void Memory::wait_for_workgroup() {
    b().barrier()
        ->set_execution_scope(nir::Scope::workgroup)
        ->set_memory_scope(nir::Scope::workgroup)
        ->set_memory_semantics(nir::MemorySemantics::acquire | nir::MemorySemantics::release)
        ->set_memory_modes(program().stage == Stage::compute ? nir::VariableMode::mem_shared
                                                             : nir::VariableMode::shader_out);
}

} // namespace jacquard::tgsi
