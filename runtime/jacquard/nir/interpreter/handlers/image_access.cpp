#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>

namespace jacquard::nir::interpreter {

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
    wave.lanes.active.for_each([&](unsigned lane) {
        ImageRequest request;
        request.instruction = &intrinsic;
        request.action = access.action;
        request.has_compare = access.compare_source >= 0;
        request.lane = lane;
        request.image = word(access.image_source, 0, lane);
        if (intrinsic.has_range_base()) {
            request.image += static_cast<std::uint64_t>(intrinsic.range_base());
        }
        for (unsigned c = 0; c < 4; ++c) {
            request.coordinates[c] =
                static_cast<std::uint32_t>(word(access.coordinate_source, c, lane));
            request.data[c] = word(data_source, c, lane);
        }
        request.sample = static_cast<std::uint32_t>(word(access.sample_source, 0, lane));
        request.level = static_cast<std::uint32_t>(word(access.level_source, 0, lane));
        request.compare = word(access.compare_source, 0, lane);
        request.bit_size =
            intrinsic.def() != nullptr
                ? wave.values.result(step).bit_size
                : wave.values.source(step, static_cast<unsigned>(data_source)).bit_size;
        ImageAnswer answer;
        if (wave.environment->images != nullptr && !(writes && wave.lanes.helpers.test(lane))) {
            answer = wave.weak.is_concurrent()
                         ? wave.weak.access_image(*wave.environment->images, request)
                         : wave.environment->images->access(request);
        }
        if (intrinsic.def() == nullptr) {
            return;
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
