// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/convert.h"

#include "app/verbs/design_argument.h"
#include "model/file/design_file.h"

#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}}, {{"--output", "FILE"}, kForceOption}};

} // namespace

int runConvert(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto output = arguments->option("--output");
    if (!output)
        return refused(usageError(Message("arguments.option-missing").with("option", "--output").with("value", "FILE")),
                       streams, session);
    if (Done free = checkOutput(*arguments, *output, arguments->positional(0)); !free)
        return refused(free.error(), streams, session);
    const auto design = session.open(arguments->positional(0), std::nullopt);
    if (!design)
        return refused(design.error(), streams, session);
    const Done written = writeDesign(*output, design->document, Links::Refuse);
    if (!written)
        return refused(written.error(), streams, session);
    streams.out << session.texts().sentence(Message("convert.done").with("file", *output)) << '\n';
    return kExitDone;
}

} // namespace rackwright
