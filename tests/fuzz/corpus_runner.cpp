// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target without a fuzzer, as a test that any compiler builds: every file of the corpus as it is, then
// changed in random ways from a fixed seed. Usage: TARGET --rounds N [--from ROUND] FILE_OR_FOLDER...
// A round depends on its number alone, so that the one that fails is run again by --from. An input that takes more than
// five seconds, or after which the program has taken more than 1 GiB, fails too.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// What runs now, for the handler of a crash.
std::array<char, 200> g_place;

void tellPlace(int signal) {
    const ::ssize_t written = ::write(STDERR_FILENO, g_place.data(), std::strlen(g_place.data()));
    std::signal(signal, SIG_DFL);
    std::raise(written < 0 ? SIGKILL : signal);
}

constexpr unsigned kLongestSeconds = 5;
constexpr long kMostKibibytes = 1 << 20;

// Sanitizers take memory and time of their own.
constexpr bool isInstrumented() {
#ifdef RACKWRIGHT_SANITIZED
    return true;
#else
    return false;
#endif
}

/// Of the processor, so that a busy machine fails nobody; 0: no limit.
void limitTime(unsigned seconds) {
    itimerval limit{};
    limit.it_value.tv_sec = seconds;
    setitimer(ITIMER_PROF, &limit, nullptr);
}

void run(const std::string& bytes, const std::string& place) {
    std::snprintf(g_place.data(), g_place.size(), "the fuzz target failed in %s\n", place.c_str());
    limitTime(isInstrumented() ? 20 * kLongestSeconds : kLongestSeconds);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    limitTime(0);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    if (!isInstrumented() && used.ru_maxrss > kMostKibibytes) {
        std::fputs("more than 1 GiB is taken: ", stderr);
        std::raise(SIGABRT);
    }
}

// Bytes that readers trip over.
constexpr std::array<std::string_view, 16> kAwkward = {
    "{",    "}",    "[",    "\"", "\\",   ",", "\n", "-", "1e999", "18446744073709551616",
    "null", "\xff", "\xc3", "0x", "\r\n", ";"};

// Numbers that nobody means.
constexpr std::array<std::string_view, 14> kNumbers = {
    "-1",   "0",     "1",      "1e9", "1000000000",          "4294967296", "1000000000000000",
    "1e15", "1e308", "-1e308", "nan", "9223372036854775807", "1e-308",     "0.5"};

/// Another number in the place of one that stands in a text.
void changeNumber(std::string& bytes, std::size_t from, std::mt19937_64& random) {
    constexpr const char* digits = "0123456789";
    const std::size_t at = bytes.find_first_of(digits, from);
    if (at == std::string::npos)
        return;
    const std::size_t end = bytes.find_first_not_of("0123456789.eE+-", at);
    bytes.replace(at, (end == std::string::npos ? bytes.size() : end) - at, kNumbers[random() % kNumbers.size()]);
}

/// What stands between two marks of a text from a place on; empty where there is none.
std::string_view wordFrom(const std::string& bytes, std::size_t from, char mark) {
    const std::size_t at = bytes.find(mark, from);
    const std::size_t end = at == std::string::npos ? at : bytes.find(mark, at + 1);
    return end == std::string::npos ? std::string_view{} : std::string_view(bytes).substr(at + 1, end - at - 1);
}

/// The text with one value or line exchanged for another one of it: it stays well formed more often than not.
std::string rearranged(std::string bytes, std::mt19937_64& random) {
    for (std::uint64_t changes = 1 + random() % 2; changes > 0 && !bytes.empty(); --changes) {
        const std::size_t at = random() % bytes.size(), from = random() % bytes.size();
        const char mark = random() % 3 == 0 ? '\n' : '"';
        const std::string_view old = wordFrom(bytes, at, mark);
        switch (random() % 4) {
        case 0:
        case 1:
            changeNumber(bytes, at, random);
            break;
        case 2: {
            const std::size_t digits = bytes.find_first_of("0123456789", from);
            const std::size_t place = bytes.find_first_of("0123456789", at);
            if (digits != std::string::npos && place != std::string::npos) {
                const std::size_t end = bytes.find_first_not_of("0123456789.", digits);
                const std::size_t last = bytes.find_first_not_of("0123456789.", place);
                bytes.replace(place, std::min(last, bytes.size()) - place,
                              bytes.substr(digits, std::min(end, bytes.size()) - digits));
            }
            break;
        }
        default:
            if (old.data())
                bytes.replace(static_cast<std::size_t>(old.data() - bytes.data()), old.size(),
                              mark == '\n' ? std::string() : std::string(wordFrom(bytes, from, mark)));
        }
    }
    return bytes;
}

std::string changed(std::string bytes, const std::vector<std::string>& corpus, std::mt19937_64& random) {
    for (std::uint64_t changes = 1 + random() % 6; changes > 0; --changes) {
        if (bytes.empty())
            bytes = "x";
        const std::size_t at = random() % bytes.size();
        const std::size_t length = 1 + random() % std::min<std::size_t>(bytes.size() - at, 40);
        switch (random() % 9) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
            break;
        case 2:
            bytes.erase(at, length);
            break;
        case 3:
            bytes.insert(at, bytes.substr(at, length));
            break;
        case 4:
            bytes.insert(at, kAwkward[random() % kAwkward.size()]);
            break;
        case 5: {
            const std::string& other = corpus[random() % corpus.size()];
            const std::size_t from = other.empty() ? 0 : random() % other.size();
            bytes.replace(at, length, other, from, length);
            break;
        }
        case 6:
        case 7:
            changeNumber(bytes, at, random);
            break;
        default:
            bytes.resize(at);
        }
    }
    return bytes;
}

std::vector<fs::path> filesOf(const std::vector<fs::path>& places) {
    std::vector<fs::path> files;
    for (const fs::path& place : places)
        if (fs::is_directory(place))
            for (const auto& entry : fs::directory_iterator(place))
                files.push_back(entry.path());
        else
            files.push_back(place);
    std::ranges::sort(files);
    return files;
}

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int argc, char** argv) {
    std::uint64_t from = 0, rounds = 0;
    std::vector<fs::path> places;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if ((word == "--rounds" || word == "--from") && i + 1 < argc)
            (word == "--from" ? from : rounds) = std::strtoull(argv[++i], nullptr, 10);
        else
            places.emplace_back(word);
    }
    std::vector<std::string> corpus;
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGPROF})
        std::signal(signal, tellPlace);
    for (const fs::path& file : filesOf(places)) {
        corpus.push_back(contents(file));
        run(corpus.back(), file.filename().string());
    }
    if (corpus.empty()) {
        std::fputs("there is no corpus: name its files or folders\n", stderr);
        return 2;
    }
    for (std::uint64_t round = from; round < from + rounds; ++round) {
        std::mt19937_64 random(round);
        const std::string& whole = corpus[random() % corpus.size()];
        run(round % 2 == 0 ? changed(whole, corpus, random) : rearranged(whole, random),
            "round " + std::to_string(round));
    }
    std::printf("%zu files, rounds %llu to %llu: no crash\n", corpus.size(), static_cast<unsigned long long>(from),
                static_cast<unsigned long long>(from + rounds));
    return 0;
}
