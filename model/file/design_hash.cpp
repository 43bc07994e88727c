// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_hash.h"

#include "model/file/design_text.h"

#include <QCryptographicHash>

namespace rackwright {

std::string sha256(std::string_view bytes) {
    return QCryptographicHash::hash(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())),
                                    QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

std::string designHash(const Project& project, const Option& option) {
    auto alone = std::make_shared<Project>(project);
    alone->options = {option};
    alone->activeOption = option.id;
    alone->revisions = {};
    return sha256(designText({std::move(alone), 0}));
}

} // namespace rackwright
