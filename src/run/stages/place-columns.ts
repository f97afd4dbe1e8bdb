import { column, LATITUDE, LONGITUDE, METERS, SHARE } from './column.ts';
import {
  describeMatch,
  type MatchDescription,
  type MatchUnits,
  type UnitGeneration,
} from '../../contract/match.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Placement, StageColumn } from './stage.ts';
import { message, type Message, type PlainCode } from '../../base/messages/message.ts';

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

/** Declares the column of a unit that a match is in, before or since 1 July 2025. */
function unitColumn(unit: keyof MatchUnits, generation: UnitGeneration, meaning: PlainCode) {
  return column<PlaceMatch>(
    `${unit}_${generation}`,
    'string',
    meaning,
    ({ description }) => description[generation]?.[unit],
  );
}

/** Returns the columns of a matched place, the same for every stage that matches one except for what its confidence means. */
export function placeColumns(confidence: Message): readonly StageColumn<PlaceMatch>[] {
  return [
    column('lat', 'number', 'column.matchLat', ({ position }) => position?.lat, LATITUDE),
    column('lon', 'number', 'column.matchLon', ({ position }) => position?.lon, LONGITUDE),
    column('label', 'string', 'column.matchLabel', ({ feature }) => feature.properties.label),
    column('name', 'string', 'column.matchName', ({ feature }) => feature.properties.name),
    column(
      'house_number',
      'string',
      'column.matchHouseNumber',
      ({ feature }) => feature.properties.housenumber || null,
    ),
    column('street', 'string', 'column.matchStreet', ({ feature }) => feature.properties.street || null),
    column('level', 'string', 'column.matchLevel', ({ description }) => description.level),
    column(
      'confidence',
      'number',
      confidence,
      ({ confidence: own }) => (own === null ? null : Math.round(own * 1000) / 1000),
      SHARE,
    ),
    column('score', 'number', 'column.score', ({ description }) => description.score, SHARE),
    column(
      'accuracy_meters',
      'number',
      'column.accuracyOrEmpty',
      ({ description }) => description.accuracyMeters,
      METERS,
    ),
    column('place_id', 'string', 'column.placeId', ({ feature }) => feature.properties.id),
    unitColumn('ward', 'old', 'column.wardOld'),
    unitColumn('ward_code', 'old', 'column.wardCodeOld'),
    unitColumn('district', 'old', 'column.districtOld'),
    unitColumn('district_code', 'old', 'column.districtCodeOld'),
    unitColumn('province', 'old', 'column.provinceOld'),
    unitColumn('province_code', 'old', 'column.provinceCodeOld'),
    unitColumn('ward', 'new', 'column.wardNew'),
    unitColumn('ward_code', 'new', 'column.wardCodeNew'),
    unitColumn('province', 'new', 'column.provinceNew'),
    unitColumn('province_code', 'new', 'column.provinceCodeNew'),
    column(
      'postal_code',
      'string',
      'column.postalCode',
      ({ feature }) => feature.properties.postalcode || null,
    ),
    column('ward_divided', 'string', 'column.wardCandidates', ({ description }) =>
      dividedText(description.wardCandidates),
    ),
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

const DISTANCE = 'distance_meters';

/** The columns of a point of interest, the same for every stage that lists some. */
export const POI_COLUMNS: readonly StageColumn<OsmFeature>[] = [
  column('name', 'string', 'column.placeName', ({ properties }) => properties.name),
  column(
    'category',
    'string',
    'column.placeCategories',
    ({ properties }) => properties.category?.filter(Boolean).join('|') || null,
  ),
  column('lat', 'number', 'column.placeLat', (feature) => featurePosition(feature)?.lat, LATITUDE),
  column('lon', 'number', 'column.placeLon', (feature) => featurePosition(feature)?.lon, LONGITUDE),
  column(DISTANCE, 'number', 'column.distanceToPlace', ({ properties }) => properties.distance, METERS),
  column('label', 'string', 'column.placeLabel', ({ properties }) => properties.label),
  column('ward', 'string', 'column.placeWard', ({ properties }) => properties.locality || null),
  column('district', 'string', 'column.placeDistrict', ({ properties }) => properties.county || null),
  column('province', 'string', 'column.placeProvince', ({ properties }) => properties.region || null),
  column('place_id', 'string', 'column.placeId', ({ properties }) => properties.id),
];

/** The columns of a point of interest that was looked up by its id, so that there is no distance to it. */
export const POI_COLUMNS_WITHOUT_DISTANCE = POI_COLUMNS.filter(({ name }) => name !== DISTANCE);
