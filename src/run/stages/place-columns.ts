import { describeMatch, type MatchDescription } from '../../contract/match.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Placement, StageColumn } from './stage.ts';
import { message, type Message } from '../../base/messages/message.ts';

/** A place matched for a row, with everything its columns show. */
export interface PlaceMatch {
  feature: OsmFeature;
  position: Position | null;
  description: MatchDescription;
  /** 0 to 1, not rounded; null where the service does not rate its matches. */
  confidence: number | null;
}

/** What the confidence of a match of a position says: nearness, not a probability. */
export const NEARNESS = message('column.nearness');

/** Returns the columns of a matched place, the same for every stage that matches one except for what its confidence means. */
export function placeColumns(confidence: Message): readonly StageColumn<PlaceMatch>[] {
  return [
    {
      name: 'lat',
      type: 'number',
      unit: message('measure.degreesWgs84'),
      minimum: -90,
      maximum: 90,
      description: message('column.matchLat'),
      of: ({ position }) => position?.lat,
    },
    {
      name: 'lon',
      type: 'number',
      unit: message('measure.degreesWgs84'),
      minimum: -180,
      maximum: 180,
      description: message('column.matchLon'),
      of: ({ position }) => position?.lon,
    },
    {
      name: 'label',
      type: 'string',
      description: message('column.matchLabel'),
      of: ({ feature }) => feature.properties.label,
    },
    {
      name: 'name',
      type: 'string',
      description: message('column.matchName'),
      of: ({ feature }) => feature.properties.name,
    },
    {
      name: 'house_number',
      type: 'string',
      description: message('column.matchHouseNumber'),
      of: ({ feature }) => feature.properties.housenumber || null,
    },
    {
      name: 'street',
      type: 'string',
      description: message('column.matchStreet'),
      of: ({ feature }) => feature.properties.street || null,
    },
    {
      name: 'level',
      type: 'string',
      description: message('column.matchLevel'),
      of: ({ description }) => description.level,
    },
    {
      name: 'confidence',
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: confidence,
      of: ({ confidence: own }) => (own === null ? null : Math.round(own * 1000) / 1000),
    },
    {
      name: 'score',
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: message('column.score'),
      of: ({ description }) => description.score,
    },
    {
      name: 'accuracy_meters',
      type: 'number',
      unit: message('measure.metres'),
      description: message('column.accuracyOrEmpty'),
      of: ({ description }) => description.accuracyMeters,
    },
    {
      name: 'place_id',
      type: 'string',
      description: message('column.placeId'),
      of: ({ feature }) => feature.properties.id,
    },
    {
      name: 'ward_old',
      type: 'string',
      description: message('column.wardOld'),
      of: ({ description }) => description.old?.ward,
    },
    {
      name: 'ward_code_old',
      type: 'string',
      description: message('column.wardCodeOld'),
      of: ({ description }) => description.old?.ward_code,
    },
    {
      name: 'district_old',
      type: 'string',
      description: message('column.districtOld'),
      of: ({ description }) => description.old?.district,
    },
    {
      name: 'district_code_old',
      type: 'string',
      description: message('column.districtCodeOld'),
      of: ({ description }) => description.old?.district_code,
    },
    {
      name: 'province_old',
      type: 'string',
      description: message('column.provinceOld'),
      of: ({ description }) => description.old?.province,
    },
    {
      name: 'province_code_old',
      type: 'string',
      description: message('column.provinceCodeOld'),
      of: ({ description }) => description.old?.province_code,
    },
    {
      name: 'ward_new',
      type: 'string',
      description: message('column.wardNew'),
      of: ({ description }) => description.new?.ward,
    },
    {
      name: 'ward_code_new',
      type: 'string',
      description: message('column.wardCodeNew'),
      of: ({ description }) => description.new?.ward_code,
    },
    {
      name: 'province_new',
      type: 'string',
      description: message('column.provinceNew'),
      of: ({ description }) => description.new?.province,
    },
    {
      name: 'province_code_new',
      type: 'string',
      description: message('column.provinceCodeNew'),
      of: ({ description }) => description.new?.province_code,
    },
    {
      name: 'postal_code',
      type: 'string',
      description: message('column.postalCode'),
      of: ({ feature }) => feature.properties.postalcode || null,
    },
    {
      name: 'ward_divided',
      type: 'string',
      description: message('column.wardCandidates'),
      of: ({ description }) => dividedText(description.wardCandidates),
    },
  ];
}

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
