#include <jacquard/nir/text/parse/blocks.h>

#include <algorithm>
#include <string>
#include <utility>

namespace jacquard::nir {

bool Blocks::predecessors(Block& block, SourcePosition position) {
    PendingPredecessors pending{&block, {}, position};
    while (tokens_.at().kind == TokenKind::word && tokens_.same_line()) {
        const auto from = parts_.block_number();
        if (!from) {
            tokens_.skip_line();
            return false;
        }
        pending.numbers.push_back(*from);
    }
    predecessors_.push_back(std::move(pending));
    return true;
}

void Blocks::head(Block& block) {
    const SourcePosition position = tokens_.at().position;
    const auto number_of_block = parts_.block_number();
    if (!number_of_block) {
        tokens_.skip_line();
        return;
    }
    const auto [other, inserted] = blocks_.try_emplace(*number_of_block, {&block, position});
    if (!inserted) {
        tokens_.error("N104", position, "there is another block with this number")
            .notes.push_back({other->position, "it is here"});
    }
    if (tokens_.accept_word("from") && !predecessors(block, position)) {
        return;
    }
    if (!tokens_.expect(':', "after the block's number")) {
        tokens_.skip_line();
    }
}

void Blocks::resolve_phis() {
    for (const PendingPhiBlock& pending : phi_blocks_) {
        const Named<Block>* found = blocks_.find(pending.number);
        if (found == nullptr) {
            tokens_.error("N107", pending.position,
                          "there is no block b" + std::to_string(pending.number));
        } else {
            pending.source->predecessor = found->object;
        }
    }
    phi_blocks_.clear();
}

void Blocks::check_predecessors() {
    // A jump that could not be read leaves other links.
    const bool is_faulty = tokens_.error_count() != errors_before_;
    for (const PendingPredecessors& pending : predecessors_) {
        std::vector<const Block*> said;
        for (const std::uint32_t each : pending.numbers) {
            const Named<Block>* found = blocks_.find(each);
            said.push_back(found != nullptr ? found->object : nullptr);
        }
        std::vector<const Block*> actual(pending.block->predecessors().begin(),
                                         pending.block->predecessors().end());
        std::sort(said.begin(), said.end());
        std::sort(actual.begin(), actual.end());
        if (said != actual && !is_faulty) {
            std::string names;
            for (const Block* block : pending.block->predecessors()) {
                blocks_.for_each([&](std::uint32_t number_of_block, const Named<Block>& named) {
                    if (named.object == block) {
                        names += " b" + std::to_string(number_of_block);
                    }
                });
            }
            tokens_.error("N108", pending.position,
                          "control reaches this block from" + (names.empty() ? " nowhere" : names));
        }
    }
    predecessors_.clear();
}

} // namespace jacquard::nir
