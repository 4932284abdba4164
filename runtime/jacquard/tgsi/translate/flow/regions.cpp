#include <jacquard/tgsi/translate/flow/branch_regions.h>
#include <jacquard/tgsi/translate/flow/flags.h>
#include <jacquard/tgsi/translate/flow/leaves.h>
#include <jacquard/tgsi/translate/flow/regions.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>

#include <algorithm>

// Branches to labels. The instructions of a region are a loop that runs once: a branch to a label
// after the region leaves the loop, and a branch to the beginning of the region is the next round.
// If there are labels in between, each part runs only if it is the next part, which a register
// says, and the next part follows it.
namespace jacquard::tgsi {

using nir::JumpKind;
using nir::SsaDef;

// Begins, continues and ends regions before the current instruction.
void Regions::meet_regions() {
    while (!scopes_.empty() && scopes_.back().region != nullptr &&
           scopes_.back().region->end == context().position()) {
        close_region();
    }
    if (!scopes_.empty() && scopes_.back().region != nullptr) {
        const std::vector<std::uint32_t>& labels = scopes_.back().region->labels;
        const auto label = std::lower_bound(labels.begin(), labels.end(), context().position());
        if (label != labels.end() && *label == context().position()) {
            go_on_in_region(static_cast<std::uint32_t>(label - labels.begin()) + 1);
        }
    }
    const BranchRegion* region =
        scopes_.is_dead() ? nullptr : branch_regions_.beginning_at(context().position());
    if (region != nullptr) {
        open_region(*region);
    }
}

void Regions::open_region(const BranchRegion& region) {
    FlowScope& scope = scopes_.push_scope(BlockKind::none);
    scope.region = &region;
    if (!region.labels.empty()) {
        scope.next_part = flags_.add_scalar(hoisted_.zero());
        set_next_part(scope, 0);
    }
    scope.loop = b().push_loop();
    scopes_.note_scope(scope, 1);
    if (scope.next_part != nullptr) {
        open_part(scope, 0);
    }
}

void Regions::set_next_part(const FlowScope& scope, std::uint32_t part) {
    flags_.set(*scope.next_part, b().imm_int(static_cast<std::int32_t>(part)));
}

void Regions::open_part(FlowScope& scope, std::uint32_t part) {
    SsaDef* next = flags_.get(*scope.next_part);
    scope.branch = b().push_if(b().ieq(next, b().imm_int(static_cast<std::int32_t>(part))));
}

void Regions::go_on_in_region(std::uint32_t part) {
    FlowScope& scope = scopes_.back();
    if (!scopes_.is_dead()) {
        set_next_part(scope, part);
    }
    b().pop_if(scope.branch);
    scopes_.set_dead(false);
    open_part(scope, part);
}

void Regions::close_region() {
    FlowScope& scope = scopes_.back();
    if (scope.branch != nullptr) {
        b().pop_if(scope.branch);
        scopes_.set_dead(false);
    }
    if (!scopes_.is_dead()) {
        scope.has_exit = true;
        b().jump(JumpKind::break_loop);
    }
    b().pop_loop(scope.loop);
    scopes_.set_dead(!scope.has_exit);
    scopes_.note_scope(scope, -1);
    const FlowScope closed = std::move(scope);
    scopes_.pop_back();
    leaves_.go_on_leaving(closed);
}

void Regions::translate_branch() {
    const Branch& branch = branch_regions_.branch(context().position());
    if (branch.region == nullptr) {
        faults_.not_supported(current().position, branch.fault);
        return;
    }
    std::size_t number = scopes_.size() - 1;
    while (scopes_[number].region != branch.region) {
        --number;
    }
    FlowScope& scope = scopes_[number];
    const bool again = branch.target != branch.region->end;
    if (again && scope.next_part != nullptr) {
        const std::vector<std::uint32_t>& labels = branch.region->labels;
        const auto part = std::upper_bound(labels.begin(), labels.end(), branch.target);
        set_next_part(scope, static_cast<std::uint32_t>(part - labels.begin()));
    }
    leaves_.leave_to({number, again});
    scopes_.set_dead(true);
}

} // namespace jacquard::tgsi
