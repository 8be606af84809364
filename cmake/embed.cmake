# mikpoly_embed(OUTPUT HEADER FUNCTION FILE...)
# Makes the source OUTPUT with the texts of files, for the program to find them without a folder; see embed_texts.cmake.
set(mikpoly_embed_script ${CMAKE_CURRENT_LIST_DIR}/embed_texts.cmake)
function(mikpoly_embed OUTPUT HEADER FUNCTION)
  add_custom_command(OUTPUT ${OUTPUT}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${OUTPUT}" "-DHEADER=${HEADER}" "-DFUNCTION=${FUNCTION}" "-DFILES=${ARGN}"
      -P ${mikpoly_embed_script}
    DEPENDS ${ARGN} ${mikpoly_embed_script}
    VERBATIM COMMENT "")
  set_source_files_properties(${OUTPUT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
