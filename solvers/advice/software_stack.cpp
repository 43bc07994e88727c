// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/software_stack.h"

#include "solvers/advice/guide_book.h"

#include <array>

namespace rackwright {

namespace {

constexpr std::string_view kNobodySaid = "unknown";

struct StackKey {
    std::string_view key;   ///< of the setting
    std::string_view guide; ///< key of the guides
    std::string_view words; ///< empty: a country
    bool isCompliance = false;
};
constexpr std::array kStackKeys = {
    StackKey{"stack.os", "os",
             "unknown|Ubuntu 22.04 LTS|Ubuntu 24.04 LTS|RHEL 9 / Rocky 9|DGX OS|SLES 15 SP5|Debian 12|Flatcar / "
             "Bottlerocket"},
    StackKey{"stack.kernel", "kernel", "unknown|5.14|5.15|6.1|6.4|6.5|6.8|6.11|6.12|6.14"},
    StackKey{"stack.driver", "driver", "unknown|525|535|550|555|560|570|575|580|590"},
    StackKey{"stack.open-module", "open_module", "unknown|yes|no"},
    StackKey{"stack.secure-boot", "secure_boot", "unknown|yes|no"},
    StackKey{"stack.cuda", "cuda", "unknown|11.8|12.0|12.1|12.2|12.3|12.4|12.5|12.6|12.8|12.9|13.0|13.1"},
    StackKey{"stack.nccl", "nccl",
             "unknown|2.16|2.17|2.18|2.19|2.20|2.21|2.22|2.23|2.24|2.25|2.26|2.27|2.28|2.29"},
    StackKey{"stack.mig", "mig", "unknown|yes|no"},
    StackKey{"stack.filesystem", "filesystem", "unknown|lustre|nfs|weka|storage-scale|beegfs|vast|object"},
    StackKey{"stack.lustre-client", "lustre_client", "unknown|2.12|2.14|2.15|2.16|2.17"},
    StackKey{"stack.lustre-server", "lustre_server", "unknown|2.12|2.14|2.15|2.16|2.17"},
    StackKey{"stack.scheduler", "scheduler", "unknown|slurm|kubernetes"},
    StackKey{"stack.gang", "gang", "unknown|none|kueue|volcano"},
    StackKey{"stack.container", "runtime", "unknown|docker|podman|containerd|enroot"},
    StackKey{"stack.serving", "engine", "unknown|vLLM|SGLang|TensorRT-LLM|Triton|TGI"},
    StackKey{"stack.monitoring", "monitoring", "unknown|dcgm|amd-smi|none"},
    StackKey{"compliance.data", "data", "unknown|personal|confidential|public", true},
    StackKey{"compliance.data-country", "site_country", "", true},
    StackKey{"compliance.processing-country", "cloud_country", "", true},
    StackKey{"compliance.sector", "sector", "unknown|finance|healthcare|public|other", true}};

std::string countryChoice() {
    std::string words(kNobodySaid);
    for (const std::string& code : countryCodes())
        words.append("|").append(code);
    return words;
}

} // namespace

std::vector<StackStatement> stackStatements(const Context& context) {
    std::vector<StackStatement> statements;
    for (const StackKey& each : kStackKeys) {
        StackStatement statement{std::string(each.key), std::string(each.guide), each.isCompliance, {}, {}};
        if (const Setting* said = context.setting(each.key); said && said->value != kNobodySaid) {
            statement.value = said->value;
            statement.source = said->source;
        }
        statements.push_back(std::move(statement));
    }
    return statements;
}

std::vector<SettingDefinition> stackSettings() {
    std::vector<SettingDefinition> settings;
    for (const StackKey& each : kStackKeys) {
        SettingDefinition row;
        row.key = each.key;
        row.source = {"Rackwright", "Nobody has said", {}, {}};
        row.meaning = "setting." + std::string(each.key);
        row.words = each.words.empty() ? countryChoice() : std::string(each.words);
        row.defaultWord = kNobodySaid;
        settings.push_back(std::move(row));
    }
    return settings;
}

} // namespace rackwright
