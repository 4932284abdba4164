#include <jacquard/ir3/check/live_registers.h>
#include <jacquard/ir3/check/unit_liveness.h>

#include <algorithm>
#include <map>
#include <set>

namespace jacquard::ir3 {

namespace {

class LiveFinder {
  public:
    LiveFinder(const Program& program, Revision revision)
        : program_(program), findings_(program.words, revision, 0),
          code_(program, revision, {}, findings_), merged_(code_.machine().merged_registers),
          blocks_(find_flow(code_, false, findings_)), predecessors_(blocks_.size()) {
        for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
            successors_.push_back(blocks_[i].successors);
            for (const std::uint32_t next : blocks_[i].successors) {
                predecessors_[next].push_back(i);
            }
        }
        note_touches();
        for (const ProgramOutput& output : program.outputs) {
            for (unsigned i = 0; i < output.num_components; ++i) {
                if (output.is_in_register(i)) {
                    const auto number = static_cast<std::uint16_t>(output.location.number + i);
                    for_each_unit(RegisterEffect::of(RegisterEffect::Kind::registers, number,
                                                     output.location.half),
                                  merged_, [this](unsigned unit) { outputs_.set(unit); });
                }
            }
        }
    }

    std::optional<LiveRegisters> run(std::optional<std::uint32_t> word) {
        const UnitLiveness liveness(program_, code_, blocks_);
        std::optional<LiveRegisters> found;
        UnitSet units;
        for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
            liveness.for_each_word(blocks_[i], [&](std::uint32_t at, const UnitSet& before,
                                                   const UnitSet& behind) {
                const double more = std::max(liveness.vec4_of(before), liveness.vec4_of(behind));
                const bool is_here = word ? at == *word : !found || more > found->vec4;
                if (is_here) {
                    is_behind_ = liveness.vec4_of(behind) > liveness.vec4_of(before);
                    units = is_behind_ ? behind : before;
                    found = LiveRegisters{at, more, {}};
                    block_ = i;
                }
            });
        }
        if (found) {
            describe(units, *found);
        }
        return found;
    }

  private:
    void describe(const UnitSet& units, LiveRegisters& found) {
        std::map<std::pair<bool, std::uint32_t>, LiveRegister> registers;
        for (unsigned unit = 0; unit < kNumRegisterUnits; ++unit) {
            if (!units.test(unit) || is_shared_unit(unit)) {
                continue;
            }
            LiveRegister one;
            one.location = location_of(unit);
            find_writers(unit, found.word, one);
            find_readers(unit, found.word, one);
            LiveRegister& known =
                registers.try_emplace({one.location.half, one.location.number}, one).first->second;
            join(known.writers, one.writers);
            join(known.readers, one.readers);
            known.is_given = known.is_given || one.is_given;
            known.is_output = known.is_output || one.is_output;
        }
        for (auto& [place, one] : registers) {
            found.registers.push_back(std::move(one));
        }
    }

    static void join(std::vector<std::uint32_t>& all, const std::vector<std::uint32_t>& more) {
        std::set<std::uint32_t> words(all.begin(), all.end());
        words.insert(more.begin(), more.end());
        all.assign(words.begin(), words.end());
    }

    // The register of a unit if nothing that wrote it, or reads what was given, says otherwise.
    [[nodiscard]] RegisterLocation location_of(unsigned unit) const {
        if (unit >= kFirstOwnHalf) {
            return {static_cast<std::uint16_t>(unit - kFirstOwnHalf), true};
        }
        return {static_cast<std::uint16_t>(unit / 2), false};
    }

    // An access of a unit by a word.
    struct Touch {
        std::uint32_t word = 0;
        std::optional<RegisterLocation> read;    // the register, if it is read
        std::optional<RegisterLocation> written; // the same, if it is written
    };
    using Touches = std::vector<Touch>;

    // Accesses of one unit by one word are one; an instruction reads before it writes.
    void note_touches() {
        for (std::uint32_t word = 0; word < code_.instructions().size(); ++word) {
            for (const RegisterEffect& effect : code_.effects(code_.instructions()[word])) {
                for (unsigned i = 0; i < effect.count; ++i) {
                    RegisterEffect one = effect;
                    one.number = static_cast<std::int16_t>(effect.number + static_cast<int>(i));
                    one.count = 1;
                    for_each_unit(one, merged_,
                                  [&](unsigned unit) { note_touch(word, unit, one); });
                }
            }
        }
    }

    void note_touch(std::uint32_t word, unsigned unit, const RegisterEffect& effect) {
        Touches& touches = touches_[unit];
        if (touches.empty() || touches.back().word != word) {
            touches.push_back({word, {}, {}});
        }
        Touch& touch = touches.back();
        const RegisterLocation location{static_cast<std::uint16_t>(effect.number), effect.half};
        if (!effect.writes) {
            touch.read = location;
        } else if (effect.kind == RegisterEffect::Kind::registers) {
            touch.written = location;
        }
    }

    // The accesses of a unit from a word on.
    [[nodiscard]] Touches::const_iterator touches_from(unsigned unit, std::uint32_t word) const {
        return std::lower_bound(
            touches_[unit].begin(), touches_[unit].end(), word,
            [](const Touch& touch, std::uint32_t limit) { return touch.word < limit; });
    }

    // A part of a block: words first..end-1.
    struct Stretch {
        std::uint32_t block = 0;
        std::uint32_t first = 0;
        std::uint32_t end = 0;
    };

    // Goes from one stretch to those around it. look_at(stretch) returns false where the way ends;
    // `next` gives the blocks where it goes on otherwise, each once.
    template <typename LookAt>
    void walk(const Stretch& from, const std::vector<std::vector<std::uint32_t>>& next,
              LookAt&& look_at) const {
        std::vector<bool> seen(blocks_.size());
        std::vector<Stretch> open = {from};
        while (!open.empty()) {
            const Stretch stretch = open.back();
            open.pop_back();
            if (!look_at(stretch)) {
                continue;
            }
            for (const std::uint32_t block : next[stretch.block]) {
                if (!seen[block]) {
                    seen[block] = true;
                    open.push_back({block, blocks_[block].first, blocks_[block].end});
                }
            }
        }
    }

    void find_writers(unsigned unit, std::uint32_t word, LiveRegister& found) const {
        const std::uint32_t end = is_behind_ ? word + 1 : word;
        walk({block_, blocks_[block_].first, end}, predecessors_, [&](const Stretch& stretch) {
            const auto first = touches_from(unit, stretch.first);
            for (auto at = touches_from(unit, stretch.end); at != first;) {
                --at;
                if (at->written) {
                    found.writers.push_back(at->word);
                    found.location = *at->written;
                    return false;
                }
            }
            found.is_given = found.is_given || stretch.block == 0;
            return true;
        });
        std::sort(found.writers.begin(), found.writers.end());
    }

    void find_readers(unsigned unit, std::uint32_t word, LiveRegister& found) const {
        std::set<std::uint32_t> readers;
        const std::uint32_t first = is_behind_ ? word + 1 : word;
        walk({block_, first, blocks_[block_].end}, successors_, [&](const Stretch& stretch) {
            const auto end = touches_from(unit, stretch.end);
            for (auto at = touches_from(unit, stretch.first); at != end; ++at) {
                if (at->read) {
                    readers.insert(at->word);
                    if (found.writers.empty()) {
                        found.location = *at->read;
                    }
                }
                if (at->written) {
                    return false;
                }
            }
            const bool is_last = code_.instructions()[stretch.end - 1].action == Action::end;
            found.is_output = found.is_output || (is_last && outputs_.test(unit));
            return true;
        });
        found.readers.assign(readers.begin(), readers.end());
    }

    const Program& program_;
    Findings findings_;
    CheckedCode code_;
    const bool merged_;
    std::vector<FlowBlock> blocks_;
    std::vector<std::vector<std::uint32_t>> predecessors_;
    std::vector<std::vector<std::uint32_t>> successors_;
    std::vector<Touches> touches_{kNumRegisterUnits}; // by unit, in program order
    UnitSet outputs_;                                 // that are read when the program has ended
    bool is_behind_ = false;
    std::uint32_t block_ = 0;
};

} // namespace

std::optional<LiveRegisters> live_registers(const Program& program, Revision revision,
                                            std::optional<std::uint32_t> word) {
    return LiveFinder(program, revision).run(word);
}

} // namespace jacquard::ir3
