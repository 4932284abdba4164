#include "operation.h"

#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>

using namespace jacquard;
using spirv::Conversion;
using spirv::Handling;
using spirv::ValueType;

namespace operations {

namespace {

const std::vector<unsigned> kIntegers = {8, 16, 32, 64};
const std::vector<unsigned> kFloats = {16, 32, 64};

const std::vector<unsigned>& widths_of(char base) {
    return base == 'f' ? kFloats : kIntegers;
}

// A letter a value: f, i, u of the width of the operation, w a signed integer of it; I, U integers
// of another width; b a truth; F a float of 32 bits.
struct Signature {
    std::string operands;
    std::string results;
    Shape shape = Shape::by_component;
};

char letter(ValueType type) {
    switch (type) {
    case ValueType::float_value: return 'f';
    case ValueType::int_value: return 'i';
    case ValueType::uint_value:
    case ValueType::any_value: return 'u';
    case ValueType::bool_value: return 'b';
    case ValueType::float32_value: return 'F';
    case ValueType::int32_value: return 'I';
    case ValueType::uint32_value: return 'U';
    case ValueType::none: break;
    }
    return 0;
}

std::optional<Signature> signature_of(const spirv::InstructionInfo& info) {
    switch (info.handling) {
    case Handling::formula:
    case Handling::alu: {
        Signature found;
        for (const ValueType type : info.sources) {
            if (type != ValueType::none) {
                found.operands += letter(type);
            }
        }
        const char result = letter(info.result);
        found.results = result == 'I' || result == 'U' ? 'w' : result;
        return found;
    }
    case Handling::bit_count: return Signature{"u", "U"};
    case Handling::select: return Signature{"buu", "u"};
    case Handling::carry: return Signature{"uu", "uu"};
    case Handling::mul_extended: return Signature{"uu", "uu"};
    case Handling::modf_struct: return Signature{"f", "ff"};
    case Handling::frexp_struct: return Signature{"f", "fJ"};
    case Handling::reduce_truths: return Signature{"b", "1b", Shape::of_vectors};
    case Handling::dot: return Signature{"ff", "1f", Shape::of_vectors};
    case Handling::length: return Signature{"f", "1f"};
    case Handling::distance: return Signature{"ff", "1f"};
    case Handling::normalize: return Signature{"f", "f"};
    case Handling::cross: return Signature{"ff", "f", Shape::crossed};
    case Handling::face_forward: return Signature{"fff", "f"};
    case Handling::reflect: return Signature{"ff", "f"};
    case Handling::refract: return Signature{"ff1f", "f"};
    default: return std::nullopt;
    }
}

std::vector<Typed> typed(const std::string& letters, unsigned width, unsigned other) {
    std::vector<Typed> values;
    unsigned components = 0;
    for (const char letter : letters) {
        switch (letter) {
        case '1': components = 1; continue;
        case 'f':
        case 'i':
        case 'u': values.push_back({{letter, width}, components}); break;
        case 'w': values.push_back({{'i', width}, components}); break;
        case 'I': values.push_back({{'i', other}, components}); break;
        case 'U': values.push_back({{'u', other}, components}); break;
        case 'J': values.push_back({{'i', 32}, components}); break;
        case 'F': values.push_back({{'f', 32}, components}); break;
        default: values.push_back({{'b', 1}, components}); break;
        }
        components = 0;
    }
    return values;
}

void add_conversions(const spirv::InstructionInfo& info, std::vector<Operation>& found) {
    static constexpr const char* kKinds[] = {"fu", "fi", "uf", "if", "uu", "ii", "ff"};
    const std::string kinds = kKinds[info.fact];
    for (const unsigned from : widths_of(kinds[0])) {
        for (const unsigned to : widths_of(kinds[1])) {
            if (from != to || kinds[0] != kinds[1]) {
                found.push_back({&info,
                                 "",
                                 Shape::by_component,
                                 false,
                                 {{{kinds[0], from}}},
                                 {{{kinds[1], to}}}});
            }
        }
    }
}

void add_bitcasts(const spirv::InstructionInfo& info, std::vector<Operation>& found) {
    for (const char from : {'f', 'u'}) {
        for (const char to : {'f', 'i'}) {
            for (const unsigned width : widths_of(from)) {
                for (const unsigned other : widths_of(to)) {
                    for (unsigned count = 1; count <= 4; ++count) {
                        const unsigned total = width * count;
                        if (total % other == 0 && total / other <= 4) {
                            found.push_back({&info,
                                             "",
                                             Shape::fixed,
                                             false,
                                             {{{from, width}, count}},
                                             {{{to, other}, total / other}}});
                        }
                    }
                }
            }
        }
    }
}

void add_packings(const spirv::InstructionInfo& info, const std::string& set,
                  std::vector<Operation>& found) {
    const std::string name(info.name);
    const bool is_pack = name.starts_with("Pack");
    const Typed word = {{name.find("Double") != std::string::npos ? 'f' : 'u',
                         name.find("Double") != std::string::npos ? 64U : 32U},
                        1};
    const Typed parts = {{word.number.width == 64 ? 'u' : 'f', 32},
                         name.ends_with("4x8") ? 4U : 2U};
    found.push_back(
        {&info, set, Shape::fixed, false, {is_pack ? parts : word}, {is_pack ? word : parts}});
}

} // namespace

std::string Operation::name() const {
    std::string text(info->name);
    for (const auto* list : {&operands, &results}) {
        text += list == &operands ? " of" : " to";
        for (const Typed& each : *list) {
            text += ' ' + each.number.name();
            text += each.components > 1 ? 'x' + std::to_string(each.components) : "";
        }
    }
    return text;
}

std::int64_t Component::s() const {
    const unsigned unused = 64 - number.width;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

double Component::f() const {
    return number.width == 16   ? half_to_float(static_cast<std::uint16_t>(bits))
           : number.width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                : std::bit_cast<double>(bits);
}

const Component& Asked::at(unsigned operand) const {
    const std::vector<Component>& all = operands[operand];
    return all[all.size() == 1 ? 0 : component];
}

std::uint64_t float_bits(double value, unsigned width) {
    return width == 16   ? float_to_half(static_cast<float>(value))
           : width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                         : std::bit_cast<std::uint64_t>(value);
}

std::vector<Operation> operations_of(const spirv::InstructionInfo& info, const std::string& set) {
    std::vector<Operation> found;
    if (info.handling == Handling::convert) {
        add_conversions(info, found);
    } else if (info.handling == Handling::bitcast) {
        add_bitcasts(info, found);
    } else if (info.handling == Handling::pack || info.handling == Handling::unpack_halves) {
        add_packings(info, set, found);
    }
    const std::optional<Signature> signature = signature_of(info);
    if (!signature) {
        return found;
    }
    const std::string letters = signature->operands + signature->results;
    const auto has = [&letters](const char* any) {
        return letters.find_first_of(any) != std::string::npos;
    };
    const std::vector<unsigned> one = {32};
    for (const unsigned width : has("f") ? kFloats : has("iuw") ? kIntegers : one) {
        for (const unsigned other : has("IU") ? kIntegers : one) {
            found.push_back({&info, set, signature->shape,
                             signature->results.size() == 2 && signature->results[0] != '1',
                             typed(signature->operands, width, other),
                             typed(signature->results, width, other)});
        }
    }
    return found;
}

} // namespace operations
