// Moves what is the same for all lanes into the preamble, which runs once and leaves its results in
// the constant file.
//
// Before: the graph as translation made it, constants the sources of movs.
// After: where it pays, instructions that depend on nothing but constants stand in a block in front
// of the others; the values that the rest needs are stored behind the constant buffers, and movs
// from there take the place of the instructions.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/hoist_uniforms.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Values stored by one instruction.
constexpr std::size_t kStoreLength = 4;
// Instructions that every wave must be spared to make the detour worth it.
constexpr int kLeastGain = 1;
constexpr unsigned kLeastMoved = 2;
// Most graphs have fewer values that are constant; the memory is taken once.
constexpr std::size_t kUsualConstants = 64;
// A special function is waited for, and what is asked of a texture even longer.
constexpr unsigned kCostOfSpecial = 2;
constexpr unsigned kCostOfQuery = 8;

bool is_special(const Node& node) {
    return opcode_info(node).category == Category::special;
}

unsigned cost_of(const Node& node) {
    if (node.kind == NodeKind::split) {
        return 0;
    }
    return is_texture_query(node) ? kCostOfQuery : is_special(node) ? kCostOfSpecial : 1;
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
    // Nodes differ in how much they need of a lane; values that need less come later.
    enum Kind : std::uint8_t {
        varying,
        uniform,
        trivial, // a constant that costs nothing where it is read
    };
    // The bits that are known of a node: its kind, and for whom its value is needed.
    static constexpr std::uint8_t kKind = 3;
    static constexpr std::uint8_t kReadByRest = 4;     // somebody who stays
    static constexpr std::uint8_t kNeedsRegister = 8;  // of those, one who cannot read constants
    static constexpr std::uint8_t kReadByMoved = 0x10; // of a trivial one: somebody who moves

    [[nodiscard]] Kind kind(const Node* node) const {
        return static_cast<Kind>(known_[node->serial] & kKind);
    }
    [[nodiscard]] bool is(const Node* node, std::uint8_t what) const {
        return (known_[node->serial] & what) != 0;
    }

    // Nodes of a graph that has just been made are numbered densely by their serials.
    void classify() {
        known_.assign(graph_.num_serials(), 0);
        constant_.reserve(kUsualConstants);
        results_.reserve(kUsualConstants);
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                const Kind kind = kind_of(*node);
                known_[node->serial] |= kind;
                if (kind == varying) {
                    note_reads(*node);
                    continue;
                }
                constant_.push_back(node);
                if (kind == uniform) {
                    moved_ += cost_of(*node);
                    results_.push_back(node);
                }
            }
        }
        // Addresses are of no use in the rest.
        std::erase_if(results_, [this](const Node* node) { return !is(node, kReadByRest); });
    }

    Kind kind_of(const Node& node) {
        if (is_texture_query(node)) {
            return kind_of_query(node);
        }
        if (node.kind == NodeKind::split && is_texture_query(*node.sources()[0].definition)) {
            return kind(node.sources()[0].definition);
        }
        if (node.kind != NodeKind::machine || !node.dependencies().empty() ||
            !is_arithmetic(opcode_info(node).category) || reads_varying(node)) {
            return varying;
        }
        // Stores to the constant file move whole words; floats of 16 bits are narrowed in reading.
        if (node.dst.half && node.dst.is_ssa() && stays_half(node)) {
            return varying;
        }
        const bool is_address = node.dst.kind == RegisterKind::address;
        // That of descriptors is of no use to others than textures.
        if (is_address ? node.dst.number == kDescriptorAddress : !node.dst.is_ssa()) {
            return varying;
        }
        const Kind read = least_kind_read(node);
        const bool has_home = !node.dst.half || is_constant_move(node);
        const bool is_free = read == trivial && !is_address && has_home && !node.saturate &&
                             node.address == nullptr && is_copy_or_sign_change(node);
        return is_free ? trivial : std::min(read, uniform);
    }

    // A question about a texture has one answer for all lanes if the texture is the same.
    Kind kind_of_query(const Node& node) {
        const bool is_known =
            node.dependencies().empty() && node.address == nullptr && !node.dst.half;
        return is_known && least_kind_read(node) != varying ? uniform : varying;
    }

    // Whether it is a float, or the condition for one. Signed halves are parts of addresses.
    static bool stays_half(const Node& node) {
        return opcode_info(node).category == Category::move
                   ? node.type == DataType::f16 ||
                         (node.type == DataType::u16 && node.source_type == DataType::u32)
                   : opcode_info(node).dst_type == ValueType::float_;
    }

    Kind least_kind_read(const Node& node) {
        Kind least = node.address != nullptr ? kind(node.address) : trivial;
        for (const Register& source : node.sources()) {
            switch (source.kind) {
            case RegisterKind::constant:
            case RegisterKind::relative_constant:
            case RegisterKind::immediate: break;
            case RegisterKind::ssa: least = std::min(least, kind(source.definition)); break;
            default: return varying;
            }
            if (least == varying) {
                break;
            }
        }
        return least;
    }

    // Copies of constants, and their signs, are folded into who reads them.
    static bool is_copy_or_sign_change(const Node& node) {
        return (opcode_info(node).properties & (property_copy | property_sign_change)) != 0;
    }

    void note_reads(const Node& node) {
        const bool takes_constants = node.kind == NodeKind::machine &&
                                     is_arithmetic(opcode_info(node).category) && !is_special(node);
        const std::uint8_t what =
            takes_constants ? kReadByRest : std::uint8_t{kReadByRest | kNeedsRegister};
        for_each_ssa_source(node, [&](const Node* source) { known_[source->serial] |= what; });
    }

    bool is_worth_it() {
        if (moved_ < kLeastMoved || results_.empty()) {
            return false;
        }
        int gain = static_cast<int>(moved_);
        for (const Node* result : results_) {
            // An address of something that varies, or a vector that is read as a whole.
            if (result->dst.half || !result->dst.is_ssa() || result->length > 1) {
                return false;
            }
            gain -= is(result, kNeedsRegister) ? 1 : 0;
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
        PoolVector<Register*> places(graph_.pool());
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                for (Register& source : node->sources()) {
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
        for (auto at = constant_.rbegin(); at != constant_.rend(); ++at) {
            if (kind(*at) == trivial && !is(*at, kReadByMoved)) {
                continue;
            }
            for (const Register& source : (*at)->sources()) {
                if (source.is_ssa()) {
                    known_[source.definition->serial] |= kReadByMoved;
                }
            }
        }
    }

    void move(std::uint32_t first_constant) {
        find_moved_reads();
        replacements_.assign(known_.size(), nullptr);
        Block& preamble = graph_.add_preamble();
        next_constant_ = first_constant;
        for (Block& block : graph_.blocks) {
            if (&block != &preamble) {
                move_from(block, preamble);
            }
        }
        redirect_phis();
        store_results(preamble, first_constant);
    }

    // They read what comes behind them as well.
    void redirect_phis() {
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->kind != NodeKind::phi) {
                    break;
                }
                redirect(*node, uniform);
            }
        }
    }

    void move_from(Block& block, Block& preamble) {
        rest_.clear();
        rest_.reserve(block.nodes.size());
        for (Node* node : block.nodes) {
            switch (kind(node)) {
            case varying:
                if (node->kind != NodeKind::phi) {
                    redirect(*node, uniform);
                }
                rest_.push_back(node);
                break;
            case trivial: {
                rest_.push_back(node);
                if (is(node, kReadByMoved)) {
                    Node* copy = graph_.clone(*node);
                    redirect(*copy, trivial);
                    replacements_[node->serial] = graph_.append(preamble, copy);
                }
                break;
            }
            case uniform: {
                redirect(*node, trivial);
                graph_.append(preamble, node);
                if (is(node, kReadByRest)) {
                    Node* copy = make_copy(graph_, constant_source(next_constant_++));
                    copy->block = &block;
                    rest_.push_back(copy);
                    replacements_[node->serial] = copy;
                }
                break;
            }
            }
        }
        block.nodes.swap(rest_);
    }

    // Makes the node read what stands for values of this kind where it is: in the preamble trivial
    // ones are copies of their own, in the rest uniform ones come from the constant file.
    void redirect(Node& node, Kind replaced) {
        for (Register& source : node.sources()) {
            if (source.is_ssa() && kind(source.definition) == replaced) {
                source.definition = replacements_[source.definition->serial];
            }
        }
    }

    // Each as soon as so many are there that one instruction stores them, so that no more of them
    // wait in registers.
    void store_results(Block& preamble, std::uint32_t first_constant) {
        NodeVector nodes = std::move(preamble.nodes);
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
                vector->sources()[k] = ssa_source(results_[first + k]);
            }
            graph_.append(preamble, vector);
        }
        Node* store = graph_.make_machine(role::kStoreConstant, 1);
        store->sources()[0] = ssa_source(vector);
        store->dst.kind = RegisterKind::constant;
        store->dst.number = static_cast<std::uint16_t>(first_constant + first);
        store->length = static_cast<std::uint8_t>(count);
        store->type = DataType::u32;
        graph_.append(preamble, store);
    }

    Graph& graph_;
    PoolVector<std::uint8_t> known_{graph_.pool()};   // by serial
    NodeVector replacements_{graph_.pool()};          // by serial: in the preamble or the rest
    PoolVector<const Node*> constant_{graph_.pool()}; // uniform or trivial, in program order
    NodeVector results_{graph_.pool()};               // uniform, needed by the rest
    NodeVector rest_{graph_.pool()};                  // of a block that is moved from
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
