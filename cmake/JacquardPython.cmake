# Finds a Python interpreter that can run the generator: 3.10 or newer, with PyYAML and Jinja2.
# Sets JACQUARD_PYTHON. Several interpreters may be installed, so each candidate is asked.

function(jacquard_find_python)
    if(JACQUARD_PYTHON)
        return()
    endif()
    set(candidates "$ENV{JACQUARD_PYTHON}" python3 /usr/bin/python3 /usr/local/bin/python3 python)
    foreach(candidate IN LISTS candidates)
        if(candidate STREQUAL "")
            continue()
        endif()
        unset(found CACHE)
        find_program(found NAMES "${candidate}" NO_CACHE)
        if(NOT found)
            continue()
        endif()
        execute_process(
            COMMAND "${found}" -c
                    "import sys, yaml, jinja2; sys.exit(sys.version_info < (3, 10))"
            # Python puts the current folder first on its path; a stray file must not shadow a module.
            WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
            RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
        if(NOT failed)
            set(JACQUARD_PYTHON "${found}" CACHE FILEPATH "Python with PyYAML and Jinja2")
            return()
        endif()
    endforeach()
    message(FATAL_ERROR
        "No Python 3.10 or newer with PyYAML and Jinja2 was found. On Debian: "
        "apt-get install python3 python3-yaml python3-jinja2. "
        "Or name one with -DJACQUARD_PYTHON=/path/to/python3.")
endfunction()

jacquard_find_python()
