// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures below plans: where a project keeps their bytes, and their pixels, decoded once while a view shows them. A
// picture that is missing, foreign or broken has no pixels.

#include "model/design/embedded_picture.h"
#include "model/project/project.h"

#include <QImage>

#include <map>
#include <mutex>
#include <string>

namespace rackwright {

/// The setting that holds the bytes of a picture as base64, by the digest that an underlay names.
std::string pictureKey(const std::string& sha256);
std::string pictureText(const EmbeddedPicture& picture);

struct DecodedPicture {
    EmbeddedPicture picture;
    QImage pixels;
};

/// Checked as any file from outside is: PNG only, within the limits of EmbeddedPicture, of the digest that is asked for.
DecodedPicture decodedPicture(const Project& project, const std::string& sha256);
/// PNG only; a null image where the data is broken.
QImage pixelsOf(const EmbeddedPicture& picture);

/// Safe from the threads that draw.
class PictureCache {
public:
    /// Keeps the last few; one without pixels is looked for again, since an undo may bring it back.
    DecodedPicture picture(const Project& project, const std::string& sha256);

private:
    std::mutex m_mutex;
    std::map<std::string, DecodedPicture> m_kept;
};

} // namespace rackwright
