#include "takes.h"

#include <jacquard/tgsi/print.h>

#include "comparison.h"
#include "tgsi_generator/random_program.h"

#include <array>
#include <optional>
#include <set>

namespace jacquard::fuzz {

namespace {

using tgsi::Opcode;
using tgsi::TextureCall;
using tgsi::TextureTarget;

// Reads one lane of the wave, on which all must agree; random programs do not.
constexpr Opcode kReadsOneLane = Opcode::read_invoc;

// A case would give them any value, and the machine counts lanes.
bool is_of_lanes(tgsi::Semantic semantic) {
    return tgsi::name_of(semantic).starts_with("SUBGROUP_");
}

class Probe {
  public:
    Probe(tgsi::Menu menu, std::span<const std::uint32_t> gpus)
        : menu_(std::move(menu)), gpus_(gpus) {}

    // Empty where a part takes it.
    [[nodiscard]] std::string refusal(Opcode opcode, TextureTarget target) const {
        if (opcode == kReadsOneLane) {
            return "the lanes of a random program do not agree on which one they read";
        }
        nir::Choices choices(1);
        tgsi::ProgramMaker maker(choices, menu_, tgsi::plan_of_sample());
        const std::optional<tgsi::Program> program = maker.sample(opcode, target);
        return program ? refusal(*program) : "no program with it can be written";
    }
    [[nodiscard]] std::string refusal(tgsi::Semantic semantic) const {
        if (is_of_lanes(semantic)) {
            return "cases cannot give it";
        }
        nir::Choices choices(1);
        return refusal(tgsi::ProgramMaker(choices, menu_, tgsi::plan_of_sample()).sample(semantic));
    }

  private:
    [[nodiscard]] std::string refusal(const tgsi::Program& program) const {
        const LoadedSubject loaded =
            load({driver::SourceLanguage::tgsi, tgsi::print(program), true});
        if (loaded.shader == nullptr) {
            return loaded.failure ? loaded.failure->what : loaded.refusal;
        }
        // The newest part, which lacks the least, says what the opcode itself lacks.
        std::string last;
        for (const std::uint32_t gpu : gpus_) {
            last = Comparison::refusal_of(*loaded.shader, gpu, true);
            if (last.empty()) {
                break;
            }
        }
        return last;
    }

    tgsi::Menu menu_;
    std::span<const std::uint32_t> gpus_;
};

} // namespace

tgsi::Menu supported_menu(tgsi::Stage stage, std::span<const std::uint32_t> gpus,
                          Refusals& refusals) {
    tgsi::Menu menu = tgsi::full_menu(stage);
    const auto any = [](const auto&) { return true; };
    const Probe for_values(menu, gpus);
    tgsi::restrict(menu, {any, any, [&](tgsi::Semantic semantic) {
                              return for_values.refusal(semantic).empty();
                          }});

    // Opcodes that compute are probed first: the other probes are written with them.
    std::map<Opcode, std::string> known;
    const auto takes = [&](const Probe& probe, Opcode opcode) {
        const auto [at, is_new] = known.emplace(opcode, "");
        if (is_new) {
            at->second = probe.refusal(opcode, {});
        }
        return at->second.empty();
    };
    std::set<Opcode> computing;
    for (const auto* opcodes : {&menu.computing, &menu.neighbours}) {
        computing.insert(opcodes->begin(), opcodes->end());
    }
    const Probe for_computing(menu, gpus);
    tgsi::restrict(menu, {[&](Opcode opcode) {
                              return !computing.contains(opcode) || takes(for_computing, opcode);
                          },
                          any, any});
    const Probe for_others(menu, gpus);
    std::map<Opcode, std::string> textures;
    const auto takes_texture = [&](TextureCall call) {
        std::string reason = for_others.refusal(call.opcode, call.target);
        const bool is_taken = reason.empty();
        const auto [at, is_new] = textures.emplace(call.opcode, std::move(reason));
        if (!is_new && is_taken) {
            at->second.clear();
        }
        return is_taken;
    };
    tgsi::restrict(menu,
                   {[&](Opcode opcode) { return takes(for_others, opcode); }, takes_texture, any});

    for (const auto& reasons : {known, textures}) {
        for (const auto& [opcode, reason] : reasons) {
            if (!reason.empty()) {
                refusals.emplace(tgsi::name_of(opcode), reason);
            }
        }
    }
    return menu;
}

Refusals refused_everywhere(std::span<const Refusals> of_stages) {
    constexpr std::array kStages = {tgsi::Stage::vertex, tgsi::Stage::fragment};
    Refusals all;
    for (unsigned i = 0; i < tgsi::kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const std::string name(tgsi::name_of(opcode));
        const tgsi::OpcodeTranslation& translation = tgsi::translation_of(opcode);
        if (translation.kind == tgsi::Translation::later) {
            all[name] = std::string(tgsi::info(opcode).later) + " is not supported yet";
            continue;
        }
        std::string reason = "no stage that is compiled has it";
        for (std::size_t stage = 0; stage < of_stages.size(); ++stage) {
            if (translation.is_for(kStages[stage])) {
                const auto found = of_stages[stage].find(name);
                reason = found == of_stages[stage].end() ? std::string() : found->second;
                if (reason.empty()) {
                    break;
                }
            }
        }
        if (!reason.empty()) {
            all[name] = std::move(reason);
        }
    }
    return all;
}

} // namespace jacquard::fuzz
