#include "judge.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::fuzz {

using driver::Agreement;
using driver::CaseOutput;
using driver::CaseRun;
using driver::Difference;
using driver::kCaseLanes;
using driver::RunResult;
using nir::Freedom;

// The locations at which a run differs from the expectation.
struct Places {
    std::uint32_t lanes = 0;          // that are live in one of the two only
    std::vector<std::uint32_t> words; // one bit a lane, by output and component

    [[nodiscard]] bool empty() const {
        return lanes == 0 && std::all_of(words.begin(), words.end(),
                                         [](std::uint32_t word) { return word == 0; });
    }
};

namespace {

// Other ways to compute, of each freedom. Few places need more than the first ones.
constexpr std::array<unsigned, nir::kNumFreedoms> kWays = {8, 300, 40, 40, 40, 200};

// Memory and images are judged like outputs: four of their vectors are the lanes of one. These are
// numbered from here on.
constexpr unsigned kFirstOfMemory = 1U << 16;

void append_vectors(std::vector<CaseOutput>& outputs, unsigned& number,
                    const std::vector<driver::CaseVector>& vectors) {
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        if (i % kCaseLanes == 0) {
            outputs.emplace_back().index = number++;
        }
        outputs.back().lanes[i % kCaseLanes] = vectors[i].value;
    }
}

// Returns the final contents of memory and images, in an order that is the same for all runs of a
// case.
std::vector<driver::CaseVector> vectors_of(const RunResult& result) {
    std::vector<driver::CaseVector> vectors;
    for (const driver::CaseMemory& memory : result.memories) {
        for (unsigned buffer = 0; buffer < memory.buffers.size(); ++buffer) {
            for (unsigned i = 0; i < memory.buffers[buffer].size(); ++i) {
                vectors.push_back({false, memory.space, buffer, i, memory.buffers[buffer][i]});
            }
        }
    }
    for (const driver::CaseTexture& image : result.images) {
        const driver::Words& texels = image.texture.texels;
        for (unsigned i = 0; i + 3 < texels.size(); i += 4) {
            const driver::Vector4 texel{texels[i], texels[i + 1], texels[i + 2], texels[i + 3]};
            vectors.push_back({true, {}, image.number, i / 4, texel});
        }
    }
    return vectors;
}

// A vertex that a lane does not emit has this word everywhere, which no shader makes.
constexpr std::uint32_t kNotEmitted = 0x6d15'51a6;

void mark_what_is_not_emitted(std::vector<CaseOutput>& outputs) {
    for (CaseOutput& output : outputs) {
        for (unsigned lane = 0; lane < kCaseLanes && output.vertex; ++lane) {
            if ((output.given >> lane & 1) == 0) {
                output.lanes[lane].fill(kNotEmitted);
            }
        }
    }
}

RunResult as_outputs(RunResult result) {
    unsigned number = kFirstOfMemory;
    mark_what_is_not_emitted(result.outputs);
    append_vectors(result.outputs, number, vectors_of(result));
    return result;
}

CaseRun as_outputs(CaseRun run) {
    unsigned number = kFirstOfMemory;
    mark_what_is_not_emitted(run.expected);
    append_vectors(run.expected, number, run.expected_vectors);
    return run;
}

// Lanes that left have no outputs, but what is in memory is there.
unsigned lanes_to_judge(const CaseOutput& output, unsigned live) {
    return output.index >= kFirstOfMemory ? 0xf : live;
}

// The same output of the same vertex.
const CaseOutput* find_output(const std::vector<CaseOutput>& outputs, const CaseOutput& wanted) {
    const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const CaseOutput& output) {
        return output.index == wanted.index && output.vertex == wanted.vertex;
    });
    return found == outputs.end() ? nullptr : &*found;
}

// Returns the word at the location of `wanted`; `output` is null if the run has none.
std::uint32_t word_of(const CaseOutput* output, const CaseOutput& wanted, unsigned lane,
                      unsigned component) {
    return output != nullptr ? output->lanes[lane][component] : wanted.vertex ? kNotEmitted : 0;
}

// Vertices that only the machine code emits have a place to be judged at.
void expect_no_more_vertices(CaseRun& run, const RunResult& computed) {
    for (const CaseOutput& output : computed.outputs) {
        if (output.vertex && find_output(run.expected, output) == nullptr) {
            CaseOutput& none = run.expected.emplace_back(output);
            none.given = 0;
            none.lanes.fill(driver::Vector4{kNotEmitted, kNotEmitted, kNotEmitted, kNotEmitted});
        }
    }
}

// compare_run() asks for what is expected; vertices beyond that are none of its concern.
bool emits_more(const CaseRun& expected, const RunResult& computed) {
    return std::any_of(
        computed.outputs.begin(), computed.outputs.end(), [&](const CaseOutput& output) {
            const CaseOutput* wanted = find_output(expected.expected, output);
            return output.vertex && (output.given & ~(wanted != nullptr ? wanted->given : 0U)) != 0;
        });
}

// Returns how many floats lie between two, one of which may be anything.
std::uint32_t distance(std::uint32_t a, std::uint32_t b) {
    return a > b ? a - b : b - a;
}

// Returns true if a word that comes out so differently shows that it is open. What moves by an
// eighth of the bound may move by more in machine code; what moves in its high bits has been made
// of the bits of some float.
bool shows_openness(std::uint32_t expected, std::uint32_t other, bool precise) {
    constexpr std::uint32_t kManySteps = 1U << 14;
    const Agreement agreement = driver::compare_words(expected, other);
    if (precise || agreement != Agreement::bound) {
        return agreement != Agreement::exact;
    }
    if (distance(expected, other) > kManySteps) {
        return true;
    }
    const double wanted = std::bit_cast<float>(expected);
    const double found = std::bit_cast<float>(other);
    return std::fabs(wanted - found) > std::ldexp(std::max(1.0, std::fabs(wanted)), -16);
}

Places differing_places(const CaseRun& expected, const RunResult& computed, Agreement allowed) {
    Places places;
    places.lanes = expected.expected_mask ^ computed.live_mask;
    places.words.resize(expected.expected.size() * 4);
    const unsigned both = expected.expected_mask & computed.live_mask;
    for (std::size_t i = 0; i < expected.expected.size(); ++i) {
        const CaseOutput& wanted = expected.expected[i];
        const CaseOutput* found = find_output(computed.outputs, wanted);
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            const unsigned judged = lanes_to_judge(wanted, both);
            for (unsigned c = 0; c < 4 && (judged >> lane & 1) != 0; ++c) {
                if (driver::compare_words(wanted.lanes[lane][c], word_of(found, wanted, lane, c)) >
                    allowed) {
                    places.words[i * 4 + c] |= 1U << lane;
                }
            }
        }
    }
    return places;
}

void take_off(Places& places, const CaseRun& expected, const RunResult& other, bool precise) {
    const unsigned open_lanes = expected.expected_mask ^ other.live_mask;
    places.lanes &= ~open_lanes;
    for (std::size_t i = 0; i < expected.expected.size(); ++i) {
        const CaseOutput& wanted = expected.expected[i];
        const CaseOutput* found = find_output(other.outputs, wanted);
        for (unsigned c = 0; c < 4; ++c) {
            std::uint32_t& differing = places.words[i * 4 + c];
            differing &= ~open_lanes;
            for (unsigned lane = 0; lane < kCaseLanes && differing != 0; ++lane) {
                if (shows_openness(wanted.lanes[lane][c], word_of(found, wanted, lane, c),
                                   precise)) {
                    differing &= ~(1U << lane);
                }
            }
        }
    }
}

// The same for places where machine code has what another way to compute gives.
void take_off_equal(Places& places, const CaseRun& expected, const RunResult& other,
                    const RunResult& computed, Agreement allowed) {
    places.lanes &= other.live_mask ^ computed.live_mask;
    for (std::size_t i = 0; i < expected.expected.size(); ++i) {
        const CaseOutput& wanted = expected.expected[i];
        const CaseOutput* way = find_output(other.outputs, wanted);
        const CaseOutput* found = find_output(computed.outputs, wanted);
        for (unsigned c = 0; c < 4; ++c) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                if (driver::compare_words(word_of(way, wanted, lane, c),
                                          word_of(found, wanted, lane, c)) <= allowed) {
                    places.words[i * 4 + c] &= ~(1U << lane);
                }
            }
        }
    }
}

// The place in memory of what is judged as an output.
std::string place_in_memory(const CaseRun& expected, unsigned output, unsigned lane) {
    const std::size_t number = std::size_t{output - kFirstOfMemory} * kCaseLanes + lane;
    return driver::place_of(expected.expected_vectors[number]);
}

Difference first_place(const Places& places, const CaseRun& expected, const RunResult& computed,
                       unsigned number) {
    Difference first;
    first.kind = Agreement::disagree;
    first.run = number;
    for (std::size_t i = 0; i < places.words.size(); ++i) {
        if (places.words[i] == 0) {
            continue;
        }
        const CaseOutput& wanted = expected.expected[i / 4];
        const CaseOutput* found = find_output(computed.outputs, wanted);
        first.output = wanted.index;
        first.vertex = wanted.vertex;
        first.missing_output = found == nullptr;
        first.lane = static_cast<unsigned>(std::countr_zero(places.words[i]));
        first.component = i % 4;
        if (wanted.index >= kFirstOfMemory) {
            first.place = place_in_memory(expected, wanted.index, first.lane);
        }
        first.expected = wanted.lanes[first.lane][first.component];
        first.computed = word_of(found, wanted, first.lane, first.component);
        return first;
    }
    first.in_mask = true;
    first.expected = expected.expected_mask;
    first.computed = computed.live_mask;
    return first;
}

} // namespace

void Agreements::add(const Agreements& other) {
    exact += other.exact;
    bound += other.bound;
    machine_functions += other.machine_functions;
    for (std::size_t i = 0; i < open.size(); ++i) {
        open[i] += other.open[i];
    }
}

std::unique_ptr<driver::NirRunner> Judge::runner_of(const nir::Shader& shader,
                                                    std::string& fault) const {
    std::unique_ptr<driver::NirRunner> runner = driver::NirRunner::prepare(shader, fault);
    if (runner != nullptr) {
        driver::GroupPart part;
        part.wave_size = wave_size_;
        runner->set_part(part);
    }
    return runner;
}

std::unique_ptr<Judge> Judge::prepare(const nir::Shader& shader, bool precise, std::string& fault,
                                      std::uint32_t wave_size) {
    std::unique_ptr<Judge> judge(new Judge(shader, precise, wave_size));
    judge->runner_ = judge->runner_of(shader, fault);
    return judge->runner_ != nullptr ? std::move(judge) : nullptr;
}

bool Judge::expect(std::span<CaseRun> runs, std::string& fault) {
    for (CaseRun& run : runs) {
        RunResult result;
        if (!runner_->run(run, result, fault)) {
            return false;
        }
        run.expected_vectors = vectors_of(result);
        run.expected = std::move(result.outputs);
        run.expected_mask = result.live_mask;
    }
    return true;
}

bool Judge::holds(const CaseRun& run, const RunResult& computed, Agreement& worst) const {
    const auto difference = driver::compare_run(run, computed, 0);
    worst = difference ? difference->kind : Agreement::exact;
    worst = emits_more(run, computed) ? Agreement::disagree : worst;
    return worst == Agreement::exact || (worst == Agreement::bound && !precise_);
}

std::optional<Difference> Judge::judge(const CaseRun& given, const RunResult& result,
                                       unsigned number, Agreements& agreements) {
    Agreement worst{};
    if (holds(given, result, worst)) {
        ++(worst == Agreement::exact ? agreements.exact : agreements.bound);
        return std::nullopt;
    }
    CaseRun run = as_outputs(given);
    const RunResult computed = as_outputs(result);
    expect_no_more_vertices(run, computed);
    const Agreement allowed = precise_ ? Agreement::exact : Agreement::bound;
    Places places = differing_places(run, computed, allowed);
    for (std::size_t i = 0; const Variant* variant = this->variant(i); ++i) {
        RunResult other;
        if (variant->freedom != Freedom::functions) {
            break;
        }
        if (variant->run(run, other)) {
            take_off_equal(places, run, other, computed, allowed);
        }
    }
    if (places.empty()) {
        ++agreements.machine_functions;
        return std::nullopt;
    }
    if (const auto freedom = what_is_open(run, computed, places)) {
        ++agreements.open[static_cast<std::size_t>(*freedom)];
        return std::nullopt;
    }
    return first_place(places, run, computed, number);
}

// The freedom with which all that differs is seen to be open, perhaps together with those before.
std::optional<Freedom> Judge::what_is_open(const CaseRun& run, const RunResult& computed,
                                           Places& places) {
    // The others are tried with machine functions, where there are some.
    CaseRun expected = run;
    for (std::size_t i = 0; const Variant* variant = this->variant(i); ++i) {
        RunResult other;
        if (!variant->run(run, other)) {
            continue;
        }
        const bool is_function = variant->freedom == Freedom::functions;
        take_off(places, is_function ? run : expected, other, precise_);
        // Bits of a NaN that are read as an integer may be those of a NaN once more, which compares
        // as equal whatever its bits are.
        take_off_equal(places, run, other, computed, Agreement::exact);
        if (places.empty()) {
            return variant->freedom;
        }
        if (i == 0 && is_function) {
            for (CaseOutput& wanted : expected.expected) {
                const CaseOutput* way = find_output(other.outputs, wanted);
                for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                    for (unsigned c = 0; c < 4; ++c) {
                        wanted.lanes[lane][c] = word_of(way, wanted, lane, c);
                    }
                }
            }
            expected.expected_mask = other.live_mask;
        }
    }
    return std::nullopt;
}

bool Judge::Variant::run(const CaseRun& run, RunResult& result) const {
    std::string fault;
    if (runner == nullptr || !runner->run(run, result, fault)) {
        return false;
    }
    result = as_outputs(std::move(result));
    return true;
}

const Judge::Variant* Judge::variant(std::size_t number) {
    if (number < variants_.size()) {
        return &variants_[number];
    }
    if (number == 0) {
        has_functions_ = nir::has_machine_functions(*shader_);
    }
    std::size_t way = number;
    for (unsigned i = has_functions_ ? 0 : 1; i < nir::kNumFreedoms; ++i) {
        const auto freedom = static_cast<Freedom>(i);
        if (precise_ && freedom != Freedom::functions && freedom != Freedom::nan_bits) {
            continue;
        }
        if (way >= kWays[i]) {
            way -= kWays[i];
            continue;
        }
        const nir::Shader& base =
            has_functions_ && number != 0 ? *variants_.front().shader : *shader_;
        std::unique_ptr<nir::Shader> shader = freedom == Freedom::functions
                                                  ? nir::with_machine_functions(*shader_, way)
                                                  : nir::with_freedom(base, freedom, way);
        std::string fault;
        std::unique_ptr<driver::NirRunner> runner = runner_of(*shader, fault);
        variants_.push_back({freedom, std::move(shader), std::move(runner)});
        return &variants_.back();
    }
    return nullptr;
}

} // namespace jacquard::fuzz
