# cmake -DSOURCE=folder -DWORK=folder -P metainfo.cmake: AppStream's strict and pedantic validator accepts the metainfo of a plain
# build, without addresses, and of a build for stores, with addresses. Version 1.0 requires a home page, so there this checks only
# the latter.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${SOURCE}/CMakeLists.txt PROJECT_VERSION REGEX "^project\\(huedrift VERSION")
string(REGEX REPLACE ".*VERSION ([0-9.]+).*" "\\1" PROJECT_VERSION "${PROJECT_VERSION}")
include(${SOURCE}/assets/desktop/metainfo.cmake)
execute_process(COMMAND appstreamcli --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[0-9]+\\.[0-9]+" HUEDRIFT_APPSTREAM "${version}")

function(validate folder)
    set(file ${WORK}/${folder}/${HUEDRIFT_ID}.metainfo.xml)
    huedrift_metainfo(${file})
    execute_process(COMMAND appstreamcli validate --strict --pedantic --explain --no-net ${file}
                    COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${file} text)
    if(NOT text MATCHES "<summary>([^<]*)</summary>")
        message(FATAL_ERROR "${file} has no summary")
    endif()
    string(LENGTH "${CMAKE_MATCH_1}" length)
    if(length GREATER 35)
        message(FATAL_ERROR "the summary has ${length} characters, but stores show only 35")
    endif()
    foreach(wanted IN LISTS ARGN)
        if(NOT text MATCHES "${wanted}")
            message(FATAL_ERROR "${file} lacks ${wanted}")
        endif()
    endforeach()
endfunction()

if(HUEDRIFT_APPSTREAM VERSION_LESS 1.0)
    validate(without_addresses)
endif()
set(HUEDRIFT_HOMEPAGE https://huedrift.example.org)
set(HUEDRIFT_BUGTRACKER ${HUEDRIFT_HOMEPAGE}/issues)
set(HUEDRIFT_SCREENSHOTS ${HUEDRIFT_HOMEPAGE}/docs)
validate(with_addresses "<developer.*huedrift developers" "type=\"homepage\"" "type=\"bugtracker\"" "<caption>"
         "<color type=\"primary\"" "<content_rating type=\"oars-1.1\"/>" "<release version=\"${PROJECT_VERSION}\"")
