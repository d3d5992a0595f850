"""gdb support for Celer: source this file, or set auto-load-safe-path and link it beside libcoreclr.so.

    celer-stack            managed and native frames of the selected thread, along its rbp chain
    celer-method ADDRESS   the method whose code contains the address
    celer-clauses ADDRESS  its exception clauses
Printers: Object*, MethodTable*, MethodDesc*, TypeHandle show names where the process or its core holds them.
"""
import gdb
import gdb.printing

GRANULE = 16
PAGE = 4096
MOST_FRAMES = 2000


def global_value(name):
    return gdb.parse_and_eval(f"'{name}'")


def find_code(address):
    """The MethodCode* whose code contains the address, or None: as find_code() in code/code_map.cpp."""
    code_range = global_value("celer::g_code_range")
    begin, end = int(code_range["begin"]), int(code_range["end"])
    if not begin <= address < end:
        return None
    pages = global_value("celer::(anonymous namespace)::g_pages")
    if int(pages) == 0:
        return None
    offset = address - begin
    page_index, granule = offset // PAGE, offset % PAGE // GRANULE
    while page_index >= 0:
        page = pages[page_index]["_M_b"]["_M_p"]
        while int(page) != 0 and granule >= 0:
            code = page["starts"][granule]["_M_b"]["_M_p"]
            if int(code) != 0:
                return code if address - int(code["start"]) < int(code["size_bytes"]) else None
            granule -= 1
        page_index, granule = page_index - 1, PAGE // GRANULE - 1
    return None


def name_from_engine(function, pointer):
    """What a function of src/runtime/native_names.cpp says; None in a core file or if the call fails."""
    try:
        return gdb.parse_and_eval(f"((const char* (*)(const void*)){function})((const void*){int(pointer):#x})").string()
    except gdb.error:
        return None


def method_text(method):
    if int(method) == 0:
        return "stub"
    name = name_from_engine("celer_debug_method_name", method)
    return name or f"method {int(method):#x} token {int(method['token']):#x}"


def type_text(table):
    return name_from_engine("celer_debug_type_name", table) or f"type {int(table):#x}"


def native_text(address):
    block = gdb.block_for_pc(address)
    while block is not None and block.function is None:
        block = block.superblock
    if block is not None:
        return block.function.print_name
    return gdb.execute(f"info symbol {address:#x}", to_string=True).strip().split(" in section")[0]


def code_text(code, address):
    offset = address - int(code["start"])
    return f"{method_text(code['method'])} +{offset:#x}"


class StackCommand(gdb.Command):
    """celer-stack: the frames of the selected thread along its rbp chain; managed ones by method."""

    def __init__(self):
        super().__init__("celer-stack", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        frame = gdb.newest_frame()
        address, rbp = int(frame.pc()), int(frame.read_register("rbp"))
        word = gdb.lookup_type("unsigned long")
        for number in range(MOST_FRAMES):
            code = find_code(address)
            if code is not None:
                print(f"#{number:<3} {rbp:#018x}  {code_text(code, address)}")
            else:
                print(f"#{number:<3} {rbp:#018x}  [{native_text(address - (number != 0))}]")
            try:
                pointer = gdb.Value(rbp).cast(word.pointer())
                caller, address = int(pointer[0]), int(pointer[1])
            except gdb.error:
                return
            if caller <= rbp:
                return
            rbp = caller


class MethodCommand(gdb.Command):
    """celer-method ADDRESS: the method whose code contains the address."""

    def __init__(self):
        super().__init__("celer-method", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        address = int(gdb.parse_and_eval(argument))
        code = find_code(address)
        print("no code there" if code is None else code_text(code, address))


class ClausesCommand(gdb.Command):
    """celer-clauses ADDRESS: the exception clauses of the method whose code contains the address."""

    def __init__(self):
        super().__init__("celer-clauses", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        address = int(gdb.parse_and_eval(argument))
        code = find_code(address)
        if code is None:
            print("no code there")
            return
        print(code_text(code, address))
        for index in range(int(code["clause_count"])):
            clause = code["clauses"][index]
            text = f"  {index}: try [{int(clause['try_begin']):#x}, {int(clause['try_end']):#x})"
            text += f" {str(clause['kind']).rsplit('::', 1)[-1]} [{int(clause['handler_begin']):#x}, {int(clause['handler_end']):#x})"
            if int(clause["catch_type"]) != 0:
                text += " " + type_text(clause["catch_type"])
            print(text)


class ObjectPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        address = int(self.value)
        if address == 0:
            return "null"
        try:
            return f"{address:#x} {type_text(self.value['method_table'])}"
        except gdb.MemoryError:
            return f"{address:#x} (unreadable)"


class TypePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        address = int(self.value)
        return "null" if address == 0 else f"{address:#x} {type_text(self.value)}"


class MethodPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        address = int(self.value)
        return "null" if address == 0 else f"{address:#x} {method_text(self.value)}"


PRINTERS = {"celer::Object": ObjectPrinter, "celer::MethodTable": TypePrinter, "celer::MethodDesc": MethodPrinter}


def find_printer(value):
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_PTR:
        return None
    printer = PRINTERS.get(kind.target().unqualified().strip_typedefs().name)
    return printer(value) if printer else None


StackCommand()
MethodCommand()
ClausesCommand()
gdb.pretty_printers.append(find_printer)
