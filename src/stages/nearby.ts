import Type from 'typebox';
import type { Position } from '../geo/position.ts';
import { candidateColumns, candidateOptions, candidateValues, readCandidates } from './candidates.ts';
import { POI_COLUMNS, poiValues } from './poi-columns.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, skipped, type StageDefinition } from './stage.ts';

const DEFAULT_SIZE = 3;
/** What the service answers at most. Source: service facts, "unit of /nearby radius". */
const MOST_PLACES = 50;
const DEFAULT_RADIUS_KM = 5;

const COUNT = {
  name: 'count',
  type: 'integer',
  description: 'places found, `size` at most',
} as const;

/** Finds the places of some categories around each row’s position. Source: interface document, section 4.6. */
export const nearby: StageDefinition = {
  name: 'nearby',
  summary: 'Finds the places of some categories around each row’s position, nearest first.',
  options: Type.Object(
    {
      categories: Type.Array(Type.String({ minLength: 1, pattern: '^[^,]*$' }), {
        minItems: 1,
        description: 'slugs or Vietnamese words, as in [atm, "bệnh viện"]',
        examples: [['atm']],
      }),
      ...positionOptions,
      radius_km: Type.Optional(
        Type.Integer({
          minimum: 1,
          default: DEFAULT_RADIUS_KM,
          description: 'how far to look; whole kilometres',
        }),
      ),
      ...candidateOptions(DEFAULT_SIZE, MOST_PLACES),
      admin_v2: Type.Optional(
        Type.Boolean({ default: false, description: 'true: labels in the units since July 2025' }),
      ),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = positionSource(options, table);
    if ('faults' in source) return source;
    const candidates = readCandidates(options, DEFAULT_SIZE);
    const categories = (options.categories as readonly string[]).map((word) => word.trim()).join(',');
    const radiusKm = (options.radius_km as number | undefined) ?? DEFAULT_RADIUS_KM;
    const ask = ({ lat, lon }: Position) => ({
      categories,
      'point.lat': lat,
      'point.lon': lon,
      size: candidates.size,
      'boundary.circle.radius': radiusKm,
      admin_v2: options.admin_v2 === true,
    });

    return {
      columns: [COUNT, ...candidateColumns(POI_COLUMNS, candidates)],
      givesPosition: true,
      findings: source.finding === undefined ? [] : [source.finding],
      async run(row, service, context) {
        const position = source.read(row);
        if (position === 'empty') return skipped('the row has no position');
        if ('fault' in position) return faulty(position.fault);
        const { features } = await service.nearby(ask(position), context);
        // The row stays where it is: what is near it is told, not where it went.
        if (features.length === 0)
          return { ...notFound(`no such place is known within ${radiusKm} km`), position };
        const places = features.slice(0, candidates.size).map(poiValues);
        return {
          status: 'ok',
          values: [places.length, ...candidateValues(places, POI_COLUMNS, candidates)],
          position,
        };
      },
      questions(row) {
        const position = source.read(row);
        if (position === 'empty' || 'fault' in position) return [];
        return [{ operation: 'nearby', parameters: ask(position) }];
      },
    };
  },
};
