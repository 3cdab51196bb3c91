# huedrift_metainfo(FILE): writes the AppStream metainfo, which stores show. HUEDRIFT_HOMEPAGE, HUEDRIFT_BUGTRACKER and
# HUEDRIFT_SCREENSHOTS (a folder on the web that holds docs/*.png) may be empty; stores ask for all three. The
# releases are the headings of CHANGELOG.md: "## VERSION - DATE" or, before the release, "## VERSION - unreleased, DATE".
set(HUEDRIFT_ID io.github.huedrift.huedrift)
set(huedrift_source ${CMAKE_CURRENT_LIST_DIR}/../..)

function(huedrift_link type address)
    if(address)
        set(LINKS "${LINKS}  <url type=\"${type}\">${address}</url>\n" PARENT_SCOPE)
    endif()
endfunction()

function(huedrift_screenshot name type caption)
    string(APPEND SCREENSHOTS "    <screenshot${type}>\n      <caption>${caption}</caption>\n"
           "      <image type=\"source\" width=\"1280\" height=\"800\">${HUEDRIFT_SCREENSHOTS}/${name}</image>\n"
           "    </screenshot>\n")
    set(SCREENSHOTS "${SCREENSHOTS}" PARENT_SCOPE)
    if(NOT EXISTS ${huedrift_source}/docs/${name})
        message(FATAL_ERROR "the screenshot docs/${name} is missing")
    endif()
endfunction()

# Sets RELEASES from the change log. The first version there must be VERSION.
function(huedrift_releases version)
    file(STRINGS ${huedrift_source}/CHANGELOG.md headings REGEX "^## ")
    foreach(heading IN LISTS headings)
        if(NOT heading MATCHES "^## ([0-9.]+) - (unreleased, )?([0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9])$")
            message(FATAL_ERROR "CHANGELOG.md: \"${heading}\" is not \"## VERSION - [unreleased, ]DATE\"")
        endif()
        if(NOT RELEASES AND NOT CMAKE_MATCH_1 STREQUAL version)
            message(FATAL_ERROR "CHANGELOG.md begins with ${CMAKE_MATCH_1}, but the project has version ${version}")
        endif()
        set(type stable)
        if(CMAKE_MATCH_2)
            set(type development)
        endif()
        string(APPEND RELEASES
               "    <release version=\"${CMAKE_MATCH_1}\" type=\"${type}\" date=\"${CMAKE_MATCH_3}\"/>\n")
    endforeach()
    set(RELEASES "${RELEASES}" PARENT_SCOPE)
endfunction()

function(huedrift_metainfo file)
    set(DEVELOPER "<developer_name>The huedrift developers</developer_name>")
    if(HUEDRIFT_APPSTREAM VERSION_GREATER_EQUAL 1.0) # Debian 12's validator (0.16) refuses ids
        set(DEVELOPER "<developer id=\"io.github.huedrift\">\n    <name>The huedrift developers</name>\n  </developer>")
    endif()
    huedrift_link(homepage "${HUEDRIFT_HOMEPAGE}")
    huedrift_link(bugtracker "${HUEDRIFT_BUGTRACKER}")
    if(HUEDRIFT_SCREENSHOTS)
        set(SCREENSHOTS "  <screenshots>\n")
        huedrift_screenshot(window_side_by_side.png " type=\"default\"" "A picture beside its result")
        huedrift_screenshot(window_wipe.png "" "A divider between the picture and its result")
        huedrift_screenshot(window_difference.png "" "A map of what has changed")
        huedrift_screenshot(window_cloud.png "" "The colours as a cloud that drifts together")
        string(APPEND SCREENSHOTS "  </screenshots>\n")
    endif()
    huedrift_releases(${PROJECT_VERSION})
    configure_file(${huedrift_source}/assets/desktop/${HUEDRIFT_ID}.metainfo.xml.in ${file} @ONLY)
endfunction()
