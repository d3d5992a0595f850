// What the optimizer uses of LLVM's IR.
#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#pragma clang diagnostic pop
