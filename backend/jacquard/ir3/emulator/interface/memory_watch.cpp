#include <jacquard/ir3/emulator/interface/memory_watch.h>

#include <algorithm>

namespace jacquard::ir3 {

MemoryWatch::MemoryWatch(std::size_t bytes, unsigned num_waves, bool is_written)
    : cells_(bytes), waves_(num_waves) {
    for (Cell& cell : cells_) {
        cell.is_written = is_written;
    }
}

std::uint64_t MemoryWatch::end_of(const Access& access) const {
    return access.wave < waves_.size()
               ? std::min<std::uint64_t>(access.first + access.bytes, cells_.size())
               : 0;
}

// Whether the last write of a byte comes before the access, and can be seen by it.
MemoryWatch::Problem MemoryWatch::check_order(const Cell& cell, const Access& access) {
    if (cell.write_epoch == 0 || cell.write_wave == access.wave ||
        (cell.is_atomic && access.is_atomic)) {
        return Problem::none;
    }
    other_instruction_ = cell.writer;
    if (cell.write_epoch == epoch_) {
        return Problem::race;
    }
    // Atomics work on memory itself.
    const bool is_visible =
        cell.is_atomic || waves_[cell.write_wave].fences_at_barrier > cell.fences;
    return is_visible ? Problem::none : Problem::missing_fence;
}

MemoryWatch::Problem MemoryWatch::read(const Access& access) {
    Problem problem = Problem::none;
    for (std::uint64_t i = access.first; i < end_of(access) && problem == Problem::none; ++i) {
        Cell& cell = cells_[i];
        problem = check_order(cell, access);
        if (!cell.is_written && problem == Problem::none) {
            problem = Problem::unwritten;
            other_instruction_ = access.instruction;
        }
        const bool is_another = cell.read_epoch == epoch_ && cell.read_wave != access.wave;
        cell.has_many_readers = is_another || (cell.has_many_readers && cell.read_epoch == epoch_);
        cell.read_epoch = epoch_;
        cell.read_wave = static_cast<std::uint16_t>(access.wave);
        cell.reader = access.instruction;
    }
    return problem;
}

MemoryWatch::Problem MemoryWatch::write(const Access& access) {
    Problem problem = Problem::none;
    for (std::uint64_t i = access.first; i < end_of(access) && problem == Problem::none; ++i) {
        Cell& cell = cells_[i];
        const auto value = static_cast<std::uint8_t>(access.value >> 8 * (i - access.first));
        problem = check_order(cell, access);
        // A store hides what another wave stored before the barrier, fence or not.
        // And one that stores what is there already changes nothing, whoever comes first.
        const bool changes = cell.is_atomic || access.is_atomic || cell.value != value;
        problem = problem == Problem::missing_fence || !changes ? Problem::none : problem;
        const bool other_reads = cell.read_epoch == epoch_ && !access.is_atomic &&
                                 (cell.read_wave != access.wave || cell.has_many_readers);
        const bool in_one_step = cell.write_epoch == epoch_ && cell.write_wave == access.wave &&
                                 cell.step == access.step && !access.is_atomic &&
                                 cell.value != value;
        if (problem == Problem::none && other_reads) {
            problem = Problem::race;
            other_instruction_ = cell.reader;
        } else if (problem == Problem::none && in_one_step) {
            problem = Problem::race;
            other_instruction_ = access.instruction;
        }
        cell.is_written = true;
        cell.is_atomic = access.is_atomic;
        cell.write_epoch = epoch_;
        cell.write_wave = static_cast<std::uint16_t>(access.wave);
        cell.fences = waves_[access.wave].fences;
        cell.writer = access.instruction;
        cell.step = access.step;
        cell.value = value;
    }
    return problem;
}

void MemoryWatch::fence(unsigned wave) {
    if (wave < waves_.size()) {
        ++waves_[wave].fences;
    }
}

void MemoryWatch::barrier() {
    ++epoch_;
    for (WaveState& wave : waves_) {
        wave.fences_at_barrier = wave.fences;
    }
}

void MemoryWatch::begin_workgroup() {
    for (Cell& cell : cells_) {
        cell.write_epoch = 0;
        cell.read_epoch = 0;
    }
    epoch_ = 1;
    std::fill(waves_.begin(), waves_.end(), WaveState{});
}

} // namespace jacquard::ir3
