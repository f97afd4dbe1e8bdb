import type { Directions } from '../../contract/records/directions.ts';
import type { StageColumn } from './stage.ts';
import { message } from '../../base/messages/message.ts';

type Route = Directions['routes'][number];

/** The routes of a row: the best of the service, and the others if they were requested. */
export interface DirectionRoutes {
  best: Route;
  others: readonly Route[];
}

const COLUMNS: readonly StageColumn<DirectionRoutes>[] = [
  {
    name: 'distance_meters',
    type: 'integer',
    unit: message('measure.metres'),
    description: message('column.routeLength'),
    of: ({ best }) => sumOf(best, 'distance'),
  },
  {
    name: 'duration_seconds',
    type: 'integer',
    unit: message('measure.seconds'),
    description: message('column.routeTime'),
    of: ({ best }) => sumOf(best, 'duration'),
  },
  {
    name: 'summary',
    type: 'string',
    description: message('column.routeStreet'),
    of: ({ best }) => best.summary || null,
  },
  {
    name: 'polyline',
    type: 'string',
    description: message('column.routePolyline'),
    of: ({ best }) => best.overview_polyline.points,
  },
  {
    name: 'start_address',
    type: 'string',
    description: message('column.originAddress'),
    of: ({ best }) => best.legs[0]?.start_address || null,
  },
  {
    name: 'end_address',
    type: 'string',
    description: message('column.destinationAddress'),
    of: ({ best }) => best.legs.at(-1)?.end_address || null,
  },
  {
    name: 'warnings',
    type: 'string',
    description: message('column.routeWarnings'),
    of: ({ best: { warnings } }) => (warnings.length > 0 ? warnings.map(String).join('; ') : null),
  },
];

const INSTRUCTIONS: StageColumn<DirectionRoutes> = {
  name: 'instructions',
  type: 'string',
  description: message('column.instructions'),
  of: ({ best }) => instructionsOf(best) || null,
};

const ALTERNATIVES: StageColumn<DirectionRoutes> = {
  name: 'alternatives',
  type: 'any',
  description: message('column.alternatives'),
  of: ({ others }) =>
    others.map((route) => ({
      distance_meters: sumOf(route, 'distance'),
      duration_seconds: sumOf(route, 'duration'),
      summary: route.summary || null,
      polyline: route.overview_polyline.points,
    })),
};

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
