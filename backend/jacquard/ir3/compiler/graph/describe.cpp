#include <jacquard/ir3/compiler/graph/describe.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <array>
#include <bit>
#include <charconv>

namespace jacquard::ir3 {

namespace {

std::string register_name(unsigned number, bool half) {
    return to_string(RegisterLocation{static_cast<std::uint16_t>(number), half});
}

std::string value_name(const Node& node, bool half) {
    std::string text = half ? "hssa_" : "ssa_";
    text += std::to_string(node.serial);
    if (node.dst.number != kUnassigned && node.dst.is_ssa()) {
        text += '(' + register_name(node.dst.number, half) + ')';
    }
    return text;
}

std::string array_name(const Graph* graph, const Register& operand) {
    std::string text = operand.half ? "harr[id=" : "arr[id=";
    text += std::to_string(operand.number) + ", offset=" + std::to_string(operand.value);
    if (graph != nullptr && operand.number < graph->arrays.size()) {
        text += ", size=" + std::to_string(graph->arrays[operand.number].length);
    }
    if (operand.relative) {
        text += ", a0.x";
    }
    return text + ']';
}

std::string immediate_name(const Register& operand) {
    const auto bits = static_cast<std::uint32_t>(operand.value);
    std::string text = operand.half ? "himm[" : "imm[";
    // The largest float has 39 digits in front of the point.
    std::array<char, 64> digits;
    const auto append = [&](std::to_chars_result result) {
        text.append(digits.data(), result.ptr);
    };
    append(std::to_chars(digits.data(), digits.data() + digits.size(),
                         static_cast<double>(std::bit_cast<float>(bits)), std::chars_format::fixed,
                         6));
    text += ',';
    append(std::to_chars(digits.data(), digits.data() + digits.size(), operand.value));
    text += ",0x";
    append(std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16));
    return text += ']';
}

std::string constant_name(const Register& operand) {
    std::string text = operand.half ? "hc" : "c";
    if (operand.kind == RegisterKind::relative_constant) {
        return text + "<a0.x + " + std::to_string(operand.value) + '>';
    }
    text += std::to_string(operand.number / 4);
    text += '.';
    text += "xyzw"[operand.number % 4];
    return text;
}

std::string target_name(std::uint16_t number) {
    return "rt" + std::to_string(number / 4) + '.' + "xyzw"[number % 4];
}

} // namespace

std::string describe_mask(unsigned mask) {
    std::string text;
    for (unsigned i = 0; i < kMaxVectorLength; ++i) {
        if ((mask >> i & 1U) != 0) {
            text += i < 4 ? "xyzw"[i] : static_cast<char>('a' + (i - 4));
        }
    }
    return text;
}

std::string describe_operation(const Node& node) {
    switch (node.kind) {
    case NodeKind::input: return "_meta:in";
    case NodeKind::collect: return "_meta:collect";
    case NodeKind::split: return "_meta:split";
    case NodeKind::phi: return "_meta:phi";
    case NodeKind::prefetch: return "_meta:tex_prefetch";
    case NodeKind::machine: break;
    }
    std::string text;
    if (node.sync_long) {
        text += "(sy)";
    }
    if (node.sync_short) {
        text += "(ss)";
    }
    if (node.jump_target) {
        text += "(jp)";
    }
    if (node.end_helpers) {
        text += "(eq)";
    }
    if (node.saturate) {
        text += "(sat)";
    }
    if (node.nop_count != 0) {
        text += "(nop" + std::to_string(node.nop_count) + ')';
    }
    if (node.repeat != 0) {
        text += "(rpt" + std::to_string(node.repeat) + ')';
    }
    if (node.unlock) {
        text += "(ul)";
    }
    text += opcode_name(node.opcode);
    text += opcode_suffix(node);
    if (node.end_input) {
        text += " (ei)";
    }
    return text;
}

std::string describe_destination(const Node& node) {
    switch (node.dst.kind) {
    case RegisterKind::ssa: {
        std::string text = value_name(node, node.dst.half);
        if (node.length > 1) {
            text += '.' + describe_mask(node.write_mask);
        }
        return text;
    }
    case RegisterKind::array: return array_name(nullptr, node.dst);
    case RegisterKind::address: return "a0.x";
    case RegisterKind::shared: return to_string(RegisterLocation{node.dst.number, node.dst.half});
    case RegisterKind::constant: return "c[" + std::to_string(node.dst.number) + ']';
    case RegisterKind::predicate:
        return node.dst.number == kUnassigned ? "p0_" + std::to_string(node.serial)
                                              : std::string("p0.") + "xyzw"[node.dst.number];
    case RegisterKind::render_target: return target_name(node.dst.number);
    default: return "";
    }
}

std::string describe_source(const Graph& graph, const Register& source) {
    std::string text;
    if (source.negate) {
        text += "(neg)";
    }
    if (source.absolute) {
        text += "(abs)";
    }
    switch (source.kind) {
    case RegisterKind::none: return text + '_';
    case RegisterKind::ssa: return text + value_name(*source.definition, source.half);
    case RegisterKind::constant:
    case RegisterKind::relative_constant: return text + constant_name(source);
    case RegisterKind::immediate: return text + immediate_name(source);
    case RegisterKind::shared:
        return text + to_string(RegisterLocation{source.number, source.half});
    case RegisterKind::array: return text + array_name(&graph, source);
    case RegisterKind::address: return text + "a0.x";
    case RegisterKind::predicate: return text + describe_destination(*source.definition);
    case RegisterKind::render_target: return text + target_name(source.number);
    }
    return text;
}

std::string describe_instruction(const Graph& graph, const Node& node) {
    std::string text = describe_operation(node);
    std::string separator = " ";
    if (node.dst.kind != RegisterKind::none) {
        text += separator + describe_destination(node);
        separator = ", ";
    }
    for (const Register& source : node.sources()) {
        text += separator + describe_source(graph, source);
        separator = ", ";
    }
    return text;
}

} // namespace jacquard::ir3
