// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Clang 16 instantiates the constexpr destructor of a vector whose element is not complete yet, as qpdf's JSON has one.
// Read before everything else, this gives it a vector whose members are no constant expressions.
#include <string>
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR inline
#include <vector>
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR constexpr
