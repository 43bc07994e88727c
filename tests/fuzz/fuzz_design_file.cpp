// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a design file, in both forms, and as a record of the journal: read or refused. What is read must write
// to text that reads back to the same text.
#include "model/file/design_database.h"
#include "model/file/design_text.h"
#include "model/file/journal_text.h"

#include <cstdlib>

using namespace rackwright;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto document = looksLikeDatabase(bytes) ? readDesignDatabase(bytes, "f") : readDesignText(bytes, "f");
    if (document) {
        const std::string text = designText(*document);
        const auto again = readDesignText(text, "f");
        if (!again || designText(*again) != text)
            std::abort();
    }
    (void)withDifference(emptyDocument("f"), bytes, "f");
    return 0;
}
