"""Joins points with the wards that contain them by geopandas: ward-join.py POINTS.csv WARDS.ndjson.gz OUT.csv FIGURES.json, as a person would write it."""

import gzip
import json
import resource
import sys

import geopandas
import pandas

points_path, wards_path, out_path, figures_path = sys.argv[1:]
with gzip.open(wards_path, "rt", encoding="utf-8") as lines:
    wards = geopandas.GeoDataFrame.from_features((json.loads(line) for line in lines), crs="EPSG:4326")
table = pandas.read_csv(points_path)
points = geopandas.GeoDataFrame(table, geometry=geopandas.points_from_xy(table.lon, table.lat), crs="EPSG:4326")
joined = points.sjoin(wards, how="left", predicate="within")
joined.drop(columns=["geometry", "index_right"]).to_csv(out_path, index=False)
usage = resource.getrusage(resource.RUSAGE_SELF)
with open(figures_path, "w") as figures:
    json.dump([usage.ru_utime + usage.ru_stime, usage.ru_maxrss], figures)
