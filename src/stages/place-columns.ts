import type { GeomillExtension, Level, OsmFeature } from '../contract/records/osm-feature.ts';
import type { Position } from '../geo/position.ts';
import type { StageColumn } from './stage.ts';

/** Lists the columns that tell of a place, the same for every stage that finds one. */
export const PLACE_COLUMNS: readonly StageColumn[] = [
  { name: 'lat', type: 'number', description: 'latitude of the answer; degrees WGS84' },
  { name: 'lon', type: 'number', description: 'longitude of the answer; degrees WGS84' },
  { name: 'label', type: 'string', description: 'full address line of the answer' },
  { name: 'name', type: 'string', description: 'name of the place, street or unit itself' },
  { name: 'house_number', type: 'string', description: 'house number of the answer' },
  { name: 'street', type: 'string', description: 'street of the answer' },
  {
    name: 'level',
    type: 'string',
    description: 'what the position stands for: house, street, poi, ward, district, province ...',
  },
  { name: 'confidence', type: 'number', description: '0 to 1, from comparing the question with the answer' },
  {
    name: 'score',
    type: 'number',
    description:
      '0 to 1, how far the answer can be trusted at its level, as the local engine rates it; empty from other services',
  },
  {
    name: 'accuracy_meters',
    type: 'number',
    description: 'radius around the position that the answer stands for; empty when unknown',
  },
  { name: 'place_id', type: 'string', description: 'opaque id of the place' },
  { name: 'ward_old', type: 'string', description: 'ward before 1 July 2025' },
  { name: 'district_old', type: 'string', description: 'district before 1 July 2025' },
  { name: 'province_old', type: 'string', description: 'province before 1 July 2025' },
  { name: 'ward_new', type: 'string', description: 'ward since 1 July 2025' },
  { name: 'ward_code_new', type: 'string', description: 'official code of ward_new, five digits' },
  { name: 'province_new', type: 'string', description: 'province since 1 July 2025' },
  { name: 'province_code_new', type: 'string', description: 'official code of province_new, two digits' },
  {
    name: 'ward_divided',
    type: 'string',
    description:
      'where ward_old became several wards: their codes with the share of its addresses, the likeliest first, as in 09556 0.79|09552 0.21; ward_new is the first, an estimate',
  },
];

/** Says which administrative units the labels of an answer name. */
export type AdminUnits = 'old' | 'new';

/** Returns the position of a feature, or null where it has none. */
export function featurePosition(feature: OsmFeature): Position | null {
  const [lon, lat] = feature.geometry?.coordinates ?? [];
  return lat === undefined || lon === undefined ? null : { lat, lon };
}

/**
 * Returns what a place's answer stands for: told by our engine, else read from which members a service filled in.
 */
export function levelOf(feature: OsmFeature): Level {
  const properties = feature.properties;
  if (properties.geomill) return properties.geomill.level;
  if (properties.housenumber) return 'house';
  const name = properties.name;
  if (name !== '' && name === properties.street) return 'street';
  if (name !== '' && name === properties.locality) return 'ward';
  if (name !== '' && name === properties.county) return 'district';
  if (name !== '' && name === properties.region) return 'province';
  if (name !== '') return 'poi';
  return properties.street
    ? 'street'
    : properties.locality
      ? 'ward'
      : properties.county
        ? 'district'
        : 'province';
}

/**
 * Returns the values of {@link PLACE_COLUMNS} for a feature.
 *
 * Shape: `asked` says which units the service's own members name; where our engine tells both, both are filled.
 */
export function placeValues(
  feature: OsmFeature,
  asked: AdminUnits,
  confidence: number,
  other?: OsmFeature,
): unknown[] {
  const position = featurePosition(feature);
  const properties = feature.properties;
  const old = unitsOf('old', asked === 'old' ? feature : other, properties.geomill);
  const now = unitsOf('new', asked === 'new' ? feature : other, properties.geomill);
  return [
    position?.lat ?? null,
    position?.lon ?? null,
    properties.label,
    properties.name,
    properties.housenumber || null,
    properties.street || null,
    levelOf(feature),
    Math.round(confidence * 1000) / 1000,
    properties.geomill?.score ?? null,
    properties.geomill?.accuracy_radius_meters ?? null,
    properties.id,
    old?.ward ?? null,
    old?.district ?? null,
    old?.province ?? null,
    now?.ward ?? null,
    now?.ward_code ?? null,
    now?.province ?? null,
    now?.province_code ?? null,
    dividedText(properties.geomill?.ward_candidates),
  ];
}

function dividedText(candidates: GeomillExtension['ward_candidates']): string | null {
  return candidates?.map(({ ward_code, share }) => `${ward_code} ${share}`).join('|') ?? null;
}

type Units = GeomillExtension['old'];

function unitsOf(
  which: AdminUnits,
  feature: OsmFeature | undefined,
  extension: GeomillExtension | undefined,
): Units | undefined {
  if (extension) return extension[which];
  if (!feature) return undefined;
  const { locality, county, region } = feature.properties;
  return { ward: locality || null, district: county || null, province: region || null };
}
