#pragma once

#include <jacquard/support/random.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jacquard {

// The agents with which a fence orders memory.
enum class FenceReach : std::uint8_t { group, device };

// Decides which of each other's accesses waves see, as weakly as the code allows.
//
// Memory is made of cells; each holds all values it ever had, in an order that all waves agree on.
// A wave knows for each cell the oldest value that it may still see, its view. Then
//
//  * a load gives any value that is not older than the view, which moves up to it. So two loads of
//    a cell never see it go back (coherence), and loads of two cells may come in any order;
//  * a store puts its value somewhere behind the view, at the end or before what others stored, and
//    moves the view there. So a wave sees its own stores, and others may see two stores to two
//    cells in the other order, or late: message passing, store buffering, independent reads of
//    independent writes, and two writes each (2+2W) have their weak outcomes;
//  * an atomic takes the newest value and puts its own right behind it, where nothing comes in
//    between: atomics act on the common memory at once;
//  * a release fence takes down the view of the kinds of memory it names, and all later stores of
//    the wave carry it. A load of such a value, or of one that atomics made of it, hands the view
//    to the reader, whose next acquire fence of the same kinds moves its own view up to it. A fence
//    with the reach of a group does this among waves of one group alone;
//  * a barrier hands to each wave of the group what all of them released; whoever acquires then has
//    it. A barrier without release and acquire around it orders no memory.
//
// A load that is done late, which makes load buffering visible, is the engine's to do: it asks for
// the value when it needs it. Fences of release and acquire do not keep a load behind a store of
// another cell, so both loads of store buffering may give the old values with fences, too; only a
// barrier or atomics forbid that.
//
// Half of the loads give the newest value, and one of a few in a row always does, so that whoever
// waits for a value gets it.
class WeakOrder {
  public:
    explicit WeakOrder(std::uint64_t seed);

    // A wave of a group, whose number is that of agents before. What others did before it came it
    // may see or not.
    void add_agent(unsigned group);
    [[nodiscard]] unsigned num_agents() const { return static_cast<unsigned>(agents_.size()); }
    // A cell that holds a value, its value 0, which everybody may see.
    [[nodiscard]] unsigned add_cell();

    // Accesses of one instruction to a cell see the same value.
    void begin_instruction(unsigned agent) { ++agents_[agent].instruction; }

    // Returns which of the cell's values a load gives: its place in the order.
    [[nodiscard]] std::size_t load(unsigned agent, unsigned cell, std::uint32_t kinds);
    // Returns the index at which the value is inserted; the values from there on move up.
    [[nodiscard]] std::size_t store(unsigned agent, unsigned cell, std::uint32_t kinds);
    // The same, at the end always.
    [[nodiscard]] std::size_t append(unsigned agent, unsigned cell, std::uint32_t kinds);
    // An atomic reads the newest value. change() says that it made another, which goes to the end.
    void load_newest(unsigned agent, unsigned cell, std::uint32_t kinds);
    void change(unsigned agent, unsigned cell, std::uint32_t kinds);

    // `kinds` has a bit for each kind of memory that is ordered.
    void release(unsigned agent, std::uint32_t kinds, FenceReach reach);
    // The same, with what the wave might acquire: others have that already.
    void release_all(unsigned agent, std::uint32_t kinds, FenceReach reach);
    void acquire(unsigned agent, std::uint32_t kinds, FenceReach reach);
    // All agents of a group have arrived.
    void pass_barrier(unsigned group);

    [[nodiscard]] bool one_in(std::uint32_t count) { return random_.one_in(count); }

  private:
    // By cell: the time of the oldest value that may be seen.
    using View = std::vector<std::uint64_t>;
    using SharedView = std::shared_ptr<const View>;

    // The accesses that a fence released, to the own group and to all.
    struct Released {
        SharedView group;
        SharedView device;
    };
    struct Value {
        std::uint64_t time = 0;
        unsigned group = 0;
        bool is_attached = false; // right behind the one before
        Released released;
    };
    struct Cell {
        std::uint32_t kinds = 0;
        std::vector<Value> values;
    };
    struct Agent {
        unsigned group = 0;
        View view;
        View acquired_in_group;
        View acquired;
        Released released;
        Released last_seen;     // was acquired already
        unsigned num_stale = 0; // loads in a row that did not give the newest value
        std::uint64_t instruction = 1;
        std::vector<std::uint64_t> loaded_by; // by cell: the last instruction that did
        std::vector<std::uint64_t> loaded;    // the time of what it saw
    };

    static void raise(View& view, unsigned cell, std::uint64_t time);
    static std::uint64_t time_of(const View& view, unsigned cell);
    // Joins the times of cells that have one of the kinds.
    void join(View& view, const View& other, std::uint32_t kinds) const;
    static SharedView joined(const SharedView& left, const SharedView& right);
    void see(Agent& agent, unsigned cell, const Value& value);
    // The first value that an agent may still see.
    [[nodiscard]] std::size_t first_seen(const Agent& agent, unsigned cell) const;
    void release_view(Agent& agent, View view, std::uint32_t kinds, FenceReach reach) const;
    [[nodiscard]] Cell& touch(unsigned cell, std::uint32_t kinds);

    Random random_;
    std::uint32_t stale_in_;  // one load of so many gives what is not the newest
    std::uint32_t before_in_; // one store of so many goes before what others stored
    std::vector<Agent> agents_;
    std::vector<Cell> cells_;
};

} // namespace jacquard
