import Type from 'typebox';
import type { Position } from '../geo/position.ts';
import { findColumn } from './find-columns.ts';
import { readPosition } from './position-source.ts';
import { faulty, notFound, skipped, type StageColumn, type StageDefinition, type StageRow } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';

const COLUMNS: readonly StageColumn[] = [
  { name: 'distance_meters', type: 'integer', description: 'length of the way; metres' },
  { name: 'duration_seconds', type: 'integer', description: 'time of travel; seconds' },
  { name: 'summary', type: 'string', description: 'the street that most of the way runs along' },
  { name: 'polyline', type: 'string', description: 'the way as an encoded polyline, precision 5' },
  { name: 'start_address', type: 'string', description: 'what is at the origin' },
  { name: 'end_address', type: 'string', description: 'what is at the destination' },
  { name: 'warnings', type: 'string', description: 'what to know of the way, such as that it is no road' },
];

const ORIGIN_NAMES = ['origin', 'from', 'diemdi', 'start'];
const DESTINATION_NAMES = ['destination', 'to', 'diemden', 'end'];

/** Finds the way from each row’s origin to its destination. Source: interface document, section 4.7. */
export const direction: StageDefinition = {
  name: 'direction',
  summary: 'Finds the way from each row’s origin to its destination.',
  findsWays: true,
  options: Type.Object(
    {
      origin: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'where the way begins, <lat>,<lng> with {column} placeholders, as in "{lat},{lon}"',
        }),
      ),
      destination: Type.Optional(
        Type.String({ minLength: 1, description: 'where it ends, likewise; may be the same for all rows' }),
      ),
      vehicle: Type.Optional(
        Type.Enum(['car', 'bike', 'motor', 'taxi', 'truck', 'walking'], {
          default: 'car',
          description: 'what travels',
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
    const ask = (from: Position, to: Position) => ({
      origin: `${from.lat},${from.lon}`,
      destination: `${to.lat},${to.lon}`,
      alternatives: false,
      vehicle,
    });
    const read = (row: StageRow): { from: Position; to: Position } | 'empty' | { fault: string } => {
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
        const { routes } = await service.direction(ask(ends.from, ends.to), context);
        const [route] = routes;
        if (!route)
          return { ...notFound('there is no way between origin and destination'), position: ends.from };
        const sum = (member: 'distance' | 'duration') =>
          route.legs.reduce((total, leg) => total + leg[member].value, 0);
        return {
          status: 'ok',
          values: [
            sum('distance'),
            sum('duration'),
            route.summary || null,
            route.overview_polyline.points,
            route.legs[0]?.start_address || null,
            route.legs.at(-1)?.end_address || null,
            route.warnings.length > 0 ? route.warnings.map(String).join('; ') : null,
          ],
          position: ends.from,
        };
      },
      questions(row) {
        const ends = read(row);
        if (ends === 'empty' || 'fault' in ends) return [];
        return [{ operation: 'direction', parameters: ask(ends.from, ends.to) }];
      },
    };
  },
};

interface PointSource {
  read(row: StageRow): Position | 'empty' | { fault: string };
  finding: string;
}

/** Finds where one end of the way comes from: the option, a column with a usual name, or an earlier stage. */
function pointSource(
  option: string,
  stated: unknown,
  names: readonly string[],
  columns: readonly string[],
  hasPosition: boolean,
): PointSource | { option: string; message: string } {
  const found = stated === undefined ? findColumn(columns, names) : undefined;
  if (stated === undefined && found === undefined) {
    if (hasPosition) return { read: (row) => row.position ?? 'empty', finding: '' };
    const list = columns.map((column) => `"${column}"`).join(', ');
    const message = `no column looks like the ${option} among ${list}: name it, as in ${option}: "{lat},{lon}"`;
    return { option, message };
  }
  const text = typeof stated === 'string' ? stated : `{${found as string}}`;
  const finding = found === undefined ? '' : `the ${option} is read from "${found}" as <lat>,<lng>`;
  const fixed = /[{}]/.test(text) ? undefined : readPoint(text);
  if (fixed) return 'fault' in fixed ? { option, message: fixed.fault } : { read: () => fixed, finding };
  const template = compileTemplate(text, columns);
  if ('faults' in template) return { option, message: template.faults.join('; ') };
  return { read: (row) => readRendered(template, row), finding };
}

function readRendered(template: Template, { cells }: StageRow): Position | 'empty' | { fault: string } {
  const text = template.render(cells);
  return text === '' ? 'empty' : readPoint(text);
}

/** Reads a point written as `<lat>,<lng>`. */
export function readPoint(text: string): Position | { fault: string } {
  const pair = text.trim().split(/\s*[,;]\s*|\s+/);
  return pair.length === 2 ? readPosition(pair[0], pair[1]) : { fault: `"${text}" is not <lat>,<lng>` };
}
