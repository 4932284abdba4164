#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::litmus {

// The memory in which the variables of a test are.
enum class Memory : std::uint8_t { buffer, shared, image };
// The threads of a test: waves of one work group, or work groups.
enum class Threads : std::uint8_t { waves, groups };

[[nodiscard]] std::string_view name_of(Memory memory);
[[nodiscard]] std::string_view name_of(Threads threads);

struct Statement {
    unsigned line = 0;
    std::vector<std::string> words;

    [[nodiscard]] const std::string& word(std::size_t i) const { return words[i]; }
};

// Statements up to a barrier or the end.
using Phase = std::vector<Statement>;

// A few threads, what may come of them, and what must; tests/litmus/README.md has the words.
struct Litmus {
    std::string name;
    std::vector<Memory> memories;
    std::vector<Threads> kinds;
    std::vector<std::vector<Phase>> threads;
    std::vector<bool> barriers_order; // by barrier: memory, too
    std::vector<std::string> variables;
    std::vector<std::string> observed; // "1.r0": of a thread, "x": what is left of a variable
    std::set<std::string> allowed;
    std::set<std::string> seen;     // must be, of those allowed
    std::set<std::string> unfenced; // must be where no fence is, and is not allowed
    bool has_fences = false;
    bool begins_unset = false; // nobody stores zeros to shared memory before the threads begin
};

// A text that is not a litmus test has only an error, with its line.
struct ParsedLitmus {
    Litmus litmus;
    std::string error;
};
[[nodiscard]] ParsedLitmus parse_litmus(std::string_view text);

// One of the shaders that a test stands for.
struct Variant {
    Memory memory = Memory::buffer;
    Threads threads = Threads::waves;
    bool has_fences =
        true; // else barriers do nothing but wait, and all else that orders is left out
};

// Groups share no memory of a group.
[[nodiscard]] std::vector<Variant> variants_of(const Litmus& litmus, bool has_fences);

// Buffer 1 holds what registers had: thread after thread so many words; then what is left of each
// variable, where the shader has to say it.
inline constexpr unsigned kRegisters = 8;
inline constexpr unsigned kVariables = 8;
inline constexpr unsigned kVariableBytes = 16;
// Invocations from one thread to the next where they are waves: whatever the size of a wave, these
// are not in one.
inline constexpr unsigned kInvocationsOfThread = 128;

[[nodiscard]] std::unique_ptr<nir::Shader> make_shader(const Litmus& litmus,
                                                       const Variant& variant);

// Describes how often what was observed, as the text says it; or "fault: " and its message.
using Outcomes = std::map<std::string, std::uint64_t>;

struct Engine {
    std::uint32_t gpu = 0;  // 0: the interpreter
    bool has_fences = true; // else the pass drop_fences runs before everything
};

// Runs `count` schedules. An outcome "error: …" says why there is nothing to run.
[[nodiscard]] Outcomes run_litmus(const Litmus& litmus, const Variant& variant,
                                  const Engine& engine, std::uint64_t first_seed,
                                  std::uint64_t count);

// Returns the outcomes that are not allowed, with the count of each.
[[nodiscard]] std::string forbidden_of(const Litmus& litmus, const Outcomes& outcomes);

// All texts of a folder, in the order of their names.
struct LitmusFile {
    std::string name;
    Litmus litmus;
    std::string error;
};
[[nodiscard]] std::vector<LitmusFile> read_texts(const std::string& folder);

} // namespace jacquard::litmus
