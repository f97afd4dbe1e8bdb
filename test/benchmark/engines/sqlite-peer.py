"""Finds wards with SQLite FTS5: sqlite-peer.py LINES reads CSV (id,address) on standard input and writes CSV (id,ward_code,candidates,lat,lon)."""

import csv
import re
import sqlite3
import sys
import unicodedata

WORD = re.compile(r"[^\W_]+")


def fold(text):
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return plain.lower().replace("đ", "d")


def main():
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE wards USING fts5(text)")
    codes = []
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            database.execute("INSERT INTO wards(rowid, text) VALUES (?, ?)", (len(codes), fold(row["text"])))
            codes.append((row["wards"], row.get("lat", ""), row.get("lon", "")))
    out = csv.writer(sys.stdout)
    out.writerow(["id", "ward_code", "candidates", "lat", "lon"])
    for row in csv.DictReader(sys.stdin):
        words = WORD.findall(fold(row["address"]))
        match = " OR ".join('"%s"' % word for word in words)
        found = database.execute(
            "SELECT rowid FROM wards WHERE wards MATCH ? ORDER BY rank LIMIT 1", (match,)
        ).fetchone() if words else None
        if found:
            wards, lat, lon = codes[found[0]]
            out.writerow([row["id"], wards.split("|")[0], wards, lat, lon])


main()
