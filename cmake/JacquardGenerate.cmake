# jacquard_generate(GROUP) runs the generator for one group of tables (expr, nir, tgsi, spirv, ir3,
# errors).
#
# The command's one declared output is a stamp; the files it writes are by-products that keep their
# time when their text did not change, so an edited table rebuilds just the sources that differ.
# The depfile names every table, template and Python file that was read.
#
# Afterwards JACQUARD_GENERATED_<GROUP> holds the absolute paths of the generated files, and the
# target jacquard_generate_<group> makes them.

set(JACQUARD_DEFS_DIR "${CMAKE_SOURCE_DIR}/defs" CACHE PATH "Folder with the tables")
set(JACQUARD_GENERATED_DIR "${CMAKE_BINARY_DIR}/generated")

function(jacquard_generate group)
    set(stamp "${JACQUARD_GENERATED_DIR}/${group}.stamp")
    set(depfile "${JACQUARD_GENERATED_DIR}/${group}.d")
    set(command
        "${CMAKE_COMMAND}" -E env "PYTHONPATH=${CMAKE_SOURCE_DIR}/generators" PYTHONDONTWRITEBYTECODE=
        "${JACQUARD_PYTHON}" -m jacquard_gen generate --group ${group}
        --defs "${JACQUARD_DEFS_DIR}")

    execute_process(COMMAND ${command} --list
                    OUTPUT_VARIABLE names RESULT_VARIABLE failed
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failed)
        message(WARNING "The generator cannot list the files of group '${group}'.")
    endif()
    string(REPLACE "\n" ";" names "${names}")
    set(files "")
    foreach(name IN LISTS names)
        list(APPEND files "${JACQUARD_GENERATED_DIR}/${name}")
    endforeach()

    add_custom_command(
        OUTPUT "${stamp}"
        BYPRODUCTS ${files}
        COMMAND ${command} --out "${JACQUARD_GENERATED_DIR}" --depfile "${depfile}"
                --stamp "${stamp}"
        DEPFILE "${depfile}"
        COMMENT "Generating ${group} from defs"
        VERBATIM)
    add_custom_target(jacquard_generate_${group} DEPENDS "${stamp}")
    string(TOUPPER "${group}" upper)
    set(JACQUARD_GENERATED_${upper} "${files}" PARENT_SCOPE)
endfunction()
