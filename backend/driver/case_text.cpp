#include <jacquard/driver/case_file.h>
#include <jacquard/driver/hex.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

class CasePrinter {
  public:
    std::string print(const CaseFile& file) {
        text_ = "shader " + file.shader + '\n';
        for (const CaseRun& run : file.runs) {
            text_ += "run\n";
            print_inputs(run);
            print_constants(run);
            print_memories(run);
            print_others(run);
            print_expected(run);
            before_ = run;
        }
        return std::move(text_);
    }

  private:
    void vector(const Vector4& words) {
        for (const std::uint32_t word : words) {
            text_ += ' ';
            append_hex(text_, word, 8);
        }
        text_ += '\n';
    }

    void print_inputs(const CaseRun& run) {
        const std::size_t count = std::max(run.inputs.size(), before_.inputs.size());
        for (std::size_t i = 0; i < count; ++i) {
            const LaneVectors now = i < run.inputs.size() ? run.inputs[i] : LaneVectors{};
            const LaneVectors then = i < before_.inputs.size() ? before_.inputs[i] : LaneVectors{};
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                if (now[lane] != then[lane]) {
                    text_ += "IN " + std::to_string(i) + " lane " + std::to_string(lane);
                    vector(now[lane]);
                }
            }
        }
    }

    static Vector4 constant(const CaseRun& run, std::size_t buffer, std::size_t i) {
        return buffer < run.constants.size() && i < run.constants[buffer].size()
                   ? run.constants[buffer][i]
                   : Vector4{};
    }

    static std::size_t num_constants(const CaseRun& run, std::size_t buffer) {
        return buffer < run.constants.size() ? run.constants[buffer].size() : 0;
    }

    void print_constants(const CaseRun& run) {
        const std::size_t buffers = std::max(run.constants.size(), before_.constants.size());
        for (std::size_t buffer = 0; buffer < buffers; ++buffer) {
            const std::size_t count =
                std::max(num_constants(run, buffer), num_constants(before_, buffer));
            for (std::size_t i = 0; i < count; ++i) {
                const Vector4 now = constant(run, buffer, i);
                if (now != constant(before_, buffer, i)) {
                    text_ += "CONST " + std::to_string(buffer) + ' ' + std::to_string(i);
                    vector(now);
                }
            }
        }
    }

    // Unlike constants, memory ends where its last vector ends, be that all zeros.
    void print_memories(const CaseRun& run) {
        for (const CaseMemory& memory : run.memories) {
            const nir::MemorySpaceInfo& info = nir::memory_space_info(memory.space);
            const auto then =
                std::find_if(before_.memories.begin(), before_.memories.end(),
                             [&](const CaseMemory& other) { return other.space == memory.space; });
            for (std::size_t buffer = 0; buffer < memory.buffers.size(); ++buffer) {
                const std::vector<Vector4> none;
                const bool is_new =
                    then == before_.memories.end() || buffer >= then->buffers.size();
                const std::vector<Vector4>& old = is_new ? none : then->buffers[buffer];
                for (std::size_t i = 0; i < memory.buffers[buffer].size(); ++i) {
                    const Vector4& now = memory.buffers[buffer][i];
                    if (i < old.size() && old[i] == now) {
                        continue;
                    }
                    text_ += "MEMORY ";
                    text_ += info.name;
                    if (info.addressing == nir::Addressing::buffer) {
                        text_ += ' ' + std::to_string(buffer);
                    }
                    text_ += ' ' + std::to_string(i);
                    vector(now);
                }
            }
        }
    }

    void print_others(const CaseRun& run) {
        for (const CaseSystemValue& value : run.system_values) {
            const CaseSystemValue* then = before_.find_system_value(value.name);
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                if (value.lanes[lane] != (then != nullptr ? then->lanes[lane] : 0)) {
                    text_ += "SV " + value.name + " lane " + std::to_string(lane) + ' ';
                    append_hex(text_, value.lanes[lane], 8);
                    text_ += '\n';
                }
            }
        }
        if (run.has_fragment_position && (!before_.has_fragment_position ||
                                          run.fragment_position != before_.fragment_position)) {
            text_ += "POS";
            vector(run.fragment_position);
        }
        if (run.has_facing && (!before_.has_facing || run.front_facing != before_.front_facing)) {
            text_ += run.front_facing ? "FACE 1\n" : "FACE -1\n";
        }
    }

    void print_expected(const CaseRun& run) {
        if (run.expected.empty() && run.expected_mask == 0xf) {
            return;
        }
        text_ += "expect MASK " + hex(run.expected_mask, 1) + '\n';
        for (const CaseOutput& output : run.expected) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                if ((output.given >> lane & 1) != 0) {
                    text_ += "expect OUT " + std::to_string(output.index) + ' ' + output.semantic +
                             ' ' + std::to_string(output.semantic_index) + " lane " +
                             std::to_string(lane);
                    vector(output.lanes[lane]);
                }
            }
        }
    }

    std::string text_;
    CaseRun before_; // what holds until a line says otherwise
};

} // namespace

std::string print_case_file(const CaseFile& file) {
    return CasePrinter().print(file);
}

} // namespace jacquard::driver
