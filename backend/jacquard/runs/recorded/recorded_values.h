#pragma once

#include <jacquard/runs/engines/pipeline_values.h>
#include <jacquard/runs/recorded/recorded_slots.h>

namespace jacquard::driver {

// The pipeline values of a recorded case. Values that the case does not give are 0, save that faces
// are seen from the front and vertices count like lanes.
class RecordedValues final : public PipelineValues {
  public:
    explicit RecordedValues(const RecordedCase& recorded)
        : case_(recorded), has_facing_(find_key(recorded.inputs, "FrontFacing") != nullptr),
          has_vertices_(find_key(recorded.inputs, "VertexIndex") != nullptr) {}

    [[nodiscard]] std::uint32_t fragment_position(unsigned component,
                                                  unsigned lane) const override {
        return input_word(case_, "FragCoord", component, lane);
    }
    [[nodiscard]] bool is_front(unsigned lane) const override {
        return !has_facing_ || input_word(case_, "FrontFacing", 0, lane) != 0;
    }
    [[nodiscard]] std::uint32_t vertex(unsigned component, unsigned lane) const override {
        return has_vertices_ ? input_word(case_, "VertexIndex", component, lane) : lane;
    }
    [[nodiscard]] std::uint32_t primitive(unsigned component, unsigned lane) const override {
        return input_word(case_, "PrimitiveId", component, lane);
    }
    // The draw's first instance is the run's number.
    [[nodiscard]] std::uint32_t base_instance() const override { return case_.run; }

  private:
    const RecordedCase& case_;
    bool has_facing_;
    bool has_vertices_;
};

} // namespace jacquard::driver
