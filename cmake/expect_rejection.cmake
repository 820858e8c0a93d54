# SPDX-License-Identifier: MIT
# cmake -D command=COMPILER;ARGUMENT... -D sources=FILE;... -P expect_rejection.cmake
# Fails unless the compiler refuses each source, in their order, with one error, whose message matches the source's line
# `// expect: REGULAR EXPRESSION`.
execute_process(COMMAND ${command} OUTPUT_VARIABLE output ERROR_VARIABLE output)
set(mark "error: ")
string(LENGTH "${mark}" length)
set(rest "${output}")
foreach(source IN LISTS sources)
  file(STRINGS ${source} expected REGEX "^// expect: " LIMIT_COUNT 1)
  string(REPLACE "// expect: " "" expected "${expected}")
  string(FIND "${rest}" "${mark}" begin)
  string(SUBSTRING "${rest}" ${begin} -1 rest)
  string(FIND "${rest}" "\n" end)
  string(SUBSTRING "${rest}" 0 ${end} message)
  string(SUBSTRING "${rest}" ${length} -1 rest)
  if(NOT expected OR begin EQUAL -1 OR NOT message MATCHES "${expected}")
    message(FATAL_ERROR "${source}: expected one error, with a message that matches '${expected}', got '${message}':\n"
      "${output}")
  endif()
endforeach()
if(rest MATCHES "${mark}")
  message(FATAL_ERROR "more errors than sources:\n${output}")
endif()
