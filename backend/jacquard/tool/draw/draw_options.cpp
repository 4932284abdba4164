#include <jacquard/draw/uniforms/uniform_table.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/draw/draw_options.h>
#include <jacquard/tool/options/limit_options.h>

#include <algorithm>
#include <cmath>

namespace jacquard::driver {

namespace {

constexpr std::uint32_t kMostFrames = 1'000'000;
constexpr std::uint32_t kMostElement = 4096;
constexpr std::uint32_t kMostSmooth = 16;

class Reader {
  public:
    Reader(const Arguments& arguments, const Streams& streams)
        : arguments_(arguments), streams_(streams) {}

    std::optional<DrawRequest> read() {
        const std::optional<std::uint32_t> gpu = gpu_of(arguments_, streams_);
        const std::optional<Engine> engine = engine_of(arguments_, streams_);
        const std::optional<Limits> limits = limits_of(arguments_, streams_);
        const std::optional<unsigned> jobs = jobs_of(arguments_, streams_);
        const bool has_settings = read_settings(arguments_, streams_, request_.settings);
        if (!gpu || !engine || !limits || !jobs || !has_settings) {
            return std::nullopt;
        }
        request_.settings.gpu = *gpu;
        request_.engine = *engine;
        request_.limits = *limits;
        request_.jobs = *jobs;
        const bool is_good = read_output() && read_size() && read_uniforms() && read_varyings() &&
                             read_textures() && read_frames() && read_look();
        return is_good ? std::optional(std::move(request_)) : std::nullopt;
    }

  private:
    bool fail(const std::string& message) {
        usage_error(streams_, message);
        return false;
    }

    bool read_output() {
        const std::optional<std::string_view> output = arguments_.value("-o");
        if (!output || output->empty()) {
            return fail("'draw' needs -o PICTURE.png");
        }
        request_.output = *output;
        return true;
    }

    bool read_size() {
        std::optional<std::uint32_t> smooth;
        if (!read_count("--smooth", 1, kMostSmooth, smooth)) {
            return false;
        }
        request_.smooth = smooth.value_or(1);
        std::uint64_t width = request_.width;
        std::uint64_t height = request_.height;
        if (const std::optional<std::string_view> text = arguments_.value("--size")) {
            const std::size_t x = text->find('x');
            const auto first = parse_number<std::uint32_t>(text->substr(0, x));
            const auto second = x == std::string_view::npos
                                    ? std::nullopt
                                    : parse_number<std::uint32_t>(text->substr(x + 1));
            if (!first || !second) {
                return fail("--size takes a width and a height, as in 640x480, not '" +
                            std::string(*text) + '\'');
            }
            width = *first;
            height = *second;
        }
        width *= request_.smooth;
        height *= request_.smooth;
        if (width == 0 || height == 0 || width > draw::kMostSide || height > draw::kMostSide ||
            width * height > draw::kMostPixels) {
            return fail("a picture has 1 to " + std::to_string(draw::kMostSide) +
                        " pixels a side and at most " + std::to_string(draw::kMostPixels) +
                        " in all, and this one would have " + std::to_string(width) + " x " +
                        std::to_string(height));
        }
        request_.width = static_cast<std::uint32_t>(width);
        request_.height = static_cast<std::uint32_t>(height);
        return true;
    }

    // Calls take(name, groups) for each NAME=VALUE of an option, whose value is numbers in groups.
    template <typename Take>
    bool read_named(std::string_view option, std::string_view example, bool has_groups,
                    Take&& take) {
        for (const std::string_view text : arguments_.values(option)) {
            const std::size_t equals = text.find('=');
            if (equals == std::string_view::npos || equals == 0) {
                return fail(std::string(option) + " takes " + std::string(example) + ", not '" +
                            std::string(text) + '\'');
            }
            std::vector<std::vector<double>> groups;
            for (std::size_t start = equals + 1; start <= text.size();) {
                const std::size_t end =
                    has_groups ? std::min(text.find(':', start), text.size()) : text.size();
                std::string fault;
                std::optional<std::vector<double>> numbers =
                    draw::parse_numbers(text.substr(start, end - start), fault);
                if (!numbers) {
                    return fail(std::string(option) + ' ' + std::string(text) + ": " + fault);
                }
                groups.push_back(std::move(*numbers));
                start = end + 1;
            }
            take(std::string(text.substr(0, equals)), std::move(groups));
        }
        return true;
    }

    bool read_uniforms() {
        return read_named("--set", "NAME=VALUE, as in time=1.5", false,
                          [&](std::string name, std::vector<std::vector<double>> groups) {
                              request_.uniforms.push_back({std::move(name), std::move(groups[0])});
                          });
    }

    bool read_varyings() {
        return read_named("--varying", "NAME=A:B:C:D, as in uv=0,0:1,0:0,1:1,1", true,
                          [&](std::string name, std::vector<std::vector<double>> groups) {
                              request_.varyings.push_back({std::move(name), std::move(groups)});
                          });
    }

    // A name, `2`, `1.2` or one of these with `[3]` behind it.
    static bool read_place(std::string_view text, draw::TexturePlace& place) {
        if (text.ends_with(']')) {
            const std::size_t bracket = text.find('[');
            const auto element = bracket == std::string_view::npos
                                     ? std::nullopt
                                     : parse_number<std::uint32_t>(
                                           text.substr(bracket + 1, text.size() - bracket - 2));
            if (!element || *element > kMostElement) {
                return false;
            }
            place.element = *element;
            text = text.substr(0, bracket);
        }
        if (text.empty() || text[0] < '0' || text[0] > '9') {
            place.name = text;
            return !text.empty();
        }
        const std::size_t dot = text.find('.');
        const auto first = parse_number<std::uint32_t>(text.substr(0, dot));
        const auto second = dot == std::string_view::npos
                                ? std::optional<std::uint32_t>(0)
                                : parse_number<std::uint32_t>(text.substr(dot + 1));
        if (!first || !second) {
            return false;
        }
        place.set = dot == std::string_view::npos ? 0 : *first;
        place.binding = dot == std::string_view::npos ? *first : *second;
        return true;
    }

    bool read_textures() {
        for (const std::string_view text : arguments_.values("--texture")) {
            const std::size_t equals = text.find('=');
            TextureFile& file = request_.textures.emplace_back();
            file.place_text = text.substr(0, equals);
            if (equals == std::string_view::npos || !read_place(file.place_text, file.place)) {
                return fail("--texture takes a name or binding and a file, as in 0=wood.png, "
                            "not '" +
                            std::string(text) + '\'');
            }
            std::string_view rest = text.substr(equals + 1);
            file.path = rest.substr(0, rest.find(','));
            rest.remove_prefix(file.path.size());
            while (!rest.empty()) {
                rest.remove_prefix(1);
                const std::string_view option = rest.substr(0, rest.find(','));
                rest.remove_prefix(option.size());
                std::string fault;
                if (!draw::parse_texture_option(option, file.options, fault)) {
                    return fail("--texture " + std::string(text) + ": " + fault);
                }
            }
        }
        return true;
    }

    bool read_count(std::string_view option, std::uint32_t least, std::uint32_t most,
                    std::optional<std::uint32_t>& into) {
        const std::optional<std::string_view> text = arguments_.value(option);
        if (!text) {
            return true;
        }
        into = parse_number<std::uint32_t>(*text);
        if (!into || *into < least || *into > most) {
            return fail(std::string(option) + " takes a number from " + std::to_string(least) +
                        " to " + std::to_string(most) + ", not '" + std::string(*text) + '\'');
        }
        return true;
    }

    bool read_real(std::string_view option, double least, double& into) {
        const std::optional<std::string_view> text = arguments_.value(option);
        if (!text) {
            return true;
        }
        std::string fault;
        const std::optional<std::vector<double>> numbers = draw::parse_numbers(*text, fault);
        if (!numbers || numbers->size() != 1 || !std::isfinite((*numbers)[0]) ||
            !((*numbers)[0] > least)) {
            return fail(std::string(option) + " takes a number" + (least == 0.0 ? " above 0" : "") +
                        ", not '" + std::string(*text) + '\'');
        }
        into = (*numbers)[0];
        return true;
    }

    bool read_frames() {
        std::optional<std::uint32_t> first;
        if (!read_count("--frames", 1, kMostFrames, request_.frames) ||
            !read_count("--first-frame", 0, kMostFrames, first) ||
            !read_real("--fps", 0.0, request_.fps) || !read_real("--time", -1.0e9, request_.time)) {
            return false;
        }
        request_.first_frame = first.value_or(0);
        if (request_.frames && request_.output == "-") {
            return fail("the pictures of --frames are files, not the standard output");
        }
        return true;
    }

    bool read_look() {
        if (const std::optional<std::string_view> text = arguments_.value("--clear")) {
            std::string fault;
            const std::optional<std::vector<double>> numbers = draw::parse_numbers(*text, fault);
            if (!numbers || numbers->size() < 3 || numbers->size() > 4) {
                return fail("--clear takes three or four numbers, as in 0.2,0.2,0.3, not '" +
                            std::string(*text) + '\'');
            }
            for (std::size_t i = 0; i < numbers->size(); ++i) {
                request_.clear[i] = static_cast<float>((*numbers)[i]);
            }
        }
        if (const std::optional<std::string_view> side = arguments_.value("--cull")) {
            if (*side != kCulledSides[0] && *side != kCulledSides[1]) {
                return fail("--cull takes back or front, not '" + std::string(*side) + '\'' +
                            suggestion(*side, kCulledSides));
            }
            request_.cull = *side == kCulledSides[0] ? draw::Cull::back : draw::Cull::front;
        }
        if (!arguments_.has("--vertex")) {
            for (const std::string_view option : {"--mesh", "--cull", "--vertex-entry"}) {
                if (arguments_.has(option)) {
                    return fail(std::string(option) + " needs a vertex shader, --vertex FILE");
                }
            }
        } else if (!request_.varyings.empty()) {
            return fail("varyings come from the vertex shader; --varying is for a picture without "
                        "one");
        }
        return read_count("--output", 0, kMostElement, request_.location);
    }

    const Arguments& arguments_;
    const Streams& streams_;
    DrawRequest request_;
};

} // namespace

std::optional<DrawRequest> draw_request(const Arguments& arguments, const Streams& streams) {
    return Reader(arguments, streams).read();
}

std::string frame_name(std::string_view output, std::uint32_t frame, std::uint32_t last) {
    constexpr std::size_t kLeastDigits = 4;
    std::string number = std::to_string(frame);
    const std::size_t digits = std::max(std::to_string(last).size(), kLeastDigits);
    number.insert(0, digits - std::min(digits, number.size()), '0');
    const std::size_t name = platform::start_of_name(output);
    const std::size_t dot = output.rfind('.');
    const bool has_ending = dot != std::string_view::npos && dot > name;
    const std::string_view stem = output.substr(0, has_ending ? dot : output.size());
    return std::string(stem) + '-' + number + std::string(output.substr(stem.size()));
}

} // namespace jacquard::driver
