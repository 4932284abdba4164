#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/support/half.h>

#include <algorithm>
#include <bit>

namespace jacquard::nir::interpreter {

namespace {

// What a texture instruction does for one lane after the other.
class TextureLookup {
  public:
    TextureLookup(Wave& wave, const Step& step)
        : wave_(wave), step_(step),
          texture_(*static_cast<const TextureInstruction*>(step.instruction)),
          coord_(texture_.source_index(TextureSourceType::coord)),
          divisor_(texture_.source_index(TextureSourceType::projector)),
          has_differences_(texture_.has_implicit_derivative() && coord_ >= 0) {
        request_.instruction = &texture_;
        request_.op = texture_.op;
        request_.dim = texture_.dim;
        const unsigned layers = texture_.is_array ? 1 : 0;
        request_.num_coordinates = static_cast<std::uint8_t>(std::min(
            3U, texture_.coord_components - std::min<unsigned>(layers, texture_.coord_components)));
    }

    void run() {
        Sampler* sampler = wave_.environment->sampler;
        if (sampler == nullptr) {
            wave_.active.for_each([&](unsigned lane) { write(lane, {}); });
            return;
        }
        wave_.active.for_each(
            [&](unsigned lane) { write(lane, sampler->lookup(request_of(lane))); });
    }

  private:
    // A component of a source as a 32-bit word.
    [[nodiscard]] std::uint32_t word(unsigned i, unsigned component, unsigned lane) const {
        const Place& place = wave_.source(step_, i);
        if (component >= place.num_components) {
            return 0;
        }
        if (place.bytes == 4) {
            return lane_words<32>(wave_.row(place, component))[lane];
        }
        const std::uint64_t bits = wave_.read(place, component, lane);
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
        const Place& place = wave_.source(step_, i);
        const std::uint64_t low = wave_.read(place, 0, lane);
        return place.num_components > 1 && place.bit_size == 32
                   ? low | wave_.read(place, 1, lane) << 32
                   : low;
    }

    // Good until the next one is made: what the sources say is written anew for each lane.
    [[nodiscard]] const TextureRequest& request_of(unsigned lane) {
        request_.lane = lane;
        request_.texture = texture_.texture_index;
        request_.sampler = texture_.sampler_index;
        request_.comparator = 0;
        for (unsigned i = 0; i < texture_.num_sources; ++i) {
            add_source(request_, i, lane);
        }
        if (divisor_ >= 0) {
            const float by = divisor(lane);
            const auto divided = [by](std::uint32_t bits) {
                return std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) / by);
            };
            for (unsigned c = 0; c < request_.num_coordinates; ++c) {
                request_.coordinates[c] = divided(request_.coordinates[c]);
            }
            request_.comparator = divided(request_.comparator);
        }
        if (has_differences_) {
            add_differences(request_, lane);
        }
        return request_;
    }

    void add_source(TextureRequest& request, unsigned i, unsigned lane) const {
        const auto vector = [&](auto& to, unsigned count) {
            for (unsigned c = 0; c < count; ++c) {
                to[c] = static_cast<std::remove_reference_t<decltype(to[c])>>(word(i, c, lane));
            }
        };
        switch (texture_.sources()[i].type) {
        case TextureSourceType::coord:
            vector(request.coordinates, request.num_coordinates);
            request.layer = texture_.is_array ? word(i, request.num_coordinates, lane) : 0;
            break;
        case TextureSourceType::comparator: request.comparator = word(i, 0, lane); break;
        case TextureSourceType::offset: vector(request.offsets, 3); break;
        case TextureSourceType::bias: request.bias = word(i, 0, lane); break;
        case TextureSourceType::lod: request.level = word(i, 0, lane); break;
        case TextureSourceType::min_lod: request.min_level = word(i, 0, lane); break;
        case TextureSourceType::ms_index: request.sample_index = word(i, 0, lane); break;
        case TextureSourceType::ddx: vector(request.gradient_x, 3); break;
        case TextureSourceType::ddy: vector(request.gradient_y, 3); break;
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

    // Of the coordinates in the quad: to the right and down from its first lane.
    void add_differences(TextureRequest& request, unsigned lane) const {
        const unsigned first = lane & ~3U;
        if (first + 3 >= wave_.lanes ||
            ((wave_.active.words[lane / 64] >> (first % 64)) & 0xf) != 0xf) {
            request.gradient_x.fill(0);
            request.gradient_y.fill(0);
            return;
        }
        for (unsigned c = 0; c < request.num_coordinates; ++c) {
            const float origin = coordinate(c, first);
            request.gradient_x[c] = std::bit_cast<std::uint32_t>(coordinate(c, first + 1) - origin);
            request.gradient_y[c] = std::bit_cast<std::uint32_t>(coordinate(c, first + 2) - origin);
        }
    }

    [[nodiscard]] float coordinate(unsigned component, unsigned lane) const {
        const float value =
            std::bit_cast<float>(word(static_cast<unsigned>(coord_), component, lane));
        return divisor_ < 0 ? value : value / divisor(lane);
    }
    [[nodiscard]] float divisor(unsigned lane) const {
        return std::bit_cast<float>(word(static_cast<unsigned>(divisor_), 0, lane));
    }

    void write(unsigned lane, const Texel& texel) {
        const Place& to = wave_.result(step_);
        const unsigned num_texels = to.num_components - (texture_.is_sparse ? 1U : 0U);
        const bool is_half = texture_.dest_type.base == BaseType::float_type && to.bit_size == 16;
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint32_t bits = c >= num_texels               ? texel.residency
                                       : c < texel.components.size() ? texel.components[c]
                                                                     : 0;
            wave_.write(to, c, lane,
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
    TextureRequest request_;
};

} // namespace

bool execute_texture(Wave& wave, const Step& step) {
    TextureLookup(wave, step).run();
    return true;
}

} // namespace jacquard::nir::interpreter
