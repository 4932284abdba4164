#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/recorded/judge_recorded.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver {

namespace {

constexpr double kNudges = 8.0;

// A float of 16 bits stands in a word by itself, or two of them do.
enum class WordType : std::uint8_t { integer, float16, two_halves, float32, float64, unknown };

// Small integers are denormal floats: such words are compared as they are.
bool looks_like_integer(std::uint32_t word) {
    return word != 0 && (word & 0x7f800000) == 0;
}

Agreement compare_floats(double recorded, double nudged, double computed, double relative) {
    if ((std::isnan(recorded) && std::isnan(computed)) || recorded == computed) {
        return Agreement::exact;
    }
    // If moving the inputs a little does not give a finite number, the results cannot be compared.
    if (!std::isfinite(nudged) && std::isfinite(recorded)) {
        return Agreement::bound;
    }
    const double moved = std::isfinite(nudged) ? std::fabs(recorded - nudged) : 0.0;
    const double bound = relative * std::max(1.0, std::fabs(recorded)) + kNudges * moved;
    return std::fabs(computed - recorded) <= bound ? Agreement::bound : Agreement::disagree;
}

double as_double(const Words& words, std::size_t i, WordType type) {
    if (type == WordType::float64) {
        return i + 1 < words.size()
                   ? std::bit_cast<double>(std::uint64_t{words[i + 1]} << 32 | words[i])
                   : 0.0;
    }
    if (type == WordType::float16) {
        return double{half_to_float(static_cast<std::uint16_t>(half_of(words[i])))};
    }
    return static_cast<double>(std::bit_cast<float>(words[i]));
}

// The halves of words, one after the other.
Words halves_of(const Words& words) {
    Words halves;
    for (const std::uint32_t word : words) {
        halves.push_back(word & 0xffffU);
        halves.push_back(word >> 16);
    }
    return halves;
}

class Judge {
  public:
    Judge(std::string& difference, double bound) : difference_(difference), bound_(bound) {}

    // Compares lists of words; `place` names them in messages.
    void words(const Words& recorded, const Words* nudged, const Words& computed, WordType type,
               const std::string& place, const std::vector<bool>& is_doubtful = {}) {
        const std::size_t step = type == WordType::float64 ? 2 : 1;
        for (std::size_t i = 0; i < recorded.size(); i += step) {
            if (i < is_doubtful.size() && is_doubtful[i]) {
                continue;
            }
            const Words& moved = nudged != nullptr && i < nudged->size() ? *nudged : recorded;
            const Agreement found = i < computed.size()
                                        ? compare(recorded, moved, computed, i, type)
                                        : Agreement::disagree;
            if (found > worst_) {
                worst_ = found;
                difference_ = place + " word " + std::to_string(i) + ": expected " +
                              hex(recorded[i], 8) + ", computed " +
                              (i < computed.size() ? hex(computed[i], 8) : "nothing");
            }
        }
    }
    // From now on floats may be that far away, too.
    void allow(double step) { step_ = step; }
    void disagree(std::string how) {
        if (worst_ != Agreement::disagree) {
            worst_ = Agreement::disagree;
            difference_ = std::move(how);
        }
    }
    [[nodiscard]] Agreement worst() const { return worst_; }

  private:
    [[nodiscard]] Agreement compare(const Words& recorded, const Words& nudged,
                                    const Words& computed, std::size_t i, WordType type) const {
        const bool is_float = type == WordType::float32 || type == WordType::float64 ||
                              type == WordType::float16 ||
                              (type == WordType::unknown && !looks_like_integer(recorded[i]) &&
                               !looks_like_integer(computed[i]));
        if (is_float) {
            return compare_floats(as_double(recorded, i, type), as_double(nudged, i, type),
                                  as_double(computed, i, type),
                                  type == WordType::float16 ? kHalfFloatBound
                                                            : std::max(bound_, step_));
        }
        if (recorded[i] == computed[i]) {
            return Agreement::exact;
        }
        // An integer that hangs on rounding moves with it.
        return recorded[i] != nudged[i] ? Agreement::bound : Agreement::disagree;
    }

    std::string& difference_;
    double bound_;
    double step_ = 0.0;
    Agreement worst_ = Agreement::exact;
};

WordType type_of(std::string_view key, const std::vector<VaryingFacts>& outputs) {
    const VaryingFacts* output = varying_of(key, outputs);
    if (output == nullptr) {
        return WordType::float32;
    }
    if (output->scalar.base != nir::BaseType::float_type) {
        return WordType::integer;
    }
    return output->scalar.bit_size == 64   ? WordType::float64
           : output->scalar.bit_size == 16 ? WordType::float16
                                           : WordType::float32;
}

// Returns how far apart two neighbours of a format are, relative to what is above 1; 0: what it
// holds is as exact as a word.
double step_of(const RecordedTexture& texture) {
    const nir::TexelField& field = texture.info().fields[0];
    const double most = std::ldexp(1.0, field.bits) - 1.0;
    switch (field.kind) {
    case nir::TexelKind::unorm: return 1.0 / most;
    case nir::TexelKind::snorm: return 2.0 / (most - 1.0);
    case nir::TexelKind::srgb: return 2.4 / most; // where the scale is steepest
    case nir::TexelKind::uscaled:
    case nir::TexelKind::sscaled: return 1.0;
    case nir::TexelKind::sfloat: return field.bits == 16 ? kHalfFloatBound : 0.0;
    case nir::TexelKind::ufloat: return 1.0 / 16;
    case nir::TexelKind::uint:
    case nir::TexelKind::sint: break;
    }
    return 0.0;
}

// The components of all texels, one after the other.
Words components_of(const RecordedTexture& texture, const Words& texels) {
    const nir::TexelFormatInfo& info = texture.info();
    const bool is_wide = nir::has_wide_components(texture.format);
    const auto bytes = std::as_bytes(std::span(texels));
    Words components;
    for (std::size_t at = 0; at + info.bytes <= bytes.size(); at += info.bytes) {
        const nir::TexelComponents texel =
            nir::decode_texel(texture.format, bytes.subspan(at, info.bytes));
        for (const std::uint64_t component : texel) {
            components.push_back(static_cast<std::uint32_t>(component));
            if (is_wide) {
                components.push_back(static_cast<std::uint32_t>(component >> 32));
            }
        }
    }
    return components;
}

WordType type_of_texels(const RecordedTexture& texture) {
    return texture.info().value != nir::TexelValue::as_float ? WordType::integer
           : nir::has_wide_components(texture.format)        ? WordType::float64
                                                             : WordType::float32;
}

WordType type_of_buffer(const std::string& key, const RecordedCase& recorded) {
    const auto is_among = [&](const std::vector<std::string>& keys) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    return is_among(recorded.integer_buffers) ? WordType::integer
           : is_among(recorded.float_buffers) ? WordType::float32
           : is_among(recorded.half_buffers)  ? WordType::two_halves
                                              : WordType::unknown;
}

// An image that was not given has words of which nothing is known.
void judge_image(const RecordedCase& recorded, const std::string& key, const Words& words,
                 const Words* made, Judge& verdict) {
    const RecordedTexture* before = find_key(recorded.images, key);
    const Words* nudged = find_key(recorded.images_after_nudged, key);
    const std::string place = "image " + key;
    if (before == nullptr || before->info().is_words) {
        verdict.words(words, nudged, made != nullptr ? *made : Words(),
                      before == nullptr ? WordType::unknown : type_of_texels(*before), place);
        return;
    }
    const Words moved = nudged != nullptr ? components_of(*before, *nudged) : Words();
    verdict.allow(step_of(*before));
    verdict.words(components_of(*before, words), nudged != nullptr ? &moved : nullptr,
                  components_of(*before, made != nullptr ? *made : Words()),
                  type_of_texels(*before), place + " component");
    verdict.allow(0.0);
}

} // namespace

Agreement judge(const RecordedCase& recorded, const RecordedResult& computed,
                const std::vector<VaryingFacts>& outputs, std::string& difference, double bound) {
    Judge verdict(difference, bound);
    const bool is_fragment = recorded.stage == "fragment";
    for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
        const unsigned bit = 1U << lane;
        if ((recorded.undefined & bit) != 0) {
            continue;
        }
        const bool was_discarded = (recorded.discarded & bit) != 0;
        const bool is_unsure = ((recorded.discarded ^ recorded.discarded_nudged) & bit) != 0;
        if (is_fragment) {
            const bool is_discarded = (computed.live_mask & bit) == 0;
            if (is_discarded != was_discarded && !is_unsure) {
                verdict.disagree("lane " + std::to_string(lane) +
                                 (was_discarded ? ": it was discarded" : ": it was not discarded"));
            }
            if (was_discarded || is_unsure || is_discarded) {
                continue;
            }
        }
        for (const auto& [key, lanes] : recorded.outputs) {
            std::vector<bool> is_doubtful(lanes[lane].size());
            for (std::size_t i = 0; i < recorded.doubtful_keys.size(); ++i) {
                const auto& [doubtful_lane, component] = recorded.doubtful_places[i];
                if (recorded.doubtful_keys[i] == key && doubtful_lane == lane &&
                    component < is_doubtful.size()) {
                    is_doubtful[component] = true;
                }
            }
            const LaneWordLists* made = find_key(computed.outputs, key);
            const LaneWordLists* nudged = find_key(recorded.outputs_nudged, key);
            verdict.words(lanes[lane], nudged != nullptr ? &(*nudged)[lane] : nullptr,
                          made != nullptr ? (*made)[lane] : Words(), type_of(key, outputs),
                          "output " + key + " lane " + std::to_string(lane), is_doubtful);
        }
    }
    if (recorded.undefined == 0xf) {
        return verdict.worst();
    }
    for (const auto& [key, words] : recorded.storage_buffers_after) {
        const Words* made = find_key(computed.storage_buffers, key);
        const Words* nudged = find_key(recorded.storage_buffers_after_nudged, key);
        const WordType type = type_of_buffer(key, recorded);
        if (type == WordType::two_halves) {
            const Words moved = nudged != nullptr ? halves_of(*nudged) : Words();
            verdict.words(halves_of(words), nudged != nullptr ? &moved : nullptr,
                          halves_of(made != nullptr ? *made : Words()), WordType::float16,
                          "buffer " + key + " half");
            continue;
        }
        verdict.words(words, nudged, made != nullptr ? *made : Words(), type, "buffer " + key);
    }
    for (const auto& [key, words] : recorded.images_after) {
        judge_image(recorded, key, words, find_key(computed.images, key), verdict);
    }
    return verdict.worst();
}

} // namespace jacquard::driver
