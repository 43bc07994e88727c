// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceBooks: the user's price books, where a program keeps some. Services that do offer it beside StudioServices;
// where they do not, the commands that need books are off.

#include "catalog/price_book.h"

namespace rackwright {

class PriceBooks {
public:
    virtual ~PriceBooks() = default;
    /// Opened on first use; fails where the file cannot be opened.
    virtual Result<PriceBookStore*> priceBook() = 0;
};

} // namespace rackwright
