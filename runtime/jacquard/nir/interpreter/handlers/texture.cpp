#include <jacquard/generated/nir/facts.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/textures/whole_layer.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace jacquard::nir::interpreter {

namespace {

using textures::Texel;
using textures::TextureRequest;

constexpr unsigned kQuad = 4;
constexpr std::size_t kTexelBytes = 4;
constexpr unsigned kMaxWords = std::tuple_size_v<decltype(Texel::components)>;

TextureRequest::Kind kind_of(TextureOp op) {
    switch (op) {
    case TextureOp::txs: return TextureRequest::Kind::size;
    case TextureOp::query_levels:
    case TextureOp::texture_samples: return TextureRequest::Kind::counts;
    case TextureOp::lod: return TextureRequest::Kind::level_of_detail;
    case TextureOp::txf:
    case TextureOp::txf_ms: return TextureRequest::Kind::fetch;
    case TextureOp::tg4: return TextureRequest::Kind::gather;
    default: return TextureRequest::Kind::sample;
    }
}

// Executes a texture instruction for one lane after the other, quad by quad.
class TextureLookup {
  public:
    TextureLookup(Wave& wave, const Step& step)
        : wave_(wave), step_(step),
          texture_(*static_cast<const TextureInstruction*>(step.instruction)),
          coord_(texture_.source_index(TextureSourceType::coord)),
          divisor_(texture_.source_index(TextureSourceType::projector)),
          has_differences_(texture_.has_implicit_derivative() && coord_ >= 0),
          has_more_(texture_.num_sources > (coord_ >= 0 ? 1 : 0) || texture_.is_array) {
        request_.kind = kind_of(texture_.op);
        is_count_ = request_.kind == TextureRequest::Kind::size ||
                    request_.kind == TextureRequest::Kind::counts;
        request_.instruction = &texture_;
        request_.texture = texture_.texture_index;
        request_.sampler = texture_.sampler_index;
        const unsigned layers = texture_.is_array ? 1 : 0;
        request_.num_coordinates = static_cast<std::uint8_t>(std::min(
            3U, texture_.coord_components - std::min<unsigned>(layers, texture_.coord_components)));
        request_.is_array = texture_.is_array;
        request_.is_shadow = texture_.is_shadow;
        request_.is_rectangle = texture_.dim == TextureDim::dim_rect;
        request_.is_framebuffer =
            texture_.op == TextureOp::txf_ms_fb || texture_.dim == TextureDim::dim_subpass;
        request_.has_level = texture_.op == TextureOp::txl;
        request_.component = static_cast<std::uint8_t>(texture_.component);
        request_.has_gather_offsets = texture_.has_gather_offsets;
        request_.gather_offsets = texture_.gather_offsets;
        const Place& to = wave.values.result(step);
        if (to.bytes == kTexelBytes && to.num_components <= kMaxWords && !texture_.is_sparse) {
            num_words_ = to.num_components;
            words_ = wave.values.row(to, 0);
        }
    }

    void run() {
        textures::TextureSampler* sampler = wave_.environment->textures;
        if (sampler == nullptr) {
            wave_.lanes.active.for_each([&](unsigned lane) { write(lane, {}); });
            return;
        }
        for (unsigned first = 0; first < wave_.values.num_lanes; first += kQuad) {
            const std::uint64_t taking_part =
                wave_.lanes.active.words[first / 64] >> (first % 64) & 0xf;
            if (taking_part == 0) {
                continue;
            }
            read_coordinates(first);
            if (has_differences_) {
                set_differences(taking_part == 0xf);
            }
            for (unsigned lane = 0; lane < kQuad; ++lane) {
                if ((taking_part >> lane & 1) != 0) {
                    Texel texel = sampler->lookup(request_of(first, lane));
                    if (is_count_) {
                        take_from_answer(texel);
                    }
                    write(first + lane, texel);
                }
            }
        }
    }

  private:
    // A component of a source as a 32-bit word.
    [[nodiscard]] std::uint32_t word(unsigned i, unsigned component, unsigned lane) const {
        const Place& place = wave_.values.source(step_, i);
        if (component >= place.num_components) {
            return 0;
        }
        if (place.bytes == 4) {
            return lane_words<32>(wave_.values.row(place, component))[lane];
        }
        const std::uint64_t bits = wave_.values.read(place, component, lane);
        if (place.bit_size >= 32) {
            return static_cast<std::uint32_t>(bits);
        }
        const BaseType base = texture_.source_type(i).base;
        if (base == BaseType::float_type && place.bit_size == 16) {
            return std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(bits)));
        }
        if (base == BaseType::int_type) {
            const unsigned unused = 64U - place.bit_size;
            return static_cast<std::uint32_t>(static_cast<std::int64_t>(bits << unused) >> unused);
        }
        return static_cast<std::uint32_t>(bits);
    }
    [[nodiscard]] std::uint64_t handle(unsigned i, unsigned lane) const {
        const Place& place = wave_.values.source(step_, i);
        const std::uint64_t low = wave_.values.read(place, 0, lane);
        return place.num_components > 1 && place.bit_size == 32
                   ? low | wave_.values.read(place, 1, lane) << 32
                   : low;
    }

    // Reads the projected coordinates of all lanes of a quad.
    void read_coordinates(unsigned first) {
        if (coord_ < 0) {
            return;
        }
        const auto source = static_cast<unsigned>(coord_);
        const Place& place = wave_.values.source(step_, source);
        for (unsigned c = 0; c < request_.num_coordinates; ++c) {
            if (place.bytes == 4 && c < place.num_components) {
                std::memcpy(quad_[c].data(), lane_words<32>(wave_.values.row(place, c)) + first,
                            sizeof quad_[c]);
                continue;
            }
            for (unsigned lane = 0; lane < kQuad; ++lane) {
                quad_[c][lane] = word(source, c, first + lane);
            }
        }
        if (divisor_ >= 0) {
            for (unsigned lane = 0; lane < kQuad; ++lane) {
                const float by = divisor(first + lane);
                for (unsigned c = 0; c < request_.num_coordinates; ++c) {
                    quad_[c][lane] = divided(quad_[c][lane], by);
                }
            }
        }
    }

    // Sets the differences of the coordinates in the quad, to the right and down from its first
    // lane.
    void set_differences(bool is_whole) {
        const auto difference = [](std::uint32_t from, std::uint32_t to) {
            return std::bit_cast<std::uint32_t>(std::bit_cast<float>(to) -
                                                std::bit_cast<float>(from));
        };
        for (unsigned c = 0; c < request_.num_coordinates; ++c) {
            const std::array<std::uint32_t, kQuad>& lanes = quad_[c];
            request_.gradient_x[c] = is_whole ? difference(lanes[0], lanes[1]) : 0;
            request_.gradient_y[c] = is_whole ? difference(lanes[0], lanes[2]) : 0;
        }
    }

    // Good until the next one is made: what the sources say is written anew for each lane.
    [[nodiscard]] const TextureRequest& request_of(unsigned first, unsigned lane_of_quad) {
        const unsigned lane = first + lane_of_quad;
        request_.lane = lane;
        for (unsigned c = 0; c < quad_.size(); ++c) {
            request_.coordinates[c] = quad_[c][lane_of_quad];
        }
        if (has_more_) {
            add_sources(lane);
        }
        return request_;
    }

    void add_sources(unsigned lane) {
        request_.texture = texture_.texture_index;
        request_.sampler = texture_.sampler_index;
        request_.comparator = 0;
        for (unsigned i = 0; i < texture_.num_sources; ++i) {
            add_source(request_, i, lane);
        }
        if (divisor_ >= 0) {
            request_.comparator = divided(request_.comparator, divisor(lane));
        }
    }

    void add_source(TextureRequest& request, unsigned i, unsigned lane) const {
        const auto vector = [&](auto& to) {
            for (unsigned c = 0; c < to.size(); ++c) {
                to[c] = static_cast<std::remove_reference_t<decltype(to[c])>>(word(i, c, lane));
            }
        };
        switch (texture_.sources()[i].type) {
        case TextureSourceType::coord:
            request.layer = texture_.is_array ? layer(i, lane) : 0;
            break;
        case TextureSourceType::comparator: request.comparator = word(i, 0, lane); break;
        case TextureSourceType::offset: vector(request.offsets); break;
        case TextureSourceType::bias: request.bias = word(i, 0, lane); break;
        case TextureSourceType::lod: request.level = word(i, 0, lane); break;
        case TextureSourceType::min_lod: request.min_level = word(i, 0, lane); break;
        case TextureSourceType::ms_index: request.sample_index = word(i, 0, lane); break;
        case TextureSourceType::ddx:
            if (!has_differences_) {
                vector(request.gradient_x);
            }
            break;
        case TextureSourceType::ddy:
            if (!has_differences_) {
                vector(request.gradient_y);
            }
            break;
        case TextureSourceType::texture_offset:
        case TextureSourceType::texture_deref: request.texture += word(i, 0, lane); break;
        case TextureSourceType::sampler_offset:
        case TextureSourceType::sampler_deref: request.sampler += word(i, 0, lane); break;
        case TextureSourceType::texture_handle: request.texture_handle = handle(i, lane); break;
        case TextureSourceType::sampler_handle: request.sampler_handle = handle(i, lane); break;
        case TextureSourceType::plane: request.plane = word(i, 0, lane); break;
        default: break; // the projector is the caller's; others mean nothing to a sampler
        }
    }

    [[nodiscard]] std::uint32_t layer(unsigned source, unsigned lane) const {
        const std::uint32_t given = word(source, request_.num_coordinates, lane);
        return texture_.source_type(source).base == BaseType::float_type
                   ? textures::whole_layer(std::bit_cast<float>(given) + 0.5F)
                   : given;
    }

    // Moves what the instruction returns of a size or of counts to where its result has it.
    void take_from_answer(Texel& texel) const {
        if (request_.kind == TextureRequest::Kind::size && texture_.is_array) {
            texel.components[texture_dim_info(texture_.dim).size_components] = texel.components[3];
        } else if (texture_.op == TextureOp::texture_samples) {
            texel.components[0] = texel.components[1];
        }
    }

    static std::uint32_t divided(std::uint32_t bits, float by) {
        return std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) / by);
    }
    [[nodiscard]] float divisor(unsigned lane) const {
        return std::bit_cast<float>(word(static_cast<unsigned>(divisor_), 0, lane));
    }

    void write(unsigned lane, const Texel& texel) {
        if (words_ != nullptr) {
            const std::size_t row_bytes = wave_.values.row_lanes * kTexelBytes;
            const unsigned count = num_words_;
            std::byte* at = words_ + lane * kTexelBytes;
            for (unsigned c = 0; c < count; ++c, at += row_bytes) {
                std::memcpy(at, &texel.components[c], kTexelBytes);
            }
            return;
        }
        const Place& to = wave_.values.result(step_);
        const unsigned num_texels = to.num_components - (texture_.is_sparse ? 1U : 0U);
        const bool is_half = texture_.dest_type.base == BaseType::float_type && to.bit_size == 16;
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint32_t bits = c >= num_texels               ? texel.residency
                                       : c < texel.components.size() ? texel.components[c]
                                                                     : 0;
            wave_.values.write(to, c, lane,
                               is_half && c < num_texels ? float_to_half(std::bit_cast<float>(bits))
                                                         : bits);
        }
    }

    Wave& wave_;
    const Step& step_;
    const TextureInstruction& texture_;
    int coord_;   // sources; -1: there is none
    int divisor_; // the projector
    bool has_differences_;
    bool has_more_;              // than coordinates
    bool is_count_ = false;      // a size or counts are asked for
    std::byte* words_ = nullptr; // of the result, where that is words of a texel and nothing else
    unsigned num_words_ = 0;
    TextureRequest request_;
    std::array<std::array<std::uint32_t, kQuad>, 3> quad_{}; // coordinates of a quad's lanes
};

} // namespace

bool execute_texture(Wave& wave, const Step& step) {
    TextureLookup(wave, step).run();
    return true;
}

bool refuse_texture(Wave& wave, const Step& step) {
    const auto& texture = *step.instruction->as<TextureInstruction>();
    return wave.fail(FaultKind::not_supported, step,
                     "'" + std::string(fact_refused_by_interpreter(texture)) +
                         "' is not supported");
}

} // namespace jacquard::nir::interpreter
