// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading a whole text that a person names on the command line, and saying what is wrong in it.

#include "model/file/text_file.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

/// The error of what a file holds, said with the file's name.
Error inFile(const std::string& file, const Error& error, const Texts& texts);

} // namespace rackwright
