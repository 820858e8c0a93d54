# SPDX-License-Identifier: MIT
# Writes OUTPUT from TEMPLATE with VERSION, FLAGS and the git revision of SOURCE_DIR: the commit, "-dirty" behind it if
# files under version control have been changed since, or "unknown" without git.
set(REVISION unknown)
find_program(git git)
# A source tree unpacked inside somebody else's repository has no revision of its own.
if(git AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${git} describe --always --abbrev=12 --dirty --exclude=* WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0)
    set(REVISION ${described})
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
