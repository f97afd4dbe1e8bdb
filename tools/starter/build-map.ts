import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { PROVINCES } from '../../src/base/geo/admin-codes.ts';
import { encodeCover } from '../../src/engine/gazetteer/units/cover-codec.ts';
import { type AdminBytes, formerTable, unitTable } from '../../src/dataset/compile/admin-tables.ts';
import { matchBoundaries, readBoundaries, type Boundary } from './boundaries.ts';
import { buildCover } from './cover-builder.ts';
import { chooseResolution } from './cover-resolution.ts';
import type { Gazetteer } from './gazetteer.ts';
import { measureShape } from './shape.ts';
import { createWardMap } from './ward-map.ts';

/** The day that the units are in force from. */
export const EDITION = '2025-07-01';

const URBAN_TYPE = 'Phường';

/** Names the files that the map is made of: boundaries as GeoJSON features, one a line, gzipped or not. */
export interface BoundaryFiles {
  wardsFile: string;
  provincesFile: string;
}

/** Names a step of making the map. */
export type MapStep = 'boundaries' | 'measure' | 'cover' | 'compress';

/**
 * Makes the administrative map of names and boundaries: tables of units, and the cells that cover each ward.
 *
 * Errors: INPUT_MISSING, INPUT_BAD when boundaries and names do not fit each other.
 * Cost: about three minutes and 1 GB for the whole of Vietnam.
 */
export async function buildMap(
  gazetteer: Gazetteer,
  { wardsFile, provincesFile }: BoundaryFiles,
  onProgress: (step: MapStep, share: number) => void,
): Promise<AdminBytes> {
  onProgress('boundaries', 0);
  const wardShapes = matchBoundaries(gazetteer.wards, await readBoundaries(wardsFile), wardsFile);
  const provinceShapes = matchBoundaries(
    gazetteer.provinces.map((province) => ({ ...province, provinceCode: province.code })),
    await readBoundaries(provincesFile),
    provincesFile,
  );

  onProgress('measure', 0);
  const resolutions: number[] = [];
  const wards = gazetteer.wards.map((ward, index) => {
    const { polygons } = wardShapes[index] as Boundary;
    resolutions.push(chooseResolution(polygons, ward.type === URBAN_TYPE));
    onProgress('measure', index / gazetteer.wards.length);
    return { ...ward, belongsTo: ward.provinceCode, ...measureShape(polygons) };
  });
  const provinces = gazetteer.provinces.map((province, index) => ({
    ...province,
    belongsTo: forcodePrefixOf(province.code),
    ...measureShape((provinceShapes[index] as Boundary).polygons),
  }));

  const finestResolution = Math.max(...resolutions);
  const totalKm2 = wards.reduce((sum, ward) => sum + ward.areaKm2, 0);
  const preorder = buildCover({
    map: createWardMap(wardShapes.map((shape) => shape.polygons)),
    resolutionOf: (ward) => resolutions[ward] ?? finestResolution,
    onProgress: (coveredKm2) => onProgress('cover', Math.min(1, coveredKm2 / totalKm2)),
  });
  onProgress('compress', 0);
  return {
    provinces: unitTable('provinces', provinces),
    wards: unitTable('wards', wards),
    formerWards: formerTable(gazetteer.formerWards),
    cells: encodeCover(preorder, finestResolution),
  };
}

function forcodePrefixOf(provinceCode: string): string {
  const prefix = PROVINCES.find((province) => province.provinceCode === provinceCode)?.adminCode;
  if (prefix === undefined) {
    throw new GeomillError(
      'INPUT_BAD',
      `Province ${provinceCode} has no forcode prefix. Use names of the edition ${EDITION}.`,
    );
  }
  return prefix;
}
