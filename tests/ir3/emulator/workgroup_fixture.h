#pragma once

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>

#include "fixture.h"

#include <array>
#include <cstring>
#include <initializer_list>
#include <memory>

namespace jacquard::ir3::testing {

// Waves that run a program written as text. r0.x holds the number of the invocation, r0.y zero.
struct Workgroup {
    explicit Workgroup(unsigned waves = 2, unsigned lanes = 4, Revision revision = Revision::a6xx)
        : revision(revision), constants(64 * 4), local(1024), global(1024), stage(256), buffer(64) {
        for (unsigned i = 0; i < waves; ++i) {
            emulators.emplace_back(lanes, revision);
            Wave& wave = emulators.back().wave();
            for (unsigned lane = 0; lane < lanes; ++lane) {
                wave.write(0, false, lane, i * lanes + lane);
            }
            Environment& environment = environments.emplace_back();
            environment.wave = i;
            environment.runs_preamble = i == 0;
            private_memory.emplace_back(lanes * 64);
        }
        descriptors.resize(4);
        descriptors[0].kind = Descriptor::Kind::storage_buffer;
        descriptors[1].kind = Descriptor::Kind::uniform_buffer;
        descriptors[2].kind = Descriptor::Kind::image;
        descriptors[2].number = 7;
    }

    RunResult run(std::initializer_list<const char*> lines, unsigned part = 0) {
        std::vector<std::uint64_t> words;
        for (const char* line : lines) {
            const AssemblyResult word = assemble(line, revision);
            INFO(line << ": " << word.message);
            REQUIRE(word);
            words.push_back(word.word);
        }
        words.push_back(encode(end(), revision).word);
        Fault fault;
        const auto program = Executable::prepare(words, revision, fault, {}, part);
        INFO(fault.message);
        REQUIRE(program.has_value());
        descriptors[0].memory.bytes = std::as_writable_bytes(std::span(buffer));
        descriptors[1].constant = std::as_bytes(std::span(buffer));
        for (Descriptor& slot : slots) {
            slot.memory.bytes = descriptors[0].memory.bytes;
        }
        sets.assign(1, descriptors);
        for (std::size_t i = 0; i < environments.size(); ++i) {
            Environment& environment = environments[i];
            environment.constants = constants;
            environment.descriptor_sets = sets;
            environment.slots = slots;
            environment.images = images;
            environment.local = {std::as_writable_bytes(std::span(local)), local_watch.get()};
            environment.global = {std::as_writable_bytes(std::span(global)), nullptr};
            environment.stage = {std::as_writable_bytes(std::span(stage)), nullptr};
            environment.private_memory.bytes = std::as_writable_bytes(std::span(private_memory[i]));
        }
        if (concurrent != nullptr) {
            return Emulator::run_concurrently(emulators, waves_per_group, *program, environments,
                                              *concurrent, options);
        }
        return Emulator::run_workgroup(emulators, *program, environments, options);
    }
    std::string fault_of(std::initializer_list<const char*> lines, unsigned part = 0) {
        return run(lines, part).fault.message;
    }

    void watch_local() {
        local_watch = std::make_unique<MemoryWatch>(local.size(),
                                                    static_cast<unsigned>(emulators.size()), false);
    }

    // The words of a register, wave after wave.
    [[nodiscard]] std::vector<std::uint32_t> words_of(Operand location) const {
        std::vector<std::uint32_t> words;
        for (const Emulator& emulator : emulators) {
            for (unsigned lane = 0; lane < emulator.wave().lanes(); ++lane) {
                words.push_back(emulator.wave().read(location.number, location.half, lane));
            }
        }
        return words;
    }
    // A word of memory.
    template <typename Memory>
    static std::uint32_t word(const Memory& memory, std::size_t byte) {
        std::uint32_t value = 0;
        std::memcpy(&value, reinterpret_cast<const char*>(memory.data()) + byte, sizeof value);
        return value;
    }

    Revision revision;
    std::vector<Emulator> emulators;
    std::vector<Environment> environments;
    std::vector<std::uint32_t> constants;
    std::vector<std::uint8_t> local;
    std::vector<std::uint8_t> global;
    std::vector<std::uint8_t> stage;
    std::vector<std::vector<std::uint8_t>> private_memory;
    std::vector<std::uint32_t> buffer;
    std::vector<Descriptor> descriptors;
    std::array<Descriptor, 2> slots; // both begin where the buffer does
    std::vector<std::span<const Descriptor>> sets;
    textures::StorageImages* images = nullptr;
    std::unique_ptr<MemoryWatch> local_watch;
    RunOptions options;
    ConcurrentRun* concurrent = nullptr; // waves run together, in groups of so many
    unsigned waves_per_group = 2;
};

} // namespace jacquard::ir3::testing
