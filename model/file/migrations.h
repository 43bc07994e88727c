// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps that lead a file of an older format to the present one, one format at a time, in both its forms. A step is
// never changed once a file of its format may be about; tests/data/formats keeps a sample of each.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

class QJsonObject;

namespace rackwright {

struct Migration {
    std::int64_t from = 0;
    /// The CREATE statements of a database of format `from`, in their order; another schema is refused.
    std::vector<std::string> schema;
    /// Statements that make a database of format `from` one of `from` + 1.
    std::string sql;
    /// The same for the text form; none where a text of format `from` is one of `from` + 1 as it stands.
    std::function<void(QJsonObject&)> text;
};

/// Those of this program. Readers take the steps as an argument, for tests.
std::span<const Migration> migrations();

const Migration* migrationFrom(std::span<const Migration> steps, std::int64_t version);

/// Whether a text of that format is one of the present format as it stands.
bool isReadAsItStands(std::int64_t version, std::span<const Migration> steps);

} // namespace rackwright
