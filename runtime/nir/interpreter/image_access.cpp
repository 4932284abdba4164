#include <jacquard/nir/interpreter/handlers.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

namespace {

ImageAccess access_of(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case image_store:
    case image_deref_store:
    case bindless_image_store: return ImageAccess::store;
    case image_atomic:
    case image_deref_atomic:
    case bindless_image_atomic: return ImageAccess::atomic;
    case image_atomic_swap:
    case image_deref_atomic_swap:
    case bindless_image_atomic_swap: return ImageAccess::atomic_swap;
    case image_size:
    case image_deref_size:
    case bindless_image_size: return ImageAccess::size;
    case image_samples:
    case image_deref_samples:
    case bindless_image_samples: return ImageAccess::samples;
    case image_levels:
    case image_deref_levels:
    case bindless_image_levels: return ImageAccess::levels;
    case image_format:
    case image_deref_format:
    case bindless_image_format: return ImageAccess::format;
    case image_order:
    case image_deref_order:
    case bindless_image_order: return ImageAccess::order;
    case image_samples_identical:
    case image_deref_samples_identical:
    case bindless_image_samples_identical: return ImageAccess::samples_identical;
    case image_texel_address:
    case image_deref_texel_address:
    case bindless_image_texel_address: return ImageAccess::texel_address;
    default: return ImageAccess::load;
    }
}

// Which sources hold what; -1: there is none.
struct Sources {
    int coordinate = -1;
    int sample = -1;
    int level = -1;
    int data = -1;
    int compare = -1;
};

Sources sources_of(ImageAccess access) {
    switch (access) {
    case ImageAccess::load: return {1, 2, 3};
    case ImageAccess::store: return {1, 2, 4, 3};
    case ImageAccess::atomic: return {1, 2, -1, 3};
    case ImageAccess::atomic_swap: return {1, 2, -1, 4, 3};
    case ImageAccess::size: return {-1, -1, 1};
    case ImageAccess::samples_identical: return {1};
    case ImageAccess::texel_address: return {1, 2};
    default: return {};
    }
}

} // namespace

bool access_image(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const ImageAccess access = access_of(intrinsic.op);
    const Sources sources = sources_of(access);
    const bool writes = access == ImageAccess::store || access == ImageAccess::atomic ||
                        access == ImageAccess::atomic_swap;
    const bool is_sparse = intrinsic.op == IntrinsicOp::image_sparse_load ||
                           intrinsic.op == IntrinsicOp::image_deref_sparse_load ||
                           intrinsic.op == IntrinsicOp::bindless_image_sparse_load;
    const auto word = [&](int source, unsigned component, unsigned lane) {
        if (source < 0) {
            return std::uint64_t{0};
        }
        const Place& place = wave.source(step, static_cast<unsigned>(source));
        return component < place.num_components ? wave.read(place, component, lane) : 0;
    };
    wave.active.for_each([&](unsigned lane) {
        ImageRequest request;
        request.instruction = &intrinsic;
        request.access = access;
        request.lane = lane;
        request.image = word(0, 0, lane);
        if (intrinsic.has_range_base()) {
            request.image += static_cast<std::uint64_t>(intrinsic.range_base());
        }
        for (unsigned c = 0; c < 4; ++c) {
            request.coordinates[c] = static_cast<std::uint32_t>(word(sources.coordinate, c, lane));
            request.data[c] = word(sources.data, c, lane);
        }
        request.sample = static_cast<std::uint32_t>(word(sources.sample, 0, lane));
        request.level = static_cast<std::uint32_t>(word(sources.level, 0, lane));
        request.compare = word(sources.compare, 0, lane);
        request.bit_size = intrinsic.def() != nullptr
                               ? wave.result(step).bit_size
                               : wave.source(step, static_cast<unsigned>(sources.data)).bit_size;
        ImageAnswer answer;
        if (wave.environment->images != nullptr && !(writes && wave.helpers.test(lane))) {
            answer = wave.environment->images->access(request);
        }
        if (intrinsic.def() == nullptr) {
            return;
        }
        const Place& to = wave.result(step);
        const unsigned num_texels = to.num_components - (is_sparse ? 1U : 0U);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.write(to, c, lane,
                       c >= num_texels ? answer.residency
                       : c < 4         ? answer.components[c]
                                       : 0);
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
