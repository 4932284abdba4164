// The accesses of random programs to storage buffers, laid out as nir::MemoryOfMachine says.
// Vertices have places of their own by their number; fragments share the one that is read and the
// cells.

#include "generator/machine/machine_memory.h"
#include "program_maker.h"

#include <algorithm>

namespace jacquard::tgsi {

namespace {

using Plan = nir::MemoryOfMachine;

constexpr std::uint32_t kVectorBytes = 16;

} // namespace

bool ProgramMaker::has_memory() const {
    return registers_.plan().has_memory && menu_.actions.count(Action::load_memory) != 0;
}

void ProgramMaker::begin_memory() {
    if (!has_memory() || menu_.stage != Stage::vertex) {
        return;
    }
    own_ = registers_.reserve();
    const Source numbers =
        registers_.immediate({Plan::kLanes - 1, Plan::kOwnBytes, kVectorBytes, 0});
    const Source vertex = component_of(registers_.system_value(Semantic::vertex_id), 0);
    emit(Opcode::and_, whole(*own_), {vertex, component_of(numbers.reg, 0)});
    emit(Opcode::umul, whole(*own_), {source_of(*own_), component_of(numbers.reg, 1)});
}

void ProgramMaker::use_memory() {
    switch (choices_.below(own_ ? 8 : 3)) {
    case 0: change_cell(); break;
    case 1: ask_size(); break;
    case 2: load(Plan::kRead, address_to_read()); break;
    case 3: load(Plan::kOwn, own_address(kVectorBytes)); break;
    case 4: change_own(); break;
    default: store(own_address(kVectorBytes)); break;
    }
}

// Whole vectors at any place.
Source ProgramMaker::address_to_read() {
    const Source most = registers_.immediate({Plan::kReadBytes - kVectorBytes, 0, 0, 0});
    emit(Opcode::and_, whole(registers_.scratch()),
         {registers_.scalar(OperandType::uint_type), component_of(most.reg, 0)});
    return component_of(registers_.scratch(), 0);
}

// `bytes` of what is the invocation's own.
Source ProgramMaker::own_address(std::uint32_t bytes) {
    const std::uint32_t offset = choices_.below(Plan::kOwnBytes / bytes) * bytes;
    emit(Opcode::uadd, whole(registers_.scratch()),
         {component_of(*own_, 0), component_of(registers_.immediate({offset, 0, 0, 0}).reg, 0)});
    return component_of(registers_.scratch(), 0);
}

void ProgramMaker::load(unsigned buffer, const Source& address) {
    const Destination destination = registers_.destination(
        choices_.one_in(2) ? OperandType::float_type : OperandType::uint_type);
    emit(any_of(menu_.actions.at(Action::load_memory)), destination,
         {source_of(registers_.resource(buffer)), address});
    registers_.note_written(destination.reg);
}

void ProgramMaker::store(const Source& address) {
    if (menu_.actions.count(Action::store_memory) == 0) {
        return;
    }
    Destination place = whole(registers_.resource(Plan::kOwn));
    place.write_mask = static_cast<std::uint8_t>(1 + choices_.below(kWriteMaskAll));
    const Source value =
        registers_.source(choices_.one_in(2) ? OperandType::float_type : OperandType::uint_type);
    emit(any_of(menu_.actions.at(Action::store_memory)), place, {address, value});
}

void ProgramMaker::change_own() {
    if (menu_.actions.count(Action::atomic_memory) == 0) {
        return;
    }
    const Opcode opcode = any_of(menu_.actions.at(Action::atomic_memory));
    std::array<Source, 4> sources = {source_of(registers_.resource(Plan::kOwn)), own_address(4)};
    const unsigned count = info(opcode).num_sources;
    for (unsigned i = 2; i < count; ++i) {
        sources[i] = registers_.scalar(OperandType::uint_type);
    }
    const Destination destination = registers_.destination(OperandType::uint_type);
    emit(opcode, destination, std::span(sources).first(count));
    registers_.note_written(destination.reg);
}

// Invocations change a cell in any order, by an operation of its own that does not care; what they
// find there depends on the order.
void ProgramMaker::change_cell() {
    if (menu_.actions.count(Action::atomic_memory) == 0) {
        return;
    }
    const Opcode opcode = any_of(menu_.actions.at(Action::atomic_memory));
    const auto& kinds = Plan::kCommutative;
    const auto kind = std::find(kinds.begin(), kinds.end(), translation_of(opcode).atomic);
    if (kind == kinds.end()) {
        return;
    }
    const auto cell = static_cast<std::uint32_t>(kind - kinds.begin());
    emit(opcode, whole(registers_.scratch()),
         {source_of(registers_.resource(Plan::kCells)),
          component_of(registers_.immediate({cell * 4, 0, 0, 0}).reg, 0),
          registers_.scalar(OperandType::uint_type)});
}

void ProgramMaker::ask_size() {
    if (menu_.actions.count(Action::query_memory) == 0) {
        return;
    }
    const Destination destination = registers_.destination(OperandType::uint_type);
    const Source buffer = source_of(registers_.resource(choices_.below(Plan::kBuffers)));
    emit(any_of(menu_.actions.at(Action::query_memory)), destination, {buffer});
    registers_.note_written(destination.reg);
}

} // namespace jacquard::tgsi
