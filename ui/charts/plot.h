// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// QCustomPlot for the charts of this folder. Its header uses the keywords of Qt that this program does without and warns
// at our level of warnings, so it is read here and nowhere else.

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach(variable, container) for (variable : container)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <qcustomplot.h>
#pragma GCC diagnostic pop
#undef signals
#undef slots
#undef emit
#undef foreach
