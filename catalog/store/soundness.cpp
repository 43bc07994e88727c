// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/soundness.h"

#include "catalog/store/sql_connection.h"

namespace rackwright {

Error damagedDatabase(const std::string& path, const std::string& reason) {
    return inputError(Message("catalog.database.damaged")
                          .with("file", std::string_view(path))
                          .with("reason", std::string_view(reason)));
}

Done checkStructure(const SqlConnection& connection) {
    SqlStatement check(connection, "PRAGMA quick_check(1)");
    if (Done ok = check.run(); !ok)
        return ok;
    const std::string answer = check.next() ? check.text(0) : std::string("no answer");
    return answer == "ok" ? done() : Done(damagedDatabase(connection.path(), answer));
}

Done copyDatabase(const SqlConnection& connection, const std::string& path) {
    SqlStatement copy(connection, "VACUUM INTO ?");
    return copy.bind(path).run();
}

} // namespace rackwright
