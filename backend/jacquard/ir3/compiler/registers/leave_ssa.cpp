// Makes copies for phis.
//
// Before: phis read values of any block. A block that is one of several predecessors has one
// successor.
// After: what a phi reads from a predecessor is a copy that stands at the end of that block, or the
// phi itself, which then keeps its value; nothing else reads the copies. They are to stand in the
// register of the phi, and the order of the copies of a block takes care of it: none comes before a
// copy that reads the phi it is for.

#include <jacquard/generated/pipelines/leave_ssa.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

namespace jacquard::ir3 {

namespace {

// The copies at the end of one block, which happen all at once.
class ParallelCopy {
  public:
    explicit ParallelCopy(Graph& graph) : graph_(graph) {}

    // At the end of `from`, the given predecessor of `to`.
    void run(Block& from, const Block& to, std::size_t predecessor) {
        collect_moves(to, predecessor);
        for (Move& move : moves_) {
            if (move.readers == 0) {
                ready_.push_back(&move);
            }
        }
        emit_ready(from);
        // The moves left form cycles, in each of which every phi is read by one other.
        for (Move& move : moves_) {
            if (!move.done && move_read_by(move) != nullptr) {
                Node* saved = graph_.append(from, make_copy(graph_, *move.source));
                release(*move_read_by(move));
                *move.source = ssa_source(saved);
                emit_ready(from);
            }
        }
    }

  private:
    struct Move {
        Node* phi = nullptr;
        Register* source = nullptr;
        unsigned readers = 0; // other moves that read the phi and are not done
        bool done = false;
    };

    void collect_moves(const Block& to, std::size_t predecessor) {
        moves_.clear();
        for (Node* phi : to.nodes) {
            if (phi->kind != NodeKind::phi) {
                break;
            }
            phi->index = static_cast<std::uint32_t>(moves_.size());
            moves_.push_back({phi, &phi->sources()[predecessor]});
        }
        for (const Move& move : moves_) {
            if (const Move* read = move_read_by(move)) {
                ++moves_[read->phi->index].readers;
            }
        }
    }

    // The move for the phi that this one reads; null when it reads something else or its own.
    Move* move_read_by(const Move& move) {
        const Node* read = move.source->definition;
        const bool is_phi = read != nullptr && read->kind == NodeKind::phi &&
                            read->index < moves_.size() && moves_[read->index].phi == read;
        return is_phi && read != move.phi ? &moves_[read->index] : nullptr;
    }

    void release(Move& move) {
        if (--move.readers == 0) {
            ready_.push_back(&move);
        }
    }

    void emit_ready(Block& from) {
        while (!ready_.empty()) {
            Move& move = *ready_.back();
            ready_.pop_back();
            emit(move, from);
        }
    }

    void emit(Move& move, Block& from) {
        move.done = true;
        if (move.source->definition == nullptr || move.source->definition == move.phi) {
            return;
        }
        Move* read = move_read_by(move);
        const Node& value = *move.source->definition;
        Node* copy =
            is_constant_move(value) ? graph_.clone(value) : make_copy(graph_, *move.source);
        graph_.origins.name_like(*copy, *move.phi);
        *move.source = ssa_source(graph_.append(from, copy));
        graph_.phi_copies.push_back(copy);
        if (read != nullptr) {
            release(*read);
        }
    }

    Graph& graph_;
    PoolVector<Move> moves_{graph_.pool()};
    PoolVector<Move*> ready_{graph_.pool()};
};

} // namespace

void leave_ssa(Graph& graph) {
    ParallelCopy copies(graph);
    for (Block& block : graph.blocks) {
        if (block.nodes.empty() || block.nodes.front()->kind != NodeKind::phi) {
            continue;
        }
        for (std::size_t i = 0; i < block.predecessors.size(); ++i) {
            copies.run(*block.predecessors[i], block, i);
        }
    }
}

} // namespace jacquard::ir3
