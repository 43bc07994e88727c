# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, the table of figure numbers that the program carries, from the handles in solvers/*/figures.h under ROOT.
file(GLOB headers "${ROOT}/solvers/*/figures.h")
set(rows "number,figure\n")
foreach(header ${headers})
  file(READ "${header}" text)
  string(REGEX MATCHALL "FigureHandle [A-Za-z0-9]+{[0-9]+,[ \n]*\"[^\"]+\"" handles "${text}")
  foreach(handle ${handles})
    string(REGEX REPLACE ".*{([0-9]+),[ \n]*\"([^\"]+)\"" "\\1,\\2\n" row "${handle}")
    string(APPEND rows "${row}")
  endforeach()
endforeach()
file(WRITE "${OUTPUT}" "${rows}")
