#include <jacquard/amber/run/expectation.h>
#include <jacquard/generated/amber/words.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

namespace jacquard::driver::amber {

namespace {

constexpr std::size_t kBins = 256; // of a histogram of bytes

std::string decimal(double value) {
    std::array<char, 64> letters{};
    std::snprintf(letters.data(), letters.size(), "%.9g", value);
    return letters.data();
}

std::string_view word_of(Comparison comparison) {
    return kComparisonWords.name_of(comparison == Comparison::near ? Comparison::eq : comparison);
}

bool is_within(double found, double wanted, const Tolerance& tolerance) {
    const double room =
        tolerance.is_percent ? std::abs(wanted) * tolerance.value / 100.0 : tolerance.value;
    return std::abs(found - wanted) <= room;
}

// Compares as numbers of the same kind: integers of 64 bits are no doubles.
template <typename T>
bool holds(Comparison comparison, T found, T wanted) {
    switch (comparison) {
    case Comparison::eq: return found == wanted;
    case Comparison::ne: return found != wanted;
    case Comparison::lt: return found < wanted;
    case Comparison::le: return found <= wanted;
    case Comparison::gt: return found > wanted;
    case Comparison::ge: return found >= wanted;
    case Comparison::near: break;
    }
    return false;
}

bool holds(Comparison comparison, const Number& found, const Number& wanted) {
    switch (found.kind) {
    case ScalarKind::floating: return holds(comparison, found.floating, wanted.floating);
    case ScalarKind::signed_integer: return holds(comparison, found.integer, wanted.integer);
    case ScalarKind::unsigned_integer: break;
    }
    return holds(comparison, static_cast<std::uint64_t>(found.integer),
                 static_cast<std::uint64_t>(wanted.integer));
}

class Checker {
  public:
    Checker(const Script& script, const ExpectCommand& expectation, SourcePosition position,
            Diagnostics& diagnostics)
        : script_(script), buffer_(script.buffers[expectation.buffer]), position_(position),
          diagnostics_(diagnostics) {}

    void operator()(const ExpectValues& values) {
        const ElementLayout& layout = values.layout ? *values.layout : buffer_.layout;
        const std::vector<Component>& components = layout.components;
        const std::size_t stride = std::max<std::size_t>(layout.stride, 1);
        // Values of another type than the buffer's begin where they are looked for.
        const std::size_t base = values.layout ? static_cast<std::size_t>(values.offset) : 0;
        const auto offset = static_cast<std::size_t>(values.offset) - base;
        std::size_t element = offset / stride;
        const std::size_t within = offset % stride;
        const auto first =
            std::find_if(components.begin(), components.end(),
                         [&](const Component& each) { return each.offset == within; });
        if (first == components.end() || values.offset >= buffer_.bytes.size()) {
            diagnostics_.error("M110", position_,
                               "no value of '" + buffer_.name + "' begins at byte " +
                                   std::to_string(values.offset) + " of " +
                                   std::to_string(buffer_.bytes.size()));
            return;
        }
        auto at = static_cast<std::size_t>(first - components.begin());
        for (std::size_t i = 0; i < values.values.size(); ++i) {
            const std::size_t start = base + element * stride;
            const Component& component = components[at];
            if (start + component.offset + component.bytes() > buffer_.bytes.size()) {
                diagnostics_.error("M110", values.values[i].second,
                                   "'" + buffer_.name + "' ends before this value");
                return;
            }
            if (!check_value(values, i, i % components.size(), component,
                             std::span(buffer_.bytes).subspan(start), start)) {
                return;
            }
            if (++at == components.size()) {
                at = 0;
                ++element;
            }
        }
    }

    void operator()(const ExpectColour& colour) {
        if (!buffer_.layout.format && buffer_.layout.components.size() < colour.components) {
            diagnostics_.error("M108", position_,
                               "'" + buffer_.name + "' has no colours to compare");
            return;
        }
        const PixelBox box = box_of(colour);
        if (!buffer_.is_image || box.x + box.width > buffer_.size[0] ||
            box.y + box.height > buffer_.size[1]) {
            diagnostics_.error("M110", position_,
                               "'" + buffer_.name + "' has " + std::to_string(buffer_.size[0]) +
                                   " by " + std::to_string(buffer_.size[1]) +
                                   " texels, and the rectangle ends beyond");
            return;
        }
        for (std::uint64_t y = box.y; y < box.y + box.height; ++y) {
            for (std::uint64_t x = box.x; x < box.x + box.width; ++x) {
                if (!check_texel(colour, static_cast<std::uint32_t>(x),
                                 static_cast<std::uint32_t>(y))) {
                    return; // one tells as much as all
                }
            }
        }
    }

    void operator()(const ExpectBuffer& expectation) {
        const Buffer& other = script_.buffers[expectation.other];
        if (buffer_.bytes.size() != other.bytes.size() ||
            buffer_.layout.components.size() != other.layout.components.size()) {
            diagnostics_.error("M301", position_,
                               "'" + buffer_.name + "' and '" + other.name +
                                   "' are not of the same size");
            return;
        }
        switch (expectation.comparison) {
        case BufferComparison::equal: check_equal(other); break;
        case BufferComparison::root_mean_square: check_error(other, expectation.tolerance); break;
        case BufferComparison::histogram: check_histogram(other, expectation.tolerance); break;
        }
    }

  private:
    // The pixels that are looked at.
    struct PixelBox {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        std::uint64_t width = 0;
        std::uint64_t height = 0;
    };

    [[nodiscard]] PixelBox box_of(const ExpectColour& colour) const {
        if (!colour.share) {
            return {colour.x, colour.y, colour.width, colour.height};
        }
        const auto pixels = [&](std::size_t i) {
            return static_cast<std::uint64_t>((*colour.share)[i] * buffer_.size[i % 2]);
        };
        // A part that is less than a pixel is the one that it lies in.
        return {pixels(0), pixels(1), std::max<std::uint64_t>(pixels(2), 1),
                std::max<std::uint64_t>(pixels(3), 1)};
    }

    bool check_value(const ExpectValues& values, std::size_t i, std::size_t row,
                     const Component& component, std::span<const std::byte> element,
                     std::size_t start) {
        const auto& [text, place] = values.values[i];
        Number wanted;
        const Number found = load(component, element);
        if (values.comparison == Comparison::near) {
            if (!read_number(text, ScalarKind::floating, 64, wanted)) {
                return fault(place, "'" + text + "' is no number");
            }
            const std::vector<Tolerance>& given = values.tolerances;
            const Tolerance tolerance = given.size() == 1    ? given[0]
                                        : row < given.size() ? given[row]
                                                             : Tolerance{0.0, false};
            if (is_within(found.as_double(), wanted.floating, tolerance)) {
                return true;
            }
        } else {
            if (!read_number(text, component.kind, component.bits, wanted)) {
                return fault(place,
                             "'" + text + "' is no number of the type of '" + buffer_.name + "'");
            }
            // A decimal number means the float that is nearest to it.
            if (component.kind == ScalarKind::floating) {
                std::array<std::byte, 8> bytes{};
                Component alone = component;
                alone.offset = 0;
                store(alone, wanted, bytes);
                wanted = load(alone, bytes);
            }
            if (holds(values.comparison, found, wanted)) {
                return true;
            }
        }
        diagnostics_.error("M301", place,
                           "'" + buffer_.name + "' has " + found.text() + " at byte " +
                               std::to_string(start + component.offset) + ", which is not " +
                               std::string(word_of(values.comparison)) + ' ' + text);
        return false;
    }

    bool fault(SourcePosition place, std::string message) {
        diagnostics_.error("M103", place, std::move(message));
        return false;
    }

    // The components of a texel in the order red, green, blue, alpha, on the scale of 0 to 255
    // where they are on a scale.
    [[nodiscard]] std::array<double, 4> texel(const Buffer& buffer, std::uint32_t x,
                                              std::uint32_t y) const {
        const std::size_t stride = buffer.layout.stride;
        const std::size_t at = (std::size_t{y} * buffer.size[0] + x) * stride;
        std::array<double, 4> colour{0.0, 0.0, 0.0, 255.0};
        if (at + stride > buffer.bytes.size()) {
            return colour;
        }
        const auto bytes = std::span(buffer.bytes).subspan(at, stride);
        if (!buffer.layout.format) {
            for (std::size_t i = 0; i < std::min<std::size_t>(4, buffer.layout.components.size());
                 ++i) {
                const Component& component = buffer.layout.components[i];
                const double scale = component.kind == ScalarKind::floating ? 255.0 : 1.0;
                colour[i] = load(component, bytes).as_double() * scale;
            }
            return colour;
        }
        const nir::TexelFormatInfo& info = nir::texel_format_info(*buffer.layout.format);
        const nir::TexelComponents components = nir::decode_texel(*buffer.layout.format, bytes);
        const bool is_wide = nir::has_wide_components(*buffer.layout.format);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint64_t bits = components[i];
            const auto low = static_cast<std::uint32_t>(bits);
            switch (info.value) {
            case nir::TexelValue::as_float:
                colour[i] = 255.0 * (is_wide ? std::bit_cast<double>(bits)
                                             : static_cast<double>(std::bit_cast<float>(low)));
                break;
            case nir::TexelValue::as_uint: colour[i] = static_cast<double>(bits); break;
            case nir::TexelValue::as_int:
                colour[i] = is_wide ? static_cast<double>(static_cast<std::int64_t>(bits))
                                    : static_cast<double>(static_cast<std::int32_t>(low));
                break;
            }
        }
        return colour;
    }

    bool check_texel(const ExpectColour& colour, std::uint32_t x, std::uint32_t y) {
        const std::array<double, 4> found = texel(buffer_, x, y);
        // A step of 8 bits is what rounding may make.
        constexpr Tolerance kOneStep{1.0, false};
        for (unsigned i = 0; i < colour.components; ++i) {
            const std::vector<Tolerance>& given = colour.tolerances;
            const Tolerance tolerance = given.empty()      ? kOneStep
                                        : i < given.size() ? given[i]
                                                           : given[0];
            if (is_within(found[i], colour.colour[i], tolerance)) {
                continue;
            }
            std::string message = "'" + buffer_.name + "' has";
            for (unsigned k = 0; k < colour.components; ++k) {
                message += ' ' + decimal(found[k]);
            }
            message += " at " + std::to_string(x) + ' ' + std::to_string(y) + ", which is not";
            for (unsigned k = 0; k < colour.components; ++k) {
                message += ' ' + decimal(colour.colour[k]);
            }
            diagnostics_.error("M301", position_, std::move(message));
            return false;
        }
        return true;
    }

    void check_equal(const Buffer& other) {
        const auto [found, wanted] =
            std::mismatch(buffer_.bytes.begin(), buffer_.bytes.end(), other.bytes.begin());
        if (found != buffer_.bytes.end()) {
            diagnostics_.error("M301", position_,
                               "'" + buffer_.name + "' and '" + other.name + "' differ at byte " +
                                   std::to_string(found - buffer_.bytes.begin()) + ": " +
                                   std::to_string(std::to_integer<unsigned>(*found)) + " and " +
                                   std::to_string(std::to_integer<unsigned>(*wanted)));
        }
    }

    void check_error(const Buffer& other, double tolerance) {
        double sum = 0.0;
        std::size_t count = 0;
        for (std::size_t element = 0; element < buffer_.count(); ++element) {
            const std::size_t start = element * buffer_.layout.stride;
            for (const Component& component : buffer_.layout.components) {
                const double difference =
                    load(component, std::span(buffer_.bytes).subspan(start)).as_double() -
                    load(component, std::span(other.bytes).subspan(start)).as_double();
                sum += difference * difference;
                ++count;
            }
        }
        const double error = count == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(count));
        if (!(error <= tolerance)) {
            diagnostics_.error("M301", position_,
                               "the root of the mean square error of '" + buffer_.name + "' and '" +
                                   other.name + "' is " + decimal(error) + ", above " +
                                   decimal(tolerance));
        }
    }

    // How much has to be moved from bin to bin, on the average of the components, where a bin is a
    // step of 1 / 256 and all texels together weigh 1.
    void check_histogram(const Buffer& other, double tolerance) {
        const std::vector<Component>& components = buffer_.layout.components;
        const bool has_bytes = std::all_of(components.begin(), components.end(),
                                           [](const Component& each) { return each.bits == 8; });
        if (!has_bytes) {
            const RefusedPart& part = refused_part(Refused::histogram_of_formats);
            diagnostics_.error("M201", position_,
                               std::string(part.name) +
                                   " is not supported: " + std::string(part.reason));
            return;
        }
        double worst = 0.0;
        for (const Component& component : components) {
            std::array<double, kBins> difference{};
            for (std::size_t element = 0; element < buffer_.count(); ++element) {
                const std::size_t at = element * buffer_.layout.stride + component.offset;
                difference[std::to_integer<std::size_t>(buffer_.bytes[at])] += 1.0;
                difference[std::to_integer<std::size_t>(other.bytes[at])] -= 1.0;
            }
            double carried = 0.0;
            double moved = 0.0;
            for (const double bin : difference) {
                carried += bin;
                moved += std::abs(carried);
            }
            worst = std::max(worst, moved / static_cast<double>(buffer_.count()) /
                                        static_cast<double>(kBins));
        }
        if (!(worst <= tolerance)) {
            diagnostics_.error("M301", position_,
                               "the histograms of '" + buffer_.name + "' and '" + other.name +
                                   "' are " + decimal(worst) + " apart, more than " +
                                   decimal(tolerance));
        }
    }

    const Script& script_;
    const Buffer& buffer_;
    SourcePosition position_;
    Diagnostics& diagnostics_;
};

} // namespace

void check_expectation(const Script& script, const ExpectCommand& expectation,
                       SourcePosition position, Diagnostics& diagnostics) {
    Checker checker(script, expectation, position, diagnostics);
    std::visit(checker, expectation.what);
}

} // namespace jacquard::driver::amber
