// Sets components of colours that are the same for all lanes before the program starts.
//
// Before: copies are propagated, and constants have their places. After: a component of a colour
// that is a number or a constant is set by an alias of the render target at the end of the
// preamble, and the vector of the colour has no such component. A colour of which nothing is left
// stands in no register.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/pipelines/alias_targets.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>
#include <optional>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kColorComponents = 4;

// Returns what is copied into a component of an output; null where lanes may differ in it.
const Register* copied_constant(const Register& component) {
    const Node* made = component.definition;
    if (made == nullptr || !is_constant_move(*made) || made->dst.half ||
        made->source_type != made->type || made->saturate) {
        return nullptr;
    }
    const Register& source = made->sources()[0];
    return source.half || source.has_modifier() ? nullptr : &source;
}

// The render target that an output goes to, unless it goes to all.
std::optional<unsigned> target_of(const ProgramOutput& output) {
    const SlotInfo* slot = find_slot(output.name);
    if (slot == nullptr || slot->kind != SlotKind::fragment_output ||
        slot->semantic != nir::Semantic::color) {
        return std::nullopt;
    }
    return slot->semantic_index;
}

class TargetAliases {
  public:
    explicit TargetAliases(Graph& graph) : graph_(graph) {}

    bool run() {
        Node* end =
            graph_.blocks.back().nodes.empty() ? nullptr : graph_.blocks.back().nodes.back();
        if (end == nullptr || !end->is_machine(role::kEnd)) {
            return false;
        }
        for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
            alias(graph_.outputs[i], end->sources()[i]);
        }
        if (aliases_.empty()) {
            return false;
        }
        put_in_preamble();
        return true;
    }

  private:
    // Takes the components out of a vector of the output's own, as others may read it too.
    void alias(GraphOutput& output, Register& kept) {
        const std::optional<unsigned> target = target_of(output.program_output);
        if (!target || output.node == nullptr || output.node->kind != NodeKind::collect) {
            return;
        }
        Node* vector = graph_.clone(*output.node);
        bool is_needed = false;
        for (unsigned i = 0; i < vector->length; ++i) {
            Register& component = vector->sources()[i];
            if (const Register* source = copied_constant(component)) {
                aliases_.push_back(make_alias(*target * kColorComponents + i, *source));
                output.program_output.aliased |=
                    static_cast<std::uint8_t>(1U << (i - output.leading));
                component = Register();
            }
            is_needed = is_needed || component.kind != RegisterKind::none;
        }
        if (output.program_output.aliased == 0) {
            return;
        }
        if (!is_needed) {
            output.node = nullptr;
            kept = Register();
            return;
        }
        Block& last = graph_.blocks.back();
        vector->block = &last;
        last.nodes.insert(last.nodes.end() - 1, vector);
        output.node = vector;
        kept.definition = vector;
    }

    Node* make_alias(unsigned component, const Register& source) {
        Node* alias = graph_.make_machine(role::kSetTarget, 1);
        alias->dst.kind = RegisterKind::render_target;
        alias->dst.number = static_cast<std::uint16_t>(component);
        alias->sources()[0] = source;
        alias->has_effect = true;
        return alias;
    }

    // They read constants that other instructions of the preamble may write.
    void put_in_preamble() {
        Block& preamble = graph_.has_preamble ? graph_.blocks.front() : graph_.add_preamble();
        NodeVector writers{graph_.pool()};
        std::copy_if(preamble.nodes.begin(), preamble.nodes.end(), std::back_inserter(writers),
                     [](const Node* node) { return num_constants_written(*node) != 0; });
        for (Node* alias : aliases_) {
            if (alias->sources()[0].kind == RegisterKind::constant) {
                graph_.set_dependencies(*alias, writers);
            }
            graph_.append(preamble, alias);
        }
    }

    Graph& graph_;
    NodeVector aliases_{graph_.pool()};
};

} // namespace

bool alias_targets(Graph& graph) {
    return graph.stage == ShaderStage::fragment && TargetAliases(graph).run();
}

} // namespace jacquard::ir3
