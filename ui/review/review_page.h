// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The review page: the proposal as one HTML file that needs nothing but a browser. It walks the blocks that the PDF is
// laid out from; what it may say was decided where they were made.

#include "ui/report/review_content.h"

#include <QByteArray>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// The name of the file.
inline constexpr const char* kReviewPageFile = "review-page.html";

/// UTF-8; the same content gives the same bytes. Its policy admits the page's own script and style sheet and nothing
/// else.
QByteArray reviewPageOf(const ReviewContent& content, const Texts& texts);

/// The project that a page names; nothing of a file that is none.
std::optional<std::string> projectOfReviewPage(std::string_view page);

} // namespace rackwright
