#include <jacquard/tgsi/program.h>

#include <algorithm>

namespace jacquard::tgsi {
namespace {

bool equal_registers(const Register& left, const Register& right) {
    return left.file == right.file && left.two_dimensional == right.two_dimensional &&
           left.array_id == right.array_id && left.index == right.index &&
           left.dimension == right.dimension;
}

bool equal_sources(const Source& left, const Source& right) {
    return equal_registers(left.reg, right.reg) && left.swizzle == right.swizzle &&
           left.negate == right.negate && left.absolute == right.absolute;
}

bool equal_declarations(const Program& left_program, const Declaration& left,
                        const Program& right_program, const Declaration& right) {
    return left.file == right.file && left.first == right.first && left.last == right.last &&
           left.dimension == right.dimension && left.has_dimension == right.has_dimension &&
           left.per_vertex == right.per_vertex && left.num_vertices == right.num_vertices &&
           left.usage_mask == right.usage_mask && left.local == right.local &&
           left.invariant == right.invariant && left.array_id == right.array_id &&
           left.semantic == right.semantic && left.semantic_index == right.semantic_index &&
           left.interpolation == right.interpolation && left.location == right.location &&
           left.target == right.target && left.num_return_types == right.num_return_types &&
           left.return_types == right.return_types && left.streams == right.streams &&
           left.has_streams == right.has_streams && left.access == right.access &&
           left_program.format_name(left.format) == right_program.format_name(right.format);
}

bool equal_instructions(const Program& left_program, const Instruction& left,
                        const Program& right_program, const Instruction& right) {
    const bool same_destination =
        left.has_destination == right.has_destination &&
        (!left.has_destination || (equal_registers(left.destination.reg, right.destination.reg) &&
                                   left.destination.write_mask == right.destination.write_mask));
    const auto same_operands = [](std::span<const Source> a, std::span<const Source> b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal_sources);
    };
    return left.opcode == right.opcode && left.saturate == right.saturate &&
           left.precise == right.precise && same_destination &&
           left.memory_qualifiers == right.memory_qualifiers && left.target == right.target &&
           left.label == right.label &&
           left_program.format_name(left.format) == right_program.format_name(right.format) &&
           same_operands(left_program.sources(left), right_program.sources(right)) &&
           same_operands(left_program.offsets(left), right_program.offsets(right));
}

} // namespace

const PropertySetting* Program::find_property(Property property) const {
    const auto found = std::find_if(
        properties.begin(), properties.end(),
        [property](const PropertySetting& setting) { return setting.property == property; });
    return found == properties.end() ? nullptr : &*found;
}

bool equal(const Program& left, const Program& right) {
    return left.stage == right.stage &&
           std::equal(left.properties.begin(), left.properties.end(), right.properties.begin(),
                      right.properties.end(),
                      [](const PropertySetting& a, const PropertySetting& b) {
                          return a.property == b.property && a.values == b.values;
                      }) &&
           std::equal(left.immediates.begin(), left.immediates.end(), right.immediates.begin(),
                      right.immediates.end(),
                      [](const Immediate& a, const Immediate& b) {
                          return a.type == b.type && a.words == b.words;
                      }) &&
           std::equal(left.declarations.begin(), left.declarations.end(),
                      right.declarations.begin(), right.declarations.end(),
                      [&](const Declaration& a, const Declaration& b) {
                          return equal_declarations(left, a, right, b);
                      }) &&
           std::equal(left.instructions.begin(), left.instructions.end(),
                      right.instructions.begin(), right.instructions.end(),
                      [&](const Instruction& a, const Instruction& b) {
                          return equal_instructions(left, a, right, b);
                      });
}

} // namespace jacquard::tgsi
