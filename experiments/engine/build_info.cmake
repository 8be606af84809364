# Writes OUTPUT with the commit the sources stand at. Run at every build; touches the file only when it changes.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
set(dirty false)
if(failed)
  set(commit unknown)
else()
  execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no
    OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT changes STREQUAL "")
    set(dirty true)
  endif()
endif()
set(text "// Written by experiments/engine/build_info.cmake.
#include \"experiments/engine/build_info.hpp\"

namespace mikpoly::lab {

const BuildInfo& build_info() {
  static constexpr BuildInfo info{.version = \"${VERSION}\",
                                  .commit = \"${commit}\",
                                  .dirty = ${dirty},
                                  .compiler = \"${COMPILER}\",
                                  .build_type = \"${BUILD_TYPE}\"};
  return info;
}

}  // namespace mikpoly::lab
")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
