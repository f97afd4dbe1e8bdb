"""Reads files with geopandas and pandas, and prints what they make of each as JSON. Arguments: the files."""
import json
import sys

import geopandas
import pandas


def read(path):
    if ".geojson" in path:
        return geopandas.read_file(path)
    lines = ".ndjson" in path
    return pandas.read_json(path, lines=True) if lines else pandas.read_csv(path, encoding="utf-8-sig")


def described(path):
    table = read(path)
    found = {
        "rows": len(table),
        "columns": [name for name in table.columns if name != "geometry"],
        "numbers": [name for name in table.columns if name != "geometry" and table[name].dtype.kind in "if"],
    }
    if "geometry" in table.columns:
        shapes = table.geometry
        found["crs"] = table.crs.to_epsg()
        found["nulls"] = int(shapes.isna().sum())
        found["kinds"] = sorted(set(shapes.dropna().geom_type))
        found["invalid"] = int((~shapes.dropna().is_valid).sum())
        if not shapes.dropna().empty:
            found["bounds"] = [float(value) for value in shapes.total_bounds]
    return found


print(json.dumps({path: described(path) for path in sys.argv[1:]}))
