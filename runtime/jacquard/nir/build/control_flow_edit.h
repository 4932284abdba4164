#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>

namespace jacquard::nir {

// Control flow is changed in two steps. First the tree is edited freely: lists may hold blocks next
// to blocks and code behind jumps, and phis may have sources from blocks that are gone. Then
// tidy_control_flow() makes it a proper function again. So each edit costs what it touches, and
// the function is linked once.

// Puts the nodes of `from`, which becomes empty, behind `position`.
void splice_after(ControlFlowNode* position, ControlFlowList& from);
// Puts them in front of `position`; both cost the number of nodes moved.
void splice_before(ControlFlowNode* position, ControlFlowList& from);
// Moves the nodes from `first` to `last`, neighbours in one list, to the end of `to`, whose nodes
// belong to `parent`.
void move_nodes(ControlFlowNode* first, ControlFlowNode* last, ControlFlowList& to,
                ControlFlowNode* parent);

// Makes a block right before `block` and moves everything before `position` into it. What stays is
// the end of the old block, so phis behind it are right. Null moves all.
Block* split_before(Shader& shader, Block& block, Instruction* position);

// Puts a new if behind `block`, and an empty block behind the if.
IfNode* insert_if(Shader& shader, Block& block, SsaDef* condition);

// Takes a node, or all from `first` to the end of the list, out of the function and detaches every
// source in it. Its values may still be read by phis whose sources tidy_control_flow() will drop.
void discard(ControlFlowNode* node);
void discard_from(ControlFlowNode* first);

// Replaces an if by one of its sides. The condition is detached.
void replace_by_side(IfNode& branch, bool then_side);

// Puts the body of a loop that never goes back in its place. Before: the last block of the body
// ends in a break and nothing else breaks or continues.
void replace_by_body(LoopNode& loop);

// Gives the phis of `block` a source from `to` instead of `from`.
void move_phi_sources(Block& block, const Block& from, Block& to);

// The state of the links of a function that is to be tidied.
enum class Links : std::uint8_t {
    stale,
    right, // nothing was changed since the function was linked
};

// Removes what follows jumps and what stands in blocks that nothing reaches, joins neighbouring
// blocks, links the function, and drops sources of phis that come from no predecessor. A source
// from a block that nothing reaches becomes undefined. True when there was something to do.
//
// Time is the size of the function. Every value that is read must be defined on all ways to there
// as control now flows, or repair_ssa() follows.
bool tidy_control_flow(Function& function, Links links = Links::stale);

} // namespace jacquard::nir
