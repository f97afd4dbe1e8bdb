import { GeomillError } from '../../errors/geomill-error.ts';
import { ARRAY_TYPES, type Arrays, type ArrayType } from './array-types.ts';
import type { PlaceTables } from './place-tables.ts';

type ArrayName = Exclude<keyof PlaceTables, 'streetCount' | 'thingCount' | 'placeCount' | 'pieceCount'>;
type Counts = Pick<PlaceTables, 'streetCount' | 'thingCount' | 'placeCount' | 'pieceCount'>;

/** Lists the files of the tables and the arrays in each, with their types. */
export const TABLE_FILES = {
  'places.bin': {
    pieceStreetStart: 'u32',
    piecePoiStart: 'u32',
    thingPiece: 'i32',
    thingSpelling: 'u32',
    thingLat: 'i32',
    thingLon: 'i32',
    thingRadius: 'u32',
    thingImportance: 'u8',
    thingFlags: 'u8',
    spellingText: 'u8',
    spellingOffset: 'u32',
    aliasThing: 'u32',
    aliasSpelling: 'u32',
    poiCategoryStart: 'u32',
    poiCategory: 'u16',
    poiParent: 'i32',
    childParent: 'u32',
    childThing: 'u32',
  },
  'houses.bin': {
    streetHouseStart: 'u32',
    housePath: 'u32',
    houseLat: 'i32',
    houseLon: 'i32',
    houseFlags: 'u8',
    pathText: 'u8',
    pathOffset: 'u32',
    pathNumber: 'u32',
    pathUpTo: 'u32',
  },
  'lines.bin': {
    streetPartStart: 'u32',
    partPointStart: 'u32',
    pointLat: 'i32',
    pointLon: 'i32',
  },
  'keys.bin': {
    placeKeyHigh: 'u32',
    placeKeyLow: 'u32',
    keyOrder: 'u32',
  },
  'records.bin': {
    recordPlace: 'u32',
    recordBlocks: 'u8',
    recordBlockOffset: 'u32',
  },
} as const satisfies Record<string, Partial<Record<ArrayName, ArrayType>>>;

/** Returns the arrays of tables by the file that holds them. */
export function tableArrays(tables: PlaceTables): [file: string, arrays: Arrays][] {
  return Object.entries(TABLE_FILES).map(([file, types]) => [
    file,
    Object.fromEntries(Object.keys(types).map((name) => [name, tables[name as ArrayName]])),
  ]);
}

/**
 * Makes tables of the arrays of a dataset.
 *
 * Shape: undefined where there is none of them.
 * Errors: DATASET_BAD when some are missing, of another type, or of lengths that do not fit each other.
 */
export function openTables(arrays: Arrays): PlaceTables | undefined {
  const types: [string, ArrayType][] = Object.values(TABLE_FILES).flatMap((file) => Object.entries(file));
  if (types.every(([name]) => arrays[name] === undefined)) return undefined;
  const wrong = types.find(([name, type]) => !(arrays[name] instanceof ARRAY_TYPES[type]));
  if (wrong !== undefined) throw badTables(`the array ${wrong[0]} is missing or of another type`);
  const found = arrays as unknown as Pick<PlaceTables, ArrayName>;
  const counts: Counts = {
    streetCount: found.streetHouseStart.length - 1,
    thingCount: found.thingPiece.length,
    placeCount: found.thingPiece.length + found.housePath.length,
    pieceCount: found.pieceStreetStart.length - 2,
  };
  const tables = { ...counts } as Record<string, unknown>;
  for (const [name] of types) tables[name] = arrays[name];
  const misfit = findMisfit(tables as unknown as PlaceTables);
  if (misfit !== undefined) throw badTables(misfit);
  return tables as unknown as PlaceTables;
}

/** Names the first array whose length does not follow from the others; undefined where all do. */
function findMisfit(tables: PlaceTables): string | undefined {
  const { streetCount, thingCount, placeCount, pieceCount } = tables;
  const poiCount = thingCount - streetCount;
  const houseCount = placeCount - thingCount;
  const pathCount = tables.pathOffset.length - 1;
  const expected: Partial<Record<ArrayName, number>> = {
    piecePoiStart: pieceCount + 2,
    ...Object.fromEntries(
      ['Spelling', 'Lat', 'Lon', 'Radius', 'Importance', 'Flags'].map((name) => [`thing${name}`, thingCount]),
    ),
    spellingText: last(tables.spellingOffset),
    aliasSpelling: tables.aliasThing.length,
    poiCategoryStart: poiCount + 1,
    poiCategory: last(tables.poiCategoryStart),
    poiParent: poiCount,
    childThing: tables.childParent.length,
    ...{
      housePath: last(tables.streetHouseStart),
      houseLat: houseCount,
      houseLon: houseCount,
      houseFlags: houseCount,
    },
    ...{ pathText: last(tables.pathOffset), pathNumber: pathCount, pathUpTo: pathCount },
    streetPartStart: streetCount + 1,
    partPointStart: (last(tables.streetPartStart) ?? -1) + 1,
    ...{ pointLat: last(tables.partPointStart), pointLon: last(tables.partPointStart) },
    ...{ placeKeyHigh: placeCount, placeKeyLow: placeCount, keyOrder: placeCount },
    recordBlocks: last(tables.recordBlockOffset),
  };
  return Object.entries(expected)
    .filter(([name, length]) => tables[name as ArrayName].length !== length)
    .map(
      ([name, length]) =>
        `the array ${name} has ${tables[name as ArrayName].length} elements instead of ${length}`,
    )[0];
}

function last(offsets: Uint32Array): number {
  return offsets[offsets.length - 1] ?? -1;
}

function badTables(fault: string): GeomillError {
  return new GeomillError(
    'DATASET_BAD',
    `The tables of the dataset are damaged: ${fault}. Copy the dataset again, or build it anew.`,
  );
}
