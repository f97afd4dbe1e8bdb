"""Geomill from Python: addresses, points and whole files of Vietnam.

One file of the standard library only, for Python 3.9 and newer; pandas, polars, pyarrow and tqdm are used where they are installed.
Rows go through the program ``geomill`` on this machine, or with ``server=`` through ``geomill serve`` on another one.

    import geomill

    geomill.geocode(["86 Bát Đàn, Hà Nội"])                 # a list of dicts
    geomill.geocode(frame)                                  # the frame with the columns of geocode, same index
    geomill.geocode(frame, text="{street}, {city}")         # options of the stage are keywords
    geomill.reverse([(10.777, 106.6953)])
    geomill.convert(["Phường Bến Nghé, Quận 1, TP HCM"])    # units of today
    run = geomill.run("geocode", "customers.xlsx", outputs="csv,geojson")
    run.frame()                                             # with the types of its data package
    geomill.duckdb(connection)                              # geocode(address) and others in SQL of DuckDB
"""

from __future__ import annotations

import contextlib
import csv
import http.client
import inspect
import json
import math
import os
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from html import escape
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

__all__ = ["GeomillError", "Run", "convert", "duckdb", "geocode", "read", "reverse", "run", "stage"]
__version__ = "0.1.0"

Row = Dict[str, Any]
Rows = Union[Sequence[Any], "pandas.DataFrame", "pandas.Series", "polars.DataFrame", "polars.Series", "pyarrow.Table"]  # noqa: F821  (all are optional)

#: Rows in one request to a server: it answers while it reads, but `urllib` sends all before it reads.
CHUNK_ROWS = 1000
#: Rows and positions that a notebook shows of a run.
SHOWN_ROWS = 10
MAPPED_ROWS = 2000
#: What an error shows of an answer.
SHOWN_CHARACTERS = 300
#: Attempts for a chunk that the server refuses for now (429, 503), or whose connection breaks.
ATTEMPTS = 6
#: From this many rows on a bar is drawn where tqdm is installed.
BAR_ROWS = 2000
TIMEOUT_SECONDS = 120

EXIT_CODES = {
    3: "EXPECTATION_MISSED", 64: "USAGE", 65: "INPUT_WRONG", 66: "INPUT_MISSING", 69: "SERVICE_DOWN", 70: "BUG", 73: "OUTPUT_WRONG",
    74: "DISK", 75: "TRY_AGAIN_LATER", 77: "KEY_REFUSED", 78: "JOB_WRONG", 130: "STOPPED", 143: "STOPPED",
}  # fmt: skip


_UNITS = ["ward_new", "ward_code_new", "province_new", "province_code_new"]
_POSITION = ["accuracy_meters", "lat", "lon"]
_NUMBERS = ["confidence", "distance_meters", *_POSITION]
#: Functions of SQL: columns of a row, the option of the stage behind them, and the columns that are answered; a text where it is one.
_FUNCTIONS = {
    "geocode": ({"address": "VARCHAR"}, {}, ["status", "level", "label", *_UNITS, "confidence", *_POSITION]),
    "reverse": ({"lat": "DOUBLE", "lon": "DOUBLE"}, {}, ["status", "level", "label", *_UNITS, "distance_meters", *_POSITION]),
    "forcode": ({"lat": "DOUBLE", "lon": "DOUBLE"}, {"resolution": "INTEGER"}, "code"),
    "convert": ({"address": "VARCHAR"}, {"to": "VARCHAR"}, ["status", "line", "to_ward", "to_ward_code", "to_province", "to_province_code"]),
}


class GeomillError(Exception):
    """What Geomill says when it cannot go on. ``code`` is one of docs/ERRORS.md; ``exit_code`` that of the program, 0 of a server."""

    def __init__(self, code: str, message: str, exit_code: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.exit_code = exit_code


def geocode(addresses: Rows, **options: Any) -> Any:
    """Geocodes addresses: texts, a Series of texts, or rows (dicts, a DataFrame) with columns of an address.

    Returns a list of dicts for a list, a DataFrame with the same index for pandas, and for polars and Arrow a table of theirs; order and number
    of rows are kept, and a row that has no match has its status. Labels have the units of today; ``admin_v2=False`` those before July 2025. Keywords: see `stage`; any other is an
    option of the stage geocode (``text``, ``default_province``, ``focus`` ...).
    """
    return stage("geocode", addresses, column="address", **options)


def reverse(points: Rows, **options: Any) -> Any:
    """Finds addresses and units at points: pairs ``(lat, lon)``, or rows with columns of a position. Else as `geocode`."""
    return stage("reverse", points, column=("lat", "lon"), **options)


def convert(addresses: Rows, **options: Any) -> Any:
    """Writes addresses with the units of today, or of another day (``to="2026-05-01"``). Else as `geocode`."""
    return stage("convert", addresses, column="address", **options)


def duckdb(connection: Any, **keywords: Any) -> None:
    """Adds ``geocode(address)``, ``reverse(lat, lon)``, ``forcode(lat, lon, resolution)`` and ``convert(address, day)`` to a connection of DuckDB.

    They answer as in Node (docs/API.md, geomill/duckdb), and need pyarrow: vectors go in and out. Keywords: ``server``, ``api_key``, ``command`` and ``arguments`` of `stage`; without a
    server the program starts for each vector of 2,048 rows, which takes half a second.
    """
    for name, (row, option, answer) in _FUNCTIONS.items():
        members = {} if isinstance(answer, str) else {each: _member(each) for each in answer}
        kinds = [f"{member} {'DOUBLE' if each in _NUMBERS else 'VARCHAR'}" for each, member in members.items()]
        connection.create_function(
            name, _function(name, keywords), [*row.values(), *option.values()], f"STRUCT({', '.join(kinds)})" if kinds else "VARCHAR", type="arrow"
        )


def stage(
    name: str,
    rows: Rows,
    *,
    column: Union[str, Sequence[str]] = "address",
    server: Optional[str] = None,
    api_key: Optional[str] = None,
    command: Optional[Sequence[str]] = None,
    arguments: Sequence[str] = (),
    progress: Union[bool, Callable[[int], None], None] = None,
    **options: Any,
) -> Any:
    """Sends rows through one stage of Geomill, for example ``forcode`` or ``nearby``; tours need `run`.

    :param rows: dicts, plain values (``column`` is their name; several names for tuples), a Series, a DataFrame or an Arrow table
    :param server: address of ``geomill serve``, as ``http://127.0.0.1:8080``; the program on this machine when left out
    :param api_key: key of the server; else ``GEOMILL_API_KEY``
    :param command: the program, as ``["node", "dist/cli/main.cjs"]``; else ``GEOMILL_COMMAND``, else ``geomill`` on the PATH
    :param arguments: more arguments of ``geomill run``, as ``["--dataset", "output/mine"]``
    :param progress: False for no bar; a function is called with the number of rows since its last call
    :param options: options of the stage
    :raises GeomillError: the program or the server cannot go on
    """
    table = _Table(rows, column)
    types = _types(name, table.columns, options, _command(command)) if table.library and server is None else {}
    if not table.records:
        return table.result([], types)
    advance, finish = _progress(progress, len(table.records), name)
    try:
        if server is None:
            answers = _filter(name, table.records, options, _command(command), arguments, advance)
        else:
            answers = _send(name, table, options, server, api_key or os.environ.get("GEOMILL_API_KEY"), advance)
    finally:
        finish()
    if len(answers) != len(table.records):
        raise GeomillError("RESPONSE_INVALID", f"{len(table.records)} rows were sent and {len(answers)} came back")
    types = types or dict.fromkeys(each for each in answers[0] if each not in table.columns)
    for number, answer in enumerate(answers, 1):
        missing = [each for each in [*table.columns, *types] if each not in answer]
        if missing or not types:
            raise _invalid(number, f"it has no column {missing[0] if missing else 'of the stage'}", json.dumps(answer, ensure_ascii=False))
    return table.result(answers, types)


def run(
    job: str,
    input: Union[str, "os.PathLike[str]"],
    output: Union[str, "os.PathLike[str]", None] = None,
    *,
    command: Optional[Sequence[str]] = None,
    arguments: Sequence[str] = (),
    **settings: Any,
) -> "Run":
    """Runs a job over a file as ``geomill run`` does: with checkpoints, report and data package. The same call resumes a run that was stopped.

    :param job: name of a job, or path of a job file
    :param settings: ``outputs="csv,geojson"``; options of a stage as a dict: ``geocode={"text": "{name}, {address}"}``
    :returns: the run; for a run that has finished already, what it is
    :raises GeomillError: the run did not finish; ``code`` and message say why
    """
    line = [*_command(command), "run", job, "--input", os.fspath(input), "--json", *arguments]
    if output is not None:
        line += ["--output", os.fspath(output)]
    line += _set(settings)
    ended = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = ended.stdout.strip().splitlines()
    try:
        summary = _object(lines[-1]) if lines else {}
    except ValueError:
        summary = {}
    if ended.returncode != 0:
        said = summary.get("message") or _reason(ended.stderr)
        raise GeomillError(summary.get("code") or EXIT_CODES.get(ended.returncode, "FAILED"), said, ended.returncode)
    if not isinstance(summary.get("output"), str):
        raise GeomillError("RESPONSE_INVALID", f"geomill run --json ended without a summary: {_shown(ended.stdout)}")
    return Run(Path(summary["output"]), summary)


def read(folder: Union[str, "os.PathLike[str]"]) -> "Run":
    """Opens the folder of a run that has finished."""
    if not (Path(folder) / "datapackage.json").exists():
        raise GeomillError("INPUT_MISSING", f"{os.fspath(folder)} has no datapackage.json: it is not the folder of a finished run")
    return Run(Path(folder), {})


class Run:
    """A finished run: its folder, its summary (counts by status, as ``geomill run --json`` writes it) and its rows."""

    def __init__(self, folder: Path, summary: Mapping[str, Any]) -> None:
        self.folder = folder
        self.summary = summary

    def __repr__(self) -> str:
        return f"<geomill run in {self.folder}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: what the rows are good for as the terminal says it, a map of the positions, and the first rows."""
        rows = self.rows()
        said = self._uses() or f"{len(rows)} rows; " + "; ".join(
            f"{name}: " + ", ".join(f"{count} {status}" for status, count in counted.items())
            for name, counted in _statuses(rows).items()
        )
        head = "".join(f"<th>{escape(name)}</th>" for name in (rows[0] if rows else []))
        body = "".join(
            "<tr>" + "".join(f"<td>{'' if cell is None else escape(str(cell))}</td>" for cell in row.values()) + "</tr>"
            for row in rows[:SHOWN_ROWS]
        )
        return f"<p>{escape(said)}</p>{_svg(rows)}<table><tr>{head}</tr>{body}</table>"

    def _uses(self) -> str:
        """The sentence of the terminal and the report about the rows; empty for a job whose stages have no levels."""
        path = self.folder / "manifest.json"
        counts = json.loads(path.read_text("utf-8"))["counts"] if path.exists() else {}
        uses = next(iter(counts.get("uses", {}).values()), {})
        if not any(uses.values()):
            return ""
        figures = {"at the right ward": uses["house_or_street"] + uses["ward"], **{words: uses[use] for use, words in _USES.items()}}
        parts = "; ".join(f"{rows:,} {words}" for words, rows in figures.items() if rows > 0)
        return f"{counts['rowsIn']:,} row{'' if counts['rowsIn'] == 1 else 's'}: {parts}"

    @property
    def package(self) -> Dict[str, Any]:
        """The data package: files with the type, unit and meaning of each column."""
        return json.loads((self.folder / "datapackage.json").read_text("utf-8"))

    def _table(self) -> Dict[str, Any]:
        for resource in self.package["resources"]:
            if resource.get("format") == "csv" and "schema" in resource:
                return resource
        raise GeomillError("INPUT_MISSING", f"{self.folder} has no CSV: run the job with outputs=\"csv\"")

    def rows(self) -> List[Row]:
        """The rows of the CSV with the types of the data package; an empty cell is None."""
        resource = self._table()
        fields = resource["schema"]["fields"]
        with open(self.folder / resource["path"], encoding="utf-8-sig", newline="") as file:
            lines = csv.reader(file, delimiter=resource.get("dialect", {}).get("delimiter", ","))
            readers = [(field["name"], _READERS.get(field["type"], str)) for field in fields]
            rows: List[Row] = []
            for number, line in enumerate(lines):
                if len(line) != len(fields):
                    raise GeomillError("INPUT_WRONG", f"{resource['path']}, row {number}: {len(line)} cells for {len(fields)} columns")
                if number > 0:
                    rows.append({name: to(cell) if cell else None for (name, to), cell in zip(readers, line)})
            return rows

    def frame(self) -> "pandas.DataFrame":  # noqa: F821
        """The rows as a DataFrame: nullable strings, Float64, Int64 and boolean, so that codes keep their zeros."""
        import pandas

        fields = self._table()["schema"]["fields"]
        rows = self.rows()
        return pandas.DataFrame(
            {each["name"]: _array(pandas, *_typed([row[each["name"]] for row in rows], each["type"])) for each in fields}
        )


#: What rows are good for, in the order and the words of the terminal.
_USES = {
    "house_or_street": "of them at a house, street or place",
    "district_or_province": "only at a district or province",
    "to_decide": "to decide",
    "not_found": "not found",
    "skipped": "skipped",
    "error": "with an error",
}


def _statuses(rows: Sequence[Row]) -> Dict[str, Dict[str, int]]:
    """The number of rows by status, for each column of one."""
    names = [name for name in (rows[0] if rows else []) if name.endswith("_status")]
    return {name: dict(Counter(str(row[name]) for row in rows)) for name in names}


def _svg(rows: Sequence[Row]) -> str:
    """A map of the positions as an inline picture; empty without any."""
    names = list(rows[0]) if rows else []
    lat = next((name for name in reversed(names) if name.endswith("_lat") and name[:-3] + "lon" in names), None)
    if lat is None:
        return ""
    lon = lat[:-3] + "lon"
    points = [(row[lon], row[lat]) for row in rows if isinstance(row[lat], float) and isinstance(row[lon], float)]
    if not points:
        return ""
    west, east = min(x for x, _ in points), max(x for x, _ in points)
    south, north = min(y for _, y in points), max(y for _, y in points)
    scale = 180 / max(east - west, north - south, 1e-4)
    dots = "".join(
        f'<circle cx="{10 + (x - west) * scale:.1f}" cy="{10 + (north - y) * scale:.1f}" r="2"/>' for x, y in points[:MAPPED_ROWS]
    )
    return f'<svg width="200" height="200" role="img" aria-label="{len(points)} positions" fill="#1f6feb">{dots}</svg>'


_READERS: Dict[str, Callable[[str], Any]] = {"number": float, "integer": int, "boolean": lambda cell: cell == "true"}
_DTYPES = {"number": "Float64", "integer": "Int64", "boolean": "boolean"}


class _Table:
    """Rows as records of JSON, and the way back to what the caller gave."""

    def __init__(self, rows: Rows, column: Union[str, Sequence[str]]) -> None:
        self.library = _library(rows)
        #: The table that the new columns are added to; None for rows and for a column alone.
        self.frame = None
        if self.library == "pyarrow" and not hasattr(rows, "to_batches") and hasattr(rows, "schema"):
            import pyarrow

            rows = pyarrow.Table.from_batches([rows])
        if self.library and (hasattr(rows, "column_names") or hasattr(rows, "columns")):
            self.frame = rows
            names = [str(name) for name in (rows.column_names if self.library == "pyarrow" else rows.columns)]
            values = _tuples(rows, self.library)
        else:
            # A text alone is one row, not one for each letter.
            plain = [rows] if isinstance(rows, (str, bytes, Mapping)) else rows.to_pylist() if self.library == "pyarrow" else list(rows)
            if plain and isinstance(plain[0], Mapping):
                _check(plain, lambda row: isinstance(row, Mapping), "is no dict, as the first one is")
                names = list(dict.fromkeys(str(name) for row in plain for name in row))
                values = [[row.get(name) for name in names] for row in plain]
            elif isinstance(column, str):
                names, values = [column], [[value] for value in plain]
            else:
                names, values = list(column), plain
                wanted = f"has not one value for each of the columns {', '.join(names)}"
                _check(plain, lambda row: hasattr(row, "__len__") and not isinstance(row, (str, bytes)) and len(row) == len(names), wanted)
        if len(set(names)) != len(names):
            raise GeomillError("INPUT_WRONG", f"two columns have one name: {', '.join(names)}")
        self.columns = names
        self.index = rows.index if self.library == "pandas" else None
        self.records: List[Row] = [_record(number, names, row) for number, row in enumerate(values, 1)]

    def result(self, answers: Sequence[Row], types: Mapping[str, Optional[str]]) -> Any:
        if not self.library:
            return [{name: row[name] for name in types} for row in answers]
        columns = {name: _typed([row[name] for row in answers], kind) for name, kind in types.items()}
        if self.library == "pandas":
            import pandas

            more = pandas.DataFrame({name: _array(pandas, *typed) for name, typed in columns.items()}, index=self.index)
            return more if self.frame is None else pandas.concat([self.frame, more], axis=1)
        if self.library == "polars":
            import polars

            kinds = {"number": polars.Float64, "integer": polars.Int64, "boolean": polars.Boolean}
            more = polars.DataFrame([polars.Series(name, values, dtype=kinds.get(kind, polars.String)) for name, (values, kind) in columns.items()])
            return more if self.frame is None else self.frame.hstack(more)
        import pyarrow

        kinds = {"number": pyarrow.float64(), "integer": pyarrow.int64(), "boolean": pyarrow.bool_()}
        arrays = {name: pyarrow.array(values, kinds.get(kind, pyarrow.string())) for name, (values, kind) in columns.items()}
        if self.frame is None:
            return pyarrow.table(arrays)
        table = self.frame
        for name, array in arrays.items():
            table = table.append_column(name, array)
        return table


def _library(rows: Any) -> Optional[str]:
    """The library of a table or a column, None for rows of Python."""
    if hasattr(rows, "index") and (hasattr(rows, "columns") or hasattr(rows, "to_frame")):
        return "pandas"
    name = type(rows).__module__.partition(".")[0]
    if hasattr(rows, "collect_schema") and hasattr(rows, "collect") and not hasattr(rows, "rows"):
        raise GeomillError("INPUT_WRONG", "a LazyFrame has no rows yet: pass frame.collect()")
    return name if name in ("polars", "pyarrow") else None


def _tuples(table: Any, library: str) -> Iterable[Any]:
    if library == "pandas":
        return table.itertuples(index=False, name=None)
    return table.iter_rows() if library == "polars" else zip(*(each.to_pylist() for each in table.columns))


def _record(number: int, names: Sequence[str], row: Iterable[Any]) -> Row:
    record: Row = {}
    for name, value in zip(names, row):
        try:
            record[name] = _plain(value)
        except Exception as error:  # Any object may be in a cell.
            raise GeomillError("INPUT_WRONG", f"row {number}, column {name}: a {type(value).__name__} is no text, number or date ({error})") from error
    return record


def _typed(values: List[Any], kind: Optional[str]) -> "tuple[List[Any], str]":
    """The values of a column and their kind. A server does not say which: then numbers are floats, and a column without a value is one of texts."""
    if kind is None:
        kinds = {type(value) for value in values if value is not None}
        kind = "number" if kinds and kinds <= {int, float} else "boolean" if kinds == {bool} else "string"
    to = {"number": float, "integer": int, "boolean": bool}.get(kind, _text)
    return [None if value is None else to(value) for value in values], kind


def _array(pandas: Any, values: List[Any], kind: str) -> Any:
    """A column of a nullable type."""
    return pandas.array(values, dtype=_DTYPES.get(kind, "string"))


def _text(value: Any) -> Optional[str]:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """A value that JSON has: NaN and NaT are null, numbers of numpy are numbers, days are texts."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "item"):
        return _plain(value.item())
    # Before any comparison: pandas.NA has no truth value.
    if str(value) in ("NaT", "<NA>") or value != value:
        return None
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _check(rows: Sequence[Any], is_good: Callable[[Any], bool], wrong: str) -> None:
    for number, row in enumerate(rows, 1):
        if not is_good(row):
            raise GeomillError("INPUT_WRONG", f"row {number} {wrong}")


def _lines(records: Iterable[Row], first: int = 1) -> Iterator[bytes]:
    for number, record in enumerate(records, first):
        try:
            yield json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
        except UnicodeEncodeError as error:
            code = ord(error.object[error.start])
            raise GeomillError("INPUT_WRONG", f"row {number} has half a character (U+{code:04X}), which no text has") from None
        except ValueError as error:
            raise GeomillError("INPUT_WRONG", f"row {number}: {error}") from None


def _object(line: bytes) -> Row:
    """An object of JSON in UTF-8. Errors: ValueError, for NaN and halves of characters too."""
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_refuse)
        if b"\\u" in line:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number of JSON")


def _answer(line: bytes, number: int) -> Row:
    """The answer to a row, as one line of JSON."""
    try:
        return _object(line)
    except ValueError as error:
        raise _invalid(number, str(error), line.decode("utf-8", "replace")) from None


def _invalid(number: int, why: str, text: str) -> GeomillError:
    return GeomillError("RESPONSE_INVALID", f"the answer to row {number} is no row of Geomill ({why}): {_shown(text)}")


def _shown(said: Union[str, bytes]) -> str:
    text = (said.decode("utf-8", "replace") if isinstance(said, bytes) else said).strip()
    return (text[:SHOWN_CHARACTERS] + " ..." if len(text) > SHOWN_CHARACTERS else text) or "nothing"


@contextlib.contextmanager
def _job(name: str, options: Mapping[str, Any]) -> Iterator[str]:
    """A job file of one stage: every stage has one then, with the defaults that the server has too."""
    chosen = {key: value for key, value in options.items() if value is not None}
    with tempfile.TemporaryDirectory(prefix="geomill-") as folder:
        path = Path(folder) / f"{name}.yaml"
        # JSON is YAML.
        path.write_text(json.dumps({"name": name, "stages": [{name: chosen}], "outputs": ["ndjson"]}), "utf-8")
        yield str(path)


def _types(name: str, columns: Sequence[str], options: Mapping[str, Any], command: List[str]) -> Dict[str, Optional[str]]:
    """The columns that a stage adds, with their types; a name with a comma cannot be asked for, so the types are those of the values."""
    if any("," in column for column in columns):
        return {}
    with _job(name, options) as job:
        line = [*command, "list", "columns", job, "--input-columns", ",".join(columns), "--json"]
        ended = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ended.returncode != 0:
        raise GeomillError(EXIT_CODES.get(ended.returncode, "FAILED"), _reason(ended.stderr), ended.returncode)
    try:
        entries = [_object(line) for line in ended.stdout.splitlines()]
        return {each["name"]: each["type"] for each in entries[len(columns) :]}
    except (ValueError, KeyError):
        raise GeomillError("RESPONSE_INVALID", f"geomill list columns wrote no list of columns: {_shown(ended.stdout)}") from None


def _filter(name: str, records: List[Row], options: Mapping[str, Any], command: List[str], arguments: Sequence[str], advance: Callable[[int], None]) -> List[Row]:
    said: List[bytes] = []
    answers: List[Row] = []
    unsent: List[GeomillError] = []

    def write() -> None:
        try:
            with child.stdin as pipe:
                pipe.writelines(_lines(records))
        except OSError:
            pass  # The program has ended; its exit code says why.
        except GeomillError as error:
            unsent.append(error)
            child.kill()

    def listen() -> None:
        said.extend(child.stderr)

    with _job(name, options) as job:
        words = [*command, "run", job, "--input", "-", "--output", "-", "--quiet", *arguments]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            helpers = [threading.Thread(target=each, daemon=True) for each in (write, listen)]
            for helper in helpers:
                helper.start()
            try:
                for line in child.stdout:
                    if not line.endswith(b"\n"):
                        break  # The program has ended while it wrote it.
                    answers.append(_answer(line, len(answers) + 1))
                    advance(1)
            except BaseException:
                child.kill()
                raise
            for helper in helpers:
                helper.join()
    if unsent:
        raise unsent[0]
    if child.returncode != 0:
        raise GeomillError(EXIT_CODES.get(child.returncode, "FAILED"), _reason(b"".join(said)), child.returncode)
    return answers


def _send(name: str, table: _Table, options: Mapping[str, Any], server: str, api_key: Optional[str], advance: Callable[[int], None]) -> List[Row]:
    query = {key: _value(value) for key, value in options.items() if value is not None}
    query["columns"] = ",".join(table.columns)
    if not server.startswith(("http://", "https://")):
        raise GeomillError("USAGE", f"the server {server} is no address: write it as http://127.0.0.1:8080")
    try:
        url = f"{server.rstrip('/')}/v1/batch/{urllib.parse.quote(name)}?{urllib.parse.urlencode(query)}"
    except UnicodeEncodeError:
        raise GeomillError("INPUT_WRONG", "the options or the columns have half a character, which no text has") from None
    headers = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}
    if api_key:
        headers["Authorization"] = f"Bearer {api_key}"
    answers: List[Row] = []
    for start in range(0, len(table.records), CHUNK_ROWS):
        chunk = table.records[start : start + CHUNK_ROWS]
        body = _post(urllib.request.Request(url, b"".join(_lines(chunk, start + 1)), headers, method="POST"))
        answers += [_answer(line, number) for number, line in enumerate(body.splitlines(), start + 1)]
        if len(answers) != start + len(chunk):
            raise GeomillError("RESPONSE_INVALID", f"the rows from {start + 1} on are {len(chunk)} and have {len(answers) - start} answers")
        advance(len(chunk))
    return answers


def _post(request: urllib.request.Request) -> bytes:
    """The whole body of the answer; what a server refuses for now is sent again."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            code, message = _problem(error)
            if error.code not in (429, 503) or attempt == ATTEMPTS:
                raise GeomillError(code, message) from None
            after = error.headers.get("Retry-After") or ""
            wait = float(after) if after.isascii() and after.isdigit() else 2.0 ** (attempt - 1)
        except (OSError, http.client.HTTPException) as error:
            if attempt == ATTEMPTS:
                raise GeomillError("SERVICE_DOWN", f"{request.host}: {error}") from error
            wait = 2.0 ** (attempt - 1)
        time.sleep(min(wait, 60))
    raise AssertionError("unreachable")


def _problem(error: urllib.error.HTTPError) -> "tuple[str, str]":
    try:
        said = error.read()
    except (OSError, http.client.HTTPException):
        said = b""
    try:
        body = _object(said)
        inner = body.get("error", body)
        message = inner.get("message") or inner.get("detail") or _shown(said)
        return str(inner.get("code") or body.get("code") or f"HTTP_{error.code}"), str(message)
    except (ValueError, AttributeError):
        return f"HTTP_{error.code}", f"the server answers with status {error.code}: {_shown(said)}"


def _function(name: str, keywords: Mapping[str, Any]) -> Callable[..., Any]:
    """A function of SQL: rows with one value of the option are sent together."""
    row, option, answer = _FUNCTIONS[name]

    def answered(*vectors: Any) -> Any:
        import pyarrow

        columns = [vector.to_pylist() for vector in vectors]
        places: Dict[Any, List[int]] = {}
        for at in range(len(columns[0])):
            places.setdefault(columns[-1][at] if option else None, []).append(at)
        values: List[Any] = [None] * len(columns[0])
        for value, those in places.items():
            rows = [dict(zip(row, (column[at] for column in columns))) for at in those]
            options = {} if value in (None, "") else dict.fromkeys(option, value)
            for at, found in zip(those, stage(name, rows, progress=False, **keywords, **options)):
                if isinstance(answer, str):
                    values[at] = found[f"{name}_{answer}"]
                else:
                    values[at] = {_member(each): found.get(f"{name}_{each}") for each in answer}
        text, number = pyarrow.string(), pyarrow.float64()
        if isinstance(answer, str):
            return pyarrow.array(values, text)
        return pyarrow.array(values, pyarrow.struct([(_member(each), number if each in _NUMBERS else text) for each in answer]))

    # DuckDB counts the parameters.
    parameters = [inspect.Parameter(each, inspect.Parameter.POSITIONAL_ONLY) for each in [*row, *option]]
    answered.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return answered


def _member(column: str) -> str:
    """The name in SQL of a column of a stage."""
    return "address" if column == "line" else column.removeprefix("to_").removesuffix("_new")


def _command(command: Optional[Sequence[str]]) -> List[str]:
    if command:
        return list(command)
    named = os.environ.get("GEOMILL_COMMAND")
    if named:
        return named.split()
    found = shutil.which("geomill")
    if found:
        return [found]
    built = Path(__file__).resolve().parent.parent / "dist" / "cli" / "main.cjs"
    if built.exists():
        return ["node", str(built)]
    raise GeomillError("COMMAND_MISSING", "there is no program geomill on the PATH: name it by command= or GEOMILL_COMMAND, or a server by server=")


def _set(settings: Mapping[str, Any]) -> List[str]:
    """Settings as ``--set`` has them: ``{"geocode": {"text": "{a}"}}`` is ``--set geocode.text={a}``."""
    line: List[str] = []
    for name, value in settings.items():
        if isinstance(value, Mapping):
            line += [each if each == "--set" else f"{name}.{each}" for each in _set(value)]
        elif value is not None:
            line += ["--set", f"{name}={_value(value)}"]
    return line


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else str(value)


def _reason(said: bytes) -> str:
    lines = [line for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    return "\n".join(lines).removeprefix("geomill: ") or "geomill ended without a message"


def _progress(progress: Union[bool, Callable[[int], None], None], total: int, name: str) -> "tuple[Callable[[int], None], Callable[[], None]]":
    if callable(progress):
        return progress, lambda: None
    if progress or (progress is None and total >= BAR_ROWS):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            pass
        else:
            bar = tqdm(total=total, desc=name, unit=" rows")
            return bar.update, bar.close
    return (lambda count: None), (lambda: None)
