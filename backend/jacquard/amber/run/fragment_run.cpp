#include <jacquard/amber/run/fragment_run.h>
#include <jacquard/draw/slot_values.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver::amber {

namespace {

using draw::kQuadLanes;
using draw::kWaveLanes;
using draw::kWaveQuads;

// The built-in values that fragments have and no vertex writes.
bool is_given(nir::Semantic semantic) {
    return semantic == nir::Semantic::position || semantic == nir::Semantic::face ||
           semantic == nir::Semantic::prim_id || semantic == nir::Semantic::pcoord;
}

} // namespace

std::optional<std::vector<VaryingLink>>
link_varyings(const nir::ShaderInfo& vertex, const nir::ShaderInfo& fragment, std::string& fault) {
    const auto find = [&](nir::Semantic semantic, std::uint32_t index) {
        return std::find_if(
            vertex.outputs.begin(), vertex.outputs.end(), [&](const nir::IoSlot& output) {
                return output.semantic == semantic && output.semantic_index == index;
            });
    };
    if (find(nir::Semantic::position, 0) == vertex.outputs.end()) {
        fault = "the vertex shader writes no position";
        return std::nullopt;
    }
    std::vector<VaryingLink> links;
    for (std::size_t slot = 0; slot < fragment.inputs.size(); ++slot) {
        const nir::IoSlot& input = fragment.inputs[slot];
        if (is_given(input.semantic)) {
            continue;
        }
        const auto output = find(input.semantic, input.semantic_index);
        if (output == vertex.outputs.end()) {
            fault = "the fragment shader reads " + std::string(nir::name_of(input.semantic)) + ' ' +
                    std::to_string(input.semantic_index) +
                    ", which the vertex shader does not write";
            return std::nullopt;
        }
        links.push_back(
            {slot, static_cast<std::size_t>(output - vertex.outputs.begin()), input.interpolation});
    }
    return links;
}

struct FragmentRun::Values final : PipelineValues {
    std::array<std::array<float, kWaveLanes>, 4> position{};
    std::array<std::uint32_t, kWaveLanes> number{};
    std::array<std::array<float, kWaveLanes>, 2> point{};
    std::uint64_t front = 0;
    std::uint64_t helpers = ~std::uint64_t{0};

    [[nodiscard]] std::uint32_t fragment_position(unsigned component,
                                                  unsigned lane) const override {
        return std::bit_cast<std::uint32_t>(position[component][lane]);
    }
    [[nodiscard]] bool is_front(unsigned lane) const override { return (front >> lane & 1) != 0; }
    [[nodiscard]] std::uint32_t vertex(unsigned, unsigned) const override { return 0; }
    [[nodiscard]] std::uint32_t primitive(unsigned component, unsigned lane) const override {
        return component == 0 ? number[lane] : 0;
    }
    [[nodiscard]] std::uint32_t point_coordinate(unsigned component, unsigned lane) const override {
        return component < 2 ? std::bit_cast<std::uint32_t>(point[component][lane]) : 0;
    }
    [[nodiscard]] bool is_helper(unsigned lane) const override {
        return (helpers >> lane & 1) != 0;
    }
};

FragmentRun::FragmentRun(const RunnableStage* stage, const std::vector<VaryingLink>& links,
                         const DrawState& state, Targets& targets)
    : stage_(stage), links_(links), state_(state), targets_(targets) {
    if (stage == nullptr) {
        return;
    }
    wave_.emplace(*stage, kWaveLanes);
    const nir::ShaderProperty* const early = stage->info().property("FS_EARLY_DEPTH_STENCIL");
    tests_early_ = early != nullptr && !early->values.empty() && early->values[0] != 0;
    const std::vector<nir::IoSlot>& outputs = stage->info().outputs;
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        if (outputs[slot].semantic == nir::Semantic::position) {
            depth_slot_ = slot;
        } else if (outputs[slot].semantic == nir::Semantic::samplemask) {
            mask_slot_ = slot;
        }
    }
}

void FragmentRun::set(const RecordedCase& given) {
    if (wave_) {
        wave_->set(given);
    }
}

bool FragmentRun::add(const FragmentQuad& quad, std::string& fault) {
    FragmentQuad left = quad;
    if (tests_early_) {
        test_early(left);
    }
    if (left.covered == 0) {
        return true;
    }
    quads_.push_back(left);
    return quads_.size() < kWaveQuads || finish(fault);
}

void FragmentRun::test_early(FragmentQuad& quad) {
    for (unsigned corner = 0; corner < kQuadLanes && targets_.depth; ++corner) {
        const bool is_kept =
            (quad.covered >> corner & 1) != 0 &&
            targets_.depth->test(quad.x + (corner & 1), quad.y + (corner >> 1), quad.depth[corner],
                                 quad.primitive->place.is_front, state_);
        const unsigned kept = quad.covered & ~(1U << corner);
        quad.covered = static_cast<std::uint8_t>(kept | (is_kept ? 1U : 0U) << corner);
    }
}

void FragmentRun::fill_lane(unsigned lane, Values& values) {
    const std::size_t q = std::min<std::size_t>(lane / kQuadLanes, quads_.size() - 1);
    const FragmentQuad& quad = quads_[q];
    const draw::Triangle& place = quad.primitive->place;
    const unsigned corner = lane % kQuadLanes;
    const bool is_there = lane / kQuadLanes < quads_.size() && (quad.covered >> corner & 1) != 0;
    const std::array<double, 3>& linear = quad.weights[corner];
    std::array<double, 3> smooth{};
    double inverse_w = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        smooth[i] = linear[i] * place.inverse_w[i];
        inverse_w += smooth[i];
    }
    for (double& weight : smooth) {
        weight /= inverse_w;
    }
    values.position[0][lane] = static_cast<float>(quad.x + (corner & 1)) + 0.5F;
    values.position[1][lane] = static_cast<float>(quad.y + (corner >> 1)) + 0.5F;
    values.position[2][lane] = quad.depth[corner];
    values.position[3][lane] = static_cast<float>(inverse_w);
    for (std::size_t c = 0; c < 2; ++c) { // from the upper left corner of the point's square
        const auto middle = static_cast<double>(c == 0 ? place.x[0] : place.y[0]) /
                            static_cast<double>(1 << draw::kSubpixelBits);
        values.point[c][lane] = static_cast<float>(
            0.5 + (double{values.position[c][lane]} - middle) / quad.primitive->point_size);
    }
    values.number[lane] = place.number;
    values.front |= std::uint64_t{place.is_front ? 1U : 0U} << lane;
    values.helpers &= ~(std::uint64_t{is_there ? 1U : 0U} << lane);
    for (const VaryingLink& link : links_) {
        const bool is_flat = link.interpolation == nir::Interpolation::flat;
        const std::array<double, 3>& weights =
            link.interpolation == nir::Interpolation::noperspective ? linear : smooth;
        for (unsigned c = 0; c < 4; ++c) {
            const std::size_t word = link.output * 4 + c;
            std::uint32_t& to = wave_->inputs()[(link.input * 4 + c) * kWaveLanes + lane];
            if (is_flat) {
                to = list_->words[place.provoking + word];
                continue;
            }
            double sum = 0.0;
            for (std::size_t i = 0; i < quad.primitive->corners; ++i) {
                sum +=
                    weights[i] * double{std::bit_cast<float>(list_->words[place.vertex[i] + word])};
            }
            to = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
        }
    }
}

void FragmentRun::fill(Values& values) {
    for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
        fill_lane(lane, values);
    }
    const std::vector<nir::IoSlot>& inputs = stage_->info().inputs;
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
        const nir::Semantic semantic = inputs[slot].semantic;
        for (unsigned lane = 0; is_given(semantic) && lane < kWaveLanes; ++lane) {
            const auto word = [&](unsigned component) -> std::uint32_t& {
                return wave_->inputs()[(slot * 4 + component) * kWaveLanes + lane];
            };
            if (semantic == nir::Semantic::position) {
                for (unsigned c = 0; c < 4; ++c) {
                    word(c) = values.fragment_position(c, lane);
                }
            } else if (semantic == nir::Semantic::face) {
                word(0) = std::bit_cast<std::uint32_t>(values.is_front(lane) ? 1.0F : -1.0F);
            } else if (semantic == nir::Semantic::prim_id) {
                word(0) = values.number[lane];
            } else {
                word(0) = values.point_coordinate(0, lane);
                word(1) = values.point_coordinate(1, lane);
            }
        }
    }
}

std::uint32_t FragmentRun::output(std::size_t slot, unsigned component, unsigned lane) const {
    return wave_->outputs()[(slot * 4 + component) * kWaveLanes + lane];
}

ShadedColour FragmentRun::colour(std::size_t slot, unsigned lane) const {
    ShadedColour words{};
    for (unsigned c = 0; c < words.size(); ++c) {
        words[c] = draw::widened(output(slot, c, lane), stage_->output_type(slot));
    }
    return words;
}

void FragmentRun::write_fragment(const FragmentQuad& quad, unsigned corner, unsigned lane) {
    const std::uint32_t x = quad.x + (corner & 1);
    const std::uint32_t y = quad.y + (corner >> 1);
    if (mask_slot_ && (output(*mask_slot_, 0, lane) & 1) == 0) {
        return;
    }
    const float depth =
        depth_slot_ ? std::bit_cast<float>(output(*depth_slot_, 2, lane)) : quad.depth[corner];
    if (!tests_early_ && targets_.depth &&
        !targets_.depth->test(x, y, depth, quad.primitive->place.is_front, state_)) {
        return;
    }
    if (stage_ == nullptr) {
        return;
    }
    const std::vector<nir::IoSlot>& outputs = stage_->info().outputs;
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        if (outputs[slot].semantic != nir::Semantic::color) {
            continue;
        }
        for (auto& [location, pixels] : targets_.colours) {
            if (location == outputs[slot].semantic_index) {
                pixels.write(x, y, colour(slot, lane), state_);
            }
        }
    }
}

bool FragmentRun::finish(std::string& fault) {
    if (quads_.empty()) {
        return true;
    }
    std::uint64_t live = ~std::uint64_t{0};
    if (wave_) {
        Values values;
        fill(values);
        if (!wave_->run(values, live, fault)) {
            return false;
        }
    }
    for (std::size_t q = 0; q < quads_.size(); ++q) {
        for (unsigned corner = 0; corner < kQuadLanes; ++corner) {
            const auto lane = static_cast<unsigned>(q * kQuadLanes + corner);
            if ((quads_[q].covered >> corner & 1) != 0 && (live >> lane & 1) != 0) {
                write_fragment(quads_[q], corner, lane);
            }
        }
    }
    quads_.clear();
    return true;
}

} // namespace jacquard::driver::amber
