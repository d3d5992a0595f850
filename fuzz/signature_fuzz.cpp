// Any bytes as a signature, and split in two as a custom attribute's constructor signature and value.
#include <cstdint>
#include <span>

#include "base/assert.h"
#include "metadata/custom_attribute.h"
#include "metadata/signature.h"

using namespace celer;
using namespace celer::metadata;

static void read_attribute(Bytes signature, Bytes value) {
    AttributeReader reader(value, signature);
    AttributeValue argument;
    NamedAttributeArgument named;
    while (reader.next_fixed(argument)) {
        AttributeValue element;
        while (reader.next_element(argument, element)) CELER_ASSERT(element.text.size() <= value.size());
    }
    while (reader.next_named(named)) CELER_ASSERT(named.name.size() <= value.size());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes bytes = std::as_bytes(std::span(data, size));
    SignatureReader type(bytes);
    Bytes extent = type.read_type_bytes();
    CELER_ASSERT(type.failed() || extent.size() == type.offset());
    SignatureReader method(bytes);
    method.skip_method_signature();
    (void)print_type(bytes, nullptr);
    (void)print_method_signature(bytes, nullptr, "M");
    (void)print_field_signature(bytes, nullptr, "F");
    (void)print_local_signature(bytes, nullptr);
    if (size == 0) return 0;
    size_t split = data[0] % size;
    read_attribute(bytes.subspan(1, split > 0 ? split - 1 : 0), bytes.subspan(split));
    return 0;
}
