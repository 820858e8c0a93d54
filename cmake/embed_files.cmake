# SPDX-License-Identifier: MIT
# zermelo_embed_files(SOURCE FILES...): writes a source for the layer serve, whose function embedded_files() returns the
# bytes of FILES. The source is written when CMake configures, and CMake reconfigures if one of FILES has changed.
function(zermelo_embed_files source)
  set(arrays "")
  set(list "")
  foreach(file IN LISTS ARGN)
    cmake_path(GET file FILENAME name)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(MAKE_C_IDENTIFIER ${name} identifier)
    string(APPEND arrays "constexpr unsigned char ${identifier}[] = {\n${bytes}};\n")
    string(APPEND list "      {\"${name}\", {reinterpret_cast<const char*>(${identifier}), sizeof(${identifier})}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Written by cmake/embed_files.cmake.
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
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
endfunction()
