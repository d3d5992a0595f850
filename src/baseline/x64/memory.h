// Loads and stores through addresses, and operations that make addresses. Stores have the barriers that references
// need (gc/barrier.h). Owned by MethodCompiler.
#pragma once

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/value.h"
#include "gc/barrier.h"

namespace celer::x64 {

class ColdPaths;
class Cursor;
class Frame;
class Homes;
class OperandStack;
class RegisterBank;
class StructCopier;
class ValueReader;

class MemoryAccess {
  public:
    MemoryAccess(Assembler& a, const MethodPlan& plan, RegisterBank& gprs, const Cursor& cursor, Frame& frame,
                 const Homes& homes, ValueReader& reader, OperandStack& stack, StructCopier& structs, ColdPaths& cold)
        : a_(a),
          plan_(plan),
          gprs_(gprs),
          cursor_(cursor),
          frame_(frame),
          homes_(homes),
          reader_(reader),
          stack_(stack),
          structs_(structs),
          cold_(cold) {}

    void load(const Inst& inst);
    void store(const Inst& inst);
    void load_struct_field(const Inst& inst);
    void add_offset(const Inst& inst);
    void null_check_op(const Inst& inst);
    void null_check(const Mem& address);
    void load_vector_from(const Mem& from, MethodTable* type);              // pushes
    void load_element_of(const Mem& from, ElementType element, Kind kind);  // pushes
    // Stores by type. References to objects: see before_store_to_object.
    void store_element_to(const Mem& to, gc::Destination destination, ElementType element, Value& value,
                          MethodTable* type);
    void store_struct(const Mem& to, gc::Destination destination, const Mem& from, const MethodTable* type);
    void before_store(const Mem& to);
    void clear_struct_op(const Inst& inst);
    void local_alloc(const Inst& inst);
    void thread_static_address(const Inst& inst);
    void rva_address(const Inst& inst);

  private:
    void store_reference(const Mem& to, gc::Destination destination, Value& value);
    bool has_barrier_in_line(gc::Destination destination) const;
    void before_store_to_object(const Mem& to);

    Assembler& a_;
    const MethodPlan& plan_;
    RegisterBank& gprs_;
    const Cursor& cursor_;
    Frame& frame_;
    const Homes& homes_;
    ValueReader& reader_;
    OperandStack& stack_;
    StructCopier& structs_;
    ColdPaths& cold_;
};

}  // namespace celer::x64
