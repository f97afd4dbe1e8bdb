import Type from 'typebox';
import type { Directions } from '../contract/records/directions.ts';
import type { Position } from '../geo/position.ts';
import { findColumn, noColumnLike } from './find-columns.ts';
import { readPoint, withoutNote, type ReadPosition } from './read-position.ts';
import { faulty, notFound, skipped, type StageColumn, type StageDefinition, type StageRow } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';

type Route = Directions['routes'][number];

const COLUMNS: readonly StageColumn<Route>[] = [
  {
    name: 'distance_meters',
    type: 'integer',
    unit: 'metres',
    description: 'length of the route',
    of: (route) => sumOf(route, 'distance'),
  },
  {
    name: 'duration_seconds',
    type: 'integer',
    unit: 'seconds',
    description: 'travel time of the route',
    of: (route) => sumOf(route, 'duration'),
  },
  {
    name: 'summary',
    type: 'string',
    description: 'the street that the route follows longest',
    of: ({ summary }) => summary || null,
  },
  {
    name: 'polyline',
    type: 'string',
    description: 'the route as an encoded polyline, precision 5',
    of: (route) => route.overview_polyline.points,
  },
  {
    name: 'start_address',
    type: 'string',
    description: 'address of the origin',
    of: ({ legs }) => legs[0]?.start_address || null,
  },
  {
    name: 'end_address',
    type: 'string',
    description: 'address of the destination',
    of: ({ legs }) => legs.at(-1)?.end_address || null,
  },
  {
    name: 'warnings',
    type: 'string',
    description: 'warnings about the route, such as that it is a straight line and follows no road',
    of: ({ warnings }) => (warnings.length > 0 ? warnings.map(String).join('; ') : null),
  },
];

const ORIGIN_NAMES = ['origin', 'from', 'diemdi', 'start'];
const DESTINATION_NAMES = ['destination', 'to', 'diemden', 'end'];

/** Computes the route from the origin of each row to its destination. Source: interface document, section 4.7. */
export const direction: StageDefinition<Route, ['direction']> = {
  name: 'direction',
  summary: 'Computes the route from the origin of each row to its destination.',
  operations: ['direction'],
  options: Type.Object(
    {
      origin: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'origin of the route, <lat>,<lng> with {column} placeholders, as in "{lat},{lon}"',
        }),
      ),
      destination: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'destination of the route, in the same form; may be the same for all rows',
        }),
      ),
      vehicle: Type.Optional(
        Type.Enum(['car', 'bike', 'motor', 'taxi', 'truck', 'walking'], {
          default: 'car',
          description: 'vehicle of the route',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const origin = pointSource('origin', options.origin, ORIGIN_NAMES, table.columns, table.hasPosition);
    const destination = pointSource(
      'destination',
      options.destination,
      DESTINATION_NAMES,
      table.columns,
      false,
    );
    if ('message' in origin || 'message' in destination)
      return { faults: [origin, destination].filter((source) => 'message' in source) };
    const vehicle = (options.vehicle as 'car' | undefined) ?? 'car';
    const request = (from: Position, to: Position) => ({
      origin: `${from.lat},${from.lon}`,
      destination: `${to.lat},${to.lon}`,
      alternatives: false,
      vehicle,
    });
    const read = (row: StageRow): { from: ReadPosition; to: ReadPosition } | 'empty' | { fault: string } => {
      const [from, to] = [origin.read(row), destination.read(row)];
      if (from === 'empty' || to === 'empty') return 'empty';
      if ('fault' in from) return { fault: `origin: ${from.fault}` };
      return 'fault' in to ? { fault: `destination: ${to.fault}` } : { from, to };
    };

    return {
      columns: COLUMNS,
      givesPosition: true,
      findings: [origin.finding, destination.finding].filter((finding) => finding !== ''),
      async run(row, service, context) {
        const ends = read(row);
        if (ends === 'empty') return skipped('the row has no origin or no destination');
        if ('fault' in ends) return faulty(ends.fault);
        const { routes } = await service.direction(request(ends.from, ends.to), context);
        const [route] = routes;
        const note = ends.from.note ?? ends.to.note;
        const common = { position: withoutNote(ends.from), ...(note === undefined ? {} : { note }) };
        if (!route) return { ...notFound('no route between origin and destination'), ...common };
        return { status: 'ok', result: route, ...common };
      },
      questions(row) {
        const ends = read(row);
        if (ends === 'empty' || 'fault' in ends) return [];
        return [{ operation: 'direction', parameters: request(ends.from, ends.to) }];
      },
    };
  },
};

function sumOf({ legs }: Route, measure: 'distance' | 'duration'): number {
  return legs.reduce((total, leg) => total + leg[measure].value, 0);
}

/** One end of the route, bound to the columns of an input. */
interface PointSource {
  read(row: StageRow): ReadPosition | 'empty' | { fault: string };
  finding: string;
}

/** Binds one end of the route: to the option, else to a column with a usual name, else to the position from an earlier stage. */
function pointSource(
  option: string,
  stated: unknown,
  names: readonly string[],
  columns: readonly string[],
  hasPosition: boolean,
): PointSource | { option: string; message: string } {
  const detected = stated === undefined ? findColumn(columns, names) : undefined;
  if (stated === undefined && detected === undefined) {
    if (hasPosition) return { read: (row) => row.position ?? 'empty', finding: '' };
    const message = noColumnLike(`the ${option}`, columns, `name it, as in ${option}: "{lat},{lon}"`);
    return { option, message };
  }
  const text = typeof stated === 'string' ? stated : `{${detected as string}}`;
  const finding = detected === undefined ? '' : `the ${option} is read from "${detected}" as <lat>,<lng>`;
  const fixed = /[{}]/.test(text) ? undefined : readPoint(text);
  if (fixed) return 'fault' in fixed ? { option, message: fixed.fault } : { read: () => fixed, finding };
  const template = compileTemplate(text, columns);
  if ('faults' in template) return { option, message: template.faults.join('; ') };
  return { read: (row) => readRendered(template, row), finding };
}

function readRendered(template: Template, { cells }: StageRow): ReadPosition | 'empty' | { fault: string } {
  const text = template.render(cells);
  return text === '' ? 'empty' : readPoint(text);
}
