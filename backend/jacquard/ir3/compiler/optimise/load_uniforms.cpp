// Copies uniform buffers and push constants to the constant file.
//
// Before: the graph knows which bytes of which buffers its constants are. After: for those that the
// driver does not put there, instructions at the beginning of the preamble do.

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/load_uniforms.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Vectors that one instruction copies; the widest number is a power of two.
constexpr std::uint32_t kMostVec4 = 1U << (kLoadSizeBits - 1);

class Loading {
  public:
    Loading(Graph& graph, const MachineFacts& machine) : graph_(graph), machine_(machine) {}

    void load(const MappedConstantBuffer& mapped) {
        const std::uint32_t end = (mapped.end - mapped.start + 15) / 16;
        for (std::uint32_t done = 0; done < end; done += kMostVec4) {
            copy(mapped, done, std::min(kMostVec4, end - done));
        }
    }

    void load(const PushConstants& push) {
        const std::uint32_t end = (push.end - push.start) / 4;
        const std::uint32_t most_words = machine_.copied_shared_words;
        for (std::uint32_t done = 0; done < end; done += most_words) {
            Node* copy = graph_.make_machine(role::kCopySharedConstants, 1);
            copy->dst.kind = RegisterKind::constant;
            copy->dst.number = static_cast<std::uint16_t>(push.const_vec4 * 4 + done);
            copy->length = static_cast<std::uint8_t>(std::min(most_words, end - done));
            copy->type = DataType::u32;
            copy->sources()[0] = immediate_source(push.start / 4 + done);
            nodes_.push_back(copy);
        }
    }

    [[nodiscard]] const NodeVector& nodes() const { return nodes_; }

  private:
    void copy(const MappedConstantBuffer& mapped, std::uint32_t done, std::uint32_t num_vec4) {
        const Resource* resource =
            find_resource(graph_.resources, ResourceKind::uniform_buffer, mapped.block);
        const std::uint32_t constant = (mapped.const_vec4 + done) * 4;
        Node* address = graph_.make_machine(role::kSetDescriptors, 1);
        address->sources()[0] = immediate_source(constant, true);
        address->dst.kind = RegisterKind::address;
        address->dst.number = kDescriptorAddress;
        address->dst.half = true;
        address->source_type = DataType::u16;
        address->type = DataType::u16;
        nodes_.push_back(address);
        Node* load = graph_.make_machine(role::kLoadUniforms, 2);
        load->dst.kind = RegisterKind::constant;
        load->dst.number = static_cast<std::uint16_t>(constant);
        load->resource.num_vec4 = static_cast<std::uint16_t>(num_vec4);
        load->resource.bindless = true;
        load->resource.set = static_cast<std::uint8_t>(resource->set);
        load->sources()[0] = offset(mapped.start / 16 + done, *load);
        load->sources()[1] =
            immediate_source(resource->unit + (mapped.block - resource->first) * resource->stride);
        load->address = address;
        nodes_.push_back(load);
    }

    // A number, in a register where the instruction has no room for it.
    Register offset(std::uint32_t vec4, const Node& load) {
        const Register number = immediate_source(vec4);
        if (source_may_be(load, 0, number)) {
            return number;
        }
        nodes_.push_back(make_copy(graph_, number));
        return ssa_source(nodes_.back());
    }

    Graph& graph_;
    const MachineFacts& machine_;
    NodeVector nodes_{graph_.pool()};
};

} // namespace

void load_uniforms(Graph& graph, const MachineFacts& machine) {
    Loading loading(graph, machine);
    for (const MappedConstantBuffer& mapped : graph.constant_buffers) {
        if (mapped.by_program) {
            loading.load(mapped);
        }
    }
    if (graph.push_constants.by_program) {
        loading.load(graph.push_constants);
    }
    if (loading.nodes().empty()) {
        return;
    }
    Block& preamble = graph.has_preamble ? graph.blocks.front() : graph.add_preamble();
    for (Node* node : loading.nodes()) {
        node->block = &preamble;
    }
    preamble.nodes.insert(preamble.nodes.begin(), loading.nodes().begin(), loading.nodes().end());
}

} // namespace jacquard::ir3
