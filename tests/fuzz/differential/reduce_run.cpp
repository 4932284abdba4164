#include "reduce_run.h"

namespace jacquard::fuzz {

using driver::CaseRun;
using driver::kCaseLanes;
using driver::LaneVectors;

namespace {

class RunReducer {
  public:
    RunReducer(const CaseRun& run, const std::function<bool(const CaseRun&)>& holds)
        : best_(run), holds_(holds) {}

    CaseRun run() {
        copy_lanes();
        while (drop_parts() || simplify_words()) {
        }
        return std::move(best_);
    }

  private:
    template <typename Edit>
    bool try_edit(Edit edit) {
        CaseRun candidate = best_;
        if (!edit(candidate) || !holds_(candidate)) {
            return false;
        }
        best_ = std::move(candidate);
        return true;
    }

    bool drop_parts() {
        bool has_changed = false;
        const auto drop_last = [&](auto list) {
            while (try_edit([&](CaseRun& run) {
                auto& entries = list(run);
                return !entries.empty() && (entries.pop_back(), true);
            })) {
                has_changed = true;
            }
        };
        drop_last([](CaseRun & run) -> auto& { return run.inputs; });
        drop_last([](CaseRun & run) -> auto& { return run.constants; });
        drop_last([](CaseRun & run) -> auto& { return run.system_values; });
        drop_last([](CaseRun & run) -> auto& { return run.memories; });
        for (std::size_t i = 0; i < best_.constants.size(); ++i) {
            drop_last([i](CaseRun & run) -> auto& { return run.constants[i]; });
        }
        for (std::size_t space = 0; space < best_.memories.size(); ++space) {
            for (std::size_t i = 0; i < best_.memories[space].buffers.size(); ++i) {
                drop_last([=](CaseRun & run) -> auto& { return run.memories[space].buffers[i]; });
            }
        }
        has_changed |= try_edit([](CaseRun& run) {
            run.fragment_position = {};
            return std::exchange(run.has_fragment_position, false);
        });
        has_changed |= try_edit([](CaseRun& run) {
            run.front_facing = true;
            return std::exchange(run.has_facing, false);
        });
        return has_changed;
    }

    // All lanes like one of them.
    void copy_lanes() {
        for (std::size_t i = 0; i < best_.inputs.size(); ++i) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                try_edit([&](CaseRun& run) {
                    LaneVectors all;
                    all.fill(run.inputs[i][lane]);
                    return std::exchange(run.inputs[i], all) != all;
                });
            }
        }
    }

    bool simplify_words() {
        bool has_changed = false;
        for (std::size_t i = 0; i < best_.inputs.size(); ++i) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                for (unsigned c = 0; c < 4; ++c) {
                    has_changed |=
                        simplify([=](CaseRun & run) -> auto& { return run.inputs[i][lane][c]; });
                }
            }
        }
        for (std::size_t b = 0; b < best_.constants.size(); ++b) {
            for (std::size_t i = 0; i < best_.constants[b].size(); ++i) {
                for (unsigned c = 0; c < 4; ++c) {
                    has_changed |=
                        simplify([=](CaseRun & run) -> auto& { return run.constants[b][i][c]; });
                }
            }
        }
        for (std::size_t space = 0; space < best_.memories.size(); ++space) {
            for (std::size_t b = 0; b < best_.memories[space].buffers.size(); ++b) {
                for (std::size_t i = 0; i < best_.memories[space].buffers[b].size(); ++i) {
                    for (unsigned c = 0; c < 4; ++c) {
                        has_changed |= simplify([=](CaseRun & run) -> auto& {
                            return run.memories[space].buffers[b][i][c];
                        });
                    }
                }
            }
        }
        for (std::size_t i = 0; i < best_.system_values.size(); ++i) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                has_changed |= simplify([=](CaseRun & run) -> auto& {
                    return run.system_values[i].lanes[lane];
                });
            }
        }
        return has_changed;
    }

    // 0, else 1, else 1.0.
    template <typename Word>
    bool simplify(Word word) {
        for (const std::uint32_t simple : {0U, 1U, 0x3f800000U}) {
            if (word(best_) == simple) {
                return false;
            }
            if (try_edit([&](CaseRun& run) {
                    word(run) = simple;
                    return true;
                })) {
                return true;
            }
        }
        return false;
    }

    CaseRun best_;
    const std::function<bool(const CaseRun&)>& holds_;
};

} // namespace

CaseRun reduce_run(const CaseRun& run, const std::function<bool(const CaseRun&)>& holds) {
    return RunReducer(run, holds).run();
}

} // namespace jacquard::fuzz
