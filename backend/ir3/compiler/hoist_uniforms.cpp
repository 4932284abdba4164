// Moves what is the same for all lanes into the preamble, which runs once and leaves its results in
// the constant file.
//
// Before: the graph as translation made it, constants the sources of movs.
// After: where it pays, instructions that depend on nothing but constants stand in a block in front
// of the others; the values that the rest needs are stored behind the constant buffers, and movs
// from there take the place of the instructions.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/roles.h>

#include <algorithm>
#include <vector>

namespace jacquard::ir3 {

namespace {

// Values stored by one instruction.
constexpr std::size_t kStoreLength = 4;
// Instructions that every wave must be spared to make the detour worth it.
constexpr int kLeastGain = 1;
constexpr unsigned kLeastMoved = 2;
// A special function is waited for.
constexpr unsigned kCostOfSpecial = 2;

bool is_special(const Node& node) {
    return opcode_info(node).category == Category::special;
}

class Hoisting {
  public:
    explicit Hoisting(Graph& graph) : graph_(graph) {}

    void run() {
        classify();
        if (!is_worth_it()) {
            return;
        }
        const std::size_t vec4s = (results_.size() + 3) / 4;
        const std::uint32_t first = graph_.immediates.base_vec4;
        if (first + vec4s >= graph_.constant_limit) {
            return;
        }
        if (!move_arrays(static_cast<std::uint32_t>(first) * 4,
                         static_cast<std::uint32_t>(vec4s) * 4)) {
            return;
        }
        graph_.immediates.base_vec4 += static_cast<std::uint32_t>(vec4s);
        move(first * 4);
    }

  private:
    enum class Kind : std::uint8_t {
        varying,
        trivial, // a constant that costs nothing where it is read
        uniform,
    };
    struct Info {
        Kind kind = Kind::varying;
        bool read_by_rest = false;   // somebody who stays needs the value
        bool needs_register = false; // somebody who stays cannot read constants
        bool read_by_moved = false;  // of a trivial one: somebody who moves reads it
        Node* replacement = nullptr; // in the preamble or the rest
    };

    Info& info(const Node* node) { return info_[node->index]; }

    void classify() {
        info_.assign(graph_.number_nodes(), {});
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                info(node).kind = kind_of(*node);
            }
        }
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (info(node).kind == Kind::uniform) {
                    moved_ += is_special(*node) ? kCostOfSpecial : 1;
                } else if (info(node).kind == Kind::varying) {
                    note_reads(*node);
                }
            }
        }
        if (moved_ < kLeastMoved) {
            return;
        }
        // Addresses are of no use in the rest.
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (info(node).kind == Kind::uniform && info(node).read_by_rest) {
                    results_.push_back(node);
                }
            }
        }
    }

    Kind kind_of(const Node& node) {
        if (node.dst.kind == RegisterKind::address && node.dst.number == kDescriptorAddress) {
            return Kind::varying; // of no use to others than textures
        }
        if (node.kind != NodeKind::machine || !node.dependencies.empty() || node.dst.half) {
            return is_address_step(node) ? Kind::uniform : Kind::varying;
        }
        if (!node.dst.is_ssa() && node.dst.kind != RegisterKind::address) {
            return Kind::varying;
        }
        return reads_only_uniforms(node) ? (is_trivial(node) ? Kind::trivial : Kind::uniform)
                                         : Kind::varying;
    }

    // The half-wide computation of an address.
    bool is_address_step(const Node& node) {
        return node.kind == NodeKind::machine && node.dependencies.empty() && node.dst.half &&
               (node.dst.is_ssa() || node.dst.kind == RegisterKind::address) &&
               reads_only_uniforms(node);
    }

    bool reads_only_uniforms(const Node& node) {
        const OpcodeInfo& opcode = opcode_info(node);
        if (!is_arithmetic(opcode.category) || reads_varying(node)) {
            return false;
        }
        if (node.address != nullptr && info(node.address).kind == Kind::varying) {
            return false;
        }
        return std::all_of(node.sources.begin(), node.sources.end(), [&](const Register& source) {
            switch (source.kind) {
            case RegisterKind::constant:
            case RegisterKind::relative_constant:
            case RegisterKind::immediate: return true;
            case RegisterKind::ssa: return info(source.definition).kind != Kind::varying;
            default: return false;
            }
        });
    }

    // Copies of constants, and their signs, are folded into who reads them.
    bool is_trivial(const Node& node) {
        if (node.address != nullptr || node.dst.kind == RegisterKind::address || node.saturate) {
            return false;
        }
        return (is_machine_with(node, property_copy) ||
                is_machine_with(node, property_sign_change)) &&
               std::all_of(node.sources.begin(), node.sources.end(), [&](const Register& source) {
                   return !source.is_ssa() || info(source.definition).kind == Kind::trivial;
               });
    }

    void note_reads(const Node& node) {
        const bool takes_constants = node.kind == NodeKind::machine &&
                                     is_arithmetic(opcode_info(node).category) && !is_special(node);
        for_each_ssa_source(node, [&](const Node* source) {
            info(source).read_by_rest = true;
            if (!takes_constants) {
                info(source).needs_register = true;
            }
        });
    }

    bool is_worth_it() {
        if (moved_ < kLeastMoved || results_.empty()) {
            return false;
        }
        int gain = static_cast<int>(moved_);
        for (const Node* result : results_) {
            if (result->dst.half || !result->dst.is_ssa()) {
                return false; // an address of something that varies
            }
            gain -= info(result).needs_register ? 1 : 0;
        }
        return gain >= kLeastGain;
    }

    // Makes room in front of the arrays that stand in the constant file from `first` on, the only
    // ones there so far; false where they could not be reached any more.
    bool move_arrays(std::uint32_t first, std::uint32_t distance) {
        if (graph_.immediates.values.empty()) {
            return true;
        }
        const auto end = first + static_cast<std::uint32_t>(graph_.immediates.values.size());
        const auto is_among = [first, end](std::int64_t number) {
            return number >= first && number < end;
        };
        std::vector<Register*> places;
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                for (Register& source : node->sources) {
                    const bool is_relative =
                        source.kind == RegisterKind::relative_constant && is_among(source.value);
                    if (is_relative && !can_reach(*node, source, distance)) {
                        return false;
                    }
                    if (is_relative ||
                        (source.kind == RegisterKind::constant && is_among(source.number))) {
                        places.push_back(&source);
                    }
                }
            }
        }
        for (Register* place : places) {
            if (place->kind == RegisterKind::constant) {
                place->number = static_cast<std::uint16_t>(place->number + distance);
            } else {
                place->value += static_cast<std::int32_t>(distance);
            }
        }
        return true;
    }

    static bool can_reach(const Node& node, const Register& source, std::uint32_t distance) {
        return fits_bits(source.value + static_cast<std::int32_t>(distance),
                         opcode_info(node).sources[0].relative_bits);
    }

    // Which trivial values the preamble needs, those that only others of them read among them.
    void find_moved_reads() {
        for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
            for (auto at = block->nodes.rbegin(); at != block->nodes.rend(); ++at) {
                const Info& known = info(*at);
                if (known.kind == Kind::varying ||
                    (known.kind == Kind::trivial && !known.read_by_moved)) {
                    continue;
                }
                for (const Register& source : (*at)->sources) {
                    if (source.is_ssa()) {
                        info(source.definition).read_by_moved = true;
                    }
                }
            }
        }
    }

    void move(std::uint32_t first_constant) {
        find_moved_reads();
        Block& preamble = graph_.add_preamble();
        next_constant_ = first_constant;
        for (Block& block : graph_.blocks) {
            if (&block != &preamble) {
                move_from(block, preamble);
            }
        }
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (&block != &preamble && node->index < info_.size() &&
                    info(node).kind == Kind::varying) {
                    read_copies(*node);
                }
            }
        }
        store_results(preamble, first_constant);
    }

    void move_from(Block& block, Block& preamble) {
        std::vector<Node*> rest;
        rest.reserve(block.nodes.size());
        for (Node* node : block.nodes) {
            switch (info(node).kind) {
            case Kind::varying: rest.push_back(node); break;
            case Kind::trivial: {
                rest.push_back(node);
                if (info(node).read_by_moved) {
                    Node* copy = graph_.clone(*node);
                    redirect(*copy);
                    info(node).replacement = graph_.append(preamble, copy);
                }
                break;
            }
            case Kind::uniform: {
                redirect(*node);
                graph_.append(preamble, node);
                if (info(node).read_by_rest) {
                    Node* copy = make_copy(graph_, constant_source(next_constant_++));
                    copy->block = &block;
                    rest.push_back(copy);
                    info(node).replacement = copy;
                }
                break;
            }
            }
        }
        block.nodes = std::move(rest);
    }

    void read_copies(Node& node) {
        for (Register& source : node.sources) {
            if (source.is_ssa() && info(source.definition).kind == Kind::uniform) {
                source.definition = info(source.definition).replacement;
            }
        }
    }

    // In the preamble, trivial values are copies of their own.
    void redirect(Node& node) {
        for (Register& source : node.sources) {
            if (source.is_ssa() && info(source.definition).kind == Kind::trivial) {
                source.definition = info(source.definition).replacement;
            }
        }
    }

    // Each as soon as so many are there that one instruction stores them, so that no more of them
    // wait in registers.
    void store_results(Block& preamble, std::uint32_t first_constant) {
        std::vector<Node*> nodes = std::move(preamble.nodes);
        preamble.nodes.clear();
        std::size_t next = 0;   // result
        std::size_t stored = 0; // results before this one
        for (Node* node : nodes) {
            preamble.nodes.push_back(node);
            if (next == results_.size() || node != results_[next]) {
                continue;
            }
            ++next;
            if (next - stored == kStoreLength || next == results_.size()) {
                store(preamble, stored, next - stored, first_constant);
                stored = next;
            }
        }
    }

    void store(Block& preamble, std::size_t first, std::size_t count,
               std::uint32_t first_constant) {
        Node* vector = results_[first];
        if (count > 1) {
            vector = graph_.make(NodeKind::collect, count);
            vector->dst.kind = RegisterKind::ssa;
            vector->length = static_cast<std::uint8_t>(count);
            vector->write_mask = static_cast<std::uint16_t>((1U << count) - 1);
            for (std::size_t k = 0; k < count; ++k) {
                vector->sources[k] = ssa_source(results_[first + k]);
            }
            graph_.append(preamble, vector);
        }
        Node* store = graph_.make_machine(role::kStoreConstant, 1);
        store->sources[0] = ssa_source(vector);
        store->dst.kind = RegisterKind::constant;
        store->dst.number = static_cast<std::uint16_t>(first_constant + first);
        store->length = static_cast<std::uint8_t>(count);
        store->type = DataType::u32;
        graph_.append(preamble, store);
    }

    Graph& graph_;
    std::vector<Info> info_;
    std::vector<Node*> results_;
    std::uint32_t next_constant_ = 0;
    unsigned moved_ = 0;
};

} // namespace

void hoist_uniforms(Graph& graph, const MachineFacts& machine) {
    if (machine.preamble) {
        Hoisting(graph).run();
    }
}

} // namespace jacquard::ir3
