#include "reflection/invoke.h"

#include <alloca.h>

#include <cstring>

#include "code/abi.h"
#include "code/helpers.h"
#include "gc/barrier.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/engine.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

// A scalar as it travels in an integer register: small integers extended to 32 bits.
uint64_t load_scalar(ElementType element, const void* address, uint32_t size_bytes) {
    switch (size_bytes) {
        case 1: {
            uint8_t value = *static_cast<const uint8_t*>(address);
            return element == ElementType::I1 ? static_cast<uint32_t>(static_cast<int8_t>(value)) : value;
        }
        case 2: {
            uint16_t value = *static_cast<const uint16_t*>(address);
            return element == ElementType::I2 ? static_cast<uint32_t>(static_cast<int16_t>(value)) : value;
        }
        default: {
            uint64_t value = 0;
            std::memcpy(&value, address, size_bytes);
            return value;
        }
    }
}

// Register files and stack area of one call.
class CallFrame {
  public:
    explicit CallFrame(uint64_t* stack) : stack_(stack) {}

    void pass_pointer(const abi::Location& location, uint64_t value) { pass_word(location, value); }

    void pass(const abi::Location& location, TypeHandle type, const void* address) {
        if (location.piece_count == 0) {
            if (location.is_struct) {
                gc::move_values(reinterpret_cast<uint8_t*>(stack_) + location.stack_offset, address,
                                location.size_bytes);
            } else {
                pass_word(location, load_scalar(type.verification_type(), address, location.size_bytes));
            }
            return;
        }
        if (!location.is_struct && !location.pieces[0].is_float) {
            pass_word(location, load_scalar(type.verification_type(), address, location.size_bytes));
            return;
        }
        for (uint32_t i = 0; i < location.piece_count; i++) {
            const abi::Piece& piece = location.pieces[i];
            void* target = piece.is_float ? static_cast<void*>(&registers.vector[piece.index])
                                          : static_cast<void*>(&registers.integer[piece.index]);
            std::memcpy(target, static_cast<const uint8_t*>(address) + i * 8, piece.size_bytes);
        }
    }

    RegisterArguments registers{};

  private:
    void pass_word(const abi::Location& location, uint64_t value) {
        if (location.piece_count != 0) {
            registers.integer[location.pieces[0].index] = value;
        } else {
            stack_[location.stack_offset / 8] = value;
        }
    }

    uint64_t* stack_;
};

void read_result(const abi::Location& location, const CallResult& result, uint8_t* destination) {
    for (uint32_t i = 0; i < location.piece_count; i++) {
        const abi::Piece& piece = location.pieces[i];
        const void* source = piece.is_float
                                 ? static_cast<const void*>(&result.vector[piece.index])
                                 : (piece.index == 0 ? static_cast<const void*>(&result.value) : &result.high);
        std::memcpy(destination + i * 8, source, piece.size_bytes);
    }
}

Object* box_pointer(TypeHandle type, const void* address, bool& out_of_memory) {
    MethodTable* table = corelib_type("System.Reflection", "Pointer");
    Object* object = allocate_object(table);
    if (object == nullptr) {
        out_of_memory = true;
        return nullptr;
    }
    object->field<void*>(field_offset(table, "_ptr")) = *static_cast<void* const*>(address);
    gc::store_field(object, field_offset(table, "_ptrType"), type_object(type));
    return object;
}

Object* box_nullable(MethodTable* table, const uint8_t* value, bool& out_of_memory) {
    if (value[0] == 0) return nullptr;
    TypeHandle underlying = TypeHandle::from_raw(table->per_inst_info[0][0]);
    return box_value(underlying, value + table->nullable_value_offset, out_of_memory);
}

InvokeResult finish(TypeHandle type, const uint8_t* value) {
    InvokeResult invoked;
    bool out_of_memory = false;
    if (type.element_type() == ElementType::Void) return invoked;
    if (type.is_byref()) {
        const void* target = *reinterpret_cast<const void* const*>(value);
        if (target == nullptr) {
            invoked.null_byref = true;
            return invoked;
        }
        invoked.value = box_value(TypeHandle::from_raw(type.type_desc()->parameter), target, out_of_memory);
    } else {
        invoked.value = box_value(type, value, out_of_memory);
    }
    return invoked;
}

// The receiver as machine word: boxed value types are entered behind their header.
uint64_t receiver_word(const MethodDesc* method, Object* receiver) {
    if (receiver == nullptr) return 0;
    return reinterpret_cast<uint64_t>(method->owner->is_value_type() ? static_cast<void*>(receiver->field_base())
                                                                     : receiver);
}

// How a struct is passed depends on its layout.
Result<void> lay_out(TypeHandle type) {
    if (!type.is_value_type()) return {};
    return ensure_loaded(type.method_table(), LoadLevel::Layout);
}

Result<InvokeResult> call(Thread& thread, MethodDesc* method, uint64_t this_word, void* const* arguments) {
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    CELER_TRY_VOID(lay_out(signature->return_type));
    for (uint32_t i = 0; i < signature->parameter_count; i++) CELER_TRY_VOID(lay_out(signature->parameters[i]));
    abi::CallLayout layout(*signature);
    uint32_t words = (layout.stack_bytes() + 15) / 16 * 2;
    auto* stack = static_cast<uint64_t*>(alloca(words * 8 + 8));
    std::memset(stack, 0, words * 8);
    uint32_t return_bytes = layout.result().location.size_bytes < 16 ? 16 : layout.result().location.size_bytes;
    auto* value = static_cast<uint8_t*>(alloca(return_bytes));
    std::memset(value, 0, return_bytes);

    CallFrame frame(stack);
    frame.registers.stack = stack;
    frame.registers.stack_words = words;
    if (layout.result().in_memory) frame.registers.integer[0] = reinterpret_cast<uint64_t>(value);
    uint32_t next = 0;
    if (signature->has_this != 0) frame.pass_pointer(layout.argument(next++), this_word);
    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        TypeHandle type = signature->parameters[i];
        const abi::Location& location = layout.argument(next++);
        if (type.is_byref()) {
            frame.pass_pointer(location, reinterpret_cast<uint64_t>(arguments[i]));
        } else {
            frame.pass(location, type, arguments[i]);
        }
    }
    CallResult result = call_managed_with(thread, method_stub(method), frame.registers, Boundary::CatchAll);
    if (result.exception != nullptr) return InvokeResult{nullptr, result.exception, false};
    if (!layout.result().in_memory) read_result(layout.result().location, result, value);
    return finish(signature->return_type, value);
}

bool same_parameters(const MethodSignature* a, const MethodSignature* b) {
    if (a->parameter_count != b->parameter_count) return false;
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (a->parameters[i] != b->parameters[i]) return false;
    }
    return true;
}

// The static String.Ctor that stands for a constructor.
Result<MethodDesc*> string_factory(MethodDesc* constructor) {
    MethodTable* string = constructor->owner;
    const MethodSignature* wanted = CELER_TRY(method_signature(constructor));
    for (uint32_t i = 0; i < string->info->method_count; i++) {
        MethodDesc* method = declared_method(string, i);
        if (method_name(method) == "Ctor" && same_parameters(wanted, CELER_TRY(method_signature(method))))
            return method;
    }
    return fail(ErrorKind::MissingMethod, "System.String has no factory for this constructor.");
}

Result<InvokeResult> construct_array(Thread& thread, MethodDesc* constructor, void* const* arguments) {
    MethodTable* array = constructor->owner;
    MethodDesc* create =
        find_method(well_known(WellKnown::Array), "CreateInstanceMDArray", "object (nint, uint, void*)");
    if (create == nullptr) return fail(ErrorKind::MissingMethod, "System.Array has no CreateInstanceMDArray.");
    uint32_t count = CELER_TRY(method_signature(constructor))->parameter_count;
    int32_t sizes[64];
    for (uint32_t i = 0; i < count && i < 64; i++) sizes[i] = *static_cast<const int32_t*>(arguments[i]);
    CallResult result =
        call_managed(thread, create, {reinterpret_cast<uint64_t>(array), count, reinterpret_cast<uint64_t>(sizes)});
    return InvokeResult{reinterpret_cast<Object*>(result.exception == nullptr ? result.value : 0), result.exception,
                        false};
}

}  // namespace

Object* box_value(TypeHandle type, const void* address, bool& out_of_memory) {
    if (type.is_reference()) return *static_cast<Object* const*>(address);
    MethodTable* table = type.method_table();
    if (table == nullptr) {
        if (type.element_type() == ElementType::Ptr) return box_pointer(type, address, out_of_memory);
        table = well_known(WellKnown::IntPtr);  // function pointers
    }
    if (table->is_nullable()) return box_nullable(table, static_cast<const uint8_t*>(address), out_of_memory);
    Object* object = box(table, address);
    if (object == nullptr) out_of_memory = true;
    return object;
}

Result<InvokeResult> invoke(Thread& thread, MethodDesc* method, Object* receiver, void* const* arguments) {
    CELER_TRY_VOID(ensure_loaded(method->owner));
    if (method->owner->is_nullable() && !method->is_static()) {  // its box is that of the value, or null
        auto* value = static_cast<uint8_t*>(alloca(method->owner->instance_field_bytes));
        celer_unbox_nullable(method->owner, value, receiver);
        return call(thread, method, reinterpret_cast<uint64_t>(value), arguments);
    }
    return call(thread, method, receiver_word(method, receiver), arguments);
}

Result<InvokeResult> construct(Thread& thread, MethodDesc* constructor, void* const* arguments) {
    MethodTable* table = constructor->owner;
    CELER_TRY_VOID(ensure_loaded(table));
    if (table->is_array()) return construct_array(thread, constructor, arguments);
    if (table == well_known(WellKnown::String)) {
        MethodDesc* factory = CELER_TRY(string_factory(constructor));
        return call(thread, factory, 0, arguments);
    }
    Object* object = allocate_object(table);
    if (object == nullptr) return fail(ErrorKind::OutOfMemory, {});
    InvokeResult result = CELER_TRY(call(thread, constructor, receiver_word(constructor, object), arguments));
    if (result.exception != nullptr) return result;
    return table->is_nullable() ? finish(table, object->field_base()) : InvokeResult{object, nullptr, false};
}

}  // namespace celer
