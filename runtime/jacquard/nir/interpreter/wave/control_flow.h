#pragma once

#include <jacquard/nir/interpreter/program/program_data.h>
#include <jacquard/nir/interpreter/wave/lane_sets.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir::interpreter {

// Which step comes next, and which lanes wait in the ifs, loops and functions around it.
class ControlFlow {
  public:
    ControlFlow(const ProgramData& program, LaneSets& lanes)
        : program_(&program), lanes_(lanes), frames_(program.control_depth + 1),
          activations_(program.call_depth + 1) {}

    void start() {
        num_frames_ = 0;
        num_activations_ = 1;
        activations_[0] = {};
        step_ = program_->entry_step;
    }
    [[nodiscard]] const Step& next() { return program_->steps[step_++]; }
    // The step at hand comes once more.
    void repeat_step() { --step_; }

    // `condition`: the lanes, active or not, for which it holds.
    void begin_if(const Step& step, const LaneMask& condition) {
        const LaneMask taken = lanes_.active & condition;
        frames_[num_frames_++] = {lanes_.active - taken, {}};
        go_on_with(taken, step.first);
    }
    void begin_else(const Step& step) {
        Frame& frame = frames_[num_frames_ - 1];
        frame.second = lanes_.active;
        go_on_with(frame.first, step.first);
    }
    void end_if(const Step& step) {
        go_on_with(lanes_.active | frames_[--num_frames_].second, step.target);
    }
    void begin_loop() { frames_[num_frames_++] = {}; }
    // Whether there is another round.
    [[nodiscard]] bool end_loop(const Step& step) {
        Frame& frame = frames_[num_frames_ - 1];
        lanes_.active |= frame.second;
        frame.second = {};
        const LaneMask before = lanes_.active;
        lanes_.drop_idle_helpers();
        lanes_.halted |= before - lanes_.active;
        if (lanes_.active.any()) {
            step_ = step.first;
            return true;
        }
        --num_frames_;
        go_on_with(frame.first, step.target);
        return false;
    }
    void break_loop(const Step& step) { leave(frames_[num_frames_ - 1 - step.second].first, step); }
    void continue_loop(const Step& step) {
        leave(frames_[num_frames_ - 1 - step.second].second, step);
    }
    void return_function(const Step& step) {
        leave(activations_[num_activations_ - 1].returned, step);
    }
    void halt(const Step& step) { leave(lanes_.halted, step); }
    void call(const Step& step) {
        activations_[num_activations_++] = {{}, step_};
        step_ = step.first;
    }
    // Whether it was the entry function, with which all ends.
    [[nodiscard]] bool end_function() {
        const Activation& activation = activations_[--num_activations_];
        lanes_.active |= activation.returned;
        if (num_activations_ == 0) {
            return true;
        }
        step_ = activation.return_step;
        if (lanes_.active.none()) {
            step_ = program_->steps[step_ - 1].target;
        }
        return false;
    }
    // The lanes that returned from a function that is still executed.
    [[nodiscard]] LaneMask returned() const {
        LaneMask lanes;
        for (std::uint32_t i = 0; i < num_activations_; ++i) {
            lanes |= activations_[i].returned;
        }
        return lanes;
    }

  private:
    // An if: lanes of the else and those that came through the then. A loop: lanes that broke and
    // that wait for the next round.
    struct Frame {
        LaneMask first;
        LaneMask second;
    };
    struct Activation {
        LaneMask returned;
        std::uint32_t return_step = 0;
    };

    // `otherwise`: the step that comes next where no lane is left.
    void go_on_with(const LaneMask& active, std::uint32_t otherwise) {
        lanes_.active = active;
        if (active.none()) {
            step_ = otherwise;
        }
    }
    void leave(LaneMask& waiting, const Step& step) {
        waiting |= lanes_.active;
        lanes_.active = {};
        step_ = step.target;
    }

    const ProgramData* program_;
    LaneSets& lanes_;
    std::vector<Frame> frames_;
    std::vector<Activation> activations_;
    std::uint32_t num_frames_ = 0;
    std::uint32_t num_activations_ = 0;
    std::uint32_t step_ = 0;
};

} // namespace jacquard::nir::interpreter
