import type { LatLonPolygons } from '../features.ts';
import { createColumn, type Column } from '../../engine/gazetteer/store/column.ts';

/** Lists of different lengths, one after the other: list `i` from `start[i]` to `start[i + 1]`. */
export interface ListColumn {
  start: Column<'u32'>;
  values: Column<'u32'>;
}

/** The hashes of feature keys. */
export interface KeyColumns {
  keyHigh: Column<'u32'>;
  keyLow: Column<'u32'>;
}

/** The streets of the sources. Shape: `name` and others are numbers of `names`; points of street `i` from `pointStart[i]`. */
export interface StreetColumns extends KeyColumns {
  name: Column<'u32'>;
  rank: Column<'u8'>;
  otherNames: ListColumn;
  pointStart: Column<'u32'>;
  lat: Column<'i32'>;
  lon: Column<'i32'>;
}

/** The houses of the sources. Shape: `street` is a number of `names`, NO_TEXT for none. */
export interface HouseColumns extends KeyColumns {
  number: Column<'u32'>;
  street: Column<'u32'>;
  units: Column<'u32'>;
  record: Column<'u32'>;
  flags: Column<'u8'>;
  lat: Column<'i32'>;
  lon: Column<'i32'>;
  /** How far its street may lie from each row without a number. Units: metres. */
  radii: Map<number, number>;
}

/** The points of interest of the sources. */
export interface PoiColumns extends KeyColumns {
  name: Column<'u32'>;
  otherNames: ListColumn;
  categories: ListColumn;
  units: Column<'u32'>;
  record: Column<'u32'>;
  importance: Column<'u8'>;
  lat: Column<'i32'>;
  lon: Column<'i32'>;
  /** Key hash of the place that it belongs to, 0 and 0 for none. */
  parentHigh: Column<'u32'>;
  parentLow: Column<'u32'>;
  /** Outlines by number of the point of interest. */
  outlines: Map<number, LatLonPolygons>;
}

/** The water of the sources. Shape: `kind` is a number of WATER_KINDS; points of line `i` from `pointStart[i]`. */
export interface WaterColumns {
  kind: Column<'u8'>;
  pointStart: Column<'u32'>;
  lat: Column<'i32'>;
  lon: Column<'i32'>;
}

function createList(): ListColumn {
  const list = { start: createColumn('u32'), values: createColumn('u32') };
  list.start.push(0);
  return list;
}

function createKeyColumns(): KeyColumns {
  return { keyHigh: createColumn('u32'), keyLow: createColumn('u32') };
}

function createPositions(): { lat: Column<'i32'>; lon: Column<'i32'> } {
  return { lat: createColumn('i32'), lon: createColumn('i32') };
}

/** Creates empty columns of streets. */
export function createStreetColumns(): StreetColumns {
  const pointStart = createColumn('u32');
  pointStart.push(0);
  return {
    ...createKeyColumns(),
    ...createPositions(),
    name: createColumn('u32'),
    rank: createColumn('u8'),
    otherNames: createList(),
    pointStart,
  };
}

/** Creates empty columns of water. */
export function createWaterColumns(): WaterColumns {
  const pointStart = createColumn('u32');
  pointStart.push(0);
  return { ...createPositions(), kind: createColumn('u8'), pointStart };
}

/** Creates empty columns of houses. */
export function createHouseColumns(): HouseColumns {
  return {
    ...createKeyColumns(),
    ...createPositions(),
    number: createColumn('u32'),
    street: createColumn('u32'),
    units: createColumn('u32'),
    record: createColumn('u32'),
    flags: createColumn('u8'),
    radii: new Map(),
  };
}

/** Creates empty columns of points of interest. */
export function createPoiColumns(): PoiColumns {
  return {
    ...createKeyColumns(),
    ...createPositions(),
    name: createColumn('u32'),
    otherNames: createList(),
    categories: createList(),
    units: createColumn('u32'),
    record: createColumn('u32'),
    importance: createColumn('u8'),
    parentHigh: createColumn('u32'),
    parentLow: createColumn('u32'),
    outlines: new Map(),
  };
}
