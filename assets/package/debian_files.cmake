# Run by CPack on the staged files of the Debian package: the files that Debian's policy asks for besides what is
# installed everywhere. SOURCE_DATE_EPOCH decides on their dates.
set(staged ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(doc ${staged}/share/doc/huedrift)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog.Debian
     "huedrift (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
     "  * changelog.gz says what is new.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
configure_file(${CMAKE_CURRENT_LIST_DIR}/../../CHANGELOG.md ${doc}/changelog COPYONLY)
file(GLOB manuals ${staged}/share/man/man1/*.1)
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND ${GZIP} -9n ${doc}/changelog ${doc}/changelog.Debian ${manuals} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB programs ${staged}/bin/* ${staged}/libexec/huedrift/*)
find_program(STRIP strip REQUIRED)
execute_process(COMMAND ${STRIP} --remove-section=.comment --remove-section=.note ${programs} COMMAND_ERROR_IS_FATAL ANY)

configure_file(${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${staged}/share/lintian/overrides/huedrift COPYONLY)
