"""What tidy must know of C++: where functions and classes begin and end, and how much a class declares. No compiler: it goes by brackets
in code as `make format` lays it out."""
import re

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*',
                      re.DOTALL | re.MULTILINE)
CLASS = re.compile(r"(?<!enum )\b(?:class|struct|union)\s+(?:alignas\([^)]*\)\s*|\[\[[^\]]*\]\]\s*)*(\w[\w:]*)(?:\s*<[^{};]*>)?"
                   r"(?:\s+final)?(?:\s*:(?!:)[^{};]*)?\s*\{")
CONTROL = re.compile(r"\b(?:if|if constexpr|for|while|switch|catch)\s*$")
# What may stand between the parameters of a function, or the captures of a lambda, and its body.
QUALIFIERS = re.compile(r"([)\]])(?:\s*(?:const|noexcept|override|final|mutable|constexpr|&&?|\[\[[^\]]*\]\]))*(?:\s*->[^;={}()]*)?\s*$")
INITIALISERS = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:).*\}\s*$", re.DOTALL)
NO_DECLARATION = re.compile(r"\s*(?:using|typedef|friend|static_assert|template\s*<[^;{]*>\s*friend)\b")
TYPE = re.compile(r"\s*(?:(?:public|protected|private)\s*:\s*)?(?:struct|class|union|enum)\b[^(;]*\{")
NESTED = re.compile(CLASS.pattern + r"|^\s*(?:struct|union)\s*\{")
LABEL = re.compile(r"\s*(?:public|protected|private)\s*:(?!:)")
REASON = re.compile(r"//.*\bLarge because \w")


def blanked(text):
    """The text with comments, literals and preprocessor lines as spaces: places and lines stay."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def opens_function(code, statement, brace, matching):
    """Whether the brace is that of a function or lambda. `statement`: where its statement begins; `matching`: of closed brackets."""
    if INITIALISERS.search(code[statement:brace]):
        return True  # a constructor, whose last member is initialised with braces
    end = QUALIFIERS.search(code, max(statement, brace - 300), brace)
    if not end:
        return False
    opening = matching.get(end.start(1))
    if opening is None:
        return False
    before = code[:opening].rstrip()[-80:]
    if end.group(1) == "]":
        return not re.search(r"[\w\])]$", before)  # captures, not an index
    return not CONTROL.search(before)


def functions(text):
    """(line, lines, first line of text) for each body of a function, method or lambda; both ends counted."""
    code = blanked(text)
    matching, brackets, statement = {}, [], 0
    for match in re.finditer(r"[(){}\[\];]", code):
        place, sign = match.start(), match.group(0)
        if sign in "([":
            brackets.append((place, None))
        elif sign == "{":
            if opens_function(code, statement, place, matching):
                begin = statement + len(code[statement:place]) - len(code[statement:place].lstrip())
                brackets.append((place, begin))
            else:
                is_value = re.search(r"[\w>,=(\[]\s*$", code[max(0, place - 80):place]) and not re.search(
                    r"\b(?:else|do|try|namespace)\s*$|^\s*(?:inline )?namespace\b|^\s*(?:template.*)?(?:class|struct|union|enum|extern)\b",
                    code[statement:place], re.DOTALL)
                brackets.append((place, -1 if is_value else None))
            if brackets[-1][1] != -1:
                statement = place + 1
        elif sign == ";":
            if not brackets or code[brackets[-1][0]] == "{":
                statement = place + 1
        elif brackets:
            opening, begin = brackets.pop()
            matching[place] = opening
            if sign == "}" and begin != -1:
                statement = place + 1
            if begin is not None and begin >= 0:
                first = code.count("\n", 0, begin)
                yield first + 1, code.count("\n", 0, place) - first + 1, text[begin:].split("\n", 1)[0]


def statements(code):
    """The declarations in a class's body, each up to its semicolon or the end of its braces."""
    depth, begin = 0, 0
    for match in re.finditer(r"[(){};]", code):
        sign, place = match.group(0), match.start()
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(sign, 0)
        if sign == "}" and (TYPE.match(code, begin) or re.compile(r"\s*[;,{=]").match(code, place + 1)):
            continue
        if depth == 0 and sign in ";}":
            yield code[begin:place + 1]
            begin = place + 1


def declarations(code):
    """How many methods, fields and types a class's body declares, those of nested types too."""
    count = 0
    for statement in statements(code):
        while label := LABEL.match(statement):
            statement = statement[label.end():]
        if not statement.strip(" \n;") or NO_DECLARATION.match(statement):
            continue
        count += 1
        if nested := NESTED.search(statement):
            if "(" not in statement[:nested.start()]:
                count += declarations(statement[nested.end():statement.rindex("}")])
        elif "(" not in statement.split("{", 1)[0]:
            names = re.sub(r"\{.*\}|=[^,;]*", "", statement, flags=re.DOTALL)
            while (shorter := re.sub(r"<[^<>]*>", "", names)) != names:
                names = shorter
            count += names.count(",")
    return count


def classes(text):
    """(line, name, declarations, whether it says why it is large) for each class, struct and union with a name."""
    code = blanked(text)
    lines = text.split("\n")
    for match in CLASS.finditer(code):
        body = code[match.end():]
        depth = 1
        for bracket in re.finditer(r"[{}]", body):
            depth += 1 if bracket.group(0) == "{" else -1
            if depth == 0:
                body = body[:bracket.start()]
                break
        line = code.count("\n", 0, match.start())
        above = line
        while above > 0 and re.match(r"\s*(?://|template\b)", lines[above - 1]):
            above -= 1
        yield line + 1, match.group(1), declarations(body), any(REASON.search(text) for text in lines[above:line])
