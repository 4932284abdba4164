#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/target/wave_steps.h>
#include <jacquard/tool/advice/shader_sites.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

namespace jacquard::driver::advice {

namespace {

using ir3::AddressSpace;

// Calls visit(line, word) for each word of the main part; a word without a line has an empty one.
template <typename Visit>
void for_each_word(const ir3::CostReport& report, Visit&& visit) {
    const auto visit_all = [&](const SourceLine& line, std::span<const ir3::WordCost> words) {
        for (const ir3::WordCost& word : words) {
            if (!word.in_preamble) {
                visit(line, word);
            }
        }
    };
    for (const ir3::LineCost& line : report.lines) {
        visit_all(line.line, line.words);
    }
    visit_all({}, report.unlined.words);
}

// The facts of the opcode of a word; null where it is no instruction.
const ir3::OpcodeInfo* info_of(const ir3::Program& program, const ir3::CostReport& report,
                               std::uint32_t word) {
    const std::optional<ir3::Instruction> instruction =
        ir3::decode(program.words[word], report.revision);
    return instruction ? &ir3::opcode_info(report.revision, instruction->opcode) : nullptr;
}

double busy_with_private_memory(const ir3::Program& program, const ir3::CostReport& report) {
    double busy = 0;
    for_each_word(report, [&](const SourceLine&, const ir3::WordCost& word) {
        const ir3::OpcodeInfo* info = info_of(program, report, word.index);
        busy += info != nullptr && info->memory == AddressSpace::private_memory ? word.busy : 0;
    });
    return busy;
}

Site site_of_shader(const ir3::Program& program, const ir3::CostReport& report) {
    Site site;
    site.kind = SiteKind::shader;
    if (!report.lines.empty()) {
        site.line = report.lines.front().line;
    }
    const ir3::CostPaths& paths = report.main.paths;
    const ir3::InstructionCounts& counts = report.main.counts;
    site[Fact::time] = ir3::bound_of(report).time();
    site[Fact::issue] = report.whole.issue;
    site[Fact::alu_32] = counts.alu_full + counts.complex_full;
    site[Fact::alu_16] = counts.alu_half + counts.complex_half;
    const double arithmetic = site[Fact::alu_32] + site[Fact::alu_16];
    site[Fact::share_16] = arithmetic > 0 ? std::round(100 * site[Fact::alu_16] / arithmetic) : 0;
    site[Fact::conversions] = program.statistics.covs;
    site[Fact::registers] = report.registers.overall;
    const ir3::MachineFacts machine = ir3::machine_facts(report.revision, report.gpu);
    const ir3::WaveSteps steps(report.stage, machine);
    const std::uint32_t registers = report.registers.overall;
    site[Fact::waves] = steps.waves(registers);
    for (std::uint32_t fewer = registers; fewer-- > 1;) {
        if (steps.waves(fewer) > steps.waves(registers)) {
            site[Fact::step] = fewer;
            site[Fact::over] = registers - fewer;
            site[Fact::more_waves] = steps.waves(fewer);
            break;
        }
    }
    site[Fact::waits] = (paths.critical.short_wait + paths.critical.long_wait) *
                        ir3::exposed_share(paths.critical, report.waves_that_share);
    site[Fact::before_discard] = report.kills ? paths.discarded.issue : 0;
    site[Fact::spills] = program.statistics.spill_loads + program.statistics.spill_stores;
    site[Fact::private_busy] = busy_with_private_memory(program, report);
    site[Fact::preamble] = report.preamble.paths.critical.all();
    site[Fact::has_preamble] = machine.preamble ? 1 : 0;
    site[Fact::group_lanes] = report.group_lanes;
    site[Fact::wave_lanes] = report.wave_lanes;
    site[Fact::live_lanes] = report.live_lanes;
    return site;
}

class AccessSites {
  public:
    AccessSites(const ir3::Program& program, const ir3::CostReport& report)
        : program_(program), report_(report) {}

    std::vector<Site> run() {
        for_each_word(report_, [this](const SourceLine& line, const ir3::WordCost& word) {
            note(line, word);
        });
        std::vector<Site> sites;
        for (auto& [place, site] : found_) {
            const auto same = alike_.find(std::get<0>(place));
            const bool is_first = same != alike_.end() && same->second.first == &site;
            site[Fact::neighbours] = is_first ? same->second.count - 1.0 : 0;
            sites.push_back(site);
        }
        return sites;
    }

  private:
    // Accesses of one instruction, stride and line are one site.
    using Like = std::tuple<ir3::Opcode, std::int32_t>;
    using Place = std::tuple<Like, std::uint32_t, std::uint32_t>;
    struct Alike {
        const Site* first = nullptr;
        std::uint32_t count = 0;
    };

    void note(const SourceLine& line, const ir3::WordCost& word) {
        const std::optional<ir3::Instruction> instruction =
            ir3::decode(program_.words[word.index], report_.revision);
        if (!instruction) {
            return;
        }
        const ir3::OpcodeInfo& info = ir3::opcode_info(report_.revision, instruction->opcode);
        const bool is_private = info.memory == AddressSpace::private_memory;
        const ir3::LaneStride stride = word.index < program_.lane_strides.size()
                                           ? program_.lane_strides[word.index]
                                           : ir3::LaneStride{};
        const bool has_pattern = stride.kind == ir3::LaneStride::Kind::steps || word.slowdown > 1;
        if (!has_pattern && !(is_private && program_.statistics.spill_loads == 0)) {
            return;
        }
        const Like like(instruction->opcode, stride.bytes);
        Site& site = found_[{like, line.file, line.line}];
        site.kind = SiteKind::access;
        site.line = line;
        site[Fact::slowdown] = std::max(site[Fact::slowdown], word.slowdown);
        site[Fact::stride] = std::abs(stride.bytes);
        site[Fact::busy] += word.busy;
        site[Fact::is_shared] = info.memory == AddressSpace::local_memory ? 1 : 0;
        site[Fact::is_private] = is_private ? 1 : 0;
        site[Fact::is_atomic] = info.action == ir3::Action::memory_atomic ||
                                        info.action == ir3::Action::descriptor_atomic
                                    ? 1
                                    : 0;
        // One component of an element of several, of which others are accessed, too.
        constexpr std::int32_t kLeastBytes = 8;
        const bool is_scalar = std::max<unsigned>(instruction->type_size, instruction->size) <= 1;
        if (is_scalar && std::abs(stride.bytes) >= kLeastBytes) {
            Alike& alike = alike_[like];
            alike.first = alike.first != nullptr ? alike.first : &site;
            ++alike.count;
        }
    }

    const ir3::Program& program_;
    const ir3::CostReport& report_;
    std::map<Place, Site> found_;
    std::map<Like, Alike> alike_;
};

} // namespace

std::vector<Site> sites_of_program(const ir3::Program& program, const ir3::CostReport& report) {
    std::vector<Site> sites = {site_of_shader(program, report)};
    for (const ir3::LoopCost& loop : report.loops) {
        Site& site = sites.emplace_back();
        site.kind = SiteKind::loop;
        site.line = loop.line;
        site[Fact::trips] = loop.rounds.value_or(0);
        site[Fact::each_round] = std::round(loop.each_round);
    }
    std::vector<Site> accesses = AccessSites(program, report).run();
    sites.insert(sites.end(), accesses.begin(), accesses.end());
    return sites;
}

} // namespace jacquard::driver::advice
