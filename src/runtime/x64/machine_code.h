// For tests only: machine code assembled by hand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace celer::testing_support {

// The code of a method with a frame, as it grows; positions are offsets from its start.
class MachineCode {
  public:
    static constexpr uint32_t frame_size = 64;
    static constexpr uint32_t prologue_size = 8;

    MachineCode() { bytes({0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, frame_size}); }  // push rbp; mov rbp, rsp; sub rsp

    uint32_t position() const { return static_cast<uint32_t>(code_.size()); }
    std::span<const uint8_t> code() const { return code_; }
    void bytes(std::initializer_list<uint8_t> bytes) { code_.insert(code_.end(), bytes); }
    // mov rax, function; call rax
    void call(void* function) {
        bytes({0x48, 0xb8});
        auto target = reinterpret_cast<uintptr_t>(function);
        for (int i = 0; i < 8; i++) code_.push_back(static_cast<uint8_t>(target >> (8 * i)));
        bytes({0xff, 0xd0});
    }
    template <typename R, typename... A>
    void call(R (*function)(A...)) {
        call(reinterpret_cast<void*>(function));
    }
    // Callee-saved registers by index: rbx r12 r13 r14 r15.
    void set_register(uint32_t index, uint32_t value) {
        static constexpr uint8_t opcodes[][3] = {
            {0x48, 0xc7, 0xc3}, {0x49, 0xc7, 0xc4}, {0x49, 0xc7, 0xc5}, {0x49, 0xc7, 0xc6}, {0x49, 0xc7, 0xc7}};
        code_.insert(code_.end(), opcodes[index], opcodes[index] + 3);
        for (int i = 0; i < 4; i++) code_.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
    void store_register(uint32_t index, uint32_t slot) { move_register(0x89, index, slot); }
    void restore_register(uint32_t index, uint32_t slot) { move_register(0x8b, index, slot); }
    void return_rax() { bytes({0xc9, 0xc3}); }  // leave; ret
    // A finally, fault or filter handler that calls the function (a filter's exception is in rdi).
    template <typename R, typename... A>
    uint32_t funclet(R (*function)(A...)) {
        uint32_t begin = position();
        bytes({0x48, 0x83, 0xec, 0x08});  // sub rsp, 8
        call(function);
        bytes({0x48, 0x83, 0xc4, 0x08, 0xc3});  // add rsp, 8; ret
        return begin;
    }
    // A catch handler that returns what the function makes of the exception.
    template <typename R, typename... A>
    uint32_t catch_handler(R (*function)(A...)) {
        uint32_t begin = position();
        bytes({0x48, 0x89, 0xc7});  // mov rdi, rax
        call(function);
        return_rax();
        return begin;
    }

  private:
    void move_register(uint8_t opcode, uint32_t index, uint32_t slot) {
        static constexpr uint8_t modes[] = {0x5d, 0x65, 0x6d, 0x75, 0x7d};
        bytes({static_cast<uint8_t>(index == 0 ? 0x48 : 0x4c), opcode, modes[index],
               static_cast<uint8_t>(256 - 8 * slot)});
    }

    std::vector<uint8_t> code_;
};

}  // namespace celer::testing_support
