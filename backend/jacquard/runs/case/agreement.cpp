#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_texels.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver {

namespace {

bool is_nan(std::uint32_t word) {
    return (word & 0x7fffffffU) > 0x7f800000U;
}

// Returns the vector that the run left at a location, or zeros if there is none.
Vector4 vector_after(const RunResult& computed, const CaseVector& wanted) {
    Vector4 found{};
    for (const CaseTexture& image : computed.images) {
        if (wanted.in_image && image.number == wanted.buffer &&
            wanted.index < image.texture.num_texels()) {
            std::copy_n(texel_of(image.texture, wanted.index).begin(), found.size(), found.begin());
        }
    }
    for (const CaseMemory& memory : computed.memories) {
        if (!wanted.in_image && memory.space == wanted.space &&
            wanted.buffer < memory.buffers.size() &&
            wanted.index < memory.buffers[wanted.buffer].size()) {
            found = memory.buffers[wanted.buffer][wanted.index];
        }
    }
    return found;
}

// Outputs that are never written have no vertices of their own.
bool has_vertex(const RunResult& computed, unsigned vertex, unsigned lane) {
    return std::any_of(computed.outputs.begin(), computed.outputs.end(),
                       [&](const CaseOutput& output) {
                           return output.vertex == vertex && ((output.given >> lane) & 1) != 0;
                       });
}

bool is_infinite(std::uint32_t word) {
    return (word & 0x7fffffffU) == 0x7f800000U;
}

} // namespace

std::string place_of(const CaseVector& wanted, std::span<const std::string> places) {
    const std::string index = " vector " + std::to_string(wanted.index);
    const std::string resource =
        wanted.buffer < places.size() ? places[wanted.buffer] : std::to_string(wanted.buffer);
    if (wanted.in_image) {
        return "IMAGE " + resource + " texel " + std::to_string(wanted.index);
    }
    const nir::MemorySpaceInfo& info = nir::memory_space_info(wanted.space);
    std::string place = "MEMORY " + std::string(info.name);
    if (info.addressing == nir::Addressing::buffer) {
        place += ' ' + resource;
    }
    return place + index;
}

std::string_view to_string(Agreement agreement) {
    switch (agreement) {
    case Agreement::exact: return "exact";
    case Agreement::bound: return "bound";
    case Agreement::disagree: return "disagree";
    }
    return {};
}

std::string Difference::to_string() const {
    std::string text = "run " + std::to_string(run);
    if (in_mask) {
        return text + " MASK: expected " + hex(expected, 1) + ", computed " + hex(computed, 1);
    }
    if (!place.empty()) {
        return text + ' ' + place + " ." + "xyzw"[component & 3] + ": expected " +
               hex(expected, 8) + ", computed " + hex(computed, 8);
    }
    text += " OUT " + std::to_string(output);
    if (vertex) {
        text += " vertex " + std::to_string(*vertex);
    }
    if (missing_vertex) {
        return text + " lane " + std::to_string(lane) + ": the lane has no such vertex";
    }
    if (missing_output) {
        return text + ": the program has no such output";
    }
    return text + " lane " + std::to_string(lane) + " ." + "xyzw"[component & 3] + ": expected " +
           hex(expected, 8) + ", computed " + hex(computed, 8);
}

Agreement compare_words(std::uint32_t expected, std::uint32_t computed) {
    if (expected == computed || (is_nan(expected) && is_nan(computed))) {
        return Agreement::exact;
    }
    if (is_nan(expected) || is_nan(computed) || is_infinite(expected) || is_infinite(computed)) {
        return Agreement::disagree;
    }
    const double wanted = std::bit_cast<float>(expected);
    const double found = std::bit_cast<float>(computed);
    const double bound = std::ldexp(std::max(1.0, std::fabs(wanted)), -13);
    return std::fabs(wanted - found) <= bound ? Agreement::bound : Agreement::disagree;
}

std::optional<Difference> compare_run(const CaseRun& expected, const RunResult& computed,
                                      unsigned run_number, std::span<const std::string> places) {
    Difference first;
    first.run = run_number;
    if (expected.expected_mask != computed.live_mask) {
        first.kind = Agreement::disagree;
        first.in_mask = true;
        first.expected = expected.expected_mask;
        first.computed = computed.live_mask;
        return first;
    }
    for (const CaseOutput& wanted : expected.expected) {
        const auto found = std::find_if(
            computed.outputs.begin(), computed.outputs.end(), [&](const CaseOutput& output) {
                return output.index == wanted.index && output.vertex == wanted.vertex;
            });
        const bool missing = found == computed.outputs.end();
        const unsigned lanes = expected.expected_mask & wanted.given;
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            // The emission of a vertex is compared apart from its words.
            const bool absent = wanted.vertex && !has_vertex(computed, *wanted.vertex, lane);
            for (unsigned component = 0; component < 4 && ((lanes >> lane) & 1) != 0; ++component) {
                const std::uint32_t a = wanted.lanes[lane][component];
                const std::uint32_t b = missing ? 0 : found->lanes[lane][component];
                const Agreement kind = absent ? Agreement::disagree : compare_words(a, b);
                if (kind > first.kind) {
                    first = {kind, run_number, false, missing, wanted.index, wanted.vertex,
                             lane, component,  a,     b,       {},           absent};
                }
            }
        }
    }
    for (const CaseVector& wanted : expected.expected_vectors) {
        const Vector4 found = vector_after(computed, wanted);
        for (unsigned component = 0; component < 4; ++component) {
            const Agreement kind = compare_words(wanted.value[component], found[component]);
            if (kind > first.kind) {
                first = {kind,
                         run_number,
                         false,
                         false,
                         0,
                         {},
                         0,
                         component,
                         wanted.value[component],
                         found[component],
                         place_of(wanted, places),
                         false};
            }
        }
    }
    return first.kind == Agreement::exact ? std::nullopt : std::optional(first);
}

} // namespace jacquard::driver
