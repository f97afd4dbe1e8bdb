import Type from 'typebox';
import { MAX_RADIUS_KM } from '../../contract/schema.ts';
import { describeMatch } from '../../contract/match.ts';
import type { Position } from '../../base/geo/position.ts';
import { adminOption } from './shared-options.ts';
import { asOfOption, readNamedUnits } from './as-of.ts';
import { candidateColumns, candidateOptions, readCandidates } from './candidates.ts';
import { distanceConfidence } from './confidence.ts';
import {
  featurePosition,
  locatedFeatures,
  placeColumns,
  WITHOUT_POSITION,
  type PlaceMatch,
} from './place-columns.ts';
import { planAtPosition } from './position-plan.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, withNote, type StageColumn, type StageDefinition } from './stage.ts';

const MOST_CANDIDATES = 10;

const COLUMNS: readonly StageColumn<PlaceMatch>[] = [
  ...placeColumns('1 at the position of the match, 0.5 at a distance of 100 m'),
  {
    name: 'distance_meters',
    type: 'number',
    unit: 'metres',
    description: 'distance from the row’s position to the match',
    of: ({ feature }) => feature.properties.distance,
  },
];

/** Finds the address or administrative unit at the position of each row. Source: interface document, section 4.5. */
export const reverse: StageDefinition<readonly PlaceMatch[], ['geocodeReverse']> = {
  name: 'reverse',
  summary: 'Finds the address or administrative unit at the position of each row.',
  operations: ['geocodeReverse'],
  options: Type.Object(
    {
      ...positionOptions,
      radius_km: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: MAX_RADIUS_KM,
          default: 1,
          description: 'search radius; kilometres',
        }),
      ),
      ...adminOption,
      ...asOfOption,
      ...candidateOptions(1, MOST_CANDIDATES),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = positionSource(options, table);
    if ('faults' in source) return source;
    const units = readNamedUnits(options);
    if ('faults' in units) return units;
    const radiusKm = (options.radius_km as number | undefined) ?? 1;
    const candidates = readCandidates(options, 1);
    const request = ({ lat, lon }: Position) => ({
      'point.lat': lat,
      'point.lon': lon,
      'boundary.circle.radius': radiusKm,
      size: candidates.size,
      admin_v2: units.isNew,
    });

    return planAtPosition(source, {
      findings: units.findings,
      columns: candidateColumns(COLUMNS, candidates),
      operation: 'geocodeReverse',
      request,
      call: (parameters, service, context) => service.geocodeReverse(parameters, context),
      result({ features }) {
        if (features.length === 0) return notFound(`no match within ${radiusKm} km`);
        const located = locatedFeatures(features).map((feature) => units.name(feature));
        if (located.length === 0) return faulty(WITHOUT_POSITION);
        const result = located.map((feature) => ({
          feature,
          position: featurePosition(feature),
          description: describeMatch(feature, units.isNew ? 'new' : 'old'),
          confidence: distanceConfidence(feature.properties.distance ?? null),
        }));
        return withNote({ status: 'ok', result }, units.noteOf(located[0]));
      },
    });
  },
};
