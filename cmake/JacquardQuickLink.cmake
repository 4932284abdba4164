# Tests are some tens of programs with the whole library in each. Where GNU's gold is there it links
# what is below the folder that includes this in half the time; a sanitizer chooses its own linker.
# What is installed keeps the default linker.
include(CheckLinkerFlag)
if(NOT JACQUARD_SANITIZE)
    check_linker_flag(CXX -fuse-ld=gold JACQUARD_HAS_GOLD)
    if(JACQUARD_HAS_GOLD)
        add_link_options(-fuse-ld=gold)
    endif()
endif()
