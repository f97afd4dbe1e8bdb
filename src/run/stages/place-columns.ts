import { describeMatch, type MatchDescription } from '../../contract/match.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Placement, StageColumn } from './stage.ts';

/** A place matched for a row, with everything its columns show. */
export interface PlaceMatch {
  feature: OsmFeature;
  position: Position | null;
  description: MatchDescription;
  /** 0 to 1, not rounded. */
  confidence: number;
}

/** Returns the columns of a matched place, the same for every stage that matches one except for what its confidence means. */
export function placeColumns(confidence: string): readonly StageColumn<PlaceMatch>[] {
  return COLUMNS.map((column) =>
    column.name === 'confidence' ? { ...column, description: confidence } : column,
  );
}

const COLUMNS: readonly StageColumn<PlaceMatch>[] = [
  {
    name: 'lat',
    type: 'number',
    unit: 'degrees WGS84',
    minimum: -90,
    maximum: 90,
    description: 'latitude of the match',
    of: ({ position }) => position?.lat,
  },
  {
    name: 'lon',
    type: 'number',
    unit: 'degrees WGS84',
    minimum: -180,
    maximum: 180,
    description: 'longitude of the match',
    of: ({ position }) => position?.lon,
  },
  {
    name: 'label',
    type: 'string',
    description: 'full address line of the match',
    of: ({ feature }) => feature.properties.label,
  },
  {
    name: 'name',
    type: 'string',
    description: 'name of the place, street or unit itself',
    of: ({ feature }) => feature.properties.name,
  },
  {
    name: 'house_number',
    type: 'string',
    description: 'house number of the match',
    of: ({ feature }) => feature.properties.housenumber || null,
  },
  {
    name: 'street',
    type: 'string',
    description: 'street of the match',
    of: ({ feature }) => feature.properties.street || null,
  },
  {
    name: 'level',
    type: 'string',
    description: 'what the position stands for: house, street, poi, ward, district, province ...',
    of: ({ description }) => description.level,
  },
  {
    name: 'confidence',
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: '0 to 1',
    of: ({ confidence }) => Math.round(confidence * 1000) / 1000,
  },
  {
    name: 'score',
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      '0 to 1, evidence of the local engine for the match; confidence is derived from it; empty from other services',
    of: ({ description }) => description.score,
  },
  {
    name: 'accuracy_meters',
    type: 'number',
    unit: 'metres',
    description:
      'radius around the position that holds the true one for 90 % of the matches of a level; empty when unknown',
    of: ({ description }) => description.accuracyMeters,
  },
  {
    name: 'place_id',
    type: 'string',
    description: 'opaque id of the place',
    of: ({ feature }) => feature.properties.id,
  },
  {
    name: 'ward_old',
    type: 'string',
    description: 'ward before 1 July 2025',
    of: ({ description }) => description.old?.ward,
  },
  {
    name: 'ward_code_old',
    type: 'string',
    description:
      'official code of ward_old, five digits; codes are used again for other wards since 1 July 2025',
    of: ({ description }) => description.old?.ward_code,
  },
  {
    name: 'district_old',
    type: 'string',
    description: 'district before 1 July 2025',
    of: ({ description }) => description.old?.district,
  },
  {
    name: 'district_code_old',
    type: 'string',
    description: 'official code of district_old, three digits',
    of: ({ description }) => description.old?.district_code,
  },
  {
    name: 'province_old',
    type: 'string',
    description: 'province before 1 July 2025',
    of: ({ description }) => description.old?.province,
  },
  {
    name: 'province_code_old',
    type: 'string',
    description: 'official code of province_old, two digits',
    of: ({ description }) => description.old?.province_code,
  },
  {
    name: 'ward_new',
    type: 'string',
    description: 'ward since 1 July 2025',
    of: ({ description }) => description.new?.ward,
  },
  {
    name: 'ward_code_new',
    type: 'string',
    description: 'official code of ward_new, five digits',
    of: ({ description }) => description.new?.ward_code,
  },
  {
    name: 'province_new',
    type: 'string',
    description: 'province since 1 July 2025',
    of: ({ description }) => description.new?.province,
  },
  {
    name: 'province_code_new',
    type: 'string',
    description: 'official code of province_new, two digits',
    of: ({ description }) => description.new?.province_code,
  },
  {
    name: 'postal_code',
    type: 'string',
    description: 'postal code of the ward since 1 July 2025, five digits',
    of: ({ feature }) => feature.properties.postalcode || null,
  },
  {
    name: 'ward_divided',
    type: 'string',
    description:
      'where ward_old became several wards: their codes with the share of its addresses, the likeliest first, as in 09556 0.79|09552 0.21; ward_new is the first, an estimate',
    of: ({ description }) => dividedText(description.wardCandidates),
  },
];

/** Returns what the position of a match stands for. */
export function placementOf({ description, confidence }: PlaceMatch): Placement {
  return { level: description.level, confidence, accuracyMeters: description.accuracyMeters };
}

/** Returns what the position of a feature stands for, by its service alone. */
export function featurePlacement(feature: OsmFeature): Placement {
  const { level, confidence, accuracyMeters } = describeMatch(feature, 'new');
  return { level, confidence, accuracyMeters };
}

/** Returns the position of a feature, or null where it has none. */
export function featurePosition(feature: OsmFeature): Position | null {
  const [lon, lat] = feature.geometry?.coordinates ?? [];
  return lat === undefined || lon === undefined ? null : { lat, lon };
}

/** Returns the features that have a position. */
export function locatedFeatures(features: readonly OsmFeature[]): OsmFeature[] {
  return features.filter((feature) => featurePosition(feature) !== null);
}

function dividedText(candidates: MatchDescription['wardCandidates']): string | undefined {
  return candidates?.map(({ ward_code, share }) => `${ward_code} ${share}`).join('|');
}
