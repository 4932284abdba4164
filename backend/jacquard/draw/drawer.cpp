#include <jacquard/draw/drawer.h>
#include <jacquard/draw/slot_values.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <system_error>
#include <thread>

namespace jacquard::driver::draw {

namespace {

// Threads take squares of the picture, neither so small that they quarrel about them nor so many
// that looking through all triangles for each takes long.
constexpr std::uint32_t kLeastTile = 32;
constexpr std::uint64_t kMostTiles = 1024;

std::uint8_t byte_of(float value, bool to_srgb) {
    float within = value > 0.0F ? std::min(value, 1.0F) : 0.0F; // no number is 0, too
    if (to_srgb) {
        within = within <= 0.0031308F ? 12.92F * within
                                      : 1.055F * std::pow(within, 1.0F / 2.4F) - 0.055F;
    }
    return static_cast<std::uint8_t>(std::lround(within * 255.0F));
}

std::vector<Tile> tiles_of(std::uint32_t width, std::uint32_t height) {
    std::uint32_t side = kLeastTile;
    while ((std::uint64_t{width} / side + 1) * (height / side + 1) > kMostTiles) {
        side *= 2;
    }
    std::vector<Tile> tiles;
    for (std::uint32_t y = 0; y < height; y += side) {
        for (std::uint32_t x = 0; x < width; x += side) {
            tiles.push_back({x, y, std::min(side, width - x), std::min(side, height - y)});
        }
    }
    return tiles;
}

} // namespace

bool choose_outputs(const Stage& fragment, std::optional<std::uint32_t> location,
                    DrawOptions& options, std::string& fault) {
    const std::vector<nir::IoSlot>& outputs = fragment.outputs();
    std::optional<std::size_t> colour;
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        const nir::IoSlot& output = outputs[slot];
        if (output.semantic == nir::Semantic::position) {
            options.depth = slot;
        } else if (output.semantic == nir::Semantic::color &&
                   (location
                        ? output.semantic_index == *location
                        : !colour || output.semantic_index < outputs[*colour].semantic_index)) {
            colour = slot;
        }
    }
    if (!colour) {
        fault = location ? "the shader has no output at location " + std::to_string(*location)
                         : "the shader has no colour output";
        return false;
    }
    if (fragment.output_type(*colour).base != nir::BaseType::float_type) {
        fault = "the output is of integers, which are not colours";
        return false;
    }
    options.colour = *colour;
    options.type = fragment.output_type(*colour);
    return true;
}

// The threads share this state while a picture is drawn.
struct Drawer::Work {
    const QuadSource& source;
    Picture& picture;
    std::vector<Tile> tiles;
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::atomic<bool> is_over{false};
    std::mutex mutex;
    std::string fault; // under the mutex
};

// Paints the tiles that one thread takes.
class Drawer::Painter {
  public:
    Painter(Work& work, StageRunner& runner, const DrawOptions& options)
        : work_(work), runner_(runner), options_(options) {}

    void paint_all(const Progress& progress) {
        try {
            for (std::size_t i = work_.next++; i < work_.tiles.size() && !work_.is_over;
                 i = work_.next++) {
                paint(work_.tiles[i]);
                const std::size_t done = ++work_.done;
                if (progress) {
                    progress(done, work_.tiles.size());
                }
            }
        } catch (const std::bad_alloc&) {
            stop("the system has no more memory");
        }
    }

  private:
    void paint(const Tile& tile) {
        tile_ = tile;
        has_depth_ = work_.source.has_depth();
        if (has_depth_) {
            depth_.assign(std::size_t{tile.width} * tile.height, 1.0F);
        }
        work_.source.for_each_quad(tile, [this](const Quad& quad) {
            if (work_.is_over || (has_depth_ && !options_.depth && is_hidden(quad))) {
                return;
            }
            quads_[num_quads_++] = quad;
            if (num_quads_ == kWaveQuads) {
                shade();
            }
        });
        shade();
    }

    [[nodiscard]] float& depth_at(std::uint32_t x, std::uint32_t y) {
        return depth_[std::size_t{y - tile_.y} * tile_.width + (x - tile_.x)];
    }

    // Returns true if something nearer was drawn before at all its pixels.
    [[nodiscard]] bool is_hidden(const Quad& quad) {
        for (unsigned corner = 0; corner < kQuadLanes; ++corner) {
            const std::uint32_t x = quad.x + (corner & 1);
            const std::uint32_t y = quad.y + (corner >> 1);
            if (is_drawn(quad, corner) && quad.depth[corner] <= depth_at(x, y)) {
                return false;
            }
        }
        return true;
    }

    // Returns true if a pixel is covered, and of this tile.
    [[nodiscard]] bool is_drawn(const Quad& quad, unsigned corner) const {
        return (quad.covered >> corner & 1) != 0 && quad.x + (corner & 1) < tile_.x + tile_.width &&
               quad.y + (corner >> 1) < tile_.y + tile_.height;
    }

    void shade() {
        const std::span<const Quad> quads(quads_.data(), num_quads_);
        num_quads_ = 0;
        if (quads.empty() || work_.is_over) {
            return;
        }
        work_.source.fill(quads, runner_.inputs(), values_);
        std::uint64_t live = 0;
        std::string fault;
        if (!runner_.run(values_, live, fault)) {
            stop(std::move(fault));
            return;
        }
        for (unsigned lane = 0; lane < quads.size() * kQuadLanes; ++lane) {
            const Quad& quad = quads[lane / kQuadLanes];
            if ((live >> lane & 1) != 0 && is_drawn(quad, lane % kQuadLanes)) {
                write(quad, lane);
            }
        }
    }

    [[nodiscard]] std::uint32_t output(std::size_t slot, unsigned component, unsigned lane) const {
        return runner_.outputs()[(slot * 4 + component) * kWaveLanes + lane];
    }

    void write(const Quad& quad, unsigned lane) {
        const unsigned corner = lane % kQuadLanes;
        const std::uint32_t x = quad.x + (corner & 1);
        const std::uint32_t y = quad.y + (corner >> 1);
        if (has_depth_) {
            // The depth is the third component of a position.
            const float depth = options_.depth
                                    ? std::bit_cast<float>(output(*options_.depth, 2, lane))
                                    : quad.depth[corner];
            float& nearest = depth_at(x, y);
            if (!(depth < nearest || (depth == nearest && nearest == 1.0F))) {
                return;
            }
            nearest = depth;
        }
        std::uint8_t* pixel =
            work_.picture.pixel(x, options_.bottom_up ? work_.picture.height - 1 - y : y);
        for (unsigned c = 0; c < 4; ++c) {
            const std::uint32_t word = widened(output(options_.colour, c, lane), options_.type);
            const auto value = std::bit_cast<float>(word);
            pixel[c] = byte_of(value, options_.to_srgb && c < 3);
        }
    }

    void stop(std::string fault) {
        const std::lock_guard lock(work_.mutex);
        work_.is_over = true;
        if (work_.fault.empty()) {
            work_.fault = std::move(fault);
        }
    }

    Work& work_;
    StageRunner& runner_;
    const DrawOptions& options_;
    Tile tile_;
    bool has_depth_ = false;
    std::vector<float> depth_; // of the tile
    std::array<Quad, kWaveQuads> quads_{};
    std::size_t num_quads_ = 0;
    WaveValues values_;
};

Drawer::Drawer(const Stage& fragment, PictureSampler& textures, const DrawOptions& options)
    : stage_(fragment), textures_(textures), options_(options) {}

Drawer::~Drawer() = default;

bool Drawer::draw(const QuadSource& source, Picture& picture, std::string& fault,
                  const Progress& progress) {
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        const std::size_t channel = i % 4;
        picture.rgba[i] = byte_of(options_.clear[channel], options_.to_srgb && channel < 3);
    }
    Work work{source, picture, tiles_of(picture.width, picture.height), {}, {}, {}, {}, {}};
    const std::size_t num_threads =
        std::clamp<std::size_t>(options_.num_threads, 1, work.tiles.size());
    while (runners_.size() < num_threads) {
        runners_.push_back(std::make_unique<StageRunner>(stage_));
    }
    for (const auto& runner : runners_) {
        runner->set(textures_);
    }
    std::vector<std::thread> helpers;
    helpers.reserve(num_threads);
    for (std::size_t i = 1; i < num_threads; ++i) {
        try {
            helpers.emplace_back(
                [&work, this, i] { Painter(work, *runners_[i], options_).paint_all({}); });
        } catch (const std::system_error&) {
            break; // the threads that there are do all of it
        }
    }
    Painter(work, *runners_[0], options_).paint_all(progress);
    for (std::thread& helper : helpers) {
        helper.join();
    }
    fault = std::move(work.fault);
    return !work.is_over;
}

} // namespace jacquard::driver::draw
