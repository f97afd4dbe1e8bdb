-- Counts the addresses of each ward in DuckDB, and writes the wards as points of a map. No extension and no network is needed.
--
--   make geocode-batch INPUT=fixtures/addresses.csv
--   duckdb < docs/examples/ward-counts.sql
--
-- Another run: duckdb -cmd "SET VARIABLE run = 'output/geocode/customers'; SET VARIABLE name = 'customers'" < docs/examples/ward-counts.sql

-- Codes have leading zeros, so every column is text until it is cast.
CREATE TEMP VIEW results AS
SELECT *
FROM read_csv(
  coalesce(getvariable('run'), 'output/geocode/addresses') || '/' || coalesce(getvariable('name'), 'addresses') || '.csv',
  all_varchar = true
);

-- How sure the results are.
SELECT geocode_status AS status, geocode_level AS level, count(*) AS addresses,
  round(avg(geocode_confidence::DOUBLE), 3) AS mean_confidence
FROM results
GROUP BY ALL
ORDER BY addresses DESC, level;

-- Addresses of each ward since July 2025, with the middle of their positions.
CREATE TEMP VIEW ward_counts AS
SELECT geocode_ward_code_new AS ward_code, any_value(geocode_ward_new) AS ward, any_value(geocode_province_new) AS province,
  count(*) AS addresses, avg(geocode_lat::DOUBLE) AS lat, avg(geocode_lon::DOUBLE) AS lon
FROM results
WHERE geocode_ward_code_new <> ''
GROUP BY geocode_ward_code_new;

SELECT ward_code, ward, province, addresses FROM ward_counts ORDER BY addresses DESC, ward_code;

-- The map: newline-delimited GeoJSON, which QGIS, GDAL and geopandas open.
COPY (
  SELECT json_object(
    'type', 'Feature',
    'geometry', json_object('type', 'Point', 'coordinates', [round(lon, 6), round(lat, 6)]),
    'properties', json_object('ward_code', ward_code, 'ward', ward, 'addresses', addresses)
  )
  FROM ward_counts
  ORDER BY ward_code
) TO 'ward-counts.geojsonl' (FORMAT csv, HEADER false, QUOTE '', DELIMITER E'\x01');
