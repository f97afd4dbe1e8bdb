import Type from 'typebox';
import type { Position } from '../geo/position.ts';
import { candidateColumns, candidateOptions, candidateValues, readCandidates } from './candidates.ts';
import { distanceConfidence } from './confidence.ts';
import { PLACE_COLUMNS, placeValues } from './place-columns.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, skipped, type StageColumn, type StageDefinition } from './stage.ts';

const MOST_CANDIDATES = 10;

const COLUMNS: readonly StageColumn[] = [
  ...PLACE_COLUMNS,
  { name: 'distance_meters', type: 'number', description: 'from the row’s position to the answer; metres' },
];

/** Finds the place or administrative unit at each row's position. Source: interface document, section 4.5. */
export const reverse: StageDefinition = {
  name: 'reverse',
  summary: 'Finds the address or administrative unit at each row’s position.',
  options: Type.Object(
    {
      ...positionOptions,
      radius_km: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, default: 1, description: 'how far to look; kilometres' }),
      ),
      admin_v2: Type.Optional(
        Type.Boolean({ default: false, description: 'true: labels in the units since July 2025' }),
      ),
      ...candidateOptions(1, MOST_CANDIDATES),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = positionSource(options, table);
    if ('faults' in source) return source;
    const adminV2 = options.admin_v2 === true;
    const radiusKm = (options.radius_km as number | undefined) ?? 1;
    const candidates = readCandidates(options, 1);
    const ask = ({ lat, lon }: Position) => ({
      'point.lat': lat,
      'point.lon': lon,
      'boundary.circle.radius': radiusKm,
      size: candidates.size,
      admin_v2: adminV2,
    });

    return {
      columns: candidateColumns(COLUMNS, candidates),
      givesPosition: true,
      findings: source.finding === undefined ? [] : [source.finding],
      async run(row, service, context) {
        const position = source.read(row);
        if (position === 'empty') return skipped('the row has no position');
        if ('fault' in position) return faulty(position.fault);
        const answer = await service.geocodeReverse(ask(position), context);
        // The row is where its own coordinates say, whatever was found there.
        if (answer.features.length === 0)
          return { ...notFound(`nothing is known within ${radiusKm} km`), position };
        const values = answer.features.map((feature) => {
          const distance = feature.properties.distance ?? null;
          return [...placeValues(feature, adminV2 ? 'new' : 'old', distanceConfidence(distance)), distance];
        });
        return {
          status: 'ok',
          values: candidateValues(values, COLUMNS, candidates),
          position,
        };
      },
      questions(row) {
        const position = source.read(row);
        if (position === 'empty' || 'fault' in position) return [];
        return [{ operation: 'geocodeReverse', parameters: ask(position) }];
      },
    };
  },
};
