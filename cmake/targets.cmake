# The helper functions of the build: a library of one layer, a test, and a test in Python.

# Flags that every target of ours gets.
add_library(mikpoly_options INTERFACE)
target_compile_options(mikpoly_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Wno-missing-field-initializers # designated initialisers leave defaults on purpose
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # false alarms in std::string, https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
  -fno-semantic-interposition # nobody replaces our functions; without it GCC inlines few of them in the Python module
  -ffp-contract=off) # predictions must not depend on the build type
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Structures of 128 to 512 bytes, a problem or a plan, are cleared and copied by vector moves: GCC's choice for an
  # unnamed processor is `rep stos`, which takes 30 cycles to begin and lies on the path of every call.
  set(moves "vector_loop:512:noalign,libcall:-1:noalign")
  target_compile_options(mikpoly_options INTERFACE -mmemset-strategy=${moves} -mmemcpy-strategy=${moves})
endif()
if(MIKPOLY_WERROR)
  target_compile_options(mikpoly_options INTERFACE -Werror)
endif()
if(MIKPOLY_SANITIZE)
  target_compile_options(mikpoly_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_definitions(mikpoly_options INTERFACE MIKPOLY_SANITIZE) # clang does not define __SANITIZE_ADDRESS__
  target_link_options(mikpoly_options INTERFACE -fsanitize=address,undefined)
endif()
if(MIKPOLY_TSAN)
  target_compile_options(mikpoly_options INTERFACE -fsanitize=thread)
  target_link_options(mikpoly_options INTERFACE -fsanitize=thread)
endif()

# What ccache asks for where headers are precompiled.
set(mikpoly_precompiled_options $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)

# Flags of tests and verbs. The headers that they include cost the compiler more than their own lines: they are compiled
# once for all, and what is instantiated from them again in every source is hardly optimised.
add_library(mikpoly_light_options INTERFACE)
target_compile_options(mikpoly_light_options INTERFACE $<IF:$<CONFIG:Debug>,-O0,-O1> ${mikpoly_precompiled_options})

# Flags of what reads, writes and arranges: test.sh optimises its debug build, and these would take most of that time.
add_library(mikpoly_plain_debug_options INTERFACE)
target_compile_options(mikpoly_plain_debug_options INTERFACE $<$<CONFIG:Debug>:-O0>)

# mikpoly_library(NAME HEADERS ... SOURCES ... DEPENDS ...)
# A static library mikpoly_NAME with the alias mikpoly::NAME. Headers are a file set, so that each one is compiled
# alone by the target all_verify_interface_header_sets.
function(mikpoly_library NAME)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;DEPENDS" ${ARGN})
  set(target mikpoly_${NAME})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(mikpoly::${NAME} ALIAS ${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.23)
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HEADERS})
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  endif()
  target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} PRIVATE mikpoly_options)
endfunction()

# mikpoly_test(SOURCE DEPENDS ... LABELS ... [NAME ...])
# One test program per test source; its name, where none is given, is the path of the source with dots.
function(mikpoly_test SOURCE)
  cmake_parse_arguments(ARG "" "NAME" "DEPENDS;LABELS" ${ARGN})
  if(ARG_LABELS STREQUAL "unit" AND NOT MIKPOLY_UNIT_TESTS)
    return()
  endif()
  string(REGEX REPLACE "\\.cpp$" "" name ${SOURCE})
  string(REPLACE "/" "." name ${name})
  if(ARG_NAME)
    set(name ${ARG_NAME})
  endif()
  add_executable(${name} ${SOURCE})
  target_link_libraries(${name} PRIVATE mikpoly_test_main ${ARG_DEPENDS} mikpoly_options)
  target_precompile_headers(${name} REUSE_FROM mikpoly_test_headers)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600
    ENVIRONMENT "MIKPOLY_SOURCE_DIR=${PROJECT_SOURCE_DIR};MIKPOLY_BINARY=${PROJECT_BINARY_DIR}/mikpoly")
endfunction()

# mikpoly_python_test(NAME LABELS SCRIPT ARGUMENT...)
# A test that needs a Python without further packages; skipped without one.
find_package(Python3 COMPONENTS Interpreter)
function(mikpoly_python_test name labels)
  if(Python3_FOUND)
    add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} -B ${ARGN})
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: no Python, package python3")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped:")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 600)
endfunction()
