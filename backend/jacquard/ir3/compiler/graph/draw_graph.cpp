// The graph for Graphviz: a cluster for each block, a record for each node with a port for each
// operand, and edges from results to the sources that read them. A neighbour is named in the
// record: Graphviz loses edges between records that it puts side by side.

#include <jacquard/ir3/compiler/graph/describe.h>
#include <jacquard/ir3/compiler/graph/group_values.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/graph/print_graph.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace jacquard::ir3 {

namespace {

// By ShaderStage.
constexpr std::array<std::string_view, 6> kStageLabels = {"vert", "frag", "comp",
                                                          "tesc", "tese", "geom"};

// Characters that mean something inside the label of a record.
std::string escape(const std::string& label) {
    std::string text;
    for (const char character : label) {
        if (character == '<' || character == '>' || character == '{' || character == '}' ||
            character == '|' || character == '"' || character == '\\') {
            text += '\\';
        }
        text += character;
    }
    return text;
}

std::string node_name(const Node& node) {
    return "instr" + std::to_string(node.serial);
}

// Returns the text in the field of a source. An edge shows which value it is, so only other sources
// name their register.
std::string source_label(const Graph& graph, const Register& source) {
    if (!source.is_ssa() && source.kind != RegisterKind::predicate) {
        return describe_source(graph, source);
    }
    std::string label;
    if (source.negate) {
        label += "(neg)";
    }
    if (source.absolute) {
        label += "(abs)";
    }
    return label;
}

void draw_record(const Graph& graph, const GroupValues& groups, const Node& node,
                 std::string& text) {
    text += "    " + node_name(node) +
            " [shape=record,style=filled,fillcolor=" + (node.is_meta() ? "white" : "lightgrey") +
            ",label=\"{" + escape(describe_operation(node)) + "|<dst0> ";
    if (node.dst.kind != RegisterKind::none) {
        text += escape(describe_destination(node));
    }
    for (std::size_t i = 0; i < node.sources().size(); ++i) {
        text += "|<src" + std::to_string(i) + "> " + escape(source_label(graph, node.sources()[i]));
    }
    if (node.kind == NodeKind::split) {
        text += "|off=" + std::to_string(node.offset);
    }
    if (const Node* left = groups.neighbour(node, -1)) {
        text += "|left=" + node_name(*left);
    }
    if (const Node* right = groups.neighbour(node, 1)) {
        text += "|right=" + node_name(*right);
    }
    text += "}\"];\n";
}

void draw_edges(const Node& node, std::string& text) {
    for (std::size_t i = 0; i < node.sources().size(); ++i) {
        const Register& source = node.sources()[i];
        if (source.definition != nullptr) {
            text += "    " + node_name(*source.definition) + ":<dst0> -> " + node_name(node) +
                    ":<src" + std::to_string(i) + ">;\n";
        }
    }
    if (node.address != nullptr) {
        text += "    " + node_name(*node.address) + ":<dst0> -> " + node_name(node) +
                " [label=\"address\",style=dashed];\n";
    }
    for (const Node* dependency : node.dependencies()) {
        text += "    " + node_name(*dependency) + " -> " + node_name(node) + " [style=dashed];\n";
    }
}

void draw_outputs(const Graph& graph, std::string& text) {
    if (graph.outputs.empty()) {
        return;
    }
    std::string label;
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
        label += "|<out" + std::to_string(i) + "> " + graph.outputs[i].program_output.name;
    }
    text += "  outputs [shape=record,label=\"outputs" + label + "\"];\n";
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
        if (graph.outputs[i].node != nullptr) {
            text += "  " + node_name(*graph.outputs[i].node) + ":<dst0> -> outputs:<out" +
                    std::to_string(i) + ">:e;\n";
        }
    }
}

void draw_inputs(const Graph& graph, std::string& text) {
    std::string label;
    std::string edges;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const GraphInput& input = graph.inputs[i];
        if (input.node == nullptr) {
            continue;
        }
        label += "|<in" + std::to_string(i) + "> " + input.program_input.name;
        edges += "  inputs:<in" + std::to_string(i) + ">:w -> " + node_name(*input.node) + ";\n";
    }
    if (!label.empty()) {
        text += "  inputs [shape=record,label=\"inputs" + label + "\"];\n" + edges;
    }
}

} // namespace

std::string draw_graph(const Graph& graph) {
    std::string text = "digraph G {\n  rankdir=RL;\n  nodesep=0.25;\n  ranksep=1.5;\n";
    const GroupValues groups(graph);
    for (const Block& block : graph.blocks) {
        const std::string name = std::to_string(block.index);
        text += "  subgraph cluster" + name + " {\n    label=\"";
        text += block.index == 0 ? std::string(kStageLabels[static_cast<std::size_t>(graph.stage)])
                                 : "block " + name;
        text += "\";\n";
        for (const Node* node : block.nodes) {
            draw_record(graph, groups, *node, text);
        }
        for (const Node* node : block.nodes) {
            draw_edges(*node, text);
        }
        text += "  }\n";
    }
    for (const Block& block : graph.blocks) {
        for (const Block* successor : block.successors) {
            if (successor != nullptr && !block.nodes.empty() && !successor->nodes.empty()) {
                text += "  " + node_name(*block.nodes.back()) + " -> " +
                        node_name(*successor->nodes.front()) + " [ltail=cluster" +
                        std::to_string(block.index) + ",lhead=cluster" +
                        std::to_string(successor->index) + ",style=bold];\n";
            }
        }
    }
    draw_inputs(graph, text);
    draw_outputs(graph, text);
    return text + "}\n";
}

} // namespace jacquard::ir3
