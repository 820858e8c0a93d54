# SPDX-License-Identifier: MIT
# Writes the source OUTPUT of the function zermelo::serve::embedded_files, which returns the texts of FILES.
cmake_minimum_required(VERSION 3.25)
set(arrays "")
set(list "")
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(MAKE_C_IDENTIFIER ${name} identifier)
  string(APPEND arrays "constexpr unsigned char ${identifier}[] = {\n${bytes}};\n")
  string(APPEND list
    "      {\"${name}\", {reinterpret_cast<const char*>(${identifier}), sizeof(${identifier})}},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "// Written by cmake/embed_files.cmake.
#include \"page/page_files.hpp\"

namespace zermelo::serve {
namespace {

@arrays@
}  // namespace

std::vector<embedded_file> embedded_files() {
  return {
@list@  };
}

}  // namespace zermelo::serve
")
