#include <jacquard/tgsi/print.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace jacquard::tgsi {
namespace {

constexpr std::string_view kComponents = "xyzw";

class Printer {
  public:
    explicit Printer(const Program& program) : program_(program) {}

    std::string run();

  private:
    void property(const PropertySetting& setting);
    void declaration(const Declaration& declaration);
    void immediate(const Immediate& immediate, std::size_t number);
    void instruction(const Instruction& instruction);
    void reg(const Register& reg);
    void index(const Index& index);
    void source(const Source& source);
    void mask(unsigned mask);
    void attribute(std::string_view name) {
        text_ += ", ";
        text_ += name;
    }
    void number(std::int64_t value) { text_ += std::to_string(value); }
    template <typename Float, typename Bits>
    void decimal(Bits bits);

    const Program& program_;
    std::string text_;
    unsigned depth_ = 0;
};

std::string Printer::run() {
    text_ += name_of(program_.stage);
    text_ += '\n';
    for (const PropertySetting& setting : program_.properties) {
        property(setting);
    }
    for (const Declaration& declared : program_.declarations) {
        declaration(declared);
    }
    for (std::size_t i = 0; i < program_.immediates.size(); ++i) {
        immediate(program_.immediates[i], i);
    }
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
        const std::string label = std::to_string(i);
        text_.append(label.size() < 3 ? 3 - label.size() : 0, ' ');
        text_ += label;
        text_ += ": ";
        instruction(program_.instructions[i]);
    }
    return std::move(text_);
}

void Printer::property(const PropertySetting& setting) {
    text_ += "PROPERTY ";
    text_ += name_of(setting.property);
    const std::span<const std::string_view> names = value_names(setting.property);
    for (const std::uint32_t value : setting.values) {
        text_ += ' ';
        if (value < names.size()) {
            text_ += names[value];
        } else {
            number(value);
        }
    }
    text_ += '\n';
}

void Printer::declaration(const Declaration& declared) {
    text_ += "DCL ";
    text_ += name_of(declared.file);
    if (declared.per_vertex) {
        text_ += '[';
        if (declared.num_vertices != 0) {
            number(declared.num_vertices);
        }
        text_ += ']';
    } else if (declared.has_dimension) {
        text_ += '[';
        number(declared.dimension);
        text_ += ']';
    }
    text_ += '[';
    number(declared.first);
    if (declared.last != declared.first) {
        text_ += "..";
        number(declared.last);
    }
    text_ += ']';
    mask(declared.usage_mask);
    if (declared.semantic) {
        attribute(name_of(*declared.semantic));
        if (declared.semantic_index != 0) {
            text_ += '[';
            number(declared.semantic_index);
            text_ += ']';
        }
    }
    if (declared.has_streams) {
        attribute(name_of(DeclarationKeyword::stream));
        text_ += '(';
        for (std::size_t i = 0; i < 4; ++i) {
            text_ += i == 0 ? "" : ", ";
            number(declared.streams[i]);
        }
        text_ += ')';
    }
    if (declared.target) {
        attribute(name_of(*declared.target));
    }
    for (unsigned i = 0; i < declared.num_return_types; ++i) {
        attribute(name_of(declared.return_types[i]));
    }
    if (declared.format >= 0) {
        attribute(program_.format_name(declared.format));
    }
    for (unsigned i = 0; i < kNumAccessFlag; ++i) {
        if ((declared.access >> i & 1) != 0) {
            attribute(name_of(static_cast<AccessFlag>(i)));
        }
    }
    if (declared.array_id != 0) {
        attribute(name_of(DeclarationKeyword::array));
        text_ += '(';
        number(declared.array_id);
        text_ += ')';
    }
    if (declared.local) {
        attribute(name_of(DeclarationKeyword::local));
    }
    if (declared.interpolation) {
        attribute(name_of(*declared.interpolation));
    }
    if (declared.location) {
        attribute(name_of(*declared.location));
    }
    if (declared.invariant) {
        attribute(name_of(DeclarationKeyword::invariant));
    }
    text_ += '\n';
}

// The shortest decimal that reads back to the same bits, or the bits where there is none.
template <typename Float, typename Bits>
void Printer::decimal(Bits bits) {
    const Float value = std::bit_cast<Float>(bits);
    std::array<char, 40> buffer{};
    if (!std::isfinite(value)) {
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), bits, 16).ptr;
        text_ += "0x";
        text_.append(buffer.data(), end);
        return;
    }
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    text_ += digits;
    if (digits.find_first_of(".e") == std::string_view::npos) {
        text_ += ".0";
    }
}

void Printer::immediate(const Immediate& given, std::size_t position) {
    text_ += "IMM[";
    number(static_cast<std::int64_t>(position));
    text_ += "] ";
    text_ += name_of(given.type);
    const auto wide = [&given](std::size_t i) {
        return std::uint64_t{given.words[2 * i]} | std::uint64_t{given.words[2 * i + 1]} << 32;
    };
    std::string_view before = " {";
    const auto next = [&] {
        text_ += before;
        before = ", ";
    };
    switch (given.type) {
    case ImmediateType::float32:
        for (const std::uint32_t word : given.words) {
            next();
            decimal<float>(word);
        }
        break;
    case ImmediateType::uint32:
        for (const std::uint32_t word : given.words) {
            next();
            number(word);
        }
        break;
    case ImmediateType::int32:
        for (const std::uint32_t word : given.words) {
            next();
            number(static_cast<std::int32_t>(word));
        }
        break;
    case ImmediateType::float64:
        for (std::size_t i = 0; i < 2; ++i) {
            next();
            decimal<double>(wide(i));
        }
        break;
    case ImmediateType::uint64:
        for (std::size_t i = 0; i < 2; ++i) {
            next();
            text_ += std::to_string(wide(i));
        }
        break;
    case ImmediateType::int64:
        for (std::size_t i = 0; i < 2; ++i) {
            next();
            number(static_cast<std::int64_t>(wide(i)));
        }
        break;
    }
    text_ += "}\n";
}

void Printer::instruction(const Instruction& given) {
    const OpcodeInfo& opcode = info(given.opcode);
    if (opcode.closes != 0 && depth_ != 0) {
        --depth_;
    }
    // Hostile texts nest deeper than anybody reads.
    constexpr unsigned kDeepestIndent = 40;
    text_.append(2 * std::size_t{std::min(depth_, kDeepestIndent)}, ' ');
    if (opcode.opens != BlockKind::none) {
        ++depth_;
    }
    text_ += opcode.name;
    if (given.saturate) {
        text_ += name_of(InstructionModifier::saturate);
    }
    if (given.precise) {
        text_ += name_of(InstructionModifier::precise);
    }
    std::string_view before = " ";
    const auto next = [&] {
        text_ += before;
        before = ", ";
    };
    if (given.has_destination) {
        next();
        reg(given.destination.reg);
        mask(given.destination.write_mask);
    }
    for (const Source& operand : program_.sources(given)) {
        next();
        source(operand);
    }
    if (given.target) {
        next();
        text_ += name_of(*given.target);
    }
    for (const Source& operand : program_.offsets(given)) {
        next();
        source(operand);
    }
    for (unsigned i = 0; i < kNumMemoryQualifier; ++i) {
        if ((given.memory_qualifiers >> i & 1) != 0) {
            next();
            text_ += name_of(static_cast<MemoryQualifier>(i));
        }
    }
    if (given.format >= 0) {
        next();
        text_ += program_.format_name(given.format);
    }
    if (given.label) {
        text_ += " :";
        number(*given.label);
    }
    text_ += '\n';
}

void Printer::index(const Index& given) {
    text_ += '[';
    if (given.relative) {
        text_ += name_of(given.file);
        text_ += '[';
        number(given.register_index);
        text_ += "].";
        text_ += kComponents[given.component];
        if (given.value > 0) {
            text_ += '+';
        }
    }
    if (!given.relative || given.value != 0) {
        number(given.value);
    }
    text_ += ']';
}

void Printer::reg(const Register& given) {
    text_ += name_of(given.file);
    if (given.two_dimensional) {
        index(given.dimension);
    }
    index(given.index);
    if (given.array_id != 0) {
        text_ += '(';
        number(given.array_id);
        text_ += ')';
    }
}

void Printer::source(const Source& given) {
    text_ += given.negate ? "-" : "";
    text_ += given.absolute ? "|" : "";
    reg(given.reg);
    constexpr std::array<std::uint8_t, 4> kInOrder = {0, 1, 2, 3};
    if (given.swizzle != kInOrder) {
        text_ += '.';
        for (const std::uint8_t component : given.swizzle) {
            text_ += kComponents[component];
        }
    }
    text_ += given.absolute ? "|" : "";
}

void Printer::mask(unsigned given) {
    if (given == kWriteMaskAll) {
        return;
    }
    text_ += '.';
    for (unsigned i = 0; i < 4; ++i) {
        if ((given >> i & 1) != 0) {
            text_ += kComponents[i];
        }
    }
}

} // namespace

std::string print(const Program& program) {
    return Printer(program).run();
}

} // namespace jacquard::tgsi
