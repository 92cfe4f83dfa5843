"""What parsers are known to make of some forms, be they curl's or ours.

There the application must say the same of curl's request; the contents must have arrived all the
same, unless the habit begins with LOSES or REFUSES.
"""

LOSES = "loses "
REFUSES = "refuses "

_PERCENT = "reads %22, %0D and %0A as browsers mean them"
_BACKSLASH = "takes a backslash for an escape or for the end of a folder"
_NOT_UTF_8 = "has names and values in another encoding"
_FOLDERS = "keeps what follows the last slash of a filename"
_TYPE = "tells the type without its parameters"
_NO_TYPE = "tells a type where there is none"

HABITS = {
    "flask": {
        "bytes that are not UTF-8": LOSES + "the form",
        "quotes": _PERCENT, "percent": _PERCENT, "filename= quoted": _PERCENT,
        "backslashes": _BACKSLASH,
    },
    "django": {
        "bytes that are not UTF-8": LOSES + "the part",
        "backslashes": _BACKSLASH,
        "blanks in names": "strips names",
        "no name": LOSES + "the part",
        "type= with parameters": _TYPE,
        "filename= with folders": _FOLDERS,
        "empty filename": LOSES + "the file",
    },
    "starlette": {
        "bytes that are not UTF-8": LOSES + "the bytes: the value becomes UTF-8",
        "no name": REFUSES + "the form",
    },
    "aiohttp": {
        "bytes that are not UTF-8": _NOT_UTF_8,
        "backslashes": _BACKSLASH,
    },
    "node": {
        "bytes that are not UTF-8": LOSES + "the bytes: the value becomes UTF-8",
        "quotes": _PERCENT, "percent": _PERCENT, "line ends in names": _PERCENT,
        "filename= quoted": _PERCENT,
        "--form-escape": REFUSES + "the form",
        "no name": REFUSES + "the form",
        "standard input": _NO_TYPE, "chunked from a pipe": _NO_TYPE,
    },
    "php": {
        "bytes that are not UTF-8": _NOT_UTF_8,
        "repeated names": LOSES + "all but the last of a name without brackets",
        "brackets": "counts []", "repeated files": "counts []",
        "backslashes": _BACKSLASH,
        "percent": "turns blanks in names into _", "blanks in names": "turns blanks in names into _",
        "punctuation in names": "turns dots in names into _",
        "no name": LOSES + "the form",
        "type= with parameters": _TYPE,
        "filename= with folders": _FOLDERS,
        "empty filename": LOSES + "the file",
    },
}
