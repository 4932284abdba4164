#include <jacquard/tgsi/read/check.h>

#include "tgsi_test.h"

#include <fstream>
#include <sstream>

using namespace jacquard;
using namespace jacquard::tgsi;

TEST_CASE("an empty text has no stage") {
    CHECK(faults_of("") == "1:1 T101 the text is empty; a shader begins with its stage\n");
    CHECK(faults_of("\n \n") == "1:1 T101 the text is empty; a shader begins with its stage\n");
}

TEST_CASE("words may be in any letter case, with any blanks") {
    const Program program = read("frag\r\n  property Fs_Coord_Origin lower_left\n\n"
                                 "\tdcl in [ 0 ] . xy , generic [ 3 ] , Perspective\n"
                                 "dcl Out[0], color\nimm flt32 {1,2 , 3,4}\n"
                                 " 7 : mov_sat out[ 0 ].XY , - | in[0].YXyx | \nend");
    CHECK(print(program) == "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\n"
                            "DCL IN[0].xy, GENERIC[3], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                            "IMM[0] FLT32 {1.0, 2.0, 3.0, 4.0}\n"
                            "  0: MOV_SAT OUT[0].xy, -|IN[0].yxyx|\n  1: END\n");
    CHECK(program.instructions[0].position == SourcePosition{7, 6});
}

TEST_CASE("swizzles and write masks have the letters they may have") {
    const std::string head = "FRAG\nDCL TEMP[0]\n";
    CHECK(faults_of(head + "MOV TEMP[0].yx, TEMP[0]\nEND") ==
          "3:13 T105 a write mask is some of x, y, z and w in this order, not 'yx'\n");
    CHECK(faults_of(head + "MOV TEMP[0]., TEMP[0]\nEND") ==
          "3:13 T105 a write mask is some of x, y, z and w in this order, not ','\n");
    CHECK(faults_of(head + "MOV TEMP[0], TEMP[0].xy\nEND") ==
          "3:22 T105 a swizzle is one or four of x, y, z and w, not 'xy'\n");
    CHECK(faults_of(head + "MOV TEMP[0], TEMP[0].xyzq\nEND") ==
          "3:22 T105 a swizzle is one or four of x, y, z and w, not 'xyzq'\n");
    const Program program = read(head + "MOV TEMP[0], TEMP[0].w\nEND");
    CHECK(program.operands[0].swizzle == std::array<std::uint8_t, 4>{3, 3, 3, 3});
}

TEST_CASE("immediates keep their bits") {
    const Program program = read("VERT\n"
                                 "IMM FLT32 {1.5, -0.0, 0x7fc00001, 1e-45}\n"
                                 "IMM[1] UINT32 {4294967295, 0x10, 0, 7}\n"
                                 "IMM[2] INT32 {-1, -2147483648, 2147483647, 0}\n"
                                 "IMM[3] FLT64 {1.0, -2.5}\n"
                                 "IMM[4] INT64 {-1, 2}\n"
                                 "IMM[5] UINT64 {18446744073709551615, 1}\n"
                                 "END\n");
    using Words = std::array<std::uint32_t, 4>;
    REQUIRE(program.immediates.size() == 6);
    CHECK(program.immediates[0].words == Words{0x3fc00000, 0x80000000, 0x7fc00001, 1});
    CHECK(program.immediates[1].words == Words{0xffffffff, 0x10, 0, 7});
    CHECK(program.immediates[2].words == Words{0xffffffff, 0x80000000, 0x7fffffff, 0});
    CHECK(program.immediates[3].words == Words{0, 0x3ff00000, 0, 0xc0040000});
    CHECK(program.immediates[4].words == Words{0xffffffff, 0xffffffff, 2, 0});
    CHECK(program.immediates[5].words == Words{0xffffffff, 0xffffffff, 1, 0});
}

TEST_CASE("properties have names and values of their own") {
    const Program program = read("FRAG\nPROPERTY NEXT_SHADER FRAG\n"
                                 "PROPERTY FS_COORD_PIXEL_CENTER 1\nEND\n");
    REQUIRE(program.properties.size() == 2);
    CHECK(program.properties[0].values == std::vector<std::uint32_t>{1});
    CHECK(program.find_property(Property::fs_coord_pixel_center) == &program.properties[1]);
    CHECK(program.find_property(Property::fs_depth_layout) == nullptr);
    CHECK(faults_of("FRAG\nPROPERTY FS_COORD_ORIGEN LOWER_LEFT\nEND\n") ==
          "2:10 T107 there is no property called 'FS_COORD_ORIGEN'\n"
          "  did you mean 'FS_COORD_ORIGIN'?\n");
    CHECK(faults_of("FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFTT\nEND\n") ==
          "2:26 T107 'LOWER_LEFTT' is not a value of FS_COORD_ORIGIN\n"
          "  did you mean 'LOWER_LEFT'?\n");
}

TEST_CASE("a register may choose an index") {
    const Program program = read("VERT\nDCL OUT[0], POSITION\nDCL CONST[1][0..7]\nDCL ADDR[0]\n"
                                 "DCL TEMP[0..3], ARRAY(1), LOCAL\n"
                                 "UARL ADDR[0].y, CONST[1][2].xxxx\n"
                                 "MOV TEMP[ADDR[0].y-1](1).x, CONST[1][ADDR[0].y + 3]\n"
                                 "MOV OUT[0], TEMP[ADDR[0]](1)\nEND\n");
    const Instruction& store = program.instructions[1];
    CHECK(store.destination.reg.array_id == 1);
    CHECK(store.destination.reg.index.value == -1);
    CHECK(store.destination.reg.index.component == 1);
    const Register& constant = program.sources(store)[0].reg;
    CHECK(constant.two_dimensional);
    CHECK(constant.dimension.value == 1);
    CHECK(constant.index.relative);
    CHECK(constant.index.value == 3);
    CHECK(program.sources(program.instructions[2])[0].reg.index.component == 0);
    CHECK(faults_of("VERT\nDCL ADDR[0]\nDCL TEMP[0]\nMOV TEMP[ADDR[0].xy], TEMP[0]\nEND\n") ==
          "4:18 T105 an index is one component, x, y, z or w, not 'xy'\n");
}

TEST_CASE("what follows the operands of texture and memory instructions is read") {
    const Program program =
        read("COMP\nDCL BUFFER[0], ATOMIC\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n"
             "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
             "IMM[0] INT32 {1, -1, 0, 0}\n"
             "TEX TEMP[0], TEMP[0], SAMP[0], 2D, IMM[0].xyz\n"
             "LOAD TEMP[0].x, IMAGE[0], TEMP[0], COHERENT, VOLATILE, 2D, PIPE_FORMAT_R32_UINT\n"
             "STORE BUFFER[0].x, TEMP[0], TEMP[0], RESTRICT\nEND\n");
    CHECK(program.instructions[0].num_offsets == 1);
    CHECK(program.offsets(program.instructions[0])[0].swizzle ==
          std::array<std::uint8_t, 4>{0, 1, 2, 2});
    CHECK(program.instructions[1].target == TextureTarget::dim_2d);
    CHECK(program.instructions[1].memory_qualifiers == 0b101);
    CHECK(program.format_name(program.instructions[1].format) == "PIPE_FORMAT_R32_UINT");
    CHECK(equal(program, read(print(program))));
}

TEST_CASE("a program made by hand is checked as well") {
    Program program;
    program.stage = Stage::fragment;
    program.instructions.push_back({.opcode = Opcode::mov});
    program.instructions.push_back({.opcode = Opcode::end});
    Diagnostics diagnostics;
    CHECK_FALSE(check(program, diagnostics));
    CHECK(found(diagnostics) == "0:0 T108 MOV has 1 destinations and 1 sources\n");
}

TEST_CASE("hostile texts end in errors and not in trouble") {
    const std::string long_word(100000, 'A');
    CHECK_FALSE(faults_of(long_word).empty());
    CHECK_FALSE(faults_of("FRAG\n" + long_word + "\n").empty());
    CHECK_FALSE(faults_of("FRAG\nMOV " + std::string(100000, '[') + "\n").empty());
    std::string many = "FRAG\n";
    for (int i = 0; i < 20000; ++i) {
        many += "QQQ TEMP[0]\n";
    }
    CHECK_FALSE(faults_of(many).empty());
    std::string nested = "FRAG\nDCL TEMP[0]\n";
    for (int i = 0; i < 20000; ++i) {
        nested += "IF TEMP[0].xxxx\n";
    }
    CHECK_FALSE(faults_of(nested).empty());
    std::string zeros = "FRAG\nEND\n";
    zeros += '\0';
    CHECK_FALSE(faults_of(zeros).empty());
    CHECK_FALSE(faults_of("FRAG\nMOV \xff\xfe, \xe2\x82\n").empty());
}

TEST_CASE("the fuzzer's seeds, cut or damaged anywhere, are read without trouble") {
    unsigned seeds = 0;
    const std::filesystem::path folder =
        std::filesystem::path(JACQUARD_SOURCE_DIR) / "tests/fuzz/tgsi_seeds";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        ++seeds;
        std::ostringstream stream;
        stream << std::ifstream(entry.path()).rdbuf();
        const std::string text = stream.str();
        INFO(entry.path());
        REQUIRE(faults_of(text).empty());
        for (std::size_t i = 0; i < text.size(); ++i) {
            faults_of(std::string_view(text).substr(0, i));
            for (const char damage : {'\0', '[', ']', '.', '-', '|', '(', '9', 'x', '\n', '\x80'}) {
                std::string damaged = text;
                damaged[i] = damage;
                Diagnostics diagnostics("test", damaged);
                if (const auto program = parse(damaged, diagnostics)) {
                    CHECK(equal(*program, read(print(*program))));
                    Diagnostics reasons("test", damaged);
                    (void)translate_to_nir(*program, {}, reasons);
                }
            }
        }
    }
    CHECK(seeds >= 3);
}
