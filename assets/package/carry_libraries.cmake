# cmake -DFILES=patterns -DFOLDER=folder -DCOPYRIGHTS=folder -DOBJDUMP=program [-DPREFIX=text] -P carry_libraries.cmake: copies the
# libraries that these programs and libraries need into a folder, copies the libraries' copyright files into another, and makes the
# files look there. With a prefix the copies have names of their own, since a process loads only one library of a name. Leaves out
# the C and C++ libraries, and libraries that must fit the drivers and the desktop of the system on which the files will be
# (https://github.com/AppImageCommunity/pkg2appimage, excludelist).
cmake_minimum_required(VERSION 3.25)
find_program(PATCHELF patchelf REQUIRED)
find_program(DPKG_QUERY dpkg-query REQUIRED)

set(of_the_system
    "^ld-linux" "^lib(c|m|gcc_s|stdc\\+\\+)\\.so"
    "^lib(vulkan|GL|EGL|GLX|GLdispatch|drm|gbm)\\.so" "^lib(X11|xcb|asound)\\.so" "^libwayland-"
    "^lib(glib|gobject|gio|gmodule)-2\\.0\\.so")
file(GLOB users ${FILES})
set(CMAKE_GET_RUNTIME_DEPENDENCIES_COMMAND ${OBJDUMP})
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${users} PRE_EXCLUDE_REGEXES ${of_the_system} RESOLVED_DEPENDENCIES_VAR libraries)

file(MAKE_DIRECTORY ${FOLDER} ${COPYRIGHTS})
function(patch)
    execute_process(COMMAND ${PATCHELF} ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
set(carried "")
set(renamed "")
foreach(library IN LISTS libraries)
    cmake_path(GET library FILENAME name)
    file(REAL_PATH ${library} file)
    file(COPY_FILE ${file} ${FOLDER}/${PREFIX}${name})
    list(APPEND carried ${FOLDER}/${PREFIX}${name})
    if(PREFIX)
        patch(--set-soname ${PREFIX}${name} ${FOLDER}/${PREFIX}${name})
        list(APPEND renamed --replace-needed ${name} ${PREFIX}${name})
    endif()
    # dpkg may know the file below /usr or not, whatever the links between them.
    string(REGEX REPLACE "^(/usr)?/" "/" unmerged ${file})
    execute_process(COMMAND ${DPKG_QUERY} --search ${unmerged} /usr${unmerged} OUTPUT_VARIABLE owner ERROR_QUIET)
    if(NOT owner MATCHES "^([^:]+):")
        message(FATAL_ERROR "no package owns ${file}, so its licence is unknown")
    endif()
    file(COPY_FILE /usr/share/doc/${CMAKE_MATCH_1}/copyright ${COPYRIGHTS}/${CMAKE_MATCH_1})
endforeach()
foreach(file IN LISTS users carried)
    cmake_path(GET file PARENT_PATH from)
    file(RELATIVE_PATH way ${from} ${FOLDER})
    string(REGEX REPLACE "/$" "" way "$ORIGIN/${way}")
    patch(--set-rpath ${way} ${file})
    if(renamed)
        patch(${renamed} ${file})
    endif()
endforeach()
