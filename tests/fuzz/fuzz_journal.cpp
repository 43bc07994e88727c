// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a recovery journal of a small design: what is sound comes back, and the design is whole. Its lines are
// applied once more without their sums, which few changed bytes would pass.
#include "model/base/check.h"
#include "model/file/design_text.h"
#include "model/file/integrity.h"
#include "model/file/journal_text.h"
#include "model/file/recovery_journal.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace rackwright;

namespace {

Document small() {
    const auto read = readDesignText(R"({"format": "rackwright design", "version": 3, "nextId": 9,
        "project": {"name": "Small", "activeOption": 1},
        "parts": [{"id": 2, "part": {"id": "own-node", "vendor": "Own"}}],
        "options": [{"id": 1, "name": "A", "rooms": [{"id": 3, "name": "Hall"}],
        "racks": [{"id": 4, "name": "R01", "room": 3, "centre": {"x_um": 600000}}],
        "devices": [{"id": 5, "part": 2, "placement": {"in-rack": {"rack": 4, "unit": 12}}}]}]})",
                                     "small");
    RW_CHECK(read, "the design of the target is sound");
    return *read;
}

struct JournalFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("fuzz-journal-" + std::to_string(::getpid()));
    ~JournalFile() { std::filesystem::remove(path); }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Document base = small();
    static const JournalFile file;
    if (std::FILE* out = std::fopen(file.path.c_str(), "wb")) {
        std::fwrite(data, 1, size, out);
        std::fclose(out);
    }
    if (const auto back = recovered(file.path, base, "base"))
        RW_CHECK(checkDocument(back->document, "f"), "what comes back is a whole design");
    constexpr std::size_t kSum = 17; // its digits and a blank
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.size() > kSum)
            if (const auto next = withDifference(base, line.substr(kSum), "f"); next && checkDocument(*next, "f"))
                RW_CHECK(readDesignText(designText(*next), "f"), "a whole design reads back");
    }
    return 0;
}
