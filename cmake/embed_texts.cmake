# Writes FILES (a list) into OUTPUT: the function FUNCTION of namespace mikpoly, declared in HEADER, returns them as a
# table of names and raw strings.
set(table "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  get_filename_component(name ${file} NAME)
  string(APPEND table "    {\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

#include <vector>

namespace mikpoly {

std::span<const EmbeddedText> ${FUNCTION}() {
  static const std::vector<EmbeddedText> texts{
${table}  };
  return texts;
}

}  // namespace mikpoly
")
