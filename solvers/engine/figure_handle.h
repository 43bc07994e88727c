// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FigureHandle: what code calls a figure by. Each domain lists the handles of its figures in its figures.h; nobody else
// writes their names. The build reads the numbers from there too.

#include "solvers/engine/figure.h"

#include <string>
#include <string_view>

namespace rackwright {

/// How code asks for a figure; stands for its name wherever one is taken.
struct FigureHandle {
    int number;            ///< the same in every output; a new figure takes the next one, none is used again
    std::string_view name; ///< "rack.power.peak", as it is printed and asked for; it never changes its meaning
    SubjectKind subject;   ///< what it is a figure of

    constexpr operator std::string_view() const { return name; }
    operator std::string() const { return std::string(name); }
    friend constexpr bool operator==(FigureHandle a, FigureHandle b) { return a.name == b.name; }
    friend constexpr bool operator==(FigureHandle a, std::string_view b) { return a.name == b; }
};

} // namespace rackwright
