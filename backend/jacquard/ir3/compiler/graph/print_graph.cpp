// The graph as text: a line for each node with its serial, operation, operands, and what has been
// found out about it so far.

#include <jacquard/ir3/compiler/graph/describe.h>
#include <jacquard/ir3/compiler/graph/group_values.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/graph/print_graph.h>
#include <jacquard/support/text/line_origins.h>

#include <cstdio>

namespace jacquard::ir3 {

namespace {

void print_node(const Graph& graph, const GroupValues& groups, const Node& node,
                std::string& text) {
    char serial[16];
    std::snprintf(serial, sizeof serial, "  %04u: ", node.serial);
    text += serial;
    text += describe_instruction(graph, node);
    if (node.kind == NodeKind::split) {
        text += ", off=" + std::to_string(node.offset);
    }
    if (node.target != kNoBlock) {
        text += " block " + std::to_string(node.target);
    }
    if (node.address != nullptr) {
        text += ", address=ssa_" + std::to_string(node.address->serial);
    }
    if (!node.dependencies().empty()) {
        text += ", after=";
        for (const Node* dependency : node.dependencies()) {
            text += '[' + std::to_string(dependency->serial) + ']';
        }
    }
    if (const Node* left = groups.neighbour(node, -1)) {
        text += ", left=" + std::to_string(left->serial);
    }
    if (const Node* right = groups.neighbour(node, 1)) {
        text += ", right=" + std::to_string(right->serial);
    }
    if (node.depth != 0) {
        text += ", depth=" + std::to_string(node.depth);
    }
    text += '\n';
}

void print_list(const char* title, const std::string& items, std::string& text) {
    if (!items.empty()) {
        text += std::string(title) + items + '\n';
    }
}

} // namespace

namespace {

std::string print_graph(const Graph& graph, LineOrigins* origins) {
    std::string text;
    for (const GraphInput& input : graph.inputs) {
        text += "input " + input.program_input.name;
        if (input.node != nullptr) {
            text += " ssa_" + std::to_string(input.node->serial) + '.' +
                    describe_mask(input.program_input.component_mask);
        } else {
            text += " at " + std::to_string(input.program_input.varying_location);
        }
        text += '\n';
    }
    for (const GraphOutput& output : graph.outputs) {
        text += "output " + output.program_output.name;
        text += output.node != nullptr ? " ssa_" + std::to_string(output.node->serial) + '\n'
                                       : " by alias\n";
    }
    std::string immediates;
    for (const std::uint32_t value : graph.immediates.values) {
        char hex[16];
        std::snprintf(hex, sizeof hex, " 0x%x", value);
        immediates += hex;
    }
    print_list("immediates", immediates, text);
    const GroupValues groups(graph);
    for (const Block& block : graph.blocks) {
        text += "block " + std::to_string(block.index) + ":\n";
        for (const Node* node : block.nodes) {
            if (origins != nullptr) {
                origins->mark(text, graph.line_of(*node));
            }
            print_node(graph, groups, *node, text);
        }
        std::string successors;
        for (const Block* successor : block.successors) {
            if (successor != nullptr) {
                successors += " block " + std::to_string(successor->index);
            }
        }
        print_list("  to", successors, text);
    }
    return text;
}

} // namespace

std::string print_graph(const Graph& graph) {
    return print_graph(graph, nullptr);
}

std::string print_graph(const Graph& graph, std::vector<SourceLine>& origins) {
    LineOrigins marks;
    std::string text = print_graph(graph, &marks);
    origins = marks.take(text);
    return text;
}

} // namespace jacquard::ir3
