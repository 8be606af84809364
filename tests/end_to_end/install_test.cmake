# Installs into an empty folder; builds examples/gemm and the C++ of README.md against it as a stranger would, and runs
# both.
# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -DBUILD_TYPE=... -P install_test.cmake
cmake_policy(VERSION 3.22)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# build_and_run(NAME SOURCE): the project in the folder SOURCE, with its program gemm_example.
function(build_and_run NAME SOURCE)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/${NAME} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK}/installed
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE} "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
  run(${CMAKE_COMMAND} --build ${WORK}/${NAME})
  run(${WORK}/${NAME}/gemm_example)
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)

file(READ ${SOURCE}/README.md readme)
if(NOT readme MATCHES "```cpp\n([^`]*)```")
  message(FATAL_ERROR "README.md shows no C++")
endif()
file(WRITE ${WORK}/readme/main.cpp "${CMAKE_MATCH_1}")
file(COPY ${SOURCE}/examples/gemm/CMakeLists.txt DESTINATION ${WORK}/readme)
build_and_run(build-readme ${WORK}/readme)

build_and_run(build ${SOURCE}/examples/gemm)
foreach(tokens 17 128 41)
  string(FIND "${output}" "${tokens} tokens: four ways, one result" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "the example does not tell of ${tokens} tokens:\n${output}")
  endif()
endforeach()
file(GLOB_RECURSE headers ${WORK}/installed/include/mikpoly/*.hpp)
foreach(header IN LISTS headers)
  file(STRINGS ${header} foreign REGEX "#include \"(core|sim|backends|experiments)/")
  if(foreign)
    message(FATAL_ERROR "${header} includes what was not installed: ${foreign}")
  endif()
endforeach()
