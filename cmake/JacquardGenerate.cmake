# jacquard_generate(GROUPS...) runs the generator for the groups of tables (expr, nir, tgsi, spirv,
# ir3, pipelines, glsl, options, amber, advice, errors), in one process that reads each table once and makes
# only the files of those groups that read what changed.
#
# The command's one declared output is a stamp; the files it writes are by-products that keep their
# time when their text did not change, so an edited table rebuilds just the sources that differ.
# The depfile names every table, template and Python file that was read, and the folders of the
# tables, so that a table that is added or removed is noticed.
#
# Afterwards JACQUARD_GENERATED_<GROUP> holds the absolute paths of the generated files of a group,
# and the target jacquard_generate makes them all.

set(JACQUARD_DEFS_DIR "${PROJECT_SOURCE_DIR}/defs" CACHE PATH "Folder with the tables")
set(JACQUARD_GENERATED_DIR "${PROJECT_BINARY_DIR}/generated")

function(jacquard_generate)
    set(stamp "${JACQUARD_GENERATED_DIR}/all.stamp")
    set(depfile "${JACQUARD_GENERATED_DIR}/all.d")
    set(command
        "${CMAKE_COMMAND}" -E env "PYTHONPATH=${PROJECT_SOURCE_DIR}/generators" PYTHONDONTWRITEBYTECODE=
        "${JACQUARD_PYTHON}" -m jacquard_gen generate --defs "${JACQUARD_DEFS_DIR}")

    set(all_files "")
    foreach(group IN LISTS ARGN)
        execute_process(COMMAND ${command} --group ${group} --list
                        OUTPUT_VARIABLE names RESULT_VARIABLE failed
                        OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(failed)
            message(WARNING "The generator cannot list the files of group '${group}'.")
        endif()
        string(REPLACE "\n" ";" names "${names}")
        list(TRANSFORM names PREPEND "${JACQUARD_GENERATED_DIR}/" OUTPUT_VARIABLE files)
        list(APPEND all_files ${files})
        string(TOUPPER "${group}" upper)
        set(JACQUARD_GENERATED_${upper} "${files}" PARENT_SCOPE)
    endforeach()

    add_custom_command(
        OUTPUT "${stamp}"
        BYPRODUCTS ${all_files}
        COMMAND ${command} --out "${JACQUARD_GENERATED_DIR}" --depfile "${depfile}"
                --stamp "${stamp}"
        DEPFILE "${depfile}"
        COMMENT "Generating C++ from defs"
        VERBATIM)
    add_custom_target(jacquard_generate DEPENDS "${stamp}")
endfunction()
