# Finds the Python interpreters, 3.10 or newer. Several may be installed, each with modules of its
# own, so each candidate is asked.
#   JACQUARD_PYTHON        runs the generator: has PyYAML and Jinja2
#   JACQUARD_PROOF_PYTHON  runs the generator's tests and proofs: has z3 as well, where one does

# Sets `result` to the first interpreter that can import all modules, or to nothing: to itself, where its
# name stands for a script that chooses among several, as that takes longer than most of what is run.
# Tests of optional modules ask as well, and fall back on JACQUARD_PYTHON, with which they say what they
# skip.
function(jacquard_python_with result)
    list(JOIN ARGN ", " modules)
    set(candidates "$ENV{JACQUARD_PYTHON}" "${JACQUARD_PYTHON}" python3 /usr/bin/python3
        /usr/local/bin/python3 python)
    foreach(candidate IN LISTS candidates)
        if(candidate STREQUAL "")
            continue()
        endif()
        unset(found)
        find_program(found NAMES "${candidate}" NO_CACHE)
        if(NOT found)
            continue()
        endif()
        execute_process(
            COMMAND "${found}" -c
                    "import sys, ${modules}
print(sys.executable, end='', flush=True)
sys.exit(sys.version_info < (3, 10))"
            # Python puts the current folder first on its path; a stray file must not shadow a module.
            WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
            RESULT_VARIABLE failed OUTPUT_VARIABLE interpreter ERROR_QUIET)
        if(NOT failed)
            set(${result} "${interpreter}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${result} "" PARENT_SCOPE)
endfunction()

if(NOT JACQUARD_PYTHON)
    jacquard_python_with(found_python yaml jinja2)
    if(NOT found_python)
        message(FATAL_ERROR
            "No Python 3.10 or newer with PyYAML and Jinja2 was found. On Debian: "
            "apt-get install python3 python3-yaml python3-jinja2. "
            "Or name one with -DJACQUARD_PYTHON=/path/to/python3.")
    endif()
    set(JACQUARD_PYTHON "${found_python}" CACHE FILEPATH "Python with PyYAML and Jinja2")
endif()

execute_process(COMMAND "${JACQUARD_PYTHON}" -c "import yaml, jinja2" WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
                RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
if(failed)
    string(REGEX REPLACE "^.*\n([^\n]+)\n$" "\\1" said "${said}")
    message(FATAL_ERROR "JACQUARD_PYTHON is ${JACQUARD_PYTHON}, which cannot run the generator: ${said}")
endif()

if(NOT JACQUARD_PROOF_PYTHON)
    jacquard_python_with(found_python yaml jinja2 z3)
    if(NOT found_python)
        set(found_python "${JACQUARD_PYTHON}")
    endif()
    set(JACQUARD_PROOF_PYTHON "${found_python}" CACHE FILEPATH "Python with z3, for proofs")
endif()
