# Compiler flags of our own code. Every target of ours links rackwright_flags; libraries from outside are system headers.
add_library(rackwright_flags INTERFACE)
target_compile_features(rackwright_flags INTERFACE cxx_std_20)
target_include_directories(rackwright_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(rackwright_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
# GCC 12 reports std::optional falsely at -O2 (GCC bug 80635).
target_compile_options(rackwright_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# Clang counts a capture that only one branch of an "if constexpr" reads as unused in the others.
target_compile_options(rackwright_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-unused-lambda-capture>)
target_compile_definitions(rackwright_flags INTERFACE
  QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH)

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(RACKWRIGHT_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")
if(RACKWRIGHT_SANITIZE)
  # What tests cannot measure then, by whichever compiler.
  target_compile_definitions(rackwright_flags INTERFACE RACKWRIGHT_SANITIZED)
  add_compile_options(-fsanitize=${RACKWRIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${RACKWRIGHT_SANITIZE})
endif()

# Packages hold the same bytes wherever they are built: no name of a folder of this machine stands in what is compiled.
option(RACKWRIGHT_FOR_PACKAGES "Compile for packages: nothing of the build machine in the program" OFF)
if(RACKWRIGHT_FOR_PACKAGES)
  add_compile_options(-ffile-prefix-map=${PROJECT_BINARY_DIR}=build -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
  # The compiler tells the linker's build id from the code alone; tables of names are bound before the program runs.
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# The window and the program spend their time in Qt and in the solvers: -O1 compiles them in three fifths of the time.
set(RACKWRIGHT_WINDOW_OPTIONS $<$<CONFIG:Release>:-O1>)
if(RACKWRIGHT_SANITIZE)
  set(RACKWRIGHT_WINDOW_OPTIONS -O0)
endif()

option(RACKWRIGHT_COVERAGE "Instrument for gcov" OFF)
if(RACKWRIGHT_COVERAGE)
  add_compile_options(--coverage -O0)
  add_link_options(--coverage)
endif()

# More than a hundred programs of tests are linked: gold takes a fraction of the time of the default linker. (mold 1.10
# writes a program now and then that does not start: its read-only relocations begin before their segment. What lld 14
# writes cannot be unwound from a check that fails.)
find_program(RACKWRIGHT_GOLD ld.gold)
if(RACKWRIGHT_GOLD)
  add_link_options(-fuse-ld=gold)
endif()

find_program(RACKWRIGHT_CCACHE ccache)
if(RACKWRIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${RACKWRIGHT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${RACKWRIGHT_CCACHE})
endif()

# Headers that most sources of a target read, compiled once a target. They spare more than half of the build time.
option(RACKWRIGHT_PCH "Use precompiled headers" ON)
function(rackwright_precompile target)
  if(RACKWRIGHT_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # Lets ccache look through precompiled headers.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endfunction()

# The sources in the folder of this list and those below it, so that a new file is built because it is there; paths that
# match one of the further arguments are left out.
function(rackwright_sources variable)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  foreach(pattern IN LISTS ARGN)
    list(FILTER found EXCLUDE REGEX "${pattern}")
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Sources of one folder compiled by eights, which spares the third of the time that each spends on the same headers. For
# builds from nothing: after an edit of one file the others of its eight are compiled again.
option(RACKWRIGHT_UNITY "Compile the sources of a folder by eights" OFF)
function(rackwright_unite target)
  if(NOT RACKWRIGHT_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(alone ${ARGN}) # whose local names are those of their neighbours
  foreach(source IN LISTS sources)
    set(isUnited FALSE)
    if("${source}" MATCHES "^[a-z_/]+\\.cpp$")
      set(isUnited TRUE)
    endif()
    foreach(pattern IN LISTS alone)
      if("${source}" MATCHES "${pattern}")
        set(isUnited FALSE)
      endif()
    endforeach()
    if(isUnited)
      get_filename_component(folder "${source}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "in_${folder}" group)
      list(APPEND members_${group} "${source}")
      list(LENGTH members_${group} count)
      math(EXPR batch "(${count} - 1) / 8")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}_${batch}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A source in an eight is no main file any more, so that GCC takes its local types for those of a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
