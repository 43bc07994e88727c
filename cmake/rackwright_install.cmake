# What `cmake --install` puts where, and how CPack packs it. An installed program finds its catalogue and samples in
# ../share/rackwright beside itself; texts, manual, icons and typeface are inside of it.
include(GNUInstallDirs)
file(RELATIVE_PATH data_from_program /p/${CMAKE_INSTALL_BINDIR} /p/${CMAKE_INSTALL_DATADIR})
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_DATADIR}" AND NOT data_from_program STREQUAL "../share")
  message(WARNING "The installed program looks for its data in ../share beside its own folder, not in ${data_from_program}.")
endif()

# Manual page and completions, printed by the program itself.
set(reference ${PROJECT_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${reference})
add_custom_command(
  OUTPUT ${reference}/rackwright.1 ${reference}/rackwright.bash ${reference}/_rackwright
  COMMAND rackwright --manual-page > ${reference}/rackwright.1
  COMMAND rackwright --completion bash > ${reference}/rackwright.bash
  COMMAND rackwright --completion zsh > ${reference}/_rackwright
  DEPENDS rackwright
  COMMENT "Printing the manual page and the completions"
  VERBATIM)
add_custom_target(rackwright_reference ALL DEPENDS ${reference}/rackwright.1)

file(GLOB samples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/samples/*.rkw.json)
file(GLOB manual CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/manual/*.md)
install(TARGETS rackwright RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${RACKWRIGHT_CATALOG_FILE} DESTINATION ${CMAKE_INSTALL_DATADIR}/rackwright)
install(FILES ${samples} DESTINATION ${CMAKE_INSTALL_DATADIR}/rackwright/samples)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_DOCDIR}/manual)

if(UNIX AND NOT APPLE)
  set(linux ${PROJECT_SOURCE_DIR}/packaging/linux)
  set(id org.rackwright.rackwright)
  configure_file(${linux}/${id}.metainfo.xml.in ${reference}/${id}.metainfo.xml @ONLY)
  install(FILES ${linux}/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${reference}/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${linux}/rackwright.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable)
  install(FILES ${linux}/${id}.svg DESTINATION ${icons}/apps)
  install(FILES ${linux}/application-x-rackwright-design.svg DESTINATION ${icons}/mimetypes)
  install(FILES ${reference}/rackwright.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${reference}/rackwright.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME rackwright)
  install(FILES ${reference}/_rackwright DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()

# CPack: `cpack -G TGZ` (or RPM, NSIS, DragNDrop) in the build folder. packaging/deb makes the Debian package.
set(CPACK_PACKAGE_NAME rackwright)
set(CPACK_PACKAGE_VENDOR "Rackwright")
set(CPACK_PACKAGE_CONTACT "${RACKWRIGHT_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Design studio for AI data-center buildouts")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${PROJECT_SOURCE_DIR}/packaging/description.txt)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_INSTALL_DIRECTORY Rackwright)
set(CPACK_PACKAGE_EXECUTABLES rackwright Rackwright)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)
if(WIN32)
  set(CPACK_GENERATOR NSIS ZIP)
  set(CPACK_NSIS_DISPLAY_NAME Rackwright)
  set(CPACK_NSIS_MODIFY_PATH ON)
elseif(APPLE)
  set(CPACK_GENERATOR DragNDrop TGZ)
else()
  set(CPACK_GENERATOR TGZ RPM)
endif()
set(CPACK_RPM_PACKAGE_LICENSE GPLv3+)
set(CPACK_RPM_PACKAGE_GROUP Applications/Engineering)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
# Folders that the file system of the distribution owns.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
  /usr/share/applications /usr/share/metainfo /usr/share/mime /usr/share/mime/packages /usr/share/icons
  /usr/share/icons/hicolor /usr/share/icons/hicolor/scalable /usr/share/icons/hicolor/scalable/apps
  /usr/share/icons/hicolor/scalable/mimetypes /usr/share/man /usr/share/man/man1 /usr/share/doc
  /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/zsh /usr/share/zsh/vendor-completions)
include(CPack)
