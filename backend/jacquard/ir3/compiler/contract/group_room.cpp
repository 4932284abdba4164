// Room for whole workgroups.
//
// A wave that comes to a barrier waits for all others of its workgroup and keeps its registers
// meanwhile. Those that find no room begin only when others end, which never happens. So programs
// with barriers may only have as many registers as all waves of a workgroup have room for at a
// time.

#include <jacquard/ir3/compiler/contract/group_room.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>

namespace jacquard::ir3 {

const Node* first_barrier(const Graph& graph) {
    for (const Block& block : graph.blocks) {
        for (const Node* node : in_order(block.nodes)) {
            if (node->info->action == Action::barrier) {
                return node;
            }
        }
    }
    return nullptr;
}

WaveNeeds group_needs(const Graph& graph, const Program& program) {
    WaveNeeds needs = wave_needs(program);
    needs.stage = graph.stage;
    needs.waits = graph.stage == ShaderStage::compute && first_barrier(graph) != nullptr;
    return needs;
}

} // namespace jacquard::ir3
