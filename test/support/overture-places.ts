import { openDuckDb } from './duckdb.ts';

/** Options of a file of generated places. */
export interface OvertureOptions {
  count: number;
  /** Rows to leave out of the front. */
  from?: number;
  /** A query over `places` in place of all its rows. */
  query?: string;
}

const GEO = JSON.stringify({
  version: '1.1.0',
  primary_column: 'geometry',
  columns: {
    geometry: {
      encoding: 'WKB',
      geometry_types: ['Point'],
      covering: {
        bbox: {
          ...{ xmin: ['bbox', 'xmin'], ymin: ['bbox', 'ymin'] },
          ...{ xmax: ['bbox', 'xmax'], ymax: ['bbox', 'ymax'] },
        },
      },
    },
  },
});

/** Categories with their hierarchies, as of the taxonomy of September 2026. */
const HIERARCHIES = [
  'food_and_drink > restaurant > asian_restaurant > vietnamese_restaurant',
  'food_and_drink > casual_eatery > bakery',
  'food_and_drink > non_alcoholic_beverage_venue > cafe',
  'shopping > fashion_and_apparel_store > clothing_store > womens_clothing_store',
  'lodging > hotel',
  'health_care > dental_clinic > general_dentistry',
  'services_and_business > financial_service > bank_or_credit_union > bank',
  'services_and_business > personal_or_beauty_service > nail_salon',
];

/** Returns the GERS id of a generated place. */
export function gersIdOf(number: number): string {
  const hex = number.toString(16);
  return `8f2a${hex.padStart(4, '0').slice(-4)}-7c31-4e5d-9b2e-${hex.padStart(12, '0')}`;
}

/**
 * Writes generated places in the schema of Overture's theme places, type place, as GeoParquet.
 *
 * Shape: the name of place `i` is `Quán Thử <i>`; they lie in a grid over Ho Chi Minh City and Ha Noi in turn.
 */
export async function writeOverturePlaces(path: string, options: OvertureOptions): Promise<void> {
  const { count, from = 0, query = 'select * from places' } = options;
  const connection = await (await openDuckDb()).connect();
  try {
    await connection.run(`create or replace temp view places as ${placesQuery(from, count)}`);
    await connection.run(
      `copy (${query}) to '${path}' (format parquet, compression zstd, kv_metadata {geo: '${GEO}'})`,
    );
  } finally {
    connection.closeSync();
  }
}

function placesQuery(from: number, count: number): string {
  const hierarchies = `[${HIERARCHIES.map((path) => `string_split('${path}', ' > ')`).join(', ')}]`;
  return `
    with numbers as (
      select i, printf('%04x', i % 65536) as low, printf('%012x', i) as hex,
        ${hierarchies}[1 + i % ${HIERARCHIES.length}] as h,
        round(case when i % 2 = 0 then 106.62 else 105.78 end + (i // 2 % 997) * 0.0001, 7)::double as lon,
        round(case when i % 2 = 0 then 10.72 else 20.98 end + (i // 1994 % 997) * 0.0001, 7)::double as lat
      from range(${from}, ${from + count}) t(i)
    )
    select
      '8f2a' || low || '-7c31-4e5d-9b2e-' || hex as id,
      ${wkb('lon', 'lat')} as geometry,
      {'xmin': lon::float, 'xmax': lon::float, 'ymin': lat::float, 'ymax': lat::float} as bbox,
      'place' as type, 'places' as theme, (1 + i % 9)::integer as version,
      [{'property': '', 'dataset': 'meta', 'license': 'CDLA-Permissive-2.0', 'record_id': i::varchar,
        'update_time': '2026-09-01T00:00:00.000Z', 'confidence': 0.77::double, 'between': null::double[],
        'provider': 'meta', 'resource': null::varchar, 'version': null::varchar}] as sources,
      {'primary': 'Quán Thử ' || i, 'common': case when i % 10 = 0 then map {'en': 'Test Place ' || i} end,
        'rules': case when i % 20 = 0 then [{'variant': 'short', 'language': 'vi',
          'perspectives': null::struct("mode" varchar, countries varchar[]), 'value': 'QT' || i, 'between': null::double[], 'side': null::varchar}] end} as names,
      {'primary': h[-1], 'hierarchy': h, 'alternates': case when i % 50 = 0 then ['market'] end} as taxonomy,
      h[2] as basic_category,
      round(0.3 + (i % 70) / 100, 2)::double as confidence,
      case when i % 3 = 0 then ['https://quan' || i || '.example.vn/'] end as websites,
      case when i % 4 = 0 then ['https://www.facebook.com/' || i] end as socials,
      null::varchar[] as emails,
      case when i % 2 = 0 then ['+8490' || lpad((i % 10000000)::varchar, 7, '0')] end as phones,
      null::struct(wikidata varchar, "names" struct("primary" varchar, common map(varchar, varchar))) as brand,
      [{'freeform': (1 + i % 300) || ' Đường Thử ' || (i % 40), 'locality': case when i % 2 = 0 then 'Ho Chi Minh City' else 'Hà Nội' end,
        'postcode': null::varchar, 'region': case when i % 2 = 0 then 'SG' else 'HN' end, 'country': 'VN'}] as addresses,
      'open' as operating_status
    from numbers`;
}

/** Returns an SQL expression for a point as WKB, little endian. DuckDB has no function for the bytes of a number. */
function wkb(lon: string, lat: string): string {
  return `unhex('0101000000' || ${doubleHex(lon)} || ${doubleHex(lat)})`;
}

/** Returns an SQL expression for the bytes of a positive number from 2 to 128, little endian, in hexadecimal. */
function doubleHex(value: string): string {
  const exponent = `floor(log2(${value}))::bigint`;
  const bits = `((${exponent} + 1023) * 4503599627370496 + ((${value} / pow(2, ${exponent}) - 1) * 4503599627370496)::bigint)`;
  const byte = (at: number) => `printf('%02x', ((${bits}) >> ${8 * at}) & 255)`;
  return Array.from({ length: 8 }, (_, at) => byte(at)).join(' || ');
}
