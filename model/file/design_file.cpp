// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_file.h"

#include "model/file/design_text.h"
#include "model/file/disk.h"
#include "model/file/format.h"
#include "model/file/integrity.h"

namespace rackwright {

Result<Document> readDesign(const std::filesystem::path& path) {
    Result<std::string> bytes = readWholeFile(path, kLargestFile, 64);
    if (!bytes)
        return bytes.error();
    return readDesignText(std::move(*bytes), shownPath(path));
}

Done writeDesign(const std::filesystem::path& path, const Document& document) {
    if (Done checked = checkDocument(document, shownPath(path)); !checked)
        return checked;
    return writeAtomically(path, designText(document));
}

} // namespace rackwright
