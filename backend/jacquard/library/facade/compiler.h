#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/library/frontend/variant.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::nir {
struct Shader;
}

namespace jacquard::driver {

// The varyings that a fragment program reads, bit N for the slot with number N.
[[nodiscard]] std::uint64_t varyings_read_by(const ir3::Program& fragment);

struct CompileResult {
    CompileStatus status = CompileStatus::failed;
    ir3::Program program; // when compiled

    // The reason why a shader did not compile: the first error's message. Empty if it did.
    std::string reason;

    friend bool operator==(const CompileResult&, const CompileResult&) = default;
};

// The stages of a compilation that an observer can see.
enum class CompileStage : std::uint8_t { tgsi, nir, ir3, assembly };

[[nodiscard]] std::string_view to_string(CompileStage stage);

// Is shown the forms that a shader goes through. Printing costs time, so each form is printed only
// when the observer wants it.
class CompileObserver {
  public:
    virtual ~CompileObserver() = default;
    [[nodiscard]] virtual bool wants(CompileStage stage) const = 0;
    // `title` tells stages of one form apart: the pass that has just run.
    virtual void show(CompileStage stage, std::string_view title, std::string_view text) = 0;

    // An observer that wants origins receives the source line of each line of the text that the
    // next show() gets. Assembly has no origins: Program::lines has those of its words.
    [[nodiscard]] virtual bool wants_origins() const { return false; }
    virtual void take_origins(std::span<const SourceLine> /*origins*/) {}

    // The machine graph after each pass, as Graphviz text.
    [[nodiscard]] virtual bool wants_graph() const { return false; }
    virtual void show_graph(std::string_view /*title*/, std::string_view /*dot*/) {}

    // If there are numbers, the uses of each rule of instruction selection are added to them.
    [[nodiscard]] virtual std::span<std::uint64_t> rule_counts() { return {}; }
};

// Returns the listener that reports passes over a shader for compile_prepared() to the observer. It
// is empty if the observer is null or does not want NIR. The observer must outlive the listener.
[[nodiscard]] std::function<void(std::string_view pass, const nir::Shader& shader)>
listener_of(CompileObserver* observer);

// Compiles a TGSI shader. Faults go to `diagnostics`, which was made from the same text. The text
// may be anything, and nothing is thrown but what the observer throws: what takes more than the
// limits, or than there is memory, ends with the status too_large. Safe to call from many threads
// at once.
[[nodiscard]] CompileResult compile_tgsi(std::string_view text, const VariantKey& key,
                                         Diagnostics& diagnostics,
                                         CompileObserver* observer = nullptr,
                                         const Limits& limits = {});

// The same for the text form of NIR.
[[nodiscard]] CompileResult compile_nir(std::string_view text, const VariantKey& key,
                                        Diagnostics& diagnostics,
                                        CompileObserver* observer = nullptr,
                                        const Limits& limits = {});

// The same for a shader that has been through run_pipeline(), which is changed. It stays valid, but
// another part wants a copy of its own.
// `resources` say what its numbers of buffers, textures and images mean; without any they are
// slots.
[[nodiscard]] CompileResult compile_prepared(nir::Shader& shader, const VariantKey& key,
                                             Diagnostics& diagnostics,
                                             CompileObserver* observer = nullptr,
                                             const Limits& limits = {},
                                             std::span<const ir3::Resource> resources = {});
// The same for a shader that may go: a large one does so when machine instructions have been made
// of it. Where registers then do not suffice, `remake` is to make it once more, as it was; null
// where that fails.
[[nodiscard]] CompileResult
compile_prepared(std::unique_ptr<nir::Shader> shader,
                 const std::function<std::unique_ptr<nir::Shader>()>& remake, const VariantKey& key,
                 Diagnostics& diagnostics, CompileObserver* observer = nullptr,
                 const Limits& limits = {}, std::span<const ir3::Resource> resources = {});

} // namespace jacquard::driver

JACQUARD_END_API
