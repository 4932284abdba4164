#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/atomic.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

namespace {

using textures::ImageRequest;

// Counts are one kind of request; their instructions take one of the two numbers.
ImageRequest::Kind kind_of(ImageAction action) {
    switch (action) {
    case ImageAction::load: return ImageRequest::Kind::load;
    case ImageAction::store: return ImageRequest::Kind::store;
    case ImageAction::atomic: return ImageRequest::Kind::atomic;
    case ImageAction::size: return ImageRequest::Kind::size;
    case ImageAction::levels:
    case ImageAction::samples: return ImageRequest::Kind::counts;
    default: return ImageRequest::Kind::other;
    }
}

unsigned num_coordinates(const IntrinsicInstruction& intrinsic) {
    if (!intrinsic.has_image_dim()) {
        return 0;
    }
    const bool is_array = intrinsic.has_image_array() && intrinsic.image_array();
    return texture_dim_info(intrinsic.image_dim()).coord_components + (is_array ? 1U : 0U);
}

struct Update final : textures::AtomicUpdate {
    AtomicOp operation{};
    std::uint64_t data = 0;
    std::uint64_t compare = 0;

    [[nodiscard]] std::uint64_t updated(std::uint64_t before, unsigned bits) const override {
        return apply_atomic(operation, bits, before, data, compare);
    }
};

} // namespace

bool access_image(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const ImageAccess& access = *image_access(intrinsic.op);
    const bool writes = access.action == ImageAction::store || access.action == ImageAction::atomic;
    const std::int8_t data_source =
        access.action == ImageAction::store ? access.value_source : access.data_source;
    const auto word = [&](std::int8_t source, unsigned component, unsigned lane) {
        if (source < 0) {
            return std::uint64_t{0};
        }
        const Place& place = wave.values.source(step, static_cast<unsigned>(source));
        return component < place.num_components ? wave.values.read(place, component, lane) : 0;
    };
    Update update;
    ImageRequest request;
    request.kind = kind_of(access.action);
    request.instruction = &intrinsic;
    request.num_coordinates = static_cast<std::uint8_t>(std::min(num_coordinates(intrinsic), 4U));
    if (access.action == ImageAction::atomic) {
        update.operation = intrinsic.atomic_op();
        request.update = &update;
    }
    wave.lanes.active.for_each([&](unsigned lane) {
        request.lane = lane;
        request.image = word(access.image_source, 0, lane);
        if (intrinsic.has_range_base()) {
            request.image += static_cast<std::uint64_t>(intrinsic.range_base());
        }
        for (unsigned c = 0; c < 4; ++c) {
            request.coordinates[c] =
                static_cast<std::int32_t>(word(access.coordinate_source, c, lane));
            request.data[c] = word(data_source, c, lane);
        }
        request.sample = static_cast<std::uint32_t>(word(access.sample_source, 0, lane));
        request.level = static_cast<std::uint32_t>(word(access.level_source, 0, lane));
        request.compare = word(access.compare_source, 0, lane);
        update.data = request.data[0];
        update.compare = request.compare;
        request.bit_size =
            intrinsic.def() != nullptr
                ? wave.values.result(step).bit_size
                : wave.values.source(step, static_cast<unsigned>(data_source)).bit_size;
        textures::ImageTexel answer;
        if (wave.environment->images != nullptr && !(writes && wave.lanes.helpers.test(lane))) {
            answer = wave.weak.is_concurrent()
                         ? wave.weak.access_image(*wave.environment->images, request)
                         : wave.environment->images->access(request);
        }
        if (intrinsic.def() == nullptr) {
            return;
        }
        if (access.action == ImageAction::samples) {
            answer.components[0] = answer.components[1];
        }
        const Place& to = wave.values.result(step);
        const unsigned num_texels = to.num_components - (access.is_sparse ? 1U : 0U);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.values.write(to, c, lane,
                              c >= num_texels ? answer.residency
                              : c < 4         ? answer.components[c]
                                              : 0);
        }
    });
    return !wave.weak.is_concurrent() || wave.weak.may_go_on();
}

} // namespace jacquard::nir::interpreter
