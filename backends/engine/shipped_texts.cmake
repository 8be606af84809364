# Writes FILES (a list) into OUTPUT as a table of raw strings: file name, text.
set(table "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  get_filename_component(name ${file} NAME)
  string(APPEND table "    {\"${name}\", R\"yaml(${text})yaml\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"backends/engine/shipped_texts.hpp\"

#include <vector>

namespace mikpoly {

std::span<const ShippedText> shipped_texts() {
  static const std::vector<ShippedText> texts{
${table}  };
  return texts;
}

}  // namespace mikpoly
")
