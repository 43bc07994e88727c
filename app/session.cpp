// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <utility>

namespace rackwright {

Session::Session(Texts texts) : m_texts(std::move(texts)) {}

} // namespace rackwright
