# SPDX-License-Identifier: MIT
# Writes OUTPUT from TEMPLATE with VERSION, FLAGS and the git revision of SOURCE_DIR: the commit, with "-dirty" if
# tracked files have changed, or "unknown" if SOURCE_DIR is not a git repository or git is missing.
set(REVISION unknown)
find_program(git git)
# A source tree that is unpacked inside another repository does not have a revision.
if(git AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${git} describe --always --abbrev=12 --dirty --exclude=* WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0)
    set(REVISION ${described})
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
