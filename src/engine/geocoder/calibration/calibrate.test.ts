[
  {
    "name": "blank-rows-and-columns.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "cover-sheet.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "dates-and-codes.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "dates-in-own-formats.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "empty-header-row-stated.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "empty-sheet.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "error-cells.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "formulas.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "header-merged-across-only.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "header-merged-libreoffice.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "header-merged-openpyxl.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "header-merged.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "header-three-rows.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "header-two-rows-not-merged.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "hidden-first-sheet.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "hidden-rows.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "line-breaks-in-header.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "list-without-header.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "merged-data-cells.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "no-header-stated.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "percents-and-money.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "plain-libreoffice.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "plain-openpyxl.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "plain.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "section-rows.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "several-sheets.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "signatures.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "stated-range.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "stated-sheet-and-header.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "subtotals.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "summary-first.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "table-beside.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "title-header-merged-numbered.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "title-merged.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "title-of-an-authority.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "title-with-two-cells.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "total-below-the-addresses.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "totals-row.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "two-tables.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "unknown-sheet.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "very-wide.xlsx, filled > has the results beside the rows they belong to, and every other part unchanged",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "a sheet that is filled > shows the new columns where its own are hidden to the end, and keeps the look of empty cells",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "a sheet that is filled > stands right of everything where the place beside the table is taken",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "a sheet that is filled > is refused where it cannot be changed without parsing it",
    "file": "/work/main/test/golden/workbook-in-place.test.ts",
    "projectName": "quick"
  },
  {
    "name": "geomill run geocode > loads the files that it executes",
    "file": "/work/main/test/architecture/loaded-files.test.ts",
    "projectName": "structure"
  },
  {
    "name": "geomill run geocode > loads none of other commands",
    "file": "/work/main/test/architecture/loaded-files.test.ts",
    "projectName": "structure"
  },
  {
    "name": "geomill run geocode > executes most of what it loads",
    "file": "/work/main/test/architecture/loaded-files.test.ts",
    "projectName": "structure"
  },
  {
    "name": "the list of rows > has every row of the interface document (skipped where that is not at hand)",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the list of rows > has a check for each row, one, and no check without a row",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the list of rows > leaves out only rows that there are",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 Envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 description",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 distance_meters",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 has_child",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 matched_substrings",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 place_id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 structured_formatting",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 terms",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.1 types",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 Place detail envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 Geocoding envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 address_components",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 formatted_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 geometry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 name",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 place_id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 types",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.2 url",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Envelope type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Envelope FeatureCollection",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Envelope features",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Envelope bbox",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Envelope errors",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Feature type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Feature Feature",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Feature geometry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Feature Point",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 Feature properties",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 name",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 housenumber",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 street",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 short_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 postalcode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 label",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 country",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 country_code",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 category",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 website",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 opening_hours",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 opening_hours_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 phone",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 region",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 county",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 locality",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 continent",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 source",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 has_child",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.3 sid",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Envelope geocoded_waypoints",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Envelope routes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Route bounds",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Route legs",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Route overview_polyline",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Route summary",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Route warnings",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Route waypoint_order",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg duration",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg start_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg end_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg start_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg end_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Leg steps",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step duration",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step start_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step end_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step html_instructions",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step maneuver",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step polyline",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.4 Step travel_mode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 7 directions geocoded_waypoints[].geocoder_status = OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 trip.locations",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 trip.legs",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver verbal_transition_alert_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver verbal_succinct_transition_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver verbal_pre_transition_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver verbal_post_transition_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver street_names",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver time",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver length",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver cost",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver begin_shape_index",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver end_shape_index",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver verbal_multi_cue",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver travel_mode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver travel_type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver sign",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Maneuver roundabout_exit_count",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary has_time_restrictions",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary has_toll",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary has_highway",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary has_ferry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary min_lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary min_lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary max_lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary max_lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary time",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary length",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 Leg summary cost",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.5 shape",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 origin",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 destination",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 alternatives",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 vehicle",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 language",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.7 Response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 json",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 locations",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 costing",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 directions_options",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 Rules trip.locations",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 Response sentence 2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.8 Rules original_index",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Encode response forcodes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Encode response lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Encode response lng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Encode response resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Encode response admin_code",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Encode response status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Decode response lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Decode response lng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Decode response resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Decode response forcodes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.6 Decode response status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.9 Query parameters lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.9 Query parameters lng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.9 Query parameters resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.9 Response admin_code",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.9 Response status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.9 Response OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.10 forcodes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.10 Response resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.10 Response INVALID_FORCODES",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.10 Alphabet and length rule of forcode strings sentence 2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.10 Resolution table sentence 3",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.10 sentence 4",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 7 forcode operations status = OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 7 forcode decode status = INVALID_FORCODES, lat/lng/resolution null",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 resolution forcode encode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Search envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 collection",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 bbox",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 geometry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 stac_version",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 stac_extensions",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 providers",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 assets",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 asset_templates",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 links",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 properties",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties created",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties datetime",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties datetimetz",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties height",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties width",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties license",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties original_file:name",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties original_file:size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties pers:pitch",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties pers:roll",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties view:azimuth",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties exif",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties pers:interior_orientation",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties tiles:tile_matrix_sets",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties imagery:image",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties imagery:producer",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties imagery:status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties ready",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 2.7 Item properties imagery:thumbnail",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 bbox",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 intersects",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 datetime",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 limit",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 ids",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 collections",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 place_position",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 place_distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 place_fov_tolerance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.11 Response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 limit imagery search",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 place_fov_tolerance imagery search",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 place_distance imagery search",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 9 stac_version",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 3 Session token created by the client first autocomplete or place-detail call carrying it",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 3 Session token valid passage of time",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 3 Session token valid place-detail call with the same token",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 3 status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 3 OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 sessiontoken validity autocomplete and place detail",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Google input",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Google location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Google origin",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Google radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Google sessiontoken",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Google admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM text",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM boundary.circle.lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM boundary.circle.lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM boundary.circle.radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM sessiontoken",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 OSM size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.1 Response sentence 2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.2 ids",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.2 format",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.2 sessiontoken",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.2 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.2 Response for format=google sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.2 Default response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.3 parent_id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.3 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.3 Response has_child",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.4 Google shape address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.4 Google shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.4 OSM shape text",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.4 OSM shape size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.4 OSM shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 Google shape latlng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 Google shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 OSM shape point.lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 OSM shape point.lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 OSM shape boundary.circle.radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 OSM shape size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 OSM shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.5 OSM shape distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 categories",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 point.lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 point.lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 boundary.circle.radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 Response distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 4.6 Response category",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 7 place, geocode, autocomplete, children (google shape) status = OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 7 OSM shape errors = null",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 radius default autocomplete",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 boundary.circle.radius default reverse geocoding 1 km; nearby 5",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 8 size default forward and reverse geocoding 1; nearby 5",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the local service > 9 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 Envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 description",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 distance_meters",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 has_child",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 matched_substrings",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 place_id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 structured_formatting",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 terms",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.1 types",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 Place detail envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 Geocoding envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 address_components",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 formatted_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 geometry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 name",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 place_id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 types",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.2 url",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Envelope type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Envelope FeatureCollection",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Envelope features",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Envelope bbox",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Envelope errors",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Feature type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Feature Feature",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Feature geometry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Feature Point",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 Feature properties",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 name",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 housenumber",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 street",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 short_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 postalcode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 label",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 country",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 country_code",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 category",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 website",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 opening_hours",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 opening_hours_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 phone",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 region",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 county",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 locality",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 continent",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 source",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 has_child",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.3 sid",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Envelope geocoded_waypoints",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Envelope routes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Route bounds",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Route legs",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Route overview_polyline",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Route summary",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Route warnings",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Route waypoint_order",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg duration",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg start_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg end_address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg start_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg end_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Leg steps",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step duration",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step start_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step end_location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step html_instructions",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step maneuver",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step polyline",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.4 Step travel_mode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 7 directions geocoded_waypoints[].geocoder_status = OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 trip.locations",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 trip.legs",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver verbal_transition_alert_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver verbal_succinct_transition_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver verbal_pre_transition_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver verbal_post_transition_instruction",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver street_names",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver time",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver length",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver cost",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver begin_shape_index",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver end_shape_index",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver verbal_multi_cue",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver travel_mode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver travel_type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver sign",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Maneuver roundabout_exit_count",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary has_time_restrictions",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary has_toll",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary has_highway",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary has_ferry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary min_lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary min_lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary max_lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary max_lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary time",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary length",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 Leg summary cost",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.5 shape",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 origin",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 destination",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 alternatives",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 vehicle",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 language",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.7 Response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 json",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 locations",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 costing",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 directions_options",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 Rules trip.locations",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 Response sentence 2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.8 Rules original_index",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Encode response forcodes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Encode response lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Encode response lng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Encode response resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Encode response admin_code",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Encode response status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Decode response lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Decode response lng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Decode response resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Decode response forcodes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.6 Decode response status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.9 Query parameters lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.9 Query parameters lng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.9 Query parameters resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.9 Response admin_code",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.9 Response status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.9 Response OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.10 forcodes",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.10 Response resolution",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.10 Response INVALID_FORCODES",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.10 Alphabet and length rule of forcode strings sentence 2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.10 Resolution table sentence 3",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.10 sentence 4",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 7 forcode operations status = OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 7 forcode decode status = INVALID_FORCODES, lat/lng/resolution null",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 resolution forcode encode",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Search envelope sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 type",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 collection",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 bbox",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 geometry",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 stac_version",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 stac_extensions",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 providers",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 assets",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 asset_templates",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 links",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 properties",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties created",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties datetime",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties datetimetz",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties height",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties width",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties license",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties original_file:name",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties original_file:size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties pers:pitch",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties pers:roll",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties view:azimuth",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties exif",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties pers:interior_orientation",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties tiles:tile_matrix_sets",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties imagery:image",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties imagery:producer",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties imagery:status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties ready",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 2.7 Item properties imagery:thumbnail",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 bbox",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 intersects",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 datetime",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 limit",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 ids",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 collections",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 place_position",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 place_distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 place_fov_tolerance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.11 Response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 limit imagery search",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 place_fov_tolerance imagery search",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 place_distance imagery search",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 9 stac_version",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 3 Session token created by the client first autocomplete or place-detail call carrying it",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 3 Session token valid passage of time",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 3 Session token valid place-detail call with the same token",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 3 status",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 3 OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 sessiontoken validity autocomplete and place detail",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Google input",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Google location",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Google origin",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Google radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Google sessiontoken",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Google admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM text",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM boundary.circle.lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM boundary.circle.lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM boundary.circle.radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM sessiontoken",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 OSM size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.1 Response sentence 2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.2 ids",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.2 format",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.2 sessiontoken",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.2 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.2 Response for format=google sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.2 Default response sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.3 parent_id",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.3 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.3 Response has_child",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.4 Google shape address",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.4 Google shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.4 OSM shape text",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.4 OSM shape size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.4 OSM shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 Google shape latlng",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 Google shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 OSM shape point.lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 OSM shape point.lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 OSM shape boundary.circle.radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 OSM shape size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 OSM shape admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.5 OSM shape distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 categories",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 point.lat",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 point.lon",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 size",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 boundary.circle.radius",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 Response distance",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 4.6 Response category",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 7 place, geocode, autocomplete, children (google shape) status = OK",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 7 OSM shape errors = null",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 radius default autocomplete",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 boundary.circle.radius default reverse geocoding 1 km; nearby 5",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 8 size default forward and reverse geocoding 1; nearby 5",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the served service > 9 admin_v2",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 7 forcode operations HTTP 200",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 7 forcode operations HTTP 400",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 7 forcode operations HTTP 404",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 4 Authentication sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 5 apikey",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 5 apikey (2)",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "the server > 9 sentence 1",
    "file": "/work/main/test/conformance/interface.test.ts",
    "projectName": "quick"
  },
  {
    "name": "--explain writes the sentence of a conversion alone",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "--explain writes what each word of an address is for",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "--work names the folder that a run to an object store works in",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "--wait waits for the process that sends requests with the same key",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "--queue-window bounds what waits for an earlier chunk",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "--host and --allow-host decide which names a server without keys answers to",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "keys add keeps name, operations, rate and quota of a key, and keys list --json has them",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "GEOMILL_LANGUAGE > vi shows errors in Vietnamese, with the code and the values for programs",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "GEOMILL_LANGUAGE > shows hints and what a run has too much of in Vietnamese",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "GEOMILL_LANGUAGE > is English where it is left out, and refused where there is no such language",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "geomill worker > takes the password of --queue-password-file, and serves its figures at --metrics-host and --metrics-port",
    "file": "/work/main/test/integration/cli-options.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: a header of equal names, packed",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: names that occur twice",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: merged ranges above a wide sheet",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: groups of columns in a header",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: merges that begin in one row",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: merges over the same rows",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: a number format of brackets",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: styles of a long number format",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: merges in a comment",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: far columns",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: columns with gaps",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: a long text merged over a header",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: a long text merged over rows",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: one shared text in many rows",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: one shared text in one row",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: elements in one another",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > grows with its size: sheets of one file",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > is refused with a sentence: one shared text in many rows",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > is refused with a sentence: one shared text in one row",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > is refused with a sentence: a long text merged over rows",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > is refused with a sentence: elements in one another",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > is refused with a sentence: sheets of one file",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the cost of a table > is no reason to refuse what a sheet may have: merged cells below a comment, a long format",
    "file": "/work/main/test/cost/table-cost.test.ts",
    "projectName": "system"
  },
  {
    "name": "the record of the run before > is not there after a first run, nor after the same run again",
    "file": "/work/main/test/resume/earlier.test.ts",
    "projectName": "system"
  },
  {
    "name": "the record of the run before > has the counts of the run that was replaced, and stays when the same results are made again",
    "file": "/work/main/test/resume/earlier.test.ts",
    "projectName": "system"
  },
  {
    "name": "the record of the run before > stays when a run goes on behind its limit",
    "file": "/work/main/test/resume/earlier.test.ts",
    "projectName": "system"
  },
  {
    "name": "the record of the run before > is that of the finished run whose rows were asked again",
    "file": "/work/main/test/resume/earlier.test.ts",
    "projectName": "system"
  },
  {
    "name": "the record of the run before > is not used when it is damaged",
    "file": "/work/main/test/resume/earlier.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > notices an edited results.csv of the same length, and makes it again",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > notices an edited results.geojson of the same length, and makes it again",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > notices an edited rejects.ndjson of the same length, and makes it again",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > reads no result while nothing was changed since",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > is never extended after one of its bytes was changed",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > that is extended is extended still after a power cut, without a request for its rows",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > notices an edited file whose time of modification was set back",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > is durable when it ends, and its journal is not",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "checkRun > says that a run is not finished, or that there is none",
    "file": "/work/main/test/resume/finished.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are a hidden file, which the manifest lists, and no result",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > have no file that is made of them described by it",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are visible as the continued run wants it that was interrupted anywhere",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are hidden as the continued run wants it that was interrupted anywhere",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > become a result of a finished run that is asked for them, without a request, wherever it is stopped",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > stay hidden where a finished run is asked for another output that is made of them",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are made a result by export, wherever it is stopped",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are visible in one file after rows were appended, wherever that is stopped",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are hidden in one file after rows were appended, wherever that is stopped",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > continue after the rows of a limit, whatever the outputs are then",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > replace the visible file of the run before, unless somebody edited it",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > leave a file with their visible name that the run before did not write, whatever its bytes",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "the rows that only other outputs are made from > are never an input that has their visible name",
    "file": "/work/main/test/resume/hidden-rows.test.ts",
    "projectName": "system"
  },
  {
    "name": "a run that is killed at any call behind its manifest has recorded what it did",
    "file": "/work/main/test/resume/kill-finish.test.ts",
    "projectName": "system"
  },
  {
    "name": "the real disk gets what a power cut must not take, in order",
    "file": "/work/main/test/resume/sync-order.test.ts",
    "projectName": "system"
  },
  {
    "name": "an unfinished run > is refused to another version of Geomill, with both ways out",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an unfinished run > is refused to another version of answers, with both ways out",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an unfinished run > is refused to another version of both, with both ways out",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an unfinished run > of a version before there were any is refused, too, and its own version continues it",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > is that of another program with the same answers, and not that of other answers",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "a finished run > is not processed again in part by another version",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > of another version of answers answers all rows again, says so, and has the bytes of a run over all rows",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > of another edition of the dataset answers all rows again, says so, and has the bytes of a run over all rows",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > of another version and edition answers all rows again, says so, and has the bytes of a run over all rows",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > takes a manifest without versions for an older one",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > keeps them with --keep-older, knows each of them, and answers just these again without it",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > of a remote service makes them again from kept answers, and sends nothing for one that was not kept",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > survives a power cut at any operation, in each way",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update over answers of another version or edition > that was killed begins anew in a third version",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "decisions of a person > ask an update the rows that they are about, and no other; the bytes are those of a run over all rows",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "decisions of a person > are taken by a retry beside the rows with an error",
    "file": "/work/main/test/resume/versions.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > asks new and changed rows over five nights, and its files are those of a run over all rows",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > asks rows again that ended with an error",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > keeps the answers of a row in which only cells changed that no stage reads",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > works where the results have csv only",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > works where the results have excel only",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > works where the results have ndjson only",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > works where the results have geojson only",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > works where the results have geojsonl only",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > works where the results have geojsons only",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > asks rows without a key, and keeps equal rows that share one",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > asks a row whose key shares its hash with another one",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > stops where a result becomes shorter while its rows are read",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > is refused with another job, service or layout, and without the column of the key",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > begins anew when the input changed again before an update was finished",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > keeps what a first load answered that its quota stopped, night after night, over a living file",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > keeps what an update answered that was stopped, and the rows of the finished run that it had not reached",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > takes a stopped run over after a power cut at any operation, with the same bytes",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an update of a finished run > survives a power cut at any operation: the same command gives the same bytes",
    "file": "/work/main/test/resume/update.test.ts",
    "projectName": "system"
  },
  {
    "name": "an answer thread gets the requests of one turn of the event loop in few messages",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads > give the responses of the service",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads > reject with the failure of the service",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads > leave cheap operations to this thread",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads > get the expensive requests of cheap operations",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads > compute for the dialects and for batches too",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads that end > under load: each request is answered or fails by itself, over HTTP too, and new threads answer",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads that end > and cannot be replaced: requests wait, and starting threads is tried again",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads that end > that are stuck are ended: those requests get 503, the others are answered by new threads",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads that end > do not start at all: the failure is reported, and none is left",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads that end > a cancelled request does not wait for its thread, and one that waits is not sent",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "answer threads that end > a client that goes away cancels its request",
    "file": "/work/main/test/integration/answer-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "a body of JSON nested 6,000 deep > is refused by /v1/forcodes/encode",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a body of JSON nested 6,000 deep > is refused by /imagery/v1/search",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a body of JSON nested 6,000 deep > is refused by /mcp",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a batch that is small > is refused with 413: one wide row, then rows without cells",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a batch that is small > is refused with 413: rows that gzip makes of few bytes",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a batch that is small > is refused with 413: lines that are no rows",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a batch that is small > is answered where its answer is in proportion: wide rows, and rows without cells",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "a batch that is small > is cut off where its end is out of proportion",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "the answers of a batch of wide rows are computed a few rows at a time",
    "file": "/work/main/test/integration/costly-bodies.test.ts",
    "projectName": "system"
  },
  {
    "name": "STAC objects > are written in one way: absolute addresses and titles, by the server and by a gateway",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > have addresses that the gateway serves, from a search by GET",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > have addresses that the gateway serves, from a search by POST",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > are found from the landing page, through every link",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > are the bytes of the service behind, with its type",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > are refused where there are none: /pictures/none/hd.webp",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > are refused where there are none: /collections/none",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "the street pictures of a service behind a gateway > are refused where there are none: /collections/..%2f..%2fv1",
    "file": "/work/main/test/integration/gateway-imagery.test.ts",
    "projectName": "system"
  },
  {
    "name": "changes no name of a unit, in no case",
    "file": "/work/main/test/integration/mend-encoding.test.ts",
    "projectName": "system"
  },
  {
    "name": "reads the names of wards and their lines in TCVN3",
    "file": "/work/main/test/integration/mend-encoding.test.ts",
    "projectName": "system"
  },
  {
    "name": "reads the names of wards and their lines in VNI",
    "file": "/work/main/test/integration/mend-encoding.test.ts",
    "projectName": "system"
  },
  {
    "name": "reads the names of wards and their lines in UTF-8 read as windows-1252",
    "file": "/work/main/test/integration/mend-encoding.test.ts",
    "projectName": "system"
  },
  {
    "name": "mends the text and the columns of every request, at one place",
    "file": "/work/main/test/integration/mend-encoding.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first requests > of one operation do not wait for a slow one of another",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: every operation > asks each in each shape and gives back what the service said",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: every operation > sends what the interface leaves open, and nothing that is wrong",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: every operation > needs an address of its own for street imagery",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: sharing and cache > sends equal questions once, in flight and afterwards, and again in the next run",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: sharing and cache > keeps misses and never failures",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: sharing and cache > asks anew what the cache holds in a form that is no longer valid",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: sharing and cache > never has more requests open than allowed",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > a reset in the middle",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > a reset before the answer",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > an answer cut short",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > garbage",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > no HTTP at all",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > another form",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > depth",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > a gzipped answer",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > 9 MiB",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > 9 MiB without a length",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > an answer that never ends",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > silence",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > HTTP 500",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > HTTP 503",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > HTTP 403",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > HTTP 404",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > an error with 200",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > succeeds when a later attempt does",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: bad answers cost the row and nothing else > answers every row although a tenth of the requests fails in one way or another",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: routes that do not fit their request > are errors of the row, and the others have theirs",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > waits as long as a 429 asks in seconds, and fails no row",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > waits as long as a 429 asks in a date, and fails no row",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > stops when the pause is longer than allowed",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > finds the cap of a window service and stays below it",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > finds the cap of a bucket service and stays below it",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > keeps a given rate in every sliding second",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > says that a rate without a cache folder is its own",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > keeps the daily quota over several runs, with and without a limit",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > says once that the cache of an older version is not read, and leaves it there",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: patience > says that a quota without a folder lives in memory",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: calls that wait > saturate it when they are four times its places, and no more when they are fewer",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first request goes alone > stops everybody at a refused key after one request",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first request goes alone > takes 403 on the first request for a refused key",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first request goes alone > stops everybody when nobody listens",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first request goes alone > stops everybody when the service only fails, but not for one poisonous question",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first request goes alone > gives one refused question alone its error, and stops when nothing else ever comes",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the first request goes alone > opens the circuit when the service dies later on",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: ending > aborts who waits at once, and lets the request in flight finish into the cache",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: ending > sends no request that waits for a restart and is aborted",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: ending > sends no request that waits for a restart and is closed",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: ending > closes politely: requests in flight are answered, waiting ones aborted, further ones refused",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: ending > does not wait for a request that never ends",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "remote service: the key > is in no message, event or file, whatever goes wrong",
    "file": "/work/main/test/integration/remote-service.test.ts",
    "projectName": "system"
  },
  {
    "name": "a run with chosen columns > has them in every format, in the data package and on standard output",
    "file": "/work/main/test/integration/result-columns.test.ts",
    "projectName": "system"
  },
  {
    "name": "a run with chosen columns > fills the workbook of the input, also of a run that is finished already",
    "file": "/work/main/test/integration/result-columns.test.ts",
    "projectName": "system"
  },
  {
    "name": "a run with chosen columns > is not continued with others, and names a fault before its first row",
    "file": "/work/main/test/integration/result-columns.test.ts",
    "projectName": "system"
  },
  {
    "name": "a run with chosen columns > can be shown, reviewed, retried, exported, and merged from its shards",
    "file": "/work/main/test/integration/result-columns.test.ts",
    "projectName": "system"
  },
  {
    "name": "tour threads give the tours of this thread: few stops",
    "file": "/work/main/test/integration/tour-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "tour threads give the tours of this thread: many stops",
    "file": "/work/main/test/integration/tour-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "tour threads give the tours of this thread: several vehicles",
    "file": "/work/main/test/integration/tour-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "tour threads leave this thread nothing but the matrix and the route",
    "file": "/work/main/test/integration/tour-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "a tour whose client is gone ends, and the next one is computed",
    "file": "/work/main/test/integration/tour-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "a tour of one client does not wait for the plans of another one",
    "file": "/work/main/test/integration/tour-threads.test.ts",
    "projectName": "system"
  },
  {
    "name": "a history of wards > has the wards of each of the thirteen lists on its day",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "a history of wards > answers 2,000 wards of the lists on five days forwards and backwards as the tables do",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "a history of wards > leads along every edge both ways",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "a history of wards > knows the 727 names of 2023 to 2025 on every day, and is never certain over a divided ward",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "has all wards of 2025 in the province of each day",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "finds every ward of 2025 by its name and the name of its province on each day",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "keeps what is folded apart: the name of a day is the name that is written",
    "file": "/work/main/test/integration/unit-history.test.ts",
    "projectName": "system"
  },
  {
    "name": "files that only some operations need > are read at the first request for geocodeForward",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are read at the first request for geocodeReverse",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are read at the first request for wardAt",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are read at the first request for nearby",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are read at the first request for autocomplete",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are read at the first request for direction",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are read at the first request for convert",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "files that only some operations need > are not read again where they were read before",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a damaged file that only some operations need > refuses each request for these, and no other",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to geocodeForward",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to geocodeReverse",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to wardAt",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to nearby",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to autocomplete",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to direction",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to convert",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to geocodeForward",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to geocodeForward",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > give the same answer to autocomplete",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > leave the blocks unread that no request used",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > are refused when they are missing, have another size, or have hashes that do not fit",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > are not waited for where a pipe is in their place",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "large files that are read by block > are read as a whole in a dataset of before, without hashes of blocks",
    "file": "/work/main/src/engine/local/local-service-files.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the number of results > does not change the first one of a text, typed wholly or in part",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the number of results > does not change the first one at a position, where streets cross neither",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the account of an address > has every word of the text once, in order",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the account of an address > says what each word is for, and why",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the account of an address > keeps hamlets and organisations apart from units, and a misspelt unit whole",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "columns of units > bind: a district is no ward of its name",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "columns of units > are said to contradict each other",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "columns of units > may be numbers, and stand beside a postal code of the address",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a position > has everything near it by distance, as `nearby` has the places, and its ward behind",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a position > has results within the radius, each as far away as it says",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "labels in former units > name no ward that had ended before 1 July 2025",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "labels in former units > name no ended ward that a text names, and the former province where it is known",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "labels in former units > have a province as large as it was: Đà Nẵng is the city, without its islands",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a note in another script instead of a street > is in no label",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "suggestions > have no number that their place does not have",
    "file": "/work/main/src/engine/geocoder/engine.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > keeps capacity, windows and the latest return, and accounts for every stop",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > names what it cannot serve, with the reason",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > says that the fleet is too small",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > is the same within a bound that it does not need, and as complete within one that it does",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > plans 2 places",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > plans 3 places",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "planFleet > plans 4 places",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "public instances (skipped where ../shared/data is absent) > X-n101-k25.vrp is planned within a few percent of its solution",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "public instances (skipped where ../shared/data is absent) > SmallShipments.txt is planned within a few percent of its solution",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "public instances (skipped where ../shared/data is absent) > X115-HVRP.vrp is planned within a few percent of its solution",
    "file": "/work/main/src/engine/routing/fleet/plan-fleet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the pictures in a geometry > are those that a test of each one finds",
    "file": "/work/main/src/engine/imagery/query/pictures-in.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of pictures in a small geometry > costs the same for four times the pictures: a zigzag",
    "file": "/work/main/src/engine/imagery/query/pictures-in.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of pictures in a small geometry > costs the same for four times the pictures: a slanted zigzag",
    "file": "/work/main/src/engine/imagery/query/pictures-in.test.ts",
    "projectName": "unit"
  },
  {
    "name": "lockFolder as on linux > is held by one at a time, with the name of the holder, and leaves nothing behind",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "lockFolder as on linux > is free at once after its process was killed",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "lockFolder as on linux > is taken over by one of many that find a dead one",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "lockFolder as on darwin > is held by one at a time, with the name of the holder, and leaves nothing behind",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "lockFolder as on darwin > is free at once after its process was killed",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "lockFolder as on darwin > is taken over by one of many that find a dead one",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > is that of the folder, not of its path",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > cannot be held by somebody who knows the folder only",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > of another machine that shows its signs of life late is respected for the whole lease",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > of another machine or namespace is respected while it shows signs of life, and free afterwards",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > of another user, which can be neither read nor removed, is refused with its owner",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > that its own process must not read any more is a failure of the file system, not another run",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > shows signs of life itself",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > that was removed or taken over is noticed",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > with the content \"\" is free after a lease",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > with the content \"{\" is free after a lease",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > with the content \"null\" is free after a lease",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > with the content \"{\\\"token\\\":\\\"x\\\"}\" is free after a lease",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a lock > that is a pipe or a folder is refused",
    "file": "/work/main/src/base/files/lock.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > maps Vietnamese headers, whatever the delimiter, with BOM, CRLF, quoted line breaks and decimal commas",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > reads the same houses from NDJSON, a JSON array, GeoJSON and .gz",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > takes one column with the whole address, and columns before it",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > parts an alley in the column of the number, and a number in the column of the street",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > takes stated columns before the usual ones",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > makes keys of the content where there is no id, the same wherever the row stands",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > counts rows that cannot be used by reason, with the first of them, and uses the others",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > counts lines that are no JSON objects, and reads on",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses a header without a position and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses a header without numbers and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses nothing and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses a quote that is never closed and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses half a collection and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses broken JSON and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses JSON that is no list and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses other coordinates and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > refuses half a gzip file and says where",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > says when there is no file",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAddressesFile > reads rows that lie across blocks, and tells how far it is",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readPlacesFile > reads names, categories by slug or word, and what else is known",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readPlacesFile > takes the middle of a polygon",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readPlacesFile > knows a place of Overture by its GERS id in every file",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAdminFile > reads polygons latitude first and closed, with level, code and full name",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "readAdminFile > refuses a table",
    "file": "/work/main/src/dataset/sources/sources.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > ends where the server has a range for no request at all",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > is downloaded under its name, compared with its md5, and used again while it is the same",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > is downloaded again when there is another version",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > is continued where a connection was lost",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > is continued by the next command, under the condition that it is the same version",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > whose unfinished file is longer, as a power cut leaves it: zeros behind the last sync has the bytes of the server",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > whose unfinished file is shorter than it was synced has the bytes of the server",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > has no bytes of an earlier version",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > begins anew where the server does not tell versions apart",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > that was complete when the process ended is not received again",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > with another md5 is refused, and nothing of it stays",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > may have no md5 beside it: one that is refused is said",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > may have no md5 beside it: one that is not there is said",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > may have no md5 beside it: one that is a page is said",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > has an md5 of which 4 kB are read, however long it is",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > has an md5 that must come within 30 s",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "an extract > that does not exist is missing",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "is an address, not a file",
    "file": "/work/main/src/dataset/osm/download-extract.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the days of a plan > have windows of the next morning in a night shift",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the days of a plan > have a window on each, on one of them, or at an instant of any zone",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > leave no later than lets every stop be served: a break that ends after a stop closes",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > of a night shift pass midnight",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > of two days are cut by day",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > load again: one driver with two trips is one vehicle",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > leave out what matters least, and say what is missing",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > are late for a wish rather than leave a stop out, and say so",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > pick up before they deliver, in several units and by skills",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "tours of real days > name a leg far beyond the others, and a point once in their links",
    "file": "/work/main/src/run/stages/route-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > reserves no more than the limit of a day, and takes back",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > remembers, and counts for no earlier day",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > is synced before it counts, within a second after each count, and at its end",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > with its first file > damaged in any byte, never counts less than was granted",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > with its first file > cut anywhere, emptied or removed, never counts less than was granted",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > with its first file > behind by the change of a killed process, has the later count",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > with its second file > damaged in any byte, never counts less than was granted",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > with its second file > cut anywhere, emptied or removed, never counts less than was granted",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > with its second file > behind by the change of a killed process, has the later count",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > counts what its second line may lack, where the first is damaged",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > begins at nothing where both files are gone, and refuses two damaged ones",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > begins again after a power cut that left its first file with zeros, and no second one",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > begins again after a power cut that left its first file with a part of the first line, and no second one",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > grants nothing that it could not write, and continues when the disk works",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "quota ledger > is refused when a file of it was removed while it counts",
    "file": "/work/main/src/remote/disk/quota-ledger.test.ts",
    "projectName": "unit"
  },
  {
    "name": "GeoParquet > has every value in the type of its column",
    "file": "/work/main/src/formats/parquet/write-geoparquet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "GeoParquet > has several groups, a dictionary where it pays, and the ranges of numbers",
    "file": "/work/main/src/formats/parquet/write-geoparquet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "GeoParquet > has several pages, and groups by size, where texts are long",
    "file": "/work/main/src/formats/parquet/write-geoparquet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "GeoParquet > has smaller groups where rows are wide, and the same bytes for the same rows",
    "file": "/work/main/src/formats/parquet/write-geoparquet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "GeoParquet > has no row where the results have none",
    "file": "/work/main/src/formats/parquet/write-geoparquet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "GeoParquet > does not store a value of another type than its column declares",
    "file": "/work/main/src/formats/parquet/write-geoparquet.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > passes a vehicle that leaves late, but not so late that a stop closes in its break",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: outside of its window",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: load",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: is back",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: leaves before its shift",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: leaves 2 at",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: skills",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: rank",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: before its pickup",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: for too long",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: together or apart",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a plan that breaks a limit: another vehicle",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the simulation of a plan > finds a stop that is in no tour, or in two",
    "file": "/work/main/src/engine/routing/fleet/simulate-tours.test.ts",
    "projectName": "unit"
  },
  {
    "name": "plans of random days > pass the second simulation",
    "file": "/work/main/src/engine/routing/fleet/random-days.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a decree > ends the name of a unit on its day and begins another",
    "file": "/work/main/src/dataset/decrees/apply-decree.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a decree > about a unit of another name does not fit",
    "file": "/work/main/src/dataset/decrees/apply-decree.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a decree > about a unit that is not there does not fit",
    "file": "/work/main/src/dataset/decrees/apply-decree.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a decree > does not fit before the day of the name that it changes, nor twice",
    "file": "/work/main/src/dataset/decrees/apply-decree.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a decree > is read with all its faults and their lines",
    "file": "/work/main/src/dataset/decrees/apply-decree.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > keeps responses of every size for the next process",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > adds several responses with one write",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > may be written by processes for several services: each has its own, and the next process all",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > returns the last of several responses to one request",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > reads the whole responses of a file that was cut at any byte, and continues it",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > loses one response to a damaged byte, wherever it is, says so, and keeps the file",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > misses a response that was damaged after it was indexed",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > misses a response whose key begins like that of another one",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > skips what other programs wrote in between",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > reads anew when the file was truncated below it",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > moves a text file out of the way, and says so",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file > moves a big file of another program out of the way, and says so",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > names file and errno at ENOSPC, sets nothing aside, and has everything again when the disk works",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > names file and errno at EDQUOT, sets nothing aside, and has everything again when the disk works",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > names file and errno at EIO, sets nothing aside, and has everything again when the disk works",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > names file and errno at EFBIG, sets nothing aside, and has everything again when the disk works",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > writes a record again that was written in part",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > reports a failed sync once, never syncs again, and fails when it is closed",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: a full or failing disk > reports a disk that cannot be read",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: what it does not write to > refuses symbolic links, second names, folders and pipes",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "response file: what it does not write to > stops when its file is removed, for what it writes would be lost",
    "file": "/work/main/src/remote/disk/response-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a log whose reader is stuck keeps at most a megabyte, and counts the lines that are lost",
    "file": "/work/main/src/server/log.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the sessions of agents > of one key do not end those of another",
    "file": "/work/main/src/mcp/sessions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the sessions of agents > of one key make room for its newer ones, except those with a call in progress",
    "file": "/work/main/src/mcp/sessions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the sessions of agents > are refused where all of a key have calls in progress, also when they begin at once",
    "file": "/work/main/src/mcp/sessions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the sessions of agents > do not outgrow their share when they begin at once",
    "file": "/work/main/src/mcp/sessions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > is read with its stages, their names and options, and its limits",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > expects every row in a tour where its stage requires all",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > is read with what it expects of its results",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > is read with its alias file, which the command line may replace",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > says on which line an option of a stage stands",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > tells every fault at once, with its line and what was probably meant",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > tells its faults as codes, in any language",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > names what is missing",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > is no job when the text is \"\"",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > is no job when the text is \"- geocode\"",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > explains options that are not indented below their stage",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses the stage 3",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses the stage geocode: 3",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses the stage __proto__: {}",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses the stage constructor",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses two stages of one name, and names that are taken",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > tells faults of the syntax with their lines",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses an alias in its own anchor: \"name: &a [*a]\"",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses an alias in its own anchor: \"name: x\\ninput: &b\\n  format: { deep: [*b] }\"",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses aliases that multiply",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses many aliases, whether they form a chain or not",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses values that are nested 100 deep",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a job > refuses values that are nested 6000 deep",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "--set > states options otherwise, as text, number, truth or list, whatever is accepted there",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "--set > keeps everything after the first = and reads text that looks like a number as text",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "--set > is checked like the file, and blamed itself",
    "file": "/work/main/src/run/job/parse-job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes an answer of the documented form, and keeps its bytes",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes no results as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes no results and no list as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes not found with 404 as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes an unknown place as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes an unknown place in the other shape as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes ids that are named as unknown for no match, and any other errors for a refusal",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes INVALID_FORCODES with HTTP 200 as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes INVALID_FORCODES with HTTP 400 as an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes ERROR with 404 for an unknown id: place {\"ids\":\"a\",\"format\":\"google\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes ERROR with 404 for an unknown id: place {\"ids\":\"a\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes ERROR with 404 for an unknown id: children {\"parent_id\":\"a\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes any other ERROR with 404 for a refusal",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes any other ERROR with 404 for a refusal",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes features whose texts are null or absent, and children in OSM shape for predictions",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes pictures without type, links and whatever else a catalogue leaves out",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: answers > takes the key out of an answer that repeats it",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > blames the question for ERROR with 200",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > blames the question for INVALID_REQUEST with 200",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > blames the question for ERROR with 400",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > blames the question for errors of the OSM shape",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > blames the question for the error form of Valhalla",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > blames the question for the error form of imagery",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > quotes the service without its control characters and without the key",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > refuses HTTP 400 without a known form",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > refuses HTTP 404 without a known form",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > refuses HTTP 413 without a known form",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > refuses HTTP 418 without a known form",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: what costs the row > names the origin of a redirect and nothing else of it",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: odd first answers > takes way points that are null, or lack their place",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: odd first answers > takes a status alone for a code that cannot be decoded",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: odd first answers > takes pictures with a height as text, no tile sets, and a link without a time",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: odd first answers > takes a place whose has_child is null",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > takes OVER_QUERY_LIMIT for a throttled request",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > takes OVER_DAILY_LIMIT for a throttled request",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > takes RESOURCE_EXHAUSTED for a throttled request",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > ends the run with the words of a quota of the day that is used up: HTTP 200 {\"results\":[],\"status\":\"OVER_QUERY_LIMIT\",\"error_message\":\"You have exceeded your daily request quota for this API.\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > ends the run with the words of a quota of the day that is used up: HTTP 200 {\"status\":\"ERROR\",\"message\":\"You have exceeded your daily request quota for this API.\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > ends the run with the words of a quota of the day that is used up: HTTP 200 {\"results\":[],\"status\":\"OVER_DAILY_LIMIT\",\"error_message\":\"You have exceeded your daily request quota for this API.\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > ends the run with the words of a quota of the day that is used up: HTTP 400 {\"status\":\"ERROR\",\"message\":\"You have exceeded your daily request quota for this API.\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > ends the run with the words of a quota of the day that is used up: HTTP 403 {\"error\":{\"code\":403,\"message\":\"You have exceeded your daily request quota for this API.\"}}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > ends the run with the words of a quota of the day that is used up: HTTP 429 {\"status\":\"ERROR\",\"message\":\"You have exceeded your daily request quota for this API.\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > pauses for a rate that is exceeded, and keeps the words: HTTP 200 {\"status\":\"ERROR\",\"message\":\"Rate limit exceeded\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > pauses for a rate that is exceeded, and keeps the words: HTTP 200 {\"results\":[],\"status\":\"OVER_QUERY_LIMIT\",\"error_message\":\"Rate limit exceeded\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > pauses for a rate that is exceeded, and keeps the words: HTTP 403 {\"status\":\"ERROR\",\"message\":\"Rate limit exceeded\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > pauses for a rate that is exceeded, and keeps the words: HTTP 429 {\"status\":\"ERROR\",\"message\":\"Rate limit exceeded\"}",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > takes a refusal of one request for what it is: Path distance exceeds the max distance limit: 5000000 meters",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > takes a refusal of one request for what it is: no route over Quota Street",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > shows what the service says of a request that it forbids",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > names NODE_EXTRA_CA_CERTS for a certificate of an authority that Node does not know",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > takes REQUEST_DENIED for a refused key, UNKNOWN_ERROR and an unknown status for failures",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: failures told with HTTP 200 > refuses what no stage could use, without asking again",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in strong doubt: case 0",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in strong doubt: case 1",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in strong doubt: case 2",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in strong doubt: case 3",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in some doubt: case 4",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in some doubt: case 5",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in some doubt: case 6",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in none doubt: case 7",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: who is to blame for a refusal > is in none doubt: case 8",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries HTTP 500 again",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries HTTP 502 again",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries HTTP 503 again",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries HTTP 504 again",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries HTTP 408 again",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after half an answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after HTML",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after nothing",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after a number",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after null",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after another form",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after deep JSON",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tries again after bytes that are no text",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > says which part of an answer has another form",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > does not read what is compressed",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tells a throttled request, a refused key and a forbidden request",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: the rest > tells a service that is silent from one that began to answer",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: an operation that only Geomill has > says so of another service that answers 404",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "classify: an operation that only Geomill has > says so of another service that answers 405",
    "file": "/work/main/src/remote/response-outcome.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have the cells that were written, whichever are asked for and wherever a block ends: csv",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have the cells that were written, whichever are asked for and wherever a block ends: excel",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have the cells that were written, whichever are asked for and wherever a block ends: ndjson",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have the cells that were written, whichever are asked for and wherever a block ends: geojson",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have the cells that were written, whichever are asked for and wherever a block ends: geojsonl",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have the cells that were written, whichever are asked for and wherever a block ends: geojsons",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows of a result file > have no cell of the row before where a row has fewer",
    "file": "/work/main/src/report/read/result-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the cache of an address and key > has one owner at a time, whose successor is told who it is and what to do",
    "file": "/work/main/src/remote/own-cache.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the cache of an address and key > is another one with another key or another address",
    "file": "/work/main/src/remote/own-cache.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the cache of an address and key > is waited for, which is said once, until the owner has ended",
    "file": "/work/main/src/remote/own-cache.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the cache of an address and key > is not waited for any more when the wait is aborted",
    "file": "/work/main/src/remote/own-cache.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a server > answers an operation of the contract",
    "file": "/work/main/src/server/create-server.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a server > refuses an unknown parameter with its name",
    "file": "/work/main/src/server/create-server.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a server > names parameters of other clients in a header, and answers as without them",
    "file": "/work/main/src/server/create-server.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a server > says of an address with letters that are not percent-encoded what to do",
    "file": "/work/main/src/server/create-server.test.ts",
    "projectName": "unit"
  },
  {
    "name": "decisions that are added at the same time are all in the file",
    "file": "/work/main/src/run/pipeline/rerun/add-decisions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "what is in the file already is not written again, and a contradiction stays out",
    "file": "/work/main/src/run/pipeline/rerun/add-decisions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the file is durable when the decision is taken",
    "file": "/work/main/src/run/pipeline/rerun/add-decisions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "another process that has the lock is waited for",
    "file": "/work/main/src/run/pipeline/rerun/add-decisions.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"Tên: Nguyễn Thị Mai\\nSĐT: 0903 123 456\\nĐịa chỉ: 86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\\nShip giờ hành chính giúp mình\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"Người nhận: Lê Hùng\\nĐC: 86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\\nThu hộ COD: 350.000đ\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"🏠 BÁN NHÀ 4x12m, giá 5.2 tỷ\\n📍 86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\\n☎️ 0912.345.678\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"Mình ở 86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội, shop qua lấy giúp mình được không, chiều nay sau 17h mình mới có nhà, gọi mình số 0903123456 nhé, cảm ơn shop nhiều lắm luôn ạ\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"Công ty TNHH Hoàng Gia\\n86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\\nTel: 024 3825 1234 | Email: a@example.com\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"Chuyển từ 12 Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM\\nsang địa chỉ mới: 86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\\nHotline: 0903123456\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > is the address among other lines and words: \"CS1: 86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\\nCS2: 12 Lê Lợi, Bến Nghé, Quận 1\\nMở cửa 8h - 22h\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > keeps the lines of an address together",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > adds the province that another line is",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"86 Bát Đàn, Phường Cửa Đông, Hoàn Kiếm, Hà Nội\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"86 Bát Đàn\\nPhường Cửa Đông\\nHoàn Kiếm\\nHà Nội\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"Bệnh viện Bạch Mai\\n78 Giải Phóng\\nHà Nội\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"Nhà Hàng Dũng Trinh\\r\\nXã Nhân Cơ, Tỉnh Lâm Đồng\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"12 Triệu Việt Vương\\nHai Bà Trưng\\nHà Nội\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"84 Đông An\\nPhường Tân Đông Hiệp\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"71 Đ. 3/2\\nQ10\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"Shop ơi mình lấy 2 áo\\nsđt 0903123456\\ncảm ơn shop\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > leaves what is no post with an address as it is: \"\\ud800\\ń\\n////\"",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > reads a house number of many parts once",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "addressPart > takes time in proportion to the text",
    "file": "/work/main/src/base/text/address-part.test.ts",
    "projectName": "unit"
  },
  {
    "name": "bundles the sections that a script shows, in every language, and no other",
    "file": "/work/main/tools/pages/locale-sections.test.ts",
    "projectName": "unit"
  },
  {
    "name": "leaves out those that its page has",
    "file": "/work/main/tools/pages/locale-sections.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses a script that shows a text which neither has",
    "file": "/work/main/tools/pages/locale-sections.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a zip archive > is read as it was written, and has the same bytes on any day",
    "file": "/work/main/src/formats/zip/zip.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a zip archive > fails as its source does, and closes it where nobody reads on",
    "file": "/work/main/src/formats/zip/zip.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a zip archive > is refused where its directory or a file cannot be read",
    "file": "/work/main/src/formats/zip/zip.test.ts",
    "projectName": "unit"
  },
  {
    "name": "reasons > are counted by code, with the values that all rows have in common",
    "file": "/work/main/src/run/pipeline/reason-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "reasons > are counted apart where messages in them have other codes",
    "file": "/work/main/src/run/pipeline/reason-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "reasons > have sums and messages that do not depend on the chunks, of texts without end too",
    "file": "/work/main/src/run/pipeline/reason-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "reasons > are found again by their texts",
    "file": "/work/main/src/run/pipeline/reason-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a body that is received > is ended when no byte of it comes for 10 s",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a body that is received > may be silent as long as the server holds it back",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a body that is received > is ended when it trickles, whatever came before",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a body that is received > of a slow but honest client is received for an hour",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a body that is received > that is no stream must be complete within the time of a request",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a body that is received > is not looked at after its end",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "many bodies of one client > end the slowest one, and not those that the server holds back",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "many bodies of one client > end the oldest one where all are new, and none of another client",
    "file": "/work/main/src/server/open-bodies.test.ts",
    "projectName": "unit"
  },
  {
    "name": "replaceFolder makes the new names durable before the folder gets its own",
    "file": "/work/main/src/base/files/replace-folder.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the journal on the real disk > that is continued has no line behind the one that it is continued after",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the journal on the real disk > keeps a doubt behind its last whole line, and what is torn behind that goes",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the journal on the simulated disk > that is continued has no line behind the one that it is continued after",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the journal on the simulated disk > keeps a doubt behind its last whole line, and what is torn behind that goes",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a journal on the real disk is not continued over a doubt that another run notes meanwhile",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a journal on the simulated disk is not continued over a doubt that another run notes meanwhile",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "notes no doubt where there is no journal",
    "file": "/work/main/src/run/pipeline/journal/journal.test.ts",
    "projectName": "unit"
  },
  {
    "name": "createSlidingGuard > never lets more than its places be written into a window, however late they are written",
    "file": "/work/main/src/remote/sliding-guard.test.ts",
    "projectName": "unit"
  },
  {
    "name": "createSlidingGuard > says how long to wait, and that it cannot say while all places are reserved",
    "file": "/work/main/src/remote/sliding-guard.test.ts",
    "projectName": "unit"
  },
  {
    "name": "createSlidingGuard > counts what was sent and reserved under the limit before",
    "file": "/work/main/src/remote/sliding-guard.test.ts",
    "projectName": "unit"
  },
  {
    "name": "createSlidingGuard > waits for the window of a process before it, whose last request may be of this moment",
    "file": "/work/main/src/remote/sliding-guard.test.ts",
    "projectName": "unit"
  },
  {
    "name": "what is wrong with parameters > is a message for each of them, with the place of the value",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "what is wrong with parameters > has the reason of a check of its own",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"number\"} from \" 1.5e1 \"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"number\"} from \"0x10\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"number\"} from \"\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"integer\"} from \"1.5\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"boolean\"} from \"true\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"boolean\"} from \"1\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"string\"} from \"true\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"array\",\"items\":{\"type\":\"number\"}} from \"1, 2,x\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"array\",\"items\":{\"type\":\"string\"}} from \"[\\\"a,b\\\"]\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"object\",\"properties\":{}} from \"{\\\"lat\\\":1}\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"type\":\"object\",\"properties\":{}} from \"{\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"anyOf\":[{\"type\":\"string\",\"minLength\":1},{\"type\":\"integer\"}]} from \"2\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\",\"const\":\"both\"}]} from \"both\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\",\"const\":\"both\"}]} from \"false\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\",\"const\":\"both\"}]} from \"maybe\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"object\",\"required\":[\"below\"],\"properties\":{\"below\":{\"type\":\"string\"}}}]} from \"{\\\"below\\\":\\\"ward\\\"}\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > {\"enum\":[\"a\",\"b\"]} from \"b\"",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a text is read as the value of a schema > and stays text where the object has no such member",
    "file": "/work/main/src/contract/parameters.test.ts",
    "projectName": "unit"
  },
  {
    "name": "keeps the texts of columns as a version without codes stored them",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \"../in.csv\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \"/etc/passwd\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \"a/b.csv\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \"..\\\\in.csv\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \"..\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \".\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name \"\"",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot have the name 7",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot be null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot be undefined",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot be 7",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot be {\"results\":null}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > cannot be {\"csv\":{\"name\":\"in.csv\"}}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the files of a manifest > have any other name",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: geomill is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: geomill is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: job is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: job is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: complete is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: complete is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: counts is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: counts is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: files is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: files is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: input is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: input is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: inputOffset is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: inputOffset is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: nextLine is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: nextLine is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: findings is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: findings is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: identity is not null",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes: identity is not -1",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes, within it too: {\"counts\":{\"rowsIn\":1,\"results\":1,\"rejected\":0,\"stages\":null}}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes, within it too: {\"counts\":{\"rowsIn\":-1,\"results\":1,\"rejected\":0,\"stages\":{}}}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes, within it too: {\"input\":{\"name\":\"in.csv\",\"bytes\":9,\"sha256\":\"b\",\"layout\":null}}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes, within it too: {\"identity\":{\"inputBytes\":9,\"inputSha256\":\"b\",\"layout\":\"{}\",\"columns\":null,\"stages\":\"[]\",\"outputs\":[\"csv\"],\"service\":\"local\"}}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a member of a manifest > is what Geomill writes, within it too: {\"findings\":[null]}",
    "file": "/work/main/src/run/pipeline/journal/manifest.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of items > of 0 is the JSON text of its collection",
    "file": "/work/main/src/server/imagery/send-collection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of items > of 1 is the JSON text of its collection",
    "file": "/work/main/src/server/imagery/send-collection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of items > of 20 is the JSON text of its collection",
    "file": "/work/main/src/server/imagery/send-collection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of items > of 21 is the JSON text of its collection",
    "file": "/work/main/src/server/imagery/send-collection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of items > of 500 is the JSON text of its collection",
    "file": "/work/main/src/server/imagery/send-collection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a page of items > is not written ahead of a client that does not read",
    "file": "/work/main/src/server/imagery/send-collection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows to blame > are those that take too long twice, alone",
    "file": "/work/main/src/run/pipeline/slow-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows to blame > are none where a chunk is slow as a whole",
    "file": "/work/main/src/run/pipeline/slow-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the rows to blame > are not looked for where a chunk fails otherwise",
    "file": "/work/main/src/run/pipeline/slow-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a row of a chunk is a chunk of its own, in its place",
    "file": "/work/main/src/run/pipeline/slow-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "rows are read around those that cannot be read in their time",
    "file": "/work/main/src/run/pipeline/slow-rows.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a file that cannot be replaced leaves the old one, and nothing beside it",
    "file": "/work/main/src/base/files/replace-file.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a hole is in the polygon around it, and an island in the hole is a polygon of its own",
    "file": "/work/main/tools/starter/tables/outlines.test.ts",
    "projectName": "unit"
  },
  {
    "name": "shares of a lane > begin the work of a client at once while another one has all places",
    "file": "/work/main/src/server/fair-shares.test.ts",
    "projectName": "unit"
  },
  {
    "name": "shares of a lane > alternate between clients that wait",
    "file": "/work/main/src/server/fair-shares.test.ts",
    "projectName": "unit"
  },
  {
    "name": "shares of a lane > alternate between the addresses of a key",
    "file": "/work/main/src/server/fair-shares.test.ts",
    "projectName": "unit"
  },
  {
    "name": "shares of a lane > give the room of whoever has most waiting to one who has fewer",
    "file": "/work/main/src/server/fair-shares.test.ts",
    "projectName": "unit"
  },
  {
    "name": "shares of a lane > never run more than twice as many as there are places",
    "file": "/work/main/src/server/fair-shares.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > counts composed characters as the published example does",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > compares without diacritics and case, i and y alike, composed or not",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > takes whole words, and the beginning of one for the last word while it is typed",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > matches what was typed without spaces as one word",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > marks no word that was not typed",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > keeps offsets behind emoji in UTF-16 code units",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > keeps the parts of a number apart",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "matchedSubstrings > answers garbage with nothing",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "termsOf > finds each part behind the one before it",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "termsOf > counts composed characters of decomposed parts",
    "file": "/work/main/src/engine/geocoder/autocomplete/matched-substrings.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a rate window > admits no more than its rate in any window",
    "file": "/work/main/src/server/access/access.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a rate window > admits the next request after the time that it states",
    "file": "/work/main/src/server/access/access.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a rate window > takes rates below one a second",
    "file": "/work/main/src/server/access/access.test.ts",
    "projectName": "unit"
  },
  {
    "name": "access > counts the key that is known of two, and names the place of the other",
    "file": "/work/main/src/server/access/access.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a service that restarts > gets no request in a pause that began while it was waited for",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a service that restarts > is waited for by all requests, of which one tries again",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a service that restarts > is given up after the longest time, for all requests at once, until it replies again",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a request that is left while the service restarts > ends at once and is not sent: the one that tries again",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a request that is left while the service restarts > ends at once and is not sent: one that waits for it",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "no wait > for a service that has never replied",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "no wait > for other failures: the request may have arrived",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "no wait > after the end",
    "file": "/work/main/src/remote/reconnect.test.ts",
    "projectName": "unit"
  },
  {
    "name": "inOrder > gives counts one order, whichever was counted first",
    "file": "/work/main/src/run/pipeline/run-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "countColumns > counts rows by what they are good for",
    "file": "/work/main/src/run/pipeline/run-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "countColumns > takes nearness for no probability, and codes for a level",
    "file": "/work/main/src/run/pipeline/run-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "countColumns > adds the counts of two chunks",
    "file": "/work/main/src/run/pipeline/run-counts.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {name} of {all}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {n, number} rows",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {n, plural, one {# row is} other {# rows are}} read",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {n, plural, =0 {no row} one {# row} other {# rows}}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {n, plural, one {# row} other {# rows of {file}}}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {kind, select, csv {a table} other {another file}}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills write '{column}', it's {place}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {list}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {list, list, other {; }}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {file}: {fault, lower}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills \"{name}\"",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "fills {n, plural, one {# row} other {# rows}}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "writes numbers, plurals and messages in messages in the language of the catalogue",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "shows a code that the catalogue has not",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses {name",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses {n, plural, one {x}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses a } b",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses {n, plural, one {x}}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses {n, date}",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "refuses '{a",
    "file": "/work/main/src/base/messages/message.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the reasons of a report > are in each language where the run lists their texts, and as they are else",
    "file": "/work/main/src/report/read/sentences.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the reasons of a report > are of one kind by their codes, with what they have in common",
    "file": "/work/main/src/report/read/sentences.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the reasons of a report > have the code of a message in them",
    "file": "/work/main/src/report/read/sentences.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the message of a broken job > has at most 4 kB, whatever its faults",
    "file": "/work/main/src/run/job/job.test.ts",
    "projectName": "unit"
  },
  {
    "name": "says of a request that was never answered how often it was sent, in each language and by its code",
    "file": "/work/main/src/remote/request-errors.test.ts",
    "projectName": "unit"
  },
  {
    "name": "blames the address for the first response where it is to blame: HTTP 404",
    "file": "/work/main/src/remote/request-errors.test.ts",
    "projectName": "unit"
  },
  {
    "name": "blames the address for the first response where it is to blame: HTTP 500",
    "file": "/work/main/src/remote/request-errors.test.ts",
    "projectName": "unit"
  },
  {
    "name": "blames the address for the first response where it is to blame: HTTP 500",
    "file": "/work/main/src/remote/request-errors.test.ts",
    "projectName": "unit"
  },
  {
    "name": "misfitOf > refuses a result of other rows, bytes or lines",
    "file": "/work/main/src/run/pipeline/check-result.test.ts",
    "projectName": "unit"
  },
  {
    "name": "misfitOf > takes the first rows of a run that is being stopped, and no row behind the chunk",
    "file": "/work/main/src/run/pipeline/check-result.test.ts",
    "projectName": "unit"
  },
  {
    "name": "misfitOf > refuses counts that do not add up",
    "file": "/work/main/src/run/pipeline/check-result.test.ts",
    "projectName": "unit"
  },
  {
    "name": "checkResult names the rows",
    "file": "/work/main/src/run/pipeline/check-result.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Odoo, technical names",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Odoo, shown names",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > WooCommerce, a line of both",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > WooCommerce, technical names",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Shopify, orders",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Shopify, customers",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Haravan",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > TikTok Shop",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > GHN",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > GHTK",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Viettel Post",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > Viettel Post, technical names",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > MISA",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the columns of an address in what programs export > are those of the delivery where a table has those of the bill, too",
    "file": "/work/main/src/run/stages/find-columns.exports.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is the day and the month, in each form that a spreadsheet shows",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is said with what it was",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 12/3 Lê Văn Sỹ",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 45 Nguyễn Trãi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 2026-03-12-5 Lê Lợi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 2026-13-12 Lê Lợi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 32-Jul Lê Lợi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in Đường 30/4",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 12-marina Lê Lợi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in 5 Thg13 Lê Lợi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a house number that a spreadsheet took for a date > is not in ngày 2026-03-12 Lê Lợi",
    "file": "/work/main/src/run/stages/house-of-date.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: units that are confirmed",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a confidence below accept_from",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a confidence below reject_below",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: an ambiguous row",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a contradicted district",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a contradicted postal code",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: an unknown ward",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: words beside a ward",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a corrected ward",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a completed province",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a unit coarser than a ward",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a house at its ward, whose street is unknown",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a house at its street",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a house between two",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a house",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a street at its ward",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a street",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > by default: a place",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > follows the rules of the job, the worst of those that apply",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "the verdict of a row > has a rule that decides for each option",
    "file": "/work/main/src/run/stages/verdict.test.ts",
    "projectName": "unit"
  },
  {
    "name": "disarms what becomes a cell of its own where semicolons, tabs or line ends separate",
    "file": "/work/main/src/web/report-page/save-csv.test.ts",
    "projectName": "unit"
  },
  {
    "name": "saves chosen rows so that a spreadsheet runs no cell of the input",
    "file": "/work/main/src/web/report-page/save-csv.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a selection of places > has those that meet every condition, in their order, up to the limit",
    "file": "/work/main/src/server/dialects/selection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a selection of places > requests more places only where some may be left out",
    "file": "/work/main/src/server/dialects/selection.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a column of digits > is one of codes, whose lost zeros are restored, where all of its sample fits",
    "file": "/work/main/src/run/pipeline/sample/digit-columns.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a column of digits > is one of names where it has none of three digits, or a name",
    "file": "/work/main/src/run/pipeline/sample/digit-columns.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a column of digits > says where its values are too long for codes",
    "file": "/work/main/src/run/pipeline/sample/digit-columns.test.ts",
    "projectName": "unit"
  },
  {
    "name": "a column of digits > is looked for where an option is that column alone",
    "file": "/work/main/src/run/pipeline/sample/digit-columns.test.ts",
    "projectName": "unit"
  }
]