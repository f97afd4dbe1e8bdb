import {
  findColumn,
  findStagePosition,
  isList,
  LATITUDE_NAMES,
  LONGITUDE_NAMES,
  noColumnLike,
  POINT_NAMES,
} from './find-columns.ts';
import { parseProjection, readGridPosition, type Projection } from '../../base/position/projection.ts';
import { readPosition, type ReadPosition } from '../../base/position/read-position.ts';
import { readPositionCell } from '../../base/position/written-position.ts';
import { message, type Message } from '../../base/messages/message.ts';
import type { StageFault, StageRow, StageTable } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';
import { optional } from '../../contract/optional.ts';

/** The options of every stage that starts from a position. */
export const positionOptions = {
  lat: optional.string({ description: 'column of the latitude, as in "{lat}"; degrees WGS84' }),
  lon: optional.string({ description: 'column of the longitude, as in "{lon}"; degrees WGS84' }),
  latlng: optional.string({ description: 'column with both, <lat>,<lng>, as in "{location}"' }),
  projection: optional.string({
    description:
      'projection of positions in metres: VN-2000 with a former province, a central meridian or the zone 48 or 49, as in "VN-2000 Hà Nội" or "VN-2000 105°45\'", or "UTM 48N"',
  }),
};

/** The options that name the cells of a position. */
export const POSITION_CELLS = ['lat', 'lon', 'latlng'] as const;

/** Returns the options of a stage that say where its positions are. */
export function optionsOfPosition(options: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.keys(positionOptions).map((name) => [name, options[name]]));
}

/** Returns the position of a row, `empty` for a row without one, or the fault of its cells. */
export type PositionReader = (row: StageRow) => ReadPosition | 'empty' | { fault: Message };

/**
 * Where the positions of rows come from.
 *
 * Shape: `columns` are the indexes of the cells that `read` needs; `finding` reports detected columns; `latitude` is the text of the option, absent where an earlier stage or one column gives both.
 */
export interface PositionSource {
  read: PositionReader;
  columns: readonly number[];
  latitude?: string;
  finding?: Message;
}

/**
 * Binds the positions to the options, else to an earlier stage, else to columns with usual names.
 */
export function positionSource(
  options: Readonly<Record<string, unknown>>,
  table: StageTable,
): PositionSource | { faults: readonly StageFault[] } {
  const projection = readProjection(options.projection);
  if (projection !== undefined && 'faults' in projection) return projection;
  const stated = (texts: Record<string, string>, of: StageTable) => readerOf(texts, of, projection);
  if (options.latlng !== undefined) return stated({ latlng: options.latlng as string }, table);
  if (options.lat !== undefined || options.lon !== undefined) {
    if (options.lat === undefined)
      return {
        faults: [{ option: 'lon', message: message('stage.givenWithout', { option: 'lon', other: 'lat' }) }],
      };
    if (options.lon === undefined)
      return {
        faults: [{ option: 'lat', message: message('stage.givenWithout', { option: 'lat', other: 'lon' }) }],
      };
    return stated({ lat: options.lat as string, lon: options.lon as string }, table);
  }
  if (table.hasPosition) return { read: (row) => row.position ?? 'empty', columns: [] };
  const lat = findColumn(table.columns, LATITUDE_NAMES);
  const lon = findColumn(table.columns, LONGITUDE_NAMES);
  if (lat !== undefined && lon !== undefined) {
    return withFinding(
      stated({ lat: `{${lat}}`, lon: `{${lon}}` }, table),
      message('stage.positionsReadFrom', { lat, lon }),
    );
  }
  const own = findStagePosition(table.columns);
  if (own !== undefined) {
    return withFinding(
      stated({ lat: `{${own.lat}}`, lon: `{${own.lon}}` }, table),
      message('stage.positionsOfEarlierRun', own),
    );
  }
  const point = findColumn(table.columns, POINT_NAMES) ?? (isList(table.columns) ? 'column_1' : undefined);
  if (point !== undefined) {
    return withFinding(
      stated({ latlng: `{${point}}` }, table),
      message('stage.pointsReadFrom', { column: point }),
    );
  }
  return { faults: [{ option: 'lat', message: noColumnLike('position', table.columns) }] };
}

type Source = PositionSource | { faults: readonly StageFault[] };

function withFinding(source: Source, finding: Message): Source {
  return 'faults' in source ? source : { ...source, finding };
}

function readProjection(text: unknown): Projection | { faults: readonly StageFault[] } | undefined {
  if (text === undefined) return undefined;
  const fault = message('stage.unknownProjection', { text: text as string });
  return parseProjection(text as string) ?? { faults: [{ option: 'projection', message: fault }] };
}

function readerOf(texts: Record<string, string>, table: StageTable, projection?: Projection): Source {
  const templates = new Map<string, Template>();
  const faults: StageFault[] = [];
  for (const [option, text] of Object.entries(texts)) {
    const template = compileTemplate(text, table.columns);
    if ('faults' in template) faults.push(...template.faults.map((fault) => ({ option, message: fault })));
    else templates.set(option, template);
  }
  if (faults.length > 0) return { faults };
  const columns = [...templates.values()].flatMap((template) =>
    template.columns.map((name) => table.columns.indexOf(name)),
  );
  const [lat, lon, latlng] = ['lat', 'lon', 'latlng'].map((option) => templates.get(option));
  if (latlng) {
    return {
      columns,
      read: ({ cells }) => {
        const text = latlng.render(cells);
        if (text === '') return 'empty';
        return readPositionCell(text, projection);
      },
    };
  }
  const latAt = plainColumn(lat, table);
  const lonAt = plainColumn(lon, table);
  return {
    latitude: texts.lat as string,
    columns,
    read: ({ cells }) => {
      const latCell = latAt >= 0 ? cells[latAt] : lat?.render(cells);
      const lonCell = lonAt >= 0 ? cells[lonAt] : lon?.render(cells);
      if (isEmpty(latCell) && isEmpty(lonCell)) return 'empty';
      const grid = projection && readGridPosition(latCell, lonCell, projection);
      return grid ?? readPosition(latCell, lonCell);
    },
  };
}

/** Returns the index of the only column of a template, else -1: its cells need no rendering, which keeps JSON numbers and saves time. */
function plainColumn(template: Template | undefined, table: StageTable): number {
  return template?.columns.length === 1 ? table.columns.indexOf(template.columns[0] as string) : -1;
}

function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}
