"""Tests of geomill.py: python3 -m unittest, with GEOMILL_COMMAND; GEOMILL_TEST_SERVER is the address of `geomill serve` if there is one."""

import ast
import csv
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from html import escape
from pathlib import Path

import geomill

try:
    import pandas
except ImportError:
    pandas = None
try:
    import polars
except ImportError:
    polars = None
try:
    import pyarrow
except ImportError:
    pyarrow = None
try:
    import duckdb
except ImportError:
    duckdb = None

SERVER = os.environ.get("GEOMILL_TEST_SERVER")
ROOT = Path(__file__).resolve().parent.parent
ADDRESSES = ROOT / "fixtures" / "addresses.csv"
TEXTS = ["86 Bát Đàn, Hà Nội", None, "zzz", "Phường Bến Thành, Quận 1, TP HCM"]


#: An answer, and lines that are none.
GOOD = b'{"address":"Hu\xe1\xba\xbf","geocode_status":"ok"}\n'
BROKEN = [
    b"<html>",
    b'{"address":"x","geocode_status":',
    b'{"address":"x","geocode_status":NaN}',
    b'{"address":"\xff","geocode_status":"ok"}',
    b'{"address":"\\ud800","geocode_status":"ok"}',
    b"[1]",
    b"null",
    b"",
    b"[" * 100_000,
    b'{"address":"x"}',
    b'{"geocode_status":"ok"}',
]


def cells():
    """The rows of the input as dicts of texts."""
    with open(ADDRESSES, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Stub:
    """A server that answers with what it is given, one answer after the other, the last one again and again."""

    def __init__(self, *answers):
        self.requests = []
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                stub.requests.append((self.path, dict(self.headers), body))
                status, headers, text = answers[min(len(stub.requests), len(answers)) - 1]
                if callable(text):
                    text = text(body)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(text)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def echo(body):
    """An answer with one column for each record."""
    rows = [json.loads(line) for line in body.splitlines()]
    return b"".join(json.dumps({**row, "geocode_status": "ok"}).encode() + b"\n" for row in rows)


class Lists(unittest.TestCase):
    def test_keeps_order_and_number_of_rows(self):
        rows = geomill.geocode(TEXTS)
        self.assertEqual([row["geocode_status"] for row in rows], ["ok", "skipped", "not_found", "ok"])
        self.assertEqual(rows[0]["geocode_street"], "Phố Bát Đàn")
        self.assertIsInstance(rows[0]["geocode_lat"], float)
        self.assertEqual(rows[3]["geocode_ward_code_old"], "26743")
        self.assertNotIn("address", rows[0])

    def test_reads_points_and_rows_with_columns(self):
        self.assertEqual(geomill.reverse([(10.777, 106.6953)])[0]["reverse_province_code_new"], "79")
        rows = [{"duong": "86 Bát Đàn", "tinh": "Hà Nội"}, {"tinh": "Huế"}]
        found = geomill.geocode(rows, text="{duong}, {tinh}")
        self.assertEqual([row["geocode_level"] for row in found], ["street", "province"])
        self.assertTrue(geomill.convert(["Phường Bến Nghé, Quận 1, TP HCM"])[0]["convert_line"].startswith("Phường Sài Gòn"))

    def test_a_value_without_truth_is_none_and_a_text_is_one_row(self):
        class NA:
            """As pandas.NA is."""

            def __repr__(self):
                return "<NA>"

            def __ne__(self, other):
                return self

            def __bool__(self):
                raise TypeError("boolean value of NA is ambiguous")

        table = geomill._Table([{"address": NA()}, {"address": float("nan")}], "address")
        self.assertEqual(table.records, [{"address": None}, {"address": None}])
        self.assertEqual(geomill._Table("86 Bát Đàn, Hà Nội", "address").records, [{"address": "86 Bát Đàn, Hà Nội"}])
        self.assertEqual(geomill._Table({"a": 1}, "address").records, [{"a": 1}])

    def test_a_run_is_shown_in_a_notebook(self):
        rows = [
            {"id": "<b>", "geocode_status": "ok", "geocode_lat": 10.7, "geocode_lon": 106.6},
            {"id": None, "geocode_status": "not_found", "geocode_lat": None, "geocode_lon": None},
        ]
        run = geomill.Run(Path("x"), {})
        run.rows = lambda: rows
        page = run._repr_html_()
        self.assertIn("2 rows; geocode_status: 1 ok, 1 not_found", page)
        self.assertIn("<td>&lt;b&gt;</td>", page)
        self.assertEqual(page.count("<circle"), 1)
        run.rows = lambda: []
        self.assertNotIn("<svg", run._repr_html_())

    def test_an_empty_list_is_an_empty_list(self):
        self.assertEqual(geomill.geocode([]), [])

    def test_counts_rows_as_they_come(self):
        counts = []
        geomill.stage("forcode", [(10.777, 106.6953)] * 30, column=("lat", "lon"), progress=counts.append)
        self.assertEqual(sum(counts), 30)

    def test_a_wrong_option_is_an_error_with_the_words_of_geomill(self):
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(["Huế"], nonsense=1)
        self.assertEqual((caught.exception.code, caught.exception.exit_code), ("JOB_WRONG", 78))
        self.assertIn('there is no "nonsense"', str(caught.exception))

    def refusal(self, rows, **settings):
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(rows, **settings)
        return caught.exception.code, str(caught.exception)

    def test_rows_that_are_none_are_refused_with_their_number(self):
        self.assertEqual(self.refusal(["Huế", "\ud800"])[0], "INPUT_WRONG")
        self.assertIn("row 2 has half a character (U+D800)", self.refusal(["Huế", "\ud800"])[1])
        self.assertIn("row 2 is no dict", self.refusal([{"address": "Huế"}, None])[1])
        self.assertIn("row 2 has half", self.refusal(["Huế", "\udfff"], server="http://127.0.0.1:9")[1])
        for points in [[(10.7, 106.6), (10.7,)], [(10.7, 106.6), "ab"], [(10.7, 106.6), None], [(10.7, 106.6), (1, 2, 3)]]:
            with self.assertRaises(geomill.GeomillError) as caught:
                geomill.reverse(points)
            self.assertEqual(str(caught.exception), "row 2 has not one value for each of the columns lat, lon")

    def test_broken_lines_of_the_program_are_errors_with_their_row(self):
        for number, line in enumerate(BROKEN):
            script = f"import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write({GOOD + line + chr(10).encode() + GOOD!r})"
            code, message = self.refusal(["Huế"] * 3, command=[sys.executable, "-c", script])
            self.assertEqual(code, "RESPONSE_INVALID", line)
            self.assertIn("the answer to row 2 is no row of Geomill", message, number)

    def test_a_program_that_ends_in_a_line_is_asked_why(self):
        script = f"import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write({GOOD + GOOD[:9]!r}); sys.exit('geomill: disk') if 'run' in sys.argv else 0"
        self.assertEqual(self.refusal(["Huế"] * 2, command=[sys.executable, "-c", script]), ("FAILED", "disk"))
        script = f"import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write({GOOD + GOOD[:9]!r})"
        self.assertEqual(self.refusal(["Huế"] * 2, command=[sys.executable, "-c", script])[0], "RESPONSE_INVALID")

    def test_a_run_without_a_summary_is_an_error(self):
        for said in [b"", b"<html>", b'{"output":NaN}', b"\xff", b"[]", b'{"a":1}']:
            with self.assertRaises(geomill.GeomillError) as caught:
                geomill.run("geocode", ADDRESSES, command=[sys.executable, "-c", f"import sys; sys.stdout.buffer.write({said!r})"])
            self.assertEqual(caught.exception.code, "RESPONSE_INVALID")

    def test_says_what_to_do_without_the_program(self):
        with self.assertRaises(FileNotFoundError):
            geomill.geocode(["Huế"], command=["no-such-program"])


class Runs(unittest.TestCase):
    def test_a_run_has_the_values_of_the_filter_and_the_types_of_its_package(self):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "run"
            run = geomill.run("geocode", ADDRESSES, output, arguments=["--no-report"], outputs="csv", geocode={"admin_v2": True})
            self.assertEqual(run.summary["stages"]["geocode"]["ok"], 200)
            # A notebook says what the terminal says, which writes it into the report as well.
            ended = subprocess.run([*geomill._command(None), "run", "geocode", "--input", ADDRESSES, "--output", str(output),
                                    "--no-report", "--set", "outputs=csv", "--set", "geocode.admin_v2=true"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            said = ended.stdout.decode("utf-8")
            sentence = re.search("200 rows: [^\n]*", said)
            self.assertIsNotNone(sentence, said)
            self.assertIn(escape(sentence.group()), run._repr_html_())
            rows = run.rows()
            self.assertEqual(rows, geomill.read(output).rows())
            found = geomill.geocode(cells(), admin_v2=True)
            for row, answer in zip(rows, found):
                self.assertEqual({name: row[name] for name in answer}, answer)
            # A finished run is not repeated.
            self.assertEqual(geomill.run("geocode", ADDRESSES, output, outputs="csv", geocode={"admin_v2": True}).rows(), rows)
            with self.assertRaises(geomill.GeomillError) as caught:
                geomill.run("geocode", ADDRESSES, output, outputs="csv", geocode={"admin_v2": False})
            self.assertEqual(caught.exception.exit_code, 65)

    def test_chosen_columns_are_those_of_every_format_and_of_python(self):
        chosen = "id,geocode_status=state,address,geocode_label=label,lat=lat"
        names = ["id", "state", "address", "label", "lat"]
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "run"
            run = geomill.run("geocode", ADDRESSES, output, arguments=["--no-report"], outputs="csv,ndjson,geojson", result_columns=chosen)
            rows = run.rows()
            self.assertEqual(list(rows[0]), names)
            with open(output / "addresses.csv", encoding="utf-8", newline="") as file:
                table = list(csv.DictReader(file))
            self.assertEqual([row["label"] or None for row in table], [row["label"] for row in rows])
            with open(output / "addresses.ndjson", encoding="utf-8") as file:
                lines = [json.loads(line) for line in file]
            self.assertEqual([list(line) for line in lines], [names] * len(rows))
            self.assertEqual([line["label"] for line in lines], [row["label"] for row in rows])
            with open(output / "addresses.geojson", encoding="utf-8") as file:
                features = json.load(file)["features"]
            self.assertEqual([feature["properties"]["label"] for feature in features], [row["label"] for row in rows])
            # Other columns are another run.
            with self.assertRaises(geomill.GeomillError) as caught:
                geomill.run("geocode", ADDRESSES, output, outputs="csv,ndjson,geojson", result_columns="answer")
            self.assertEqual(caught.exception.exit_code, 65)

    def test_a_run_that_fails_says_why(self):
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.run("nojob", ADDRESSES)
        self.assertEqual(caught.exception.code, "JOB_WRONG")
        with self.assertRaises(geomill.GeomillError):
            geomill.read(ROOT)


class Servers(unittest.TestCase):
    def setUp(self):
        self.pauses = []
        self.sleep, geomill.time.sleep = geomill.time.sleep, self.pauses.append

    def tearDown(self):
        geomill.time.sleep = self.sleep

    def test_sends_chunks_with_the_key_and_the_options(self):
        stub = Stub((200, {}, echo))
        found = geomill.geocode([f"Huế {at}" for at in range(2500)], server=stub.url, api_key="secret", admin_v2=True)
        self.assertEqual(len(found), 2500)
        self.assertEqual([body.count(b"\n") for _, _, body in stub.requests], [1000, 1000, 500])
        path, headers, _ = stub.requests[0]
        self.assertEqual(path, "/v1/batch/geocode?admin_v2=true&columns=address")
        self.assertEqual(headers["Authorization"], "Bearer secret")
        stub.close()

    def test_waits_as_long_as_the_server_says(self):
        stub = Stub((429, {"Retry-After": "7"}, b"{}"), (503, {}, b"{}"), (200, {}, echo))
        self.assertEqual(geomill.geocode(["Huế"], server=stub.url), [{"geocode_status": "ok"}])
        self.assertEqual(self.pauses, [7.0, 2.0])
        stub.close()

    def test_an_answer_that_is_cut_off_is_asked_for_again_and_never_taken(self):
        stub = Stub((200, {"Content-Length": "1000"}, b'{"geocode_status":"ok"}\n'), (200, {}, echo))
        self.assertEqual(len(geomill.geocode(["Huế", "Hà Nội"], server=stub.url)), 2)
        self.assertEqual(len(stub.requests), 2)
        stub.close()
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(["Huế"], server=stub.url)
        self.assertEqual(caught.exception.code, "SERVICE_DOWN")

    def test_an_answer_that_is_none_is_an_error_with_its_row(self):
        for line in BROKEN:
            stub = Stub((200, {}, GOOD + line + b"\n" + GOOD))
            with self.assertRaises(geomill.GeomillError) as caught:
                geomill.geocode(["Huế"] * 3, server=stub.url)
            stub.close()
            self.assertEqual(caught.exception.code, "RESPONSE_INVALID", line)
            self.assertIn("the answer to row 2 is no row of Geomill", str(caught.exception))

    def test_a_page_in_place_of_rows_is_shown(self):
        page = b"<html><body>Sign in to the hotel</body></html>" + b" " * 5000
        for status, code in [(200, "RESPONSE_INVALID"), (404, "HTTP_404")]:
            stub = Stub((status, {}, page))
            with self.assertRaises(geomill.GeomillError) as caught:
                geomill.geocode(["Huế"], server=stub.url)
            stub.close()
            self.assertEqual(caught.exception.code, code)
            self.assertIn("Sign in to the hotel", str(caught.exception))
            self.assertLess(len(str(caught.exception)), 500)

    def test_a_server_without_a_scheme_is_refused(self):
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(["Huế"], server="127.0.0.1:8080")
        self.assertEqual((caught.exception.code, self.pauses), ("USAGE", []))

    def test_a_refusal_is_an_error_at_once(self):
        stub = Stub((401, {}, b'{"error":{"code":"KEY_REFUSED","message":"no such key"}}'))
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(["Huế"], server=stub.url)
        self.assertEqual((caught.exception.code, str(caught.exception)), ("KEY_REFUSED", "no such key"))
        self.assertEqual((len(stub.requests), self.pauses), (1, []))
        stub.close()

    @unittest.skipUnless(SERVER, "GEOMILL_TEST_SERVER is not set")
    def test_a_server_answers_as_the_program_does(self):
        rows = cells()
        self.assertEqual(geomill.geocode(rows, server=SERVER), geomill.geocode(rows))
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(["Huế"], server=SERVER, nonsense=1)
        self.assertIn("nonsense", str(caught.exception))


@unittest.skipUnless(pandas, "pandas is not installed")
class Frames(unittest.TestCase):
    def test_a_frame_keeps_its_index_columns_and_values(self):
        frame = pandas.DataFrame(
            {"address": TEXTS, "n": [1, 2, 3, 4], "day": pandas.to_datetime(["2026-01-01", None, "2026-01-03", None])},
            index=["d", "c", "b", "a"],
        )
        found = geomill.geocode(frame)
        pandas.testing.assert_frame_equal(found[["address", "n", "day"]], frame)
        self.assertEqual(list(found["geocode_status"]), ["ok", "skipped", "not_found", "ok"])
        self.assertEqual(str(found["geocode_lat"].dtype), "Float64")
        self.assertTrue(pandas.isna(found.loc["b", "geocode_lat"]))

    def test_the_result_of_one_stage_goes_into_the_next(self):
        found = geomill.geocode(pandas.DataFrame({"address": TEXTS, "n": pandas.array([1, None, 3, 4], dtype="Int64")}))
        codes = geomill.stage("forcode", found, lat="{geocode_lat}", lon="{geocode_lon}")
        self.assertEqual(list(codes["forcode_status"]), ["ok", "skipped", "skipped", "ok"])
        for kinds in [found.convert_dtypes(), found.astype({"address": "category"}), found.set_axis([1, 1, 2, 2])]:
            again = geomill.geocode(kinds[["address", "n"]])
            self.assertEqual(list(again["geocode_status"]), list(found["geocode_status"]))

    def test_a_column_of_each_type_is_one_of_texts(self):
        statuses = ["ok", "skipped", "not_found", "ok"]
        series = pandas.Series(TEXTS, index=[7, 7, "x", 1.5])
        for column in [series, series.astype("string"), series.astype("category"), series.convert_dtypes()]:
            found = geomill.geocode(column)
            self.assertEqual((list(found["geocode_status"]), list(found.index)), (statuses, list(series.index)))
        self.assertEqual([row["geocode_status"] for row in geomill.geocode([TEXTS[0], pandas.NA, pandas.NaT])], ["ok", "skipped", "skipped"])

    def test_a_cell_that_is_no_value_is_named_with_its_row(self):
        import numpy

        frame = pandas.DataFrame({"address": ["Huế", "Huế"], "box": [1, numpy.array([1, 2])]})
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(frame)
        self.assertEqual(caught.exception.code, "INPUT_WRONG")
        self.assertIn("row 2, column box: a ndarray is no text, number or date", str(caught.exception))

    def test_types_do_not_depend_on_the_rows(self):
        types = geomill.geocode(pandas.Series(TEXTS)).dtypes
        for texts in [["zzz"], []]:
            pandas.testing.assert_series_equal(geomill.geocode(pandas.Series(texts, dtype="object")).dtypes, types)

    def test_a_run_reads_as_a_frame(self):
        with tempfile.TemporaryDirectory() as folder:
            frame = geomill.run("geocode", ADDRESSES, Path(folder) / "run", arguments=["--no-report"]).frame()
        self.assertEqual(frame.shape[0], 200)
        self.assertEqual(frame["geocode_ward_code_new"].str.len().dropna().unique().tolist(), [5])


COLUMNS = {"address": TEXTS, "n": [1, None, 3, 4]}


class Tables(unittest.TestCase):
    """Tables of polars and of Arrow, in and out."""

    def as_rows(self, found, want):
        self.assertEqual(want["geocode_status"], ["ok", "skipped", "not_found", "ok"])
        self.assertEqual(list(found)[:2], ["address", "n"])
        self.assertEqual((found["address"], found["n"]), (TEXTS, COLUMNS["n"]))
        for name, values in want.items():
            self.assertEqual(found[name], values, name)

    def setUp(self):
        answers = geomill.geocode([{"address": text, "n": n} for text, n in zip(*COLUMNS.values())])
        self.want = {name: [row[name] for row in answers] for name in answers[0]}

    @unittest.skipUnless(polars, "polars is not installed")
    def test_a_frame_of_polars(self):
        frame = polars.DataFrame(COLUMNS)
        found = geomill.geocode(frame)
        self.assertIsInstance(found, polars.DataFrame)
        self.as_rows(found.to_dict(as_series=False), self.want)
        self.assertEqual((found.schema["geocode_lat"], found.schema["n"]), (polars.Float64, polars.Int64))
        codes = geomill.stage("forcode", found, lat="{geocode_lat}", lon="{geocode_lon}")
        self.assertEqual(codes["forcode_status"].to_list(), ["ok", "skipped", "skipped", "ok"])
        alone = geomill.geocode(frame["address"].cast(polars.Categorical))
        self.assertEqual((alone["geocode_status"].to_list(), "address" in alone.columns), (self.want["geocode_status"], False))
        self.assertEqual(geomill.geocode(frame.head(0)).schema, found.schema)
        with self.assertRaises(geomill.GeomillError) as caught:
            geomill.geocode(frame.lazy())
        self.assertIn("frame.collect()", str(caught.exception))

    @unittest.skipUnless(pyarrow, "pyarrow is not installed")
    def test_a_table_of_arrow(self):
        table = pyarrow.table(COLUMNS)
        found = geomill.geocode(table)
        self.assertIsInstance(found, pyarrow.Table)
        self.as_rows(found.to_pydict(), self.want)
        self.assertEqual(found.schema.field("geocode_lat").type, pyarrow.float64())
        codes = geomill.stage("forcode", found, lat="{geocode_lat}", lon="{geocode_lon}")
        self.assertEqual(codes["forcode_status"].to_pylist(), ["ok", "skipped", "skipped", "ok"])
        [batch] = table.to_batches()
        self.assertEqual(geomill.geocode(batch), found)
        alone = geomill.geocode(table["address"].dictionary_encode())
        self.assertEqual((alone["geocode_status"].to_pylist(), "address" in alone.column_names), (self.want["geocode_status"], False))
        self.assertEqual(geomill.geocode(table.slice(0, 0)).schema, found.schema)


@unittest.skipUnless(duckdb and pyarrow, "duckdb is not installed, or pyarrow")
class Sql(unittest.TestCase):
    """The functions in SQL answer as the stages do; `test/integration/duckdb-functions.test.ts` has those of Node."""

    def setUp(self):
        self.connection = duckdb.connect()
        geomill.duckdb(self.connection)
        self.connection.execute(f"create view addresses as from read_csv('{ADDRESSES}', all_varchar=true)")

    def test_a_table_has_the_values_of_the_stages(self):
        found = self.connection.sql("select address, geocode(address) as found, convert(address, '') as new from addresses").fetchall()
        texts = [{"address": address} for address, _, _ in found]
        for row, converted, (_, geocoded, new) in zip(geomill.geocode(texts), geomill.convert(texts), found):
            self.assertEqual(geocoded["label"], row["geocode_label"])
            self.assertEqual((geocoded["ward"], geocoded["lat"]), (row["geocode_ward_new"], row["geocode_lat"]))
            self.assertEqual((new["address"], new["ward_code"]), (converted["convert_line"], converted["convert_to_ward_code"]))

    def test_each_row_has_its_own_option_and_a_null_has_no_answer(self):
        rows = "(values (10.777, 106.6953, 8), (21.0337, 105.8464, 9), (null, 105.8, 9)) as points(lat, lon, resolution)"
        codes = self.connection.sql(f"select forcode(lat, lon, resolution), reverse(lat, lon).province_code from {rows}").fetchall()
        want = [geomill.stage("forcode", [point], column=("lat", "lon"), resolution=resolution)[0]["forcode_code"]
                for point, resolution in [((10.777, 106.6953), 8), ((21.0337, 105.8464), 9)]]  # fmt: skip
        self.assertEqual(codes, [(want[0], "79"), (want[1], "01"), (None, None)])
        [(day,)] = self.connection.sql("select convert('Phường Sài Gòn, TP HCM', '2025-06-30').address").fetchall()
        self.assertIn("Quận 1", day)


class Source(unittest.TestCase):
    def test_is_python_3_9(self):
        ast.parse((ROOT / "python" / "geomill.py").read_text("utf-8"), feature_version=(3, 9))


if __name__ == "__main__":
    unittest.main()
