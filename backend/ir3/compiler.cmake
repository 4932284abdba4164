list(APPEND JACQUARD_IR3_SOURCES ${CMAKE_CURRENT_SOURCE_DIR} /
     assign_registers.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     branch_stack.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     common_subexpressions.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     compiler.cpp ${CMAKE_CURRENT_SOURCE_DIR} / copy_propagation.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     dead_code.cpp ${CMAKE_CURRENT_SOURCE_DIR} / delay.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     depth.cpp ${CMAKE_CURRENT_SOURCE_DIR} / describe.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     draw_graph.cpp ${CMAKE_CURRENT_SOURCE_DIR} / encode_graph.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     flatten_kills.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     gather_outputs.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     group_neighbours.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     hoist_uniforms.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     lay_out_blocks.cpp ${CMAKE_CURRENT_SOURCE_DIR} / leave_ssa.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     legalise.cpp ${CMAKE_CURRENT_SOURCE_DIR} / lifetimes.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     liveness.cpp ${CMAKE_CURRENT_SOURCE_DIR} / lower_nir.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     machine_ir.cpp ${CMAKE_CURRENT_SOURCE_DIR} / mark_last_reads.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     neighbour_groups.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     opcode_facts.cpp ${CMAKE_CURRENT_SOURCE_DIR} / pending.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     prefetch_textures.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     print_graph.cpp ${CMAKE_CURRENT_SOURCE_DIR} / program.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     sampler_target.cpp ${CMAKE_CURRENT_SOURCE_DIR} / schedule.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     selection.cpp ${CMAKE_CURRENT_SOURCE_DIR} / simplify_truth.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     translate.cpp ${CMAKE_CURRENT_SOURCE_DIR} / translate_array.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     translate_flow.cpp ${CMAKE_CURRENT_SOURCE_DIR} / translate_io.cpp ${CMAKE_CURRENT_SOURCE_DIR} /
     translate_texture.cpp)
