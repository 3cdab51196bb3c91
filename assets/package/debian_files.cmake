# Run by CPack on the staged files of the Debian packages: the files that Debian's policy asks for besides those installed
# everywhere. SOURCE_DATE_EPOCH decides on their dates.
find_program(GZIP gzip REQUIRED)
find_program(GENSYMBOLS dpkg-gensymbols REQUIRED)
find_program(SHLIBDEPS dpkg-shlibdeps REQUIRED)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} upper)
    set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    set(staged ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX})
    set(doc ${staged}/share/doc/${package})
    configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright ${doc}/copyright COPYONLY)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/../../CHANGELOG.md ${doc}/changelog COPYONLY)
    file(WRITE ${doc}/changelog.Debian
         "huedrift (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
         "  * changelog.gz says what is new.\n\n"
         " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    file(GLOB manuals ${staged}/share/man/man*/*)
    execute_process(COMMAND ${GZIP} -9n ${doc}/changelog ${doc}/changelog.Debian ${manuals} COMMAND_ERROR_IS_FATAL ANY)

    file(WRITE ${staged}/share/lintian/overrides/${package}
         "# Users make this package from the sources; nobody uploads it to Debian, where a bug would ask for it.\n"
         "${package}: initial-upload-closes-no-bugs\n")

    file(GLOB_RECURSE objects LIST_DIRECTORIES OFF ${staged}/bin/* ${staged}/libexec/* ${staged}/lib/*.so.*.*.*)
    if(objects)
        execute_process(COMMAND ${CPACK_HUEDRIFT_STRIP} --remove-section=.comment --remove-section=.note ${objects}
                        COMMAND_ERROR_IS_FATAL ANY)
    endif()
endforeach()

# The control files of the library for dpkg. A symbol exists since the version that its node in huedrift.map names.
set(control ${CPACK_TOPLEVEL_DIRECTORY}/control)
set(library ${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME})
set(folder ${CPACK_TEMPORARY_DIRECTORY}/library${CPACK_PACKAGING_INSTALL_PREFIX}/${CPACK_HUEDRIFT_LIBDIR})
file(GLOB file ${folder}/libhuedrift.so.*.*.*)
file(WRITE ${control}/shlibs "libhuedrift ${CPACK_HUEDRIFT_ABI} ${library} (>= ${CPACK_PACKAGE_VERSION})\n")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
execute_process(COMMAND ${GENSYMBOLS} -p${library} -v${CPACK_PACKAGE_VERSION} -P${CPACK_TEMPORARY_DIRECTORY}/library
                        -e${file} -I${CMAKE_CURRENT_LIST_DIR}/libhuedrift.symbols -O${control}/symbols -c4
                COMMAND_ERROR_IS_FATAL ANY)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${control}/shlibs ${control}/symbols ${control}/triggers)

file(WRITE ${control}/debian/control "") # dpkg-shlibdeps runs beside one only
execute_process(COMMAND ${SHLIBDEPS} -O ${file} WORKING_DIRECTORY ${control} OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^.*Depends=([^\n]*).*$" "\\1" CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "${needed}")
