import { candidateColumns, candidateOptions, column, METERS, readCandidates } from './column.ts';
import Type from 'typebox';
import type { Position } from '../../base/geo/position.ts';
import { message } from '../../base/messages/message.ts';
import { describeMatch } from '../../contract/match.ts';
import type { WardOfPosition } from '../../contract/records/ward-of-position.ts';
import { MAX_RADIUS_KM } from '../../contract/schema.ts';
import { askAtOnce } from '../../contract/service.ts';
import { STATUS } from '../../contract/status.ts';
import { asOfOption, readNamedUnits } from './as-of.ts';
import {
  featurePosition,
  locatedFeatures,
  NEARNESS,
  placeColumns,
  type PlaceMatch,
} from './place-columns.ts';
import { planAtPosition } from './position-plan.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { adminOption } from './id-source.ts';
import {
  faulty,
  notFound,
  type PlannedRows,
  type StageColumn,
  type StageDefinition,
  type StageOptions,
  type StageTable,
  withNote,
} from './stage.ts';
import { optional } from '../../contract/optional.ts';

/** Returns the confidence of a match at a distance from the position: 1 at 0 m, 0.5 at 100 m and for an unknown distance. */
export function distanceConfidence(distanceMeters: number | null): number {
  return distanceMeters === null ? 0.5 : 1 / (1 + distanceMeters / 100);
}

const MOST_CANDIDATES = 10;

type Operations = ['geocodeReverse', 'wardAt'];

const COLUMNS: readonly StageColumn<PlaceMatch>[] = [
  ...placeColumns(NEARNESS),
  column(
    'distance_meters',
    'number',
    'column.distanceToMatch',
    ({ feature }) => feature.properties.distance,
    METERS,
  ),
];

/** The columns of the ward alone: those of a matched place, each from a member of the response. */
const WARD_MEMBERS: Readonly<Record<string, keyof WardOfPosition>> = {
  ward_new: 'ward',
  ward_code_new: 'ward_code',
  province_new: 'province',
  province_code_new: 'province_code',
  postal_code: 'postal_code',
};
const WARD_COLUMNS: readonly StageColumn<WardOfPosition>[] = COLUMNS.flatMap((column) => {
  const member = WARD_MEMBERS[column.name];
  return member === undefined ? [] : [{ ...column, of: (result: WardOfPosition) => result[member] }];
});
/** Options that change what an address says, each with its value that changes nothing. A radius changes nothing for the ward at a position. */
const ADDRESS_OPTIONS: Readonly<Record<string, unknown>> = {
  admin_v2: true,
  as_of: undefined,
  size: 1,
  candidates: undefined,
};

/** Finds the address or administrative unit at the position of each row. Source: interface document, section 4.5. */
export const reverse: StageDefinition<readonly PlaceMatch[] | WardOfPosition, Operations> = {
  name: 'reverse',
  summary: 'Finds the address or administrative unit at the position of each row.',
  operations: ['geocodeReverse', 'wardAt'],
  isOfUnits: () => true,
  options: Type.Object(
    {
      ...positionOptions,
      level: optional.enum(['address', 'ward'], {
        default: 'address',
        description: 'ward: only ward, province and postal code, many times as fast',
      }),
      radius_km: optional.number({
        exclusiveMinimum: 0,
        maximum: MAX_RADIUS_KM,
        default: 1,
        description: 'search radius; kilometres',
      }),
      ...adminOption,
      ...asOfOption,
      ...candidateOptions(1, MOST_CANDIDATES),
    },
    { additionalProperties: false },
  ),
  plan: (options, table) =>
    options.level === 'ward' ? planWards(options, table) : planAddresses(options, table),
};

function planWards(options: StageOptions, table: StageTable): PlannedRows<WardOfPosition, Operations> {
  const misplaced = Object.entries(ADDRESS_OPTIONS).flatMap(([option, plain]) =>
    options[option] === undefined || options[option] === plain ? [] : [option],
  );
  if (misplaced.length > 0)
    return {
      faults: misplaced.map((option) => ({
        option,
        message: message('stage.optionIsFor', { option, setting: 'level: address' }),
      })),
    };
  const source = positionSource(options, table);
  if ('faults' in source) return source;
  return planAtPosition(source, {
    columns: WARD_COLUMNS,
    operation: 'wardAt',
    request: ({ lat, lon }) => ({ lat, lng: lon }),
    call: (parameters, service, context) => askAtOnce(service.wardAt, parameters, context),
    result(result) {
      if (result.status !== STATUS.ok) return notFound(message('stage.noWard'));
      return { status: 'ok', result };
    },
  });
}

function planAddresses(
  options: StageOptions,
  table: StageTable,
): PlannedRows<readonly PlaceMatch[], Operations> {
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
    call: (parameters, service, context) => askAtOnce(service.geocodeReverse, parameters, context),
    result({ features }) {
      if (features.length === 0) return notFound(message('stage.noMatchWithin', { km: radiusKm }));
      const located = locatedFeatures(features).map((feature) => units.name(feature));
      if (located.length === 0) return faulty(message('stage.matchWithoutPosition'));
      const result = located.map((feature) => ({
        feature,
        position: featurePosition(feature),
        description: describeMatch(feature, units.isNew ? 'new' : 'old'),
        confidence: distanceConfidence(feature.properties.distance ?? null),
      }));
      return withNote({ status: 'ok', result }, units.noteOf(located[0]));
    },
  });
}
