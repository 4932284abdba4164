#include <jacquard/driver/hex.h>
#include <jacquard/driver/tool/command_line.h>
#include <jacquard/driver/tool/fold.h>
#include <jacquard/nir/constant_evaluator.h>
#include <jacquard/nir/opcodes.h>

#include <array>

namespace jacquard::driver {

namespace {

using nir::ConstantValue;
using nir::kMaxComponents;

constexpr unsigned kMaxSources = 16;

FoldResult fault(std::string message) {
    return {{}, std::move(message)};
}

std::string quoted(std::string_view text) {
    return '\'' + std::string(text) + '\'';
}

std::string unknown_opcode(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(nir::kNumOpcodes);
    for (unsigned i = 0; i < nir::kNumOpcodes; ++i) {
        names.push_back(nir::opcode_info(static_cast<nir::Opcode>(i)).name);
    }
    return "unknown opcode " + quoted(name) + suggestion(name, names);
}

bool has_unsized_operand(const nir::OpcodeInfo& info) {
    bool unsized = info.output_type.bit_size == 0;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        unsized = unsized || info.source_types[i].bit_size == 0;
    }
    return unsized;
}

unsigned count_components(std::string_view text) {
    unsigned count = 1;
    for (const char c : text) {
        count += c == ',' ? 1U : 0U;
    }
    return count;
}

// One component of `bit_size` bits. What is wrong with it goes to `message`.
bool parse_component(std::string_view text, unsigned bit_size, ConstantValue& value,
                     std::string& message) {
    std::string_view digits = text;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        digits.remove_prefix(2);
    }
    const std::optional<std::uint64_t> bits = parse_number<std::uint64_t>(digits, 16);
    if (!bits) {
        message = quoted(text) + " is not a number of hex digits";
        return false;
    }
    if (*bits > nir::mask_of_bits(bit_size)) {
        message = quoted(text) + " does not fit into " + std::to_string(bit_size) +
                  (bit_size == 1 ? " bit" : " bits");
        return false;
    }
    value = nir::constant_from_bits(*bits, bit_size);
    return true;
}

bool parse_source(std::string_view text, unsigned num_components, unsigned bit_size,
                  std::array<ConstantValue, kMaxComponents>& values, std::string& message) {
    const unsigned given = count_components(text);
    if (given != num_components) {
        message = "has " + std::to_string(given) + (given == 1 ? " component" : " components") +
                  " where " + std::to_string(num_components) +
                  (num_components == 1 ? " is" : " are") + " expected";
        return false;
    }
    std::size_t start = 0;
    for (unsigned i = 0; i < num_components; ++i) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        if (!parse_component(text.substr(start, end - start), bit_size, values[i], message)) {
            message.insert(0, "component " + std::to_string(i) + ": ");
            return false;
        }
        start = end + 1;
    }
    return true;
}

} // namespace

FoldResult fold(const FoldRequest& request) {
    const std::optional<nir::Opcode> opcode = nir::find_opcode(request.opcode);
    if (!opcode) {
        return fault(unknown_opcode(request.opcode));
    }
    const nir::OpcodeInfo& info = nir::opcode_info(*opcode);
    const std::optional<unsigned> bits = parse_number<unsigned>(request.bits);
    const bool unsized = has_unsized_operand(info);
    if (!bits || (*bits != 0 && !nir::is_valid_bit_size(*bits))) {
        return fault("bad bit size " + quoted(request.bits) + ", expected 1, 8, 16, 32, 64, or 0");
    }
    if (unsized && *bits == 0) {
        return fault(quoted(info.name) + " needs a bit size");
    }
    const std::optional<unsigned> components = parse_number<unsigned>(request.components);
    if (!components || !nir::is_valid_component_count(*components)) {
        return fault("bad number of components " + quoted(request.components) +
                     ", expected 1 to 5, 8 or 16");
    }
    if (info.output_components != 0 && info.output_components != *components) {
        return fault(quoted(info.name) + " gives " + std::to_string(info.output_components) +
                     (info.output_components == 1 ? " component" : " components"));
    }
    if (request.sources.size() != info.num_sources || info.num_sources > kMaxSources) {
        return fault(quoted(info.name) + " has " + std::to_string(info.num_sources) +
                     (info.num_sources == 1 ? " source, " : " sources, ") +
                     std::to_string(request.sources.size()) + " given");
    }

    std::array<std::array<ConstantValue, kMaxComponents>, kMaxSources> values{};
    std::array<const ConstantValue*, kMaxSources> sources{};
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const unsigned width = info.source_types[i].bit_size;
        const unsigned count = info.source_components[i];
        std::string message;
        if (!parse_source(request.sources[i], count != 0 ? count : *components,
                          width != 0 ? width : *bits, values[i], message)) {
            return fault("source " + std::to_string(i) + ' ' + message);
        }
        sources[i] = values[i].data();
    }
    std::array<ConstantValue, kMaxComponents> result{};
    if (!nir::evaluate(*opcode, *bits, *components, sources.data(), result.data())) {
        return fault(quoted(info.name) + " cannot be computed with " + std::to_string(*bits) +
                     " bits");
    }
    const unsigned output_width =
        info.output_type.bit_size != 0 ? info.output_type.bit_size : *bits;
    FoldResult folded;
    for (unsigned i = 0; i < *components; ++i) {
        if (i != 0) {
            folded.text += ',';
        }
        append_hex(folded.text, result[i].u64 & nir::mask_of_bits(output_width),
                   std::max(1U, output_width / 4));
    }
    return folded;
}

} // namespace jacquard::driver
