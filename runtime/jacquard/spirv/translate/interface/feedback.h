#pragma once

#include <jacquard/nir/ir/feedback.h>
#include <jacquard/spirv/translate/interface/interface_place.h>
#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

// Collects which components of outputs transform feedback writes to which buffers.
class Feedback : Concern {
  public:
    explicit Feedback(Context& context) : Concern(context) {}

    void take_feedback_facts(std::uint32_t id, std::uint32_t member, InterfacePlace& place);
    void note_feedback(const nir::Variable& variable, InterfacePlace& place);
    void note_feedback(const nir::Type& type, nir::FeedbackWords& words);
    void finish_feedback();
    // The entry point has the execution mode Xfb.
    void enable() { feeds_back_ = true; }

  private:
    bool feeds_back_ = false;
    std::vector<nir::FeedbackWords> feedback_; // of all outputs; used if feeds_back_
};

} // namespace jacquard::spirv
