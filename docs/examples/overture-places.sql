-- Writes places of Overture as the table that `geomill dataset build --places` reads. DuckDB 1.5 or newer; no extension and no network is needed.
--
--   overturemaps download --bbox=102.1,8.3,109.5,23.4 -f geoparquet --type=place -o places.parquet
--   duckdb < docs/examples/overture-places.sql
--
-- Other files: duckdb -cmd "SET VARIABLE places = 'release/*.parquet'; SET VARIABLE written = 'places.csv.gz'" < docs/examples/overture-places.sql
-- Source: Overture schema 2.0, theme places, type place: releases since December 2025.

-- Names of Overture's taxonomy with the category of Geomill and its importance. A name stands for all below it that are not listed.
CREATE TEMP TABLE categories AS
FROM read_csv(coalesce(getvariable('categories'), 'docs/examples/overture-categories.csv'));

CREATE TEMP MACRO category_of(known, name) AS coalesce(known[name], CASE WHEN suffix(name, '_restaurant') THEN 'restaurant' END);

CREATE TEMP VIEW places AS
WITH known AS (
  SELECT map(list(overture), list(category)) AS categories,
    (SELECT map(list(category), list(importance)) FROM (SELECT DISTINCT category, importance FROM categories)) AS importances
  FROM categories
), usable AS (
  SELECT *, geometry::VARCHAR AS point, addresses[1] AS address,
    -- The nearest category above the place that is known, then the others that it has.
    list_transform(list_concat([taxonomy.primary], list_reverse(taxonomy.hierarchy), [basic_category]), lambda name: category_of(categories, name)) AS main,
    list_transform(taxonomy.alternates, lambda name: category_of(categories, name)) AS others
  FROM read_parquet(coalesce(getvariable('places'), 'places.parquet')), known
  WHERE operating_status IS DISTINCT FROM 'permanently_closed' AND confidence IS DISTINCT FROM 0
    AND trim(names.primary) <> '' AND geometry::VARCHAR LIKE 'POINT (%' AND coalesce(addresses[1].country, 'VN') = 'VN'
), described AS (
  SELECT *, list_filter(main, lambda category: category IS NOT NULL)[1] AS category
  FROM usable
)
SELECT id AS gers_id, names.primary AS name,
  array_to_string(list_transform(list_concat(map_values(names.common), list_transform(names.rules, lambda rule: rule.value)),
    lambda other: regexp_replace(other, '[|;]', ' ', 'g')), '|') AS other_names,
  array_to_string(list_concat([category], others), '|') AS category,
  -- How sure it is that the place exists weighs the importance: all of it at 1, half of it near 0.
  round(coalesce(importances[category], 30) * CASE WHEN confidence <= 1 THEN 0.5 + confidence / 2 ELSE 0.75 END)::INTEGER AS importance,
  regexp_extract(point, '\((\S+) (\S+)\)', 2) AS lat, regexp_extract(point, '\((\S+) (\S+)\)', 1) AS lon,
  -- The street line, then town and province where they are not in it already and no codes.
  concat_ws(', ', nullif(address.freeform, ''),
    CASE WHEN NOT regexp_full_match(address.locality, '(VN-)?[A-Z0-9]{2}') AND NOT contains(coalesce(address.freeform, ''), address.locality) THEN address.locality END,
    CASE WHEN NOT regexp_full_match(address.region, '(VN-)?[A-Z0-9]{2}') AND NOT contains(concat_ws(', ', address.freeform, address.locality), address.region) THEN address.region END
  ) AS address,
  address.postcode, phones[1] AS phone, websites[1] AS website
FROM described;

SET VARIABLE written = coalesce(getvariable('written'), 'places.csv');
COPY places TO (getvariable('written')) (HEADER);
