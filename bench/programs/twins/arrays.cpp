// The rows of ../warm/arrays.cs as C++: what clang makes of them. Does what the harness says, as ../told.part.
#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int kLength = 4096;
constexpr int kRounds = 200;

int a[kLength], b[kLength], c[kLength];
double x[kLength], y[kLength];
uint8_t bytes[kLength];

[[gnu::noinline]] int64_t sum(const int* values, int length) {
    int64_t sum = 0;
    for (int i = 0; i < length; i++) sum += values[i];
    return sum;
}

[[gnu::noinline]] int sum_of_span(const int* values, int length) {
    unsigned sum = 0;
    for (int i = 0; i < length; i++) sum += static_cast<unsigned>(values[i]);
    return static_cast<int>(sum);
}

[[gnu::noinline]] int max(const int* values, int length) {
    int max = INT_MIN;
    for (int i = 0; i < length; i++) max = std::max(max, values[i]);
    return max;
}

[[gnu::noinline]] void copy_by_hand(const int* from, int* to, int length) {
    for (int i = 0; i < length; i++) to[i] = from[i];
}

[[gnu::noinline]] void copy(const int* from, int* to, int length) { std::memmove(to, from, sizeof(int) * length); }

[[gnu::noinline]] void multiply_add(const int* left, const int* right, int* result, int length) {
    for (int i = 0; i < length; i++) result[i] = left[i] * right[i] + 3;
}

[[gnu::noinline]] void transform(double* to, const double* from, int length) {
    for (int i = 0; i < length; i++) to[i] = from[i] * 1.5 - 2;
}

[[gnu::noinline]] void to_doubles(const int* from, double* to, int length) {
    for (int i = 0; i < length; i++) to[i] = from[i];
}

[[gnu::noinline]] int saturated(const uint8_t* values, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
        int value = values[i] + 100;
        sum += value > 255 ? 255 : value;
    }
    return sum;
}

[[gnu::noinline]] int find(const int* values, int length, int wanted) {
    for (int i = 0; i < length; i++) {
        if (values[i] == wanted) return i;
    }
    return -1;
}

void fill() {
    for (int i = 0; i < kLength; i++) {
        a[i] = i * 7919 % 1000;
        b[i] = i * 31 % 77;
        x[i] = a[i] * 0.5;
        bytes[i] = static_cast<uint8_t>(a[i]);
    }
}

template <typename Work>
int64_t repeat(Work work) {
    int64_t sum = 0;
    for (int i = 0; i < kRounds; i++) {
        sum += work();
        asm volatile("" ::: "memory");  // each round is done: what it read may have changed
    }
    return sum;
}

using Clock = std::chrono::steady_clock;

template <typename Work>
int64_t best_nanoseconds(Work work, std::chrono::milliseconds measured) {
    auto best = std::chrono::nanoseconds::max();
    for (auto begin = Clock::now(); Clock::now() - begin < measured;) {
        auto start = Clock::now();
        repeat(work);
        best = std::min<std::chrono::nanoseconds>(best, Clock::now() - start);
    }
    return best.count();
}

// The case `name`, if it is the one that is wanted.
template <typename Work>
bool row(const char* name, const std::string& wanted, Work work) {
    if (wanted != name) return false;
    int64_t check = repeat(work);
    std::string times, line;
    for (std::cout << R"({"state": "warm"})" << std::endl; std::getline(std::cin, line) && !line.empty();) {
        times += times.empty() ? "[" : ", [";
        times += std::to_string(best_nanoseconds(work, std::chrono::milliseconds(std::stoi(line)))) + "]";
        std::cout << R"({"state": "measured"})" << std::endl;
    }
    std::cout << R"({"ns": [)" << times << R"(], "result": ")" << check << R"("})" << std::endl;
    return true;
}

bool run(const std::string& name) {
    return row("array-sum", name, [] { return sum(a, kLength); }) ||
           row("span-sum", name, [] { return sum_of_span(a, kLength); }) ||
           row("array-max", name, [] { return max(a, kLength); }) ||
           row("array-copy-loop", name, [] { return copy_by_hand(a, c, kLength), c[77]; }) ||
           row("array-copy", name, [] { return copy(a, c, kLength), c[77]; }) ||
           row("array-multiply-add", name, [] { return multiply_add(a, b, c, kLength), c[77]; }) ||
           row("span-transform", name, [] { return transform(y, x, kLength), static_cast<int64_t>(y[77]); }) ||
           row("array-to-double", name, [] { return to_doubles(a, y, kLength), static_cast<int64_t>(y[77]); }) ||
           row("bytes-saturate", name, [] { return saturated(bytes, kLength); }) ||
           row("array-find", name, [] { return find(a, kLength, -1); });
}

}  // namespace

int main() {
    fill();
    for (std::string name; std::getline(std::cin, name);) {
        if (!run(name)) std::cout << R"({"failure": "not among the program's cases"})" << std::endl;
    }
}
