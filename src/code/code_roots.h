// What compiled code and its records are found from, in every process that has them: part of the ArenaRoots
// (platform/arena_roots.h). Section::CodeData.
#pragma once

#include <atomic>
#include <string_view>

#include "code/helpers.h"
#include "types/arena_table.h"

namespace celer {

namespace gc {
struct BarrierCells;
}
struct CodePage;  // code/code_map.cpp
struct MethodProfile;
struct NativeCode;

// Code that is made once for whatever a key stands for.
struct KnownCode {
    const void* code;
    const char* key;
    uint64_t key_bytes;
};

// The kinds of keys.
enum class CodeKey : uint8_t {
    UnboxingStub,   // MethodDesc*
    ReverseCall,    // MethodDesc*
    DelegateThunk,  // DelegateThunk and the shape of a signature
    TailThunk,      // bytes on the stack; 0: the call from the stub's frame
    HelperJump,     // Helper
};
inline constexpr int code_key_count = 5;

struct CodeRoots {
    void** helper_slots;
    gc::BarrierCells* barrier_cells;
    TlsOffsets tls_offsets;
    std::atomic<CodePage*>* pages;
    void** shared_interface_dispatch;  // runtime/interface_dispatch.cpp
    MethodProfile* profiles;           // with calls, newest first (code/profile.h)
    NativeCode* native_code;           // newest first (code/native_code.h)
    uint64_t any_handlers_expect_registers;
    uint64_t transitions_in_line;  // thunks of native calls change the thread's mode themselves
    ArenaTable<KnownCode> known_code[code_key_count];
};

CodeRoots& code_roots();

// Null: not known. `entity`: what is unloaded with the code, or null. The caller's lock guards each kind of keys.
void* find_known_code(CodeKey kind, std::string_view key);
void remember_code(CodeKey kind, std::string_view key, void* code, const void* entity);
void forget_known_code();  // of what is unloaded; the world is stopped

template <typename T>
std::string_view code_key(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace celer
