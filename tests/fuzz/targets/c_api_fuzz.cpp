// Calls the C interface in any order, with any handles, structures and inputs: each byte is a call,
// the bytes behind it are what it is given. All memory of the allocator comes back.
#include <jacquard/jacquard.h>

#include "fuzzing.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace jacquard::fuzzing;

namespace {

constexpr std::array<const char*, 5> kTexts = {
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0]\n"
    "MUL OUT[0], CONST[0], IN[0]\nEND\n",
    "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n",
    "mul.f r0.x, r0.x, r0.y\nnop\nend\n",
    "run\nCONST 0 0 40000000 40400000 40800000 3f800000\nIN 0 lane 0 3f800000 0 0 0\n",
    R"({"gpu": 630, "stage": "FRAG", "inputs": [], "outputs": []})"};
constexpr std::array<const char*, 6> kNames = {nullptr, "TESS_CTRL", "GEOM",
                                               "quads", "fragment",  "ir3:mov"};

constexpr std::array<const char*, 4> kStates = {
    nullptr, "two_sided_color+half_outputs+srgb_targets=0xff",
    "clip_planes=0xff+clamp_vertex_color", "alpha_to_on+clip_planes=0x1000"};

struct Balance {
    std::size_t bytes = 0;
    std::size_t left = 0; // blocks that are still given
};

void* give(void* user, std::size_t size) {
    auto* balance = static_cast<Balance*>(user);
    if (balance->left == 0) {
        return nullptr;
    }
    --balance->left;
    balance->bytes += size;
    return std::malloc(size);
}

void take(void* user, void* memory, std::size_t size) {
    static_cast<Balance*>(user)->bytes -= size;
    std::free(memory);
}

void hear(void* user, const jacquard_diagnostic* told) {
    std::size_t& letters = *static_cast<std::size_t*>(user);
    letters +=
        std::strlen(told->code) + std::strlen(told->message) + std::strlen(told->source_name);
    for (std::size_t i = 0; i < told->note_count; ++i) {
        letters += std::strlen(told->notes[i].message);
    }
}

class Calls {
  public:
    Calls(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

    void run() {
        while (left_ != 0) {
            call(byte() % 16);
        }
        for (auto& context : contexts_) {
            jacquard_context_destroy(context);
        }
        for (std::size_t i = 0; i < kSlots; ++i) {
            jacquard_cost_destroy(costs_[i]);
            jacquard_results_destroy(results_[i]);
            jacquard_program_destroy(programs_[i]);
            jacquard_text_destroy(texts_[i]);
        }
        demand(balance_.bytes == 0, "memory of the allocator did not come back");
    }

  private:
    static constexpr std::size_t kSlots = 4;

    std::uint8_t byte() {
        if (left_ == 0) {
            return 0;
        }
        --left_;
        return *data_++;
    }
    std::uint64_t word() {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8; ++i) {
            value = value << 8 | byte();
        }
        return value;
    }
    template <typename Object>
    Object*& slot(std::array<Object*, kSlots>& objects) {
        return objects[byte() % kSlots];
    }
    // An empty slot that a call fills.
    template <typename Object, typename Destroy>
    Object** fresh(std::array<Object*, kSlots>& objects, Destroy&& destroy) {
        Object*& object = slot(objects);
        destroy(object);
        object = nullptr;
        return &object;
    }
    std::uint32_t part() {
        const std::uint8_t which = byte();
        return which < kParts.size() ? kParts[which] : which;
    }
    const char* name() { return kNames[byte() % kNames.size()]; }

    // One of the texts, or bytes of the input.
    jacquard_source source() {
        jacquard_source result{};
        result.struct_size = byte() % 16 == 15 ? byte() % (sizeof result + 1) : sizeof result;
        const std::uint8_t which = byte();
        result.language = which >> 5;
        result.name = which % 2 != 0 ? "fuzz" : nullptr;
        if (which % 8 < kTexts.size()) {
            result.data = kTexts[which % 8];
            result.size = std::strlen(kTexts[which % 8]);
        } else {
            result.size = std::min<std::size_t>(byte(), left_);
            result.data = data_;
            data_ += result.size;
            left_ -= result.size;
        }
        return result;
    }

    jacquard_compile_options options() {
        jacquard_compile_options result{};
        result.struct_size = byte() % 16 == 15 ? byte() % (sizeof result + 1) : sizeof result;
        result.gpu = part();
        const std::uint8_t flags = byte();
        result.precise = flags & 1;
        result.check = flags >> 1 & 1;
        result.binning = flags >> 2 & 1;
        result.state = kStates[flags >> 4 & 3];
        if ((flags & 8) != 0) {
            result.feeds = name();
            result.patches = name();
            result.entry = name();
            result.stage = name();
            result.specialisations = specialisations_.data();
            result.specialisation_count = byte() % 3;
        }
        return result;
    }

    void create_context() {
        jacquard_context*& context = slot(contexts_);
        jacquard_context_destroy(context);
        jacquard_context_options given{};
        given.struct_size = sizeof given;
        given.allocator = {give, take, &balance_};
        given.on_diagnostic = hear;
        given.diagnostic_user = &letters_;
        given.max_input_bytes = kSmall.input_bytes;
        given.max_instructions = kSmall.instructions;
        given.max_nesting = kSmall.nesting;
        given.max_registers = kSmall.registers;
        given.max_memory = kSmall.memory;
        given.max_steps = kSmall.steps;
        given.max_errors = kSmall.errors;
        const std::uint8_t blocks = byte();
        balance_.left = blocks < 16 ? blocks : 1000;
        (void)jacquard_context_create(byte() == 0 ? nullptr : &given, &context);
    }

    void look_at_program() {
        const jacquard_program* program = slot(programs_);
        std::size_t count = 0;
        (void)jacquard_program_words(program, &count);
        jacquard_instruction instruction{};
        instruction.struct_size = byte() % 8 == 0 ? byte() : sizeof instruction;
        for (std::size_t i = 0; i <= count; ++i) {
            const jacquard_status status = jacquard_program_instruction(program, i, &instruction);
            demand(i < count || status == JACQUARD_WRONG_USE, "an instruction past the end");
        }
        for (std::size_t i = 0; i <= jacquard_statistic_count(); ++i) {
            (void)jacquard_program_statistic(program, i);
        }
    }

    void look_at_cost() {
        const jacquard_cost* cost = slot(costs_);
        jacquard_cost_figure figure{};
        figure.struct_size = sizeof figure;
        for (std::size_t i = 0; i < jacquard_cost_figure_count(cost); ++i) {
            demand(jacquard_cost_get_figure(cost, i, &figure) == JACQUARD_OK, "a figure is lost");
        }
        jacquard_cost_line line{};
        line.struct_size = sizeof line;
        for (std::size_t i = 0; i < jacquard_cost_line_count(cost); ++i) {
            demand(jacquard_cost_get_line(cost, i, &line) == JACQUARD_OK, "a line is lost");
        }
    }

    void look_at_results() {
        const jacquard_results* results = slot(results_);
        const std::size_t run = byte() % 3;
        jacquard_output output{};
        output.struct_size = sizeof output;
        for (std::size_t i = 0; i < jacquard_results_output_count(results, run); ++i) {
            demand(jacquard_results_get_output(results, run, i, &output) == JACQUARD_OK,
                   "an output is lost");
        }
        jacquard_memory memory{};
        memory.struct_size = sizeof memory;
        for (std::size_t i = 0; i < jacquard_results_memory_count(results, run); ++i) {
            demand(jacquard_results_get_memory(results, run, i, &memory) == JACQUARD_OK,
                   "a buffer is lost");
        }
    }

    void call(unsigned which) {
        switch (which) {
        case 0: create_context(); break;
        case 1: {
            jacquard_context*& context = slot(contexts_);
            jacquard_context_destroy(context);
            context = nullptr;
            break;
        }
        case 2: {
            const jacquard_source shader = source();
            const jacquard_compile_options how = options();
            jacquard_context* context = slot(contexts_);
            keep(jacquard_compile(context, &shader, &how,
                                  fresh(programs_, jacquard_program_destroy)));
            break;
        }
        case 3: {
            const jacquard_source text = source();
            jacquard_context* context = slot(contexts_);
            const std::uint32_t gpu = part();
            keep(
                jacquard_assemble(context, &text, gpu, fresh(programs_, jacquard_program_destroy)));
            break;
        }
        case 4: {
            std::vector<std::uint64_t> words(byte() % 16);
            for (std::uint64_t& each : words) {
                each = word();
            }
            const jacquard_source header = source();
            jacquard_context* context = slot(contexts_);
            const std::uint32_t gpu = part();
            keep(jacquard_program_create(context, words.data(), words.size(),
                                         byte() % 2 != 0 ? &header : nullptr, gpu,
                                         fresh(programs_, jacquard_program_destroy)));
            break;
        }
        case 5:
        case 6: {
            const jacquard_program* program = slot(programs_);
            jacquard_text** text = fresh(texts_, jacquard_text_destroy);
            keep(which == 5 ? jacquard_program_header(program, text)
                            : jacquard_program_assembly(program, text));
            break;
        }
        case 7: look_at_program(); break;
        case 8: {
            const std::uint64_t words[2] = {word(), word()};
            jacquard_context* context = slot(contexts_);
            const std::uint32_t gpu = part();
            keep(
                jacquard_disassemble(context, words, 2, gpu, fresh(texts_, jacquard_text_destroy)));
            break;
        }
        case 9: {
            const std::uint64_t any = word();
            jacquard_context* context = slot(contexts_);
            const std::uint32_t gpu = part();
            keep(jacquard_explain_word(context, any, gpu, fresh(texts_, jacquard_text_destroy)));
            break;
        }
        case 10: {
            const char* any = name();
            jacquard_context* context = slot(contexts_);
            keep(jacquard_explain_name(context, any, fresh(texts_, jacquard_text_destroy)));
            break;
        }
        case 11: {
            const jacquard_program* program = slot(programs_);
            keep(jacquard_program_cost(program, fresh(costs_, jacquard_cost_destroy)));
            break;
        }
        case 12: look_at_cost(); break;
        case 13: {
            const jacquard_source runs = source();
            const jacquard_program* program = slot(programs_);
            jacquard_context* context = slot(contexts_);
            keep(jacquard_run(context, program, byte() % 2 != 0 ? &runs : nullptr,
                              fresh(results_, jacquard_results_destroy)));
            break;
        }
        case 14: {
            const jacquard_source shader = source();
            const jacquard_compile_options how = options();
            const jacquard_source runs = source();
            jacquard_context* context = slot(contexts_);
            keep(jacquard_interpret(context, &shader, &how, byte() % 2 != 0 ? &runs : nullptr,
                                    fresh(results_, jacquard_results_destroy)));
            break;
        }
        default: look_at_results(); break;
        }
    }

    // No input makes the library fail.
    static void keep(jacquard_status status) {
        demand(status != JACQUARD_FAILED, "a call ended with JACQUARD_FAILED");
    }

    const std::uint8_t* data_;
    std::size_t left_;
    Balance balance_;
    std::size_t letters_ = 0;
    std::array<jacquard_specialisation, 2> specialisations_ = {{{0, 1}, {7, 2}}};
    std::array<jacquard_context*, kSlots> contexts_{};
    std::array<jacquard_program*, kSlots> programs_{};
    std::array<jacquard_text*, kSlots> texts_{};
    std::array<jacquard_cost*, kSlots> costs_{};
    std::array<jacquard_results*, kSlots> results_{};
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Calls(data, size).run();
    return 0;
}
