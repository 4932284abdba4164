# What a system shows and completes of the tool: manual pages and completions, which the tool makes
# from its own tables.

include(GNUInstallDirs)

set(pages "${CMAKE_BINARY_DIR}/pages")
set(completions bash-completion/completions/jacquard zsh/site-functions/_jacquard
    fish/vendor_completions.d/jacquard.fish)
list(TRANSFORM completions PREPEND "${pages}/")
set(commands COMMAND "${CMAKE_COMMAND}" -E make_directory "${pages}/man/man1"
             COMMAND jacquard_tool manual -o "${pages}/man/man1")
foreach(completion IN LISTS completions)
    get_filename_component(folder "${completion}" DIRECTORY)
    string(REGEX REPLACE ".*/pages/([a-z]+).*" "\\1" shell "${completion}")
    list(APPEND commands
         COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
         COMMAND jacquard_tool completion ${shell} > "${completion}")
endforeach()
add_custom_command(OUTPUT "${pages}/man/man1/jacquard.1" ${completions}
    ${commands}
    DEPENDS jacquard_tool
    COMMENT "Making manual pages and completions"
    VERBATIM)
# A tool for another machine makes them only where that machine is emulated.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    return()
endif()
add_custom_target(jacquard_pages ALL DEPENDS "${pages}/man/man1/jacquard.1")
install(DIRECTORY "${pages}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}")
foreach(shell IN ITEMS bash-completion zsh fish)
    install(DIRECTORY "${pages}/${shell}" DESTINATION "${CMAKE_INSTALL_DATADIR}")
endforeach()
