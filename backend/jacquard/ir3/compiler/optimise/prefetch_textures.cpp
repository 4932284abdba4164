// Looks textures up before the program starts.
//
// Before: copies are propagated. After: lookups that the hardware can do by itself - a plain 2D
// texture at two neighbouring components of an interpolated varying - are prefetch nodes, as many
// as there is room for; the reads of varyings that only they needed are dead.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/pipelines/prefetch_textures.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

namespace jacquard::ir3 {

namespace {

bool is_float(DataType type) {
    return type == DataType::f32 || type == DataType::f16;
}

Node* find_pair(const Graph& graph) {
    const std::string_view coordinates = slot_info(Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL).name;
    for (const GraphInput& input : graph.inputs) {
        if (input.node != nullptr && input.program_input.name == coordinates) {
            return input.node;
        }
    }
    return nullptr;
}

// The component of varying storage that a source reads; -1 when it is anything else.
int varying_component(const Register& source, const Node* pair) {
    if (!source.is_ssa() || !source.definition->is_machine(role::kInterpolate)) {
        return -1;
    }
    const Node& read = *source.definition;
    if (read.sources()[0].kind != RegisterKind::immediate || read.sources()[1].definition != pair) {
        return -1;
    }
    return read.sources()[0].value;
}

// Descriptors have numbers of their own, as many as any instruction can name.
bool can_be_named(const TextureFields& texture, const MachineFacts& machine) {
    if (texture.by_descriptor) {
        return texture.mode == DescriptorMode::bindless_immediate;
    }
    return texture.texture < machine.prefetched_textures &&
           texture.sampler < machine.prefetched_samplers;
}

} // namespace

bool prefetch_textures(Graph& graph, const MachineFacts& machine) {
    if (graph.stage != ShaderStage::fragment || graph.blocks.empty()) {
        return false;
    }
    Node* pair = find_pair(graph);
    if (pair == nullptr) {
        return false;
    }
    for (Node* node : graph.entry().nodes) {
        if (graph.prefetches.size() >= machine.texture_prefetches) {
            break;
        }
        if (!node->is_machine(role::kSample) || !node->texture.plain ||
            node->sources().size() != 1 || !is_float(node->type) ||
            !can_be_named(node->texture, machine)) {
            continue;
        }
        const Node& coordinates = *node->sources()[0].definition;
        if (coordinates.kind != NodeKind::collect || coordinates.sources().size() != 2) {
            continue;
        }
        const int first = varying_component(coordinates.sources()[0], pair);
        if (first < 0 || varying_component(coordinates.sources()[1], pair) != first + 1) {
            continue;
        }
        node->kind = NodeKind::prefetch;
        node->offset = static_cast<std::uint8_t>(first);
        node->sources()[0] = ssa_source(pair);
        graph.prefetches.push_back(node);
    }
    return !graph.prefetches.empty();
}

} // namespace jacquard::ir3
