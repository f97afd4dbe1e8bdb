import { column, METERS, SECONDS } from './column.ts';
import Type from 'typebox';
import { decimalText, type Position } from '../../base/geo/position.ts';
import { adminOption, languageOption } from './id-source.ts';
import { findColumn, noColumnLike } from './find-columns.ts';
import { type ReadPosition, withoutNote } from '../../base/position/read-position.ts';
import { readPositionCell } from '../../base/position/written-position.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { joinMessages } from '../../base/messages/join-messages.ts';
import {
  faulty,
  notFound,
  skipped,
  type StageColumn,
  type StageDefinition,
  type StageFault,
  type StageRow,
} from './stage.ts';
import { compileTemplate, type Template } from './template.ts';
import type { Directions } from '../../contract/records/directions.ts';
import { optional } from '../../contract/optional.ts';

type Route = Directions['routes'][number];

/** The routes of a row: the best of the service, and the others if they were requested. */
interface DirectionRoutes {
  best: Route;
  others: readonly Route[];
}

const COLUMNS: readonly StageColumn<DirectionRoutes>[] = [
  column('distance_meters', 'integer', 'column.routeLength', ({ best }) => sumOf(best, 'distance'), METERS),
  column('duration_seconds', 'integer', 'column.routeTime', ({ best }) => sumOf(best, 'duration'), SECONDS),
  column('summary', 'string', 'column.routeStreet', ({ best }) => best.summary || null),
  column('polyline', 'string', 'column.routePolyline', ({ best }) => best.overview_polyline.points),
  column(
    'start_address',
    'string',
    'column.originAddress',
    ({ best }) => best.legs[0]?.start_address || null,
  ),
  column(
    'end_address',
    'string',
    'column.destinationAddress',
    ({ best }) => best.legs.at(-1)?.end_address || null,
  ),
  column('warnings', 'string', 'column.routeWarnings', ({ best: { warnings } }) =>
    warnings.length > 0 ? warnings.map(String).join('; ') : null,
  ),
];

const INSTRUCTIONS: StageColumn<DirectionRoutes> = column(
  'instructions',
  'string',
  'column.instructions',
  ({ best }) => instructionsOf(best) || null,
);

const ALTERNATIVES: StageColumn<DirectionRoutes> = column(
  'alternatives',
  'any',
  'column.alternatives',
  ({ others }) =>
    others.map((route) => ({
      distance_meters: sumOf(route, 'distance'),
      duration_seconds: sumOf(route, 'duration'),
      summary: route.summary || null,
      polyline: route.overview_polyline.points,
    })),
);

/** Returns the columns of the stage `direction`, with those that its options add. */
export function directionColumns(added: {
  alternatives: boolean;
  instructions: boolean;
}): readonly StageColumn<DirectionRoutes>[] {
  return [
    ...COLUMNS,
    ...(added.instructions ? [INSTRUCTIONS] : []),
    ...(added.alternatives ? [ALTERNATIVES] : []),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function instructionsOf({ legs }: Route): string {
  const steps = legs.flatMap((leg) => leg.steps.map(({ html_instructions }) => html_instructions));
  return steps.map(plainText).filter(Boolean).join('|');
}

/** Takes the marks of HTML out of an instruction: it is a cell of a table. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>?/g, (tag) => (tag.endsWith('>') ? ' ' : tag))
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] as string)
    .replaceAll(/[|\s]+/g, ' ')
    .trim();
}

function sumOf({ legs }: Route, measure: 'distance' | 'duration'): number {
  return legs.reduce((total, leg) => total + leg[measure].value, 0);
}

const ORIGIN_NAMES = ['origin', 'from', 'diemdi', 'start'];
const DESTINATION_NAMES = ['destination', 'to', 'diemden', 'end'];

/** Computes the route from the origin of each row to its destination. Source: interface document, section 4.7. */
export const direction: StageDefinition<DirectionRoutes, ['direction']> = {
  name: 'direction',
  summary: 'Computes the route from the origin of each row to its destination.',
  operations: ['direction'],
  options: Type.Object(
    {
      origin: optional.string({
        minLength: 1,
        description: 'origin of the route, <lat>,<lng> with {column} placeholders, as in "{lat},{lon}"',
      }),
      destination: optional.string({
        minLength: 1,
        description: 'destination of the route, in the same form; may be the same for all rows',
      }),
      vehicle: optional.enum(['car', 'bike', 'motor', 'taxi', 'truck', 'walking'], {
        default: 'car',
        description: 'vehicle of the route',
      }),
      alternatives: optional.boolean({
        default: false,
        description: 'true: adds the column `alternatives`, a list of the other routes of the service',
      }),
      ...languageOption('warnings and instructions; if given, the column `instructions` is added'),
      ...adminOption,
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
    const alternatives = options.alternatives === true;
    const language = options.language as 'en' | 'vi' | undefined;
    const request = (from: Position, to: Position) => ({
      origin: latLngText(from),
      destination: latLngText(to),
      alternatives,
      vehicle,
      ...(language !== undefined && { language }),
      admin_v2: options.admin_v2 !== false,
    });
    const read = (row: StageRow): { from: ReadPosition; to: ReadPosition } | 'empty' | { fault: Message } => {
      const [from, to] = [origin.read(row), destination.read(row)];
      if (from === 'empty' || to === 'empty') return 'empty';
      if ('fault' in from)
        return { fault: message('stage.faultOf', { option: 'origin', fault: from.fault }) };
      return 'fault' in to
        ? { fault: message('stage.faultOf', { option: 'destination', fault: to.fault }) }
        : { from, to };
    };

    return {
      columns: directionColumns({ alternatives, instructions: language !== undefined }),
      givesPosition: true,
      findings: [origin.finding, destination.finding].filter((finding) => finding !== undefined),
      async run(row, service, context) {
        const ends = read(row);
        if (ends === 'empty') return skipped(message('stage.noEnds'));
        if ('fault' in ends) return faulty(ends.fault);
        const { routes } = await service.direction(request(ends.from, ends.to), context);
        const [best, ...others] = routes;
        const note = ends.from.note ?? ends.to.note;
        const common = { position: withoutNote(ends.from), note };
        if (!best) return { ...notFound(message('stage.noRoute')), ...common };
        return { status: 'ok', result: { best, others }, ...common };
      },
      noteOf(row) {
        const ends = read(row);
        return ends === 'empty' || 'fault' in ends ? undefined : (ends.from.note ?? ends.to.note);
      },
      questions(row) {
        const ends = read(row);
        if (ends === 'empty' || 'fault' in ends) return [];
        return [{ operation: 'direction', parameters: request(ends.from, ends.to) }];
      },
    };
  },
};

/** One end of the route, bound to the columns of an input. */
interface PointSource {
  read(row: StageRow): ReadPosition | 'empty' | { fault: Message };
  finding: Message | undefined;
}

/** Binds one end of the route: to the option, else to a column with a usual name, else to the position from an earlier stage. */
function pointSource(
  option: 'origin' | 'destination',
  stated: unknown,
  names: readonly string[],
  columns: readonly string[],
  hasPosition: boolean,
): PointSource | StageFault {
  const detected = stated === undefined ? findColumn(columns, names) : undefined;
  if (stated === undefined && detected === undefined) {
    if (hasPosition) return { read: (row) => row.position ?? 'empty', finding: undefined };
    return { option, message: noColumnLike(option, columns) };
  }
  const text = typeof stated === 'string' ? stated : `{${detected as string}}`;
  const finding =
    detected === undefined ? undefined : message('stage.endReadFrom', { end: option, column: detected });
  const fixed = /[{}]/.test(text) ? undefined : readPositionCell(text);
  if (fixed) return 'fault' in fixed ? { option, message: fixed.fault } : { read: () => fixed, finding };
  const template = compileTemplate(text, columns);
  if ('faults' in template)
    return { option, message: joinMessages(template.faults, 'list.semicolons') as Message };
  return { read: (row) => readRendered(template, row), finding };
}

function readRendered(template: Template, { cells }: StageRow): ReadPosition | 'empty' | { fault: Message } {
  const text = template.render(cells);
  return text === '' ? 'empty' : readPositionCell(text);
}

function latLngText({ lat, lon }: Position): string {
  return `${decimalText(lat)},${decimalText(lon)}`;
}
