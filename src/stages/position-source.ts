import Type from 'typebox';
import { isPosition, type Position } from '../geo/position.ts';
import { findColumn, LATITUDE_NAMES, LONGITUDE_NAMES, POINT_NAMES } from './find-columns.ts';
import type { StageFault, StageRow, StageTable } from './stage.ts';
import { cellText, compileTemplate, type Template } from './template.ts';

/** The options of every stage that starts from a position. */
export const positionOptions = {
  lat: Type.Optional(Type.String({ description: 'column of the latitude, as in "{lat}"; degrees WGS84' })),
  lon: Type.Optional(Type.String({ description: 'column of the longitude, as in "{lon}"; degrees WGS84' })),
  latlng: Type.Optional(Type.String({ description: 'column with both, <lat>,<lng>, as in "{location}"' })),
};

/** Returns the position of a row, `empty` for a row without one, or the fault of its cells. */
export type PositionReader = (row: StageRow) => Position | 'empty' | { fault: string };

/** Where the positions of rows come from. Shape: `finding` reports detected columns. */
export interface PositionSource {
  read: PositionReader;
  finding?: string;
}

/**
 * Binds the positions to the options, else to an earlier stage, else to columns with usual names.
 */
export function positionSource(
  options: Readonly<Record<string, unknown>>,
  table: StageTable,
): PositionSource | { faults: readonly StageFault[] } {
  if (options.latlng !== undefined) return stated({ latlng: options.latlng as string }, table);
  if (options.lat !== undefined || options.lon !== undefined) {
    if (options.lat === undefined)
      return { faults: [{ option: 'lon', message: 'lon is given without lat' }] };
    if (options.lon === undefined)
      return { faults: [{ option: 'lat', message: 'lat is given without lon' }] };
    return stated({ lat: options.lat as string, lon: options.lon as string }, table);
  }
  if (table.hasPosition) return { read: (row) => row.position ?? 'empty' };
  const lat = findColumn(table.columns, LATITUDE_NAMES);
  const lon = findColumn(table.columns, LONGITUDE_NAMES);
  if (lat !== undefined && lon !== undefined) {
    return withFinding(
      stated({ lat: `{${lat}}`, lon: `{${lon}}` }, table),
      `positions are read from "${lat}" and "${lon}"`,
    );
  }
  const point = findColumn(table.columns, POINT_NAMES);
  if (point !== undefined) {
    return withFinding(
      stated({ latlng: `{${point}}` }, table),
      `positions are read from "${point}" as <lat>,<lng>`,
    );
  }
  const columns = table.columns.map((column) => `"${column}"`).join(', ');
  const message = `no column looks like a latitude and a longitude among ${columns}: name them, as in lat: "{y}" and lon: "{x}"`;
  return { faults: [{ option: 'lat', message }] };
}

type Source = PositionSource | { faults: readonly StageFault[] };

function withFinding(source: Source, finding: string): Source {
  return 'faults' in source ? source : { ...source, finding };
}

function stated(texts: Record<string, string>, table: StageTable): Source {
  const templates = new Map<string, Template>();
  const faults: StageFault[] = [];
  for (const [option, text] of Object.entries(texts)) {
    const template = compileTemplate(text, table.columns);
    if ('faults' in template) faults.push(...template.faults.map((message) => ({ option, message })));
    else templates.set(option, template);
  }
  if (faults.length > 0) return { faults };
  const [lat, lon, latlng] = ['lat', 'lon', 'latlng'].map((option) => templates.get(option));
  if (latlng) {
    return {
      read: ({ cells }) => {
        const text = latlng.render(cells);
        if (text === '') return 'empty';
        const pair = text.split(/\s*[,;]\s*|\s+/);
        return pair.length === 2 ? readPosition(pair[0], pair[1]) : { fault: `"${text}" is not <lat>,<lng>` };
      },
    };
  }
  const latAt = plainColumn(lat, table);
  const lonAt = plainColumn(lon, table);
  return {
    read: ({ cells }) => {
      const latCell = latAt >= 0 ? cells[latAt] : lat?.render(cells);
      const lonCell = lonAt >= 0 ? cells[lonAt] : lon?.render(cells);
      if (isEmpty(latCell) && isEmpty(lonCell)) return 'empty';
      return readPosition(latCell, lonCell);
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

/** Parses two coordinates, or returns the fault of the first bad one. */
export function readPosition(latCell: unknown, lonCell: unknown): Position | { fault: string } {
  const lat = readCoordinate(latCell);
  const lon = readCoordinate(lonCell);
  if (lat === undefined) return { fault: `the latitude "${cellText(latCell)}" is not a number` };
  if (lon === undefined) return { fault: `the longitude "${cellText(lonCell)}" is not a number` };
  const position: Position = { lat, lon };
  if (isPosition(position)) return position;
  const hint = isPosition({ lat: lon, lon: lat }) ? ': latitude and longitude look swapped' : '';
  const wrong =
    Math.abs(lat) > 90 ? `latitude ${lat} is outside -90 to 90` : `longitude ${lon} is outside -180 to 180`;
  return { fault: `the ${wrong}${hint}` };
}

// Spreadsheets with Vietnamese settings write numbers with a decimal comma.
const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;

function readCoordinate(cell: unknown): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : undefined;
}
