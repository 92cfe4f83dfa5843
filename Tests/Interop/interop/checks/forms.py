"""Forms come back from every application as they were sent."""

import hashlib

from ..clients import expected_status
from ..forms import all_forms
from ..report import Check, require_equal

# They look at no journal, so several can go on at a time.
AT_ONCE = 4

# What parsers make of some forms, be they curl's or ours. The contents must have arrived all the same, unless
# the habit begins with LOSES.
LOSES = "loses "
_NO_TYPE = "tells a type where there is none"

HABITS = {
    "node": {"standard input": _NO_TYPE, "chunked from a pipe": _NO_TYPE},
    "php": {
        "repeated names": LOSES + "all but the last of a name without brackets",
        "brackets": "counts []", "repeated files": "counts []",
    },
}


def checks(bench):
    for application in bench.applications:
        for form in all_forms(bench.files):
            if _is_for(application, form):
                yield Check(f"{application.name}: {form.title}",
                            lambda a=application, f=form: _check(bench, a, f))


def _is_for(application, form):
    if form.needs == "chunks":
        return application.takes_chunks
    if form.needs == "nested":
        return application.takes_nested
    return not form.needs or form.needs in application.decodes


def _check(bench, application, form):
    # Expect is not what is tried here, and some of these servers make curl wait for it.
    arguments = [*form.arguments, "-H", "Expect:", application.url]
    expected = _expected(form, application)
    habit = HABITS.get(application.name, {}).get(form.title, "")
    sent = bench.formpost.run(arguments, stdin=form.stdin)
    if not form.is_own:
        curl = bench.curl.run(arguments, stdin=form.stdin)
        require_equal(sent.status, expected_status(curl), f"exit status, after\n{sent.errors}")
        require_equal(_parts(sent), _parts(curl), "what came of formpost's request, and of curl's")
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    parts = _parts(sent)
    if not habit:
        require_equal(parts, expected, "what came")
    elif not habit.startswith(LOSES):
        require_equal(_contents(parts), _contents(expected), "the contents that came")


def _contents(parts):
    return sorted((part["size"], part["sha256"]) for part in parts)


def _parts(outcome):
    """The parts that the application tells of, or what it says in their place."""
    answer = outcome.json
    if not isinstance(answer, dict) or not isinstance(answer.get("parts"), list):
        return outcome.output
    # Some say an empty type where there is none.
    return _sorted([{**part, "type": part["type"] or None} for part in answer["parts"]])


def _expected(form, application):
    parts = []
    for part in form.parts:
        media_type = part.media_type
        if part.filename is None and not application.tells_field_types:
            media_type = None
        parts.append({
            "name": part.name, "filename": part.filename, "type": media_type,
            "size": len(part.content), "sha256": hashlib.sha256(part.content).hexdigest()})
    return _sorted(parts)


def _sorted(parts):
    """By name; parts of one name stay in their order, which is what applications keep."""
    return sorted(parts, key=lambda part: part["name"] or "")
