// The tables of rows, one per file of this folder. Each founder adds his table here and nowhere else.
#pragma once

#include <array>

#include "corelib/contract.h"

namespace celer {

NativeTable arrays_contract();             // arrays.cpp
NativeTable assemblies_contract();         // assemblies.cpp
NativeTable com_wrappers_contract();       // com_wrappers.cpp
NativeTable cpu_contract();                // x64/cpu.cpp
NativeTable custom_attributes_contract();  // custom_attributes.cpp
NativeTable delegates_contract();          // delegates.cpp
NativeTable emit_modules_contract();       // emit_modules.cpp
NativeTable emit_attributes_contract();
NativeTable emit_types_contract();         // emit_types.cpp
NativeTable environment_contract();        // environment.cpp
NativeTable exceptions_contract();         // exceptions.cpp
NativeTable field_handles_contract();      // field_handles.cpp
NativeTable gc_contract();                 // gc.cpp
NativeTable gc_configuration_contract();   // gc_configuration.cpp
NativeTable gc_handles_contract();         // gc_handles.cpp
NativeTable hresults_contract();           // hresults.cpp
NativeTable load_contexts_contract();      // load_contexts.cpp
NativeTable marshal_contract();            // marshal.cpp
NativeTable math_contract();               // math.cpp
NativeTable metadata_import_contract();    // metadata_import.cpp
NativeTable method_bodies_contract();      // method_bodies.cpp
NativeTable method_handles_contract();     // method_handles.cpp
NativeTable modules_contract();            // modules.cpp
NativeTable native_libraries_contract();   // native_libraries.cpp
NativeTable objects_contract();            // objects.cpp
NativeTable signatures_contract();         // signatures.cpp
NativeTable streams_contract();            // streams.cpp
NativeTable strings_contract();            // strings.cpp
NativeTable stub_helpers_contract();       // stub_helpers.cpp
NativeTable threading_contract();          // threading.cpp
NativeTable tracing_contract();            // tracing.cpp
NativeTable type_construction_contract();  // type_construction.cpp
NativeTable type_handles_contract();       // type_handles.cpp
NativeTable type_map_contract();           // type_map.cpp
NativeTable type_members_contract();       // type_members.cpp

inline auto contract_tables() {
    return std::array{
        arrays_contract(),
        assemblies_contract(),
        com_wrappers_contract(),
        cpu_contract(),
        custom_attributes_contract(),
        delegates_contract(),
        emit_modules_contract(),
        emit_types_contract(),
        emit_attributes_contract(),
        environment_contract(),
        exceptions_contract(),
        field_handles_contract(),
        gc_contract(),
        gc_configuration_contract(),
        gc_handles_contract(),
        hresults_contract(),
        load_contexts_contract(),
        marshal_contract(),
        math_contract(),
        metadata_import_contract(),
        method_bodies_contract(),
        method_handles_contract(),
        modules_contract(),
        native_libraries_contract(),
        objects_contract(),
        signatures_contract(),
        streams_contract(),
        strings_contract(),
        stub_helpers_contract(),
        threading_contract(),
        tracing_contract(),
        type_construction_contract(),
        type_handles_contract(),
        type_map_contract(),
        type_members_contract(),
    };
}

}  // namespace celer
