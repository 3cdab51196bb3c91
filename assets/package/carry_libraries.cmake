# cmake -DTREE=folder -DOBJDUMP=program -P carry_libraries.cmake: copies the libraries that the programs of an installed tree
# need into its lib/huedrift, copies their copyright files beside huedrift's, and makes the programs look there. Leaves out the
# C and C++ libraries, and libraries that must fit the drivers and the desktop of the system on which the tree is unpacked
# (https://github.com/AppImageCommunity/pkg2appimage, excludelist).
cmake_minimum_required(VERSION 3.25)
find_program(PATCHELF patchelf REQUIRED)
find_program(DPKG_QUERY dpkg-query REQUIRED)

set(of_the_system
    "^ld-linux" "^lib(c|m|gcc_s|stdc\\+\\+)\\.so"
    "^lib(vulkan|GL|EGL|GLX|GLdispatch|drm|gbm)\\.so" "^lib(X11|xcb|asound)\\.so" "^libwayland-"
    "^lib(glib|gobject|gio|gmodule)-2\\.0\\.so")
file(GLOB programs ${TREE}/bin/*)
file(GLOB private_programs ${TREE}/libexec/huedrift/*)
set(CMAKE_GET_RUNTIME_DEPENDENCIES_COMMAND ${OBJDUMP})
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} ${private_programs} PRE_EXCLUDE_REGEXES ${of_the_system}
     RESOLVED_DEPENDENCIES_VAR libraries)

set(folder ${TREE}/lib/huedrift)
set(copyrights ${TREE}/share/doc/huedrift/libraries)
file(MAKE_DIRECTORY ${folder} ${copyrights})
function(look_in path)
    execute_process(COMMAND ${PATCHELF} --set-rpath ${path} ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
foreach(library IN LISTS libraries)
    cmake_path(GET library FILENAME name)
    file(REAL_PATH ${library} file)
    file(COPY_FILE ${file} ${folder}/${name})
    look_in("$ORIGIN" ${folder}/${name})
    # dpkg may know the file below /usr or not, whatever the links between them.
    string(REGEX REPLACE "^(/usr)?/" "/" unmerged ${file})
    execute_process(COMMAND ${DPKG_QUERY} --search ${unmerged} /usr${unmerged} OUTPUT_VARIABLE owner ERROR_QUIET)
    if(NOT owner MATCHES "^([^:]+):")
        message(FATAL_ERROR "no package owns ${file}, so its licence is unknown")
    endif()
    file(COPY_FILE /usr/share/doc/${CMAKE_MATCH_1}/copyright ${copyrights}/${CMAKE_MATCH_1})
endforeach()
look_in("$ORIGIN/../lib/huedrift" ${programs})
look_in("$ORIGIN/../../lib/huedrift" ${private_programs})
