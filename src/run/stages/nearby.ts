import Type from 'typebox';
import { MAX_RADIUS_KM } from '../../contract/schema.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../base/geo/position.ts';
import { message } from '../../base/messages/message.ts';
import { adminOption, listColumns, type ListResult } from './id-source.ts';
import { asOfOption, readNamedUnits } from './as-of.ts';
import { candidateColumns, candidateOptions, readCandidates } from './column.ts';
import { locatedFeatures, POI_COLUMNS } from './place-columns.ts';
import { planAtPosition } from './position-plan.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, type StageDefinition, withNote } from './stage.ts';
import { optional } from '../../contract/optional.ts';

const DEFAULT_SIZE = 3;
/** The maximum that the service returns. Source: service facts, "unit of /nearby radius". */
const MOST_PLACES = 50;
const DEFAULT_RADIUS_KM = 5;

/** Lists the places of some categories around the position of each row. Source: interface document, section 4.6. */
export const nearby: StageDefinition<ListResult<OsmFeature>, ['nearby']> = {
  name: 'nearby',
  summary: 'Lists the places of some categories around the position of each row, nearest first.',
  operations: ['nearby'],
  options: Type.Object(
    {
      categories: Type.Array(Type.String({ minLength: 1, pattern: '^[^,]*$' }), {
        minItems: 1,
        description: 'slugs or Vietnamese words, as in [atm, "bệnh viện"]',
        examples: [['atm']],
      }),
      ...positionOptions,
      radius_km: optional.integer({
        minimum: 1,
        maximum: MAX_RADIUS_KM,
        default: DEFAULT_RADIUS_KM,
        description: 'search radius; whole kilometres',
      }),
      ...candidateOptions(DEFAULT_SIZE, MOST_PLACES),
      ...adminOption,
      ...asOfOption,
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = positionSource(options, table);
    if ('faults' in source) return source;
    const units = readNamedUnits(options);
    if ('faults' in units) return units;
    const candidates = readCandidates(options, DEFAULT_SIZE);
    const categories = (options.categories as readonly string[]).map((word) => word.trim()).join(',');
    const radiusKm = (options.radius_km as number | undefined) ?? DEFAULT_RADIUS_KM;
    const request = ({ lat, lon }: Position) => ({
      categories,
      'point.lat': lat,
      'point.lon': lon,
      size: candidates.size,
      'boundary.circle.radius': radiusKm,
      admin_v2: units.isNew,
    });

    return planAtPosition(source, {
      findings: units.findings,
      columns: listColumns(message('column.placeCount'), candidateColumns(POI_COLUMNS, candidates)),
      operation: 'nearby',
      request,
      call: (parameters, service, context) => service.nearby(parameters, context),
      result({ features }) {
        if (features.length === 0) return notFound(message('stage.noPlaceNearby', { km: radiusKm }));
        const places = locatedFeatures(features)
          .slice(0, candidates.size)
          .map((feature) => units.name(feature));
        if (places.length === 0) return faulty(message('stage.matchWithoutPosition'));
        const result = { count: places.length, candidates: places };
        return withNote({ status: 'ok', result }, units.noteOf(places[0]));
      },
    });
  },
};
