// Folds conversions between floats of 16 and of 32 bits into the instructions around them.
//
// Before: copies are folded and nothing is dead. After: an instruction all of whose readers convert
// its result to the other width writes that width itself: arithmetic, interpolation, lookups. A
// conversion of a constant is gone where its reader converts what it reads from the constant file.
// Conversions without readers are left for dead code elimination.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/fold_conversions.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <utility>

namespace jacquard::ir3 {

namespace {

// Results that an instruction converts by itself are rounded to the nearest, ties to even.
bool narrows(const Node& node) {
    return node.source_type == DataType::f32 && node.type == DataType::f16 &&
           node.round == RoundMode::even;
}

bool widens(const Node& node) {
    return node.source_type == DataType::f16 && node.type == DataType::f32;
}

bool is_conversion(const Node& node) {
    return node.is_machine(role::kConvert) && (narrows(node) || widens(node)) &&
           node.dst.is_ssa() && !node.saturate && !node.exact && node.address == nullptr &&
           !node.sources()[0].has_modifier();
}

bool is_integer(DataType type) {
    return type != DataType::f16 && type != DataType::f32;
}

class ConversionFolding {
  public:
    explicit ConversionFolding(Graph& graph)
        : graph_(graph), reads_(graph.num_serials(), 0, graph.pool()),
          conversions_(graph.num_serials(), 0, graph.pool()),
          changes_(graph.num_serials(), 0, graph.pool()) {}

    bool run() {
        bool changed = false;
        for_each_node([this](Node& node) { count(node); });
        for_each_node([&](Node& node) { changed |= fold_constants(node); });
        // The components of a vector change together, so first of all it is seen which can.
        for_each_node([this](Node& node) {
            if (node.kind == NodeKind::split && conversions_[node.serial] == reads_[node.serial]) {
                ++conversions_[node.sources()[0].definition->serial];
            }
        });
        for_each_node([&](Node& node) { changed |= change_width(node); });
        if (changed) {
            for_each_node([this](Node& node) { follow_vector(node); });
            for_each_node([this](Node& node) { pass_over_conversions(node); });
        }
        return changed;
    }

  private:
    template <typename Visit>
    void for_each_node(Visit&& visit) {
        // The preamble runs once for all lanes and stays as it is.
        const std::size_t first = graph_.has_preamble ? 1 : 0;
        for (std::size_t i = first; i < graph_.blocks.size(); ++i) {
            for (Node* node : graph_.blocks[i].nodes) {
                visit(*node);
            }
        }
    }

    void count(const Node& node) {
        for_each_ssa_source(node, [this](const Node* source) { ++reads_[source->serial]; });
        for (const Node* dependency : node.dependencies()) {
            ++reads_[dependency->serial];
        }
        if (is_conversion(node) && node.sources()[0].is_ssa()) {
            ++conversions_[node.sources()[0].definition->serial];
        }
    }

    // Reads of halves from the constant file narrow the float that stands there.
    bool fold_constants(Node& node) {
        if (node.kind != NodeKind::machine || node.opcode == role::kEnd ||
            opcode_info(node).category == Category::move) {
            return false;
        }
        bool changed = false;
        for (std::size_t i = 0; i < node.sources().size() && i < node.info->num_sources; ++i) {
            changed |= fold_constant(node, i);
        }
        return changed;
    }

    // Returns what a change of the sign of a float changes, with the modifiers that say how; other
    // sources as they are.
    static Register without_sign_change(const Register& source) {
        if (!source.is_ssa() || source.half) {
            return source;
        }
        const Node& change = *source.definition;
        const bool is_plain = is_machine_with(change, property_sign_change) && !change.saturate &&
                              !change.exact && change.address == nullptr &&
                              change.dst.half == change.sources()[0].half;
        return is_plain && modifier_meaning(change, 0) == ModifierMeaning::float_sign
                   ? change.sources()[0]
                   : source;
    }

    static bool takes(const Node& node, std::size_t i, const Register& constant) {
        return source_may_be(node, i, constant) &&
               (!constant.has_modifier() ||
                source_takes_modifiers(node, i, constant, ModifierMeaning::float_sign));
    }

    static bool fold_constant(Node& node, std::size_t i) {
        const Register& source = node.sources()[i];
        if (!source.is_ssa() || !source.half || !reads_float(node, i)) {
            return false;
        }
        const Node& definition = *source.definition;
        if (!is_conversion(definition) || !narrows(definition)) {
            return false;
        }
        Register constant = with_modifiers_of(source, without_sign_change(definition.sources()[0]));
        if (constant.kind != RegisterKind::constant) {
            return false;
        }
        constant.half = true;
        if (takes(node, i, constant)) {
            node.sources()[i] = constant;
            return true;
        }
        // A multiply-add reads a register in the middle: the constant takes the place of the first
        // source, where that is one.
        if (i != 1 || !may_exchange_factors(node) || !takes(node, 0, constant)) {
            return false;
        }
        node.sources()[1] = node.sources()[0];
        node.sources()[0] = constant;
        return true;
    }

    [[nodiscard]] bool is_only_converted(const Node& node) const {
        return conversions_[node.serial] != 0 && conversions_[node.serial] == reads_[node.serial];
    }

    bool change_width(Node& node) {
        if (!node.dst.is_ssa() || node.exact || !is_only_converted(node) || !can_change(node)) {
            return false;
        }
        node.dst.half = !node.dst.half;
        changes_[node.serial] = 1;
        switch (opcode_info(node).category) {
        case Category::texture:
        case Category::move: node.type = DataType::f16; break;
        default: break;
        }
        return true;
    }

    static bool can_change(const Node& node) {
        if (node.kind != NodeKind::machine) {
            return false;
        }
        const OpcodeInfo& info = opcode_info(node);
        switch (info.category) {
        case Category::move:
            return !node.dst.half && is_integer(node.source_type) && node.type == DataType::f32 &&
                   node.source_type != node.type && node.length == 1;
        case Category::two_sources:
        case Category::three_sources:
        case Category::special:
            if (reads_varying(node)) {
                return node.opcode == role::kInterpolate && !node.dst.half;
            }
            return info.dst_type == ValueType::float_ && !is_comparison(node) &&
                   node.sources()[0].half == node.dst.half;
        case Category::texture: return !node.dst.half && node.type == DataType::f32;
        default: return false;
        }
    }

    [[nodiscard]] bool changes(const Node& value) const {
        return value.kind == NodeKind::split ? changes_[value.sources()[0].definition->serial] != 0
                                             : changes_[value.serial] != 0;
    }

    static void follow_vector(Node& node) {
        if (node.kind == NodeKind::split && node.sources()[0].is_ssa()) {
            node.dst.half = node.sources()[0].definition->dst.half;
            node.sources()[0].half = node.dst.half;
        }
    }

    // Readers of a conversion read what it converted, where that has the right width by now.
    void pass_over_conversions(Node& node) {
        for (Register& source : node.sources()) {
            if (!source.is_ssa() || !is_conversion(*source.definition)) {
                continue;
            }
            const Register& converted = source.definition->sources()[0];
            if (converted.is_ssa() && changes(*converted.definition) &&
                converted.definition->dst.half == source.half) {
                source.definition = converted.definition;
            }
        }
    }

    Graph& graph_;
    PoolVector<std::uint32_t> reads_;       // by serial
    PoolVector<std::uint32_t> conversions_; // of those, the ones that convert
    PoolVector<std::uint8_t> changes_;      // whether it has the other width now
};

} // namespace

bool fold_conversions(Graph& graph) {
    return ConversionFolding(graph).run();
}

} // namespace jacquard::ir3
