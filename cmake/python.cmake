# Whether the Python package is built, for which interpreter, and what is missing when it is not. Sets MIKPOLY_PYTHON to
# what is done.

# The interpreter of the package: -DPython_EXECUTABLE, else the first that has numpy.
if(MIKPOLY_PYTHON AND NOT Python_EXECUTABLE)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_python.sh numpy
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE missing)
  if(missing)
    message(STATUS "no Python package: no Python with numpy (package python3-numpy)")
    set(MIKPOLY_PYTHON OFF)
  else()
    set(Python_EXECUTABLE ${found} CACHE FILEPATH "Interpreter that the Python package is built for")
  endif()
endif()

# An interpreter that is not sanitized cannot load a sanitized module.
if(MIKPOLY_PYTHON AND (MIKPOLY_SANITIZE OR MIKPOLY_TSAN))
  message(STATUS "no Python package: not in builds with sanitizers")
  set(MIKPOLY_PYTHON OFF)
endif()

if(MIKPOLY_PYTHON)
  find_package(Python 3.9 COMPONENTS Interpreter Development.Module)
  set(PYBIND11_FINDPYTHON ON)
  find_package(pybind11 QUIET)
  if(NOT Python_FOUND)
    message(STATUS "no Python package: ${Python_EXECUTABLE} has no headers (package python3-dev)")
    set(MIKPOLY_PYTHON OFF)
  elseif(NOT pybind11_FOUND)
    message(STATUS "no Python package: pybind11 not found (package pybind11-dev)")
    set(MIKPOLY_PYTHON OFF)
  endif()
endif()
