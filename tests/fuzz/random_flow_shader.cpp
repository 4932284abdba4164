#include "random_flow_shader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace jacquard::tgsi {

namespace {

// TEMP[0..3] hold integers, TEMP[4..7] fractions, TEMP[8..11] is an array of integers, TEMP[12..]
// count the rounds of loops and TEMP[20..21] are for the moment.
constexpr unsigned kFirstCounter = 12;
constexpr unsigned kEndOfTemporaries = 22;
constexpr std::string_view kComponents = "xyzw";
// The longest distance of a branch, in instructions.
constexpr std::size_t kLongestBranch = 8;

class Writer {
  public:
    Writer(nir::Choices& choices, const RandomFlowOptions& options)
        : choices_(choices), options_(options), has_branches_(options.is_wild && choices.one_in(2)),
          left_(options.size) {}

    std::string run() {
        declare();
        for (unsigned i = 0; i < 4; ++i) {
            const std::string number = std::to_string(i);
            line("XOR TEMP[" + number + "], IN[0], CONST[" + number + "]");
            line("MOV TEMP[" + std::to_string(4 + i) + "], IMM[2]");
            line("MOV TEMP[" + std::to_string(8 + i) + "], CONST[" + number + "].yzwx");
        }
        if (options_.is_wild) {
            write_what_may_be_skipped();
        }
        begin_ = lines_.size();
        while (left_ > 0) {
            block(0);
        }
        aim_branches();
        line("MOV OUT[0], TEMP[" + pick(4) + "]");
        line("UADD TEMP[20], TEMP[0], TEMP[" + std::to_string(8 + choices_.below(4)) + "]");
        line("XOR OUT[1], TEMP[20], TEMP[" + pick(4) + "]");
        line("MOV OUT[2], TEMP[" + std::to_string(4 + choices_.below(4)) + "]");
        line("END");
        for (const Line& line : lines_) {
            text_ += "  " + line.text + '\n';
        }
        return std::move(text_);
    }

  private:
    struct Line {
        std::string text;
        std::size_t block; // that it is in
    };

    void declare() {
        text_ = options_.is_fragment ? "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\n"
                                       "DCL OUT[0], COLOR[0]\nDCL OUT[1], COLOR[1]\n"
                                       "DCL OUT[2], COLOR[2]\n"
                                     : "VERT\nDCL IN[0]\n"
                                       "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                                       "DCL OUT[2], GENERIC[1]\n";
        text_ += "DCL CONST[0..3]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL ADDR[0]\n"
                 "DCL TEMP[0..7]\nDCL TEMP[8..11], ARRAY(1), LOCAL\nDCL TEMP[12..21]\n"
                 "IMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] UINT32 {5, 7, 15, 4294967295}\n"
                 "IMM[2] FLT32 {0.25, 0.5, 0.75, 1.0}\n";
    }

    void line(const std::string& text) { lines_.push_back({text, block_}); }

    // The line that opens a block is before it, the one that closes it is its last.
    void open(const std::string& text) {
        line(text);
        enter();
    }
    void enter() {
        outer_blocks_.push_back(block_);
        block_ = outer_blocks_.size() - 1;
    }
    void close(const std::string& text) {
        line(text);
        block_ = outer_blocks_[block_];
    }

    // So that whatever is left out, nothing is read that was not written.
    void write_what_may_be_skipped() {
        for (unsigned i = kFirstCounter; i < kEndOfTemporaries; ++i) {
            line("MOV TEMP[" + std::to_string(i) + "], IMM[0]");
        }
        for (unsigned i = 0; i < 3; ++i) {
            line("MOV OUT[" + std::to_string(i) + "], IMM[1]");
        }
        line("UARL ADDR[0].x, IMM[0].xxxx");
    }

    [[nodiscard]] bool is_within(std::size_t block, std::size_t outer) const {
        while (block > outer) {
            block = outer_blocks_[block];
        }
        return block == outer;
    }

    // Gives each branch a label near it, now that the instructions are known. None leads into a
    // block.
    void aim_branches() {
        for (const std::size_t at : branches_) {
            const std::size_t first = std::max(at, begin_ + kLongestBranch) - kLongestBranch;
            const std::size_t end = std::min(at + kLongestBranch, lines_.size());
            std::vector<std::size_t> labels;
            for (std::size_t label = first; label < end; ++label) {
                if (is_within(lines_[at].block, lines_[label].block)) {
                    labels.push_back(label);
                }
            }
            const auto count = static_cast<std::uint32_t>(labels.size());
            lines_[at].text += " :" + std::to_string(labels[choices_.below(count)]);
        }
    }

    std::string pick(unsigned count) { return std::to_string(choices_.below(count)); }
    char component() { return kComponents[choices_.below(4)]; }
    std::string mask() {
        std::string text = ".";
        const unsigned bits = 1 + choices_.below(15);
        for (unsigned i = 0; i < 4; ++i) {
            if ((bits >> i & 1U) != 0) {
                text += kComponents[i];
            }
        }
        return text;
    }
    std::string swizzle() { return {'.', component(), component(), component(), component()}; }

    std::string integers() {
        switch (choices_.below(8)) {
        case 0: return "IMM[" + pick(2) + ']' + swizzle();
        case 1: return "CONST[" + pick(4) + ']' + swizzle();
        case 2: return "IN[0]" + swizzle();
        case 3: return "TEMP[" + std::to_string(8 + choices_.below(4)) + ']' + swizzle();
        default: return "TEMP[" + pick(4) + ']' + swizzle();
        }
    }
    std::string fractions() { return "TEMP[" + std::to_string(4 + choices_.below(4)) + ']'; }
    std::string some_integers() { return "TEMP[" + pick(4) + ']' + mask(); }

    void block(unsigned depth) {
        for (unsigned count = 1 + choices_.below(4); count > 0 && left_ > 0; --count) {
            --left_;
            statement(depth);
        }
    }

    void statement(unsigned depth) {
        if (options_.is_wild && choices_.one_in(4)) {
            wild_statement(depth);
            return;
        }
        switch (choices_.below(depth < options_.max_depth ? 20 : 14)) {
        case 0: compute_fraction(); break;
        case 1: special_function(); break;
        case 2: sample(); break;
        case 3: read_array(); break;
        case 4: write_array(); break;
        case 5: read_constants(); break;
        case 6:
        case 7: leave_round(); break;
        case 8: kill(); break;
        case 14:
        case 15:
        case 16: choose(depth, true); break;
        case 17: choose(depth, false); break;
        case 18:
        case 19: loop(depth); break;
        default: compute(); break;
        }
    }

    void compute() {
        constexpr std::array<std::string_view, 12> kBinary = {"UADD", "AND",  "OR",   "XOR",
                                                              "UMUL", "IMAX", "UMIN", "USEQ",
                                                              "USNE", "ISLT", "ISGE", "USLT"};
        if (choices_.one_in(5)) {
            line("UCMP " + some_integers() + ", " + integers() + ", " + integers() + ", " +
                 integers());
        } else if (choices_.one_in(5)) {
            // Values go round: a trap for copies that happen at once.
            line("MOV TEMP[" + pick(4) + "], TEMP[" + pick(4) + "].yxwz");
        } else {
            line(std::string(kBinary[choices_.below(kBinary.size())]) + ' ' + some_integers() +
                 ", " + integers() + ", " + integers());
        }
    }

    void compute_fraction() {
        line("MAD TEMP[21], " + fractions() + swizzle() + ", " + fractions() + swizzle() +
             ", IMM[2]" + swizzle());
        line("FRC " + fractions() + mask() + ", TEMP[21]");
    }

    // The result is read later, or not at all, wherever control goes.
    void special_function() {
        const std::string place = fractions() + '.' + component();
        if (choices_.one_in(2)) {
            line(std::string("SQRT ") + place + ", " + fractions() + '.' + component());
            return;
        }
        line(std::string("ADD TEMP[21].x, ") + fractions() + '.' + component() + ", IMM[2].wwww");
        line("RCP " + place + ", TEMP[21].xxxx");
    }

    void sample() {
        if (options_.is_fragment) {
            line("TEX " + fractions() + mask() + ", " + fractions() + swizzle() + ", SAMP[0], 2D");
        } else {
            line("MOV TEMP[21].xyz, " + fractions() + swizzle());
            line("MOV TEMP[21].w, IMM[0].xxxx");
            line("TXL " + fractions() + mask() + ", TEMP[21], SAMP[0], 2D");
        }
    }

    void aim() {
        line("AND TEMP[20].x, " + integers() + ", IMM[0].wwww");
        line("UARL ADDR[0].x, TEMP[20].xxxx");
    }
    void read_array() {
        aim();
        line("MOV " + some_integers() + ", TEMP[ADDR[0].x+8](1)");
    }
    void write_array() {
        aim();
        line("MOV TEMP[ADDR[0].x+8](1)" + mask() + ", " + integers());
    }
    void read_constants() {
        aim();
        line("MOV " + some_integers() + ", CONST[ADDR[0].x]");
    }

    // Puts a truth value that few or many lanes have into TEMP[20].y.
    void decide() {
        if (choices_.one_in(4)) {
            line("FSLT TEMP[20].y, " + fractions() + '.' + component() + ", IMM[2]." + component());
        } else if (choices_.one_in(4)) {
            line("ISLT TEMP[20].y, " + integers() + ", " + integers());
        } else {
            line("AND TEMP[20].y, " + integers() + ", IMM[0]." + "yyzw"[choices_.below(4)]);
        }
    }

    void choose(unsigned depth, bool has_else) {
        decide();
        open("UIF TEMP[20].yyyy");
        block(depth + 1);
        if (has_else) {
            close("ELSE");
            enter();
            block(depth + 1);
        }
        close("ENDIF");
    }

    void loop(unsigned depth) {
        const std::string counter = "TEMP[" + std::to_string(kFirstCounter + depth) + ']';
        line("MOV " + counter + ".x, IMM[0].xxxx");
        line("AND " + counter + ".y, " + integers() + ", IMM[" + pick(2) + "].wwyz");
        line("UMIN " + counter + ".y, " + counter + ".yyyy, IMM[1].yyyy");
        open("BGNLOOP");
        line("USGE TEMP[20].y, " + counter + ".xxxx, " + counter + ".yyyy");
        open("UIF TEMP[20].yyyy");
        line("BRK");
        close("ENDIF");
        line("UADD " + counter + ".x, " + counter + ".xxxx, IMM[0].yyyy");
        ++loops_;
        block(depth + 1);
        --loops_;
        close("ENDLOOP");
    }

    void leave_round() {
        if (loops_ == 0) {
            compute();
            return;
        }
        decide();
        open("UIF TEMP[20].yyyy");
        compute();
        line(choices_.one_in(2) ? "BRK" : "CONT");
        close("ENDIF");
    }

    void kill() {
        if (!options_.is_fragment || !choices_.one_in(3)) {
            compute();
            return;
        }
        decide();
        open("UIF TEMP[20].yyyy");
        line("UADD TEMP[20].z, TEMP[20].yyyy, " + integers());
        line("AND TEMP[20].z, TEMP[20].zzzz, IMM[1].yyyy");
        line("USEQ TEMP[20].z, TEMP[20].zzzz, IMM[0].zzzz");
        open("UIF TEMP[20].zzzz");
        line("KILL");
        close("ENDIF");
        close("ENDIF");
    }

    void wild_statement(unsigned depth) {
        switch (choices_.below(depth < options_.max_depth ? 12 : 7)) {
        case 0: leave(depth, "RET"); break;
        case 1:
        case 2: leave_anyhow(depth); break;
        case 3:
        case 4: branch(depth); break;
        case 5: line("NOP"); break;
        case 6: choices_.one_in(3) ? empty_loop() : compute(); break;
        case 7: select(depth); break;
        default: uncounted_loop(depth); break;
        }
    }

    // Leaves under a condition, or always: the code after it is then unreachable.
    void leave(unsigned depth, const std::string& jump) {
        if (depth != 0 && choices_.one_in(3)) {
            line(jump);
            return;
        }
        decide();
        open("UIF TEMP[20].yyyy");
        line(jump);
        close("ENDIF");
    }

    void leave_anyhow(unsigned depth) {
        if (loops_ == 0) {
            compute();
        } else if (choices_.one_in(4)) {
            decide();
            line("BREAKC TEMP[20].yyyy");
        } else {
            leave(depth, choices_.one_in(3) ? "CONT" : "BRK");
        }
    }

    void branch(unsigned depth) {
        if (!has_branches_) {
            compute();
            return;
        }
        const std::size_t before = lines_.size();
        leave(depth, "BRA IN[0].xxxx");
        branches_.push_back(lines_.size() == before + 1 ? before : lines_.size() - 2);
    }

    void empty_loop() {
        open("BGNLOOP");
        close("ENDLOOP");
    }

    // Ends when something in it leaves it, as often as not at the top of a round.
    void uncounted_loop(unsigned depth) {
        open("BGNLOOP");
        if (choices_.one_in(2)) {
            decide();
            open("UIF TEMP[20].yyyy");
            line("BRK");
            close("ENDIF");
        }
        ++loops_;
        block(depth + 1);
        --loops_;
        close("ENDLOOP");
    }

    // In a switch nothing may branch.
    void select(unsigned depth) {
        if (has_branches_) {
            uncounted_loop(depth);
            return;
        }
        line("AND TEMP[20].y, " + integers() + ", IMM[0].wwww");
        open("SWITCH TEMP[20].yyyy");
        const unsigned num_groups = 1 + choices_.below(4);
        const unsigned default_at = choices_.below(num_groups + 2);
        for (unsigned group = 0; group < num_groups; ++group) {
            if (group == default_at) {
                line("DEFAULT");
            } else {
                line(std::string("CASE IMM[0].") + kComponents[group]);
            }
            block(depth + 1);
            if (!choices_.one_in(3)) {
                line("BRK");
            }
        }
        close("ENDSWITCH");
    }

    nir::Choices& choices_;
    const RandomFlowOptions& options_;
    const bool has_branches_;
    std::string text_; // the declarations
    std::vector<Line> lines_;
    std::vector<std::size_t> outer_blocks_{0}; // of each block, which come behind theirs
    std::size_t block_ = 0;
    std::vector<std::size_t> branches_; // lines that want a label
    std::size_t begin_ = 0;             // the first line that may be branched to
    unsigned left_ = 0;
    unsigned loops_ = 0;
};

} // namespace

std::string random_flow_shader(nir::Choices& choices, const RandomFlowOptions& options) {
    return Writer(choices, options).run();
}

} // namespace jacquard::tgsi
