// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_file.h"

#include "app/echo.h"

namespace rackwright {

Error inFile(const std::string& file, const Error& error, const Texts& texts) {
    return {
        Message("text-file.refused").with("file", file).with("reason", texts.sentence(withShortEchoes(error.message))),
        error.kind};
}

} // namespace rackwright
