"""Finds wards with vietnamadminunits: vietnamadminunits-peer.py WARDS reads CSV (id,address) and writes CSV (id,ward_code,lat,lon)."""

import csv
import sys
import unicodedata

from vietnamadminunits import convert_address, parse_address


def fold(text):
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    plain = plain.lower().replace("đ", "d")
    for word in ("thu do ", "thanh pho ", "tinh "):
        plain = plain.removeprefix(word)
    return plain


def read_codes(path):
    codes = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            parts = row["text"].split(", ")
            if len(parts) == 2:
                codes[(fold(parts[0]), fold(parts[1]))] = row["wards"]
    return codes


def answer(address):
    """Converts a former address, and reads one of units in force where that fails, as its page says; the other way round is right half as often."""
    for read in (convert_address, parse_address):
        try:
            unit = read(address)
        except Exception:
            continue
        if unit is not None and unit.ward:
            return unit
    return None


def main():
    codes = read_codes(sys.argv[1])
    out = csv.writer(sys.stdout)
    out.writerow(["id", "ward_code", "lat", "lon"])
    for row in csv.DictReader(sys.stdin):
        unit = answer(row["address"])
        if unit is not None:
            code = codes.get((fold(unit.ward), fold(unit.province)), "")
            out.writerow([row["id"], code, unit.latitude or "", unit.longitude or ""])


main()
