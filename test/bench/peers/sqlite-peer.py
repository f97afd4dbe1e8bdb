"""Asks SQLite's FTS5 and R*Tree the questions of the bench: sqlite-peer.py ROWS QUESTIONS MOST_CPU_MS, an answer in JSON on standard output."""

import json
import math
import re
import resource
import sqlite3
import sys
import time

RIGHT_METERS = 100
WORD = re.compile(r"[^\W_]+")


def main():
    rows_path, questions_path, most_cpu_ms = sys.argv[1], sys.argv[2], float(sys.argv[3])
    started = time.process_time()
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE addresses USING fts5(text, content='', prefix='1 2 3')")
    database.execute("CREATE VIRTUAL TABLE boxes USING rtree(id, south, north, west, east)")
    positions = []
    with open(rows_path, encoding="utf-8") as rows:
        for line in rows:
            row = json.loads(line)
            at = len(positions)
            positions.append((row["lat"], row["lon"]))
            database.execute("INSERT INTO addresses(rowid, text) VALUES (?, ?)", (at, row["text"]))
            database.execute(
                "INSERT INTO boxes VALUES (?, ?, ?, ?, ?)", (at, row["lat"], row["lat"], row["lon"], row["lon"])
            )
    database.execute("INSERT INTO addresses(addresses) VALUES ('optimize')")
    build_seconds = time.process_time() - started
    with open(questions_path, encoding="utf-8") as file:
        questions = json.load(file)

    def search(match, size):
        return [
            row[0]
            for row in database.execute(
                "SELECT rowid FROM addresses WHERE addresses MATCH ? ORDER BY rank LIMIT ?", (match, size)
            )
        ]

    def autocomplete(text):
        words = WORD.findall(text)
        if words:
            search(" ".join('"%s"' % word for word in words) + "*", 5)

    def forward(question):
        words = ['"%s"' % word for word in WORD.findall(question["text"])]
        found = search(" AND ".join(words), 1) or search(" OR ".join(words), 1)
        return bool(found) and meters(positions[found[0]], question["truth"]) <= RIGHT_METERS

    def reverse(point):
        lat, lon = point["lat"], point["lon"]
        for reach in (0.001, 0.01, 0.1):
            inside = database.execute(
                "SELECT id FROM boxes WHERE south >= ? AND north <= ? AND west >= ? AND east <= ?",
                (lat - reach, lat + reach, lon - reach, lon + reach),
            ).fetchall()
            if inside:
                return min((meters(positions[at], point), at) for (at,) in inside)
        return None

    result = {
        "buildSeconds": build_seconds,
        "autocomplete": ask(questions["autocomplete"], autocomplete, most_cpu_ms),
        "forward": ask(questions["forward"], forward, most_cpu_ms),
        "reverse": ask(questions["reverse"], reverse, most_cpu_ms),
        "rssBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    print(json.dumps(result))


def ask(questions, answer, most_cpu_ms):
    costs, hits = [], 0
    warm = time.process_time() + most_cpu_ms / 20000
    for question in questions:
        if time.process_time() >= warm:
            break
        answer(question)
    for question in questions:
        started = time.process_time()
        hits += bool(answer(question))
        costs.append((time.process_time() - started) * 1000)
        if sum(costs) > most_cpu_ms:
            break
    ordered = sorted(costs)
    return {
        "asked": len(costs),
        "cpuMs": sum(costs),
        "p50Ms": ordered[len(ordered) // 2],
        "p99Ms": ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
        "hits": hits / len(costs),
    }


def meters(position, point):
    lat, lon = position
    north = math.radians(lat - point["lat"])
    east = math.radians(lon - point["lon"]) * math.cos(math.radians(lat))
    return 6371000 * math.hypot(north, east)


main()
